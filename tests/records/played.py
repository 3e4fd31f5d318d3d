"""Games to record: random moves, and made-up searches over the legal ones."""

import numpy as np

from src.games.rules import Game
from src.records.schema import PlayedGame
from tests.games.random_games import play_randomly


def recorded(game: Game, moves: list[int], game_id: int = 0) -> PlayedGame:
    """The game of these moves; each ply is a target, and all its visits went to the move that was played."""
    final, plies = game.replay(moves), len(moves)
    return PlayedGame(
        game_id=game_id,
        seed=0,
        num_opening=0,
        moves=np.array(moves, np.int16),
        is_target=np.ones(plies, np.bool_),
        num_simulations=np.ones(plies, np.int32),
        root_value=np.zeros(plies, np.float32),
        policy_sizes=np.ones(plies, np.int16),
        policy_actions=np.array(moves, np.int16),
        policy_probs=np.ones(plies, np.float32),
        visit_counts=np.ones(plies, np.int32),
        result=game.returns(final, 0),
        margin=game.score(final, 0),
    )


def made_up_games(game: Game, num_games: int, seed: int = 0, first_id: int = 0) -> list[PlayedGame]:
    """About three in four plies are targets; their policies have up to four moves."""
    played, rng = play_randomly(game, num_games, seed), np.random.default_rng(seed)
    games = []
    for i in range(num_games):
        moves = played.history(i)
        is_target = rng.random(len(moves)) < 0.75
        actions, counts = [], []
        for ply in np.flatnonzero(is_target):
            legal = np.flatnonzero(played.masks[ply, i])
            actions.append(np.sort(rng.permutation(legal)[:4]))
            counts.append(rng.integers(1, 50, len(actions[-1])))
        sizes = np.zeros(len(moves), np.int16)
        sizes[is_target] = [len(entries) for entries in actions]
        final = played.reached(i)[-1]
        games.append(
            PlayedGame(
                game_id=first_id + i,
                seed=2**64 - 1 - i,
                num_opening=i % 3,
                moves=np.array(moves, np.int16),
                is_target=is_target,
                num_simulations=np.where(is_target, 100, 0).astype(np.int32),
                root_value=rng.uniform(-1, 1, len(moves)).astype(np.float32),
                policy_sizes=sizes,
                policy_actions=np.concatenate([[], *actions]).astype(np.int16),
                policy_probs=np.concatenate([[], *(entry / entry.sum() for entry in counts)]).astype(np.float32),
                visit_counts=np.concatenate([[], *counts]).astype(np.int32),
                result=game.returns(final, 0),
                margin=game.score(final, 0),
            )
        )
    return games
