"""Whether records are games that could have been played: the first fault of many, found by replaying them all."""

import numpy as np

from src.files.compiled import kernel
from src.games.rules import (
    INIT_AT,
    IS_TERMINAL_AT,
    LEGAL_MASK_AT,
    RETURNS_AT,
    SCORE_AT,
    STEP_AT,
    Game,
    call_init,
    call_is_terminal,
    call_legal_mask,
    call_returns,
    call_score,
    call_step,
)
from src.records.schema import PlayedGames

_SUM_ERROR = 1e-3  # of probabilities, which are stored as float32

FAULTS = (
    None,
    "the move is illegal",
    "the policy target holds an illegal move, a probability that is none, or does not sum to 1",
    "the game goes on after its end",
    "the game is not played to its end",
    "the result or the margin is not the final position's",
    "is_target and policy_sizes disagree",
)
SOUND, ILLEGAL_MOVE, BAD_POLICY, AFTER_END, NO_END, BAD_RESULT, BAD_SIZES = range(7)


@kernel
def policy_is_sound(actions, probs, mask):
    """Whether one ply's entries are on legal moves, each on its own, above 0, and sum to 1; clears them in `mask`."""
    total = 0.0
    for i in range(actions.shape[0]):
        action = actions[i]
        if action < 0 or action >= mask.shape[0] or not mask[action] or not probs[i] > 0.0:
            return False
        mask[action] = False  # a second entry of the same move is a fault
        total += probs[i]
    return abs(total - 1.0) <= _SUM_ERROR


@kernel
def first_fault(
    rules, spec, state, mask, moves, move_offsets, is_target, policy_offsets, policy_actions, policy_probs, ends, found
):
    """Write the first fault to `found` `[3]` int64: which of FAULTS, game, ply. `ends` `[N, 2]`: result, margin."""
    for g in range(move_offsets.shape[0] - 1):
        call_init(rules[INIT_AT], spec, state)
        begin, end = move_offsets[g], move_offsets[g + 1]
        for m in range(begin, end):
            found[0], found[1], found[2] = SOUND, g, m - begin
            if call_is_terminal(rules[IS_TERMINAL_AT], spec, state):
                found[0] = AFTER_END
                return
            call_legal_mask(rules[LEGAL_MASK_AT], spec, state, mask)
            move = np.int64(moves[m])
            if move < 0 or move >= mask.shape[0] or not mask[move]:
                found[0] = ILLEGAL_MOVE
                return
            first, last = policy_offsets[m], policy_offsets[m + 1]
            if is_target[m] != (last > first):
                found[0] = BAD_SIZES
                return
            if is_target[m] and not policy_is_sound(policy_actions[first:last], policy_probs[first:last], mask):
                found[0] = BAD_POLICY
                return
            call_step(rules[STEP_AT], spec, state, move)
        found[1], found[2] = g, end - begin
        if not call_is_terminal(rules[IS_TERMINAL_AT], spec, state):
            found[0] = NO_END
            return
        result = call_returns(rules[RETURNS_AT], spec, state, 0)
        if ends[g, 0] != result or ends[g, 1] != call_score(rules[SCORE_AT], spec, state, 0):
            found[0] = BAD_RESULT
            return
    found[0] = SOUND


def describe_fault(game: Game, games: PlayedGames) -> str | None:
    """The first fault in a few words, as "game 17, ply 3: the move is illegal"; None where all is sound."""
    arrays = games.arrays
    ids = arrays["game_id"]
    if (np.diff(ids) <= 0).any():
        return f"game {ids[1:][np.diff(ids) <= 0][0]}: the games are not sorted by game_id, each once"
    if (arrays["policy_sizes"] < 0).any() or games.policy_offsets[-1] != len(arrays["policy_actions"]):
        return "policy_sizes do not add up"
    found = np.zeros(3, np.int64)
    first_fault(
        game.rules,
        game.spec,
        game.initial_state(),
        np.zeros(game.num_actions, np.bool_),
        arrays["moves"],
        games.move_offsets,
        arrays["is_target"],
        games.policy_offsets,
        arrays["policy_actions"],
        arrays["policy_probs"],
        np.stack([arrays["result"], arrays["margin"]], 1).astype(np.int64),
        found,
    )
    fault, at, ply = found.tolist()
    return f"game {ids[at]}, ply {ply}: {FAULTS[fault]}" if fault != SOUND else None
