"""What a game says of the positions in it: its result, mixed with what the searches saw on the way."""

from src.files.compiled import kernel


@kernel
def trust(game_index, plies, moves, move_offsets, policy_offsets, policy_actions, policy_probs, trusted):
    """Write `[T]` how far the move played at each target ply is what its search meant: its share of the best one's.

    After a move that the search did not mean, a game says nothing of the position before (as Retrace cuts its
    returns, Munos et al. 2016).
    """
    for t in range(len(game_index)):
        played = moves[move_offsets[game_index[t]] + plies[t]]
        most, share = 0.0, 0.0
        for e in range(policy_offsets[t], policy_offsets[t + 1]):
            most = max(most, policy_probs[e])
            if policy_actions[e] == played:
                share = policy_probs[e]
        trusted[t] = share / most if most > 0.0 else 1.0


@kernel
def lambda_returns(game_index, to_play, root_values, results, trusted, value_lambda, returns):
    """Write `[T]` what each target ply, in the games' order, should be held to be worth for its player to move.

    G(ply) = (1 - c) * search's value + c * G(next ply), and behind the last ply the game's result: the lambda-return
    of Sutton 1988, with c = lambda * trusted `[T]`. With lambda 1 it is the result alone (AlphaZero); with less, what
    the search saw on the way counts, so that a later blunder does not turn the value of all that came before it.
    """
    value = 0.0
    for t in range(len(game_index) - 1, -1, -1):
        sign = 1 - 2 * to_play[t]
        if t == len(game_index) - 1 or game_index[t] != game_index[t + 1]:
            value = results[game_index[t]]
        c = value_lambda * trusted[t] if value_lambda < 1.0 else 1.0
        value = (1.0 - c) * sign * root_values[t] + c * value
        returns[t] = sign * value
