"""The window in memory: moves and sparse targets as flat arrays, and batches rebuilt from them in compiled code.

Observations are never kept. A sample's position is replayed by the images of its moves under a symmetry, so that
observation and legal moves come out as they are on the turned board.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from src.files.compiled import kernel
from src.games.hashing import fill_next_uniforms
from src.games.rules import (
    INIT_AT,
    LEGAL_MASK_AT,
    OBSERVE_AT,
    STEP_AT,
    Game,
    call_init,
    call_legal_mask,
    call_observe,
    call_step,
)
from src.records.distinct import average_groups, find_positions, groups_of
from src.records.returns import lambda_returns, trust
from src.records.schema import PlayedGames, offsets
from src.search.symmetry import shown_forms

NUM_STAGES = 3  # of a game, by its plies: early, middle, late
_LARGEST_KEY = np.uint64(2**64 - 1)


class Batch(NamedTuple):
    """B samples; result and margin are for the player to move."""

    observations: np.ndarray  # [B, C, H, W] float32
    legal_mask: np.ndarray  # [B, A] bool
    policy_target: np.ndarray  # [B, A] float32
    result: np.ndarray  # [B] float32 in [-1, 1], or the search's opinion of it, see `lambda_returns`
    margin: np.ndarray  # [B] float32, of the largest margin, in [-1, 1]; 0 in games without points
    stage: np.ndarray  # [B] int64, third of the game


@kernel
def fill(
    rules, spec, state, action_symmetries, moves, move_offsets, game_index, plies, policy_offsets, policy_actions,
    policy_probs, rows, symmetries, observations, legal_mask, policy_target
):  # fmt: skip
    """Write the observations, masks and policy targets of the samples `rows` `[B]`, each under its symmetry `[B]`."""
    policy_target[:] = 0.0
    for b in range(rows.shape[0]):
        row = rows[b]
        moved = action_symmetries[symmetries[b]]
        begin = move_offsets[game_index[row]]
        call_init(rules[INIT_AT], spec, state)
        for m in range(begin, begin + plies[row]):
            call_step(rules[STEP_AT], spec, state, np.int64(moved[moves[m]]))
        call_observe(rules[OBSERVE_AT], spec, state, observations[b])
        call_legal_mask(rules[LEGAL_MASK_AT], spec, state, legal_mask[b])
        for e in range(policy_offsets[row], policy_offsets[row + 1]):
            policy_target[b, moved[policy_actions[e]]] = policy_probs[e]


@dataclass(frozen=True, eq=False)
class Samples:
    """N positions to learn from, and the games that lead there."""

    game: Game
    moves: np.ndarray  # all games' moves, int16
    move_offsets: np.ndarray  # [games + 1] int64
    game_index: np.ndarray  # [N] int32
    plies: np.ndarray  # [N] int16
    outcomes: np.ndarray  # [N, 2] float32: lambda-return, and margin / max_score, for the player to move
    stages: np.ndarray  # [N] int8
    policy_offsets: np.ndarray  # [N + 1] int64
    policy_actions: np.ndarray  # int16
    policy_probs: np.ndarray  # float32

    def __len__(self) -> int:
        return len(self.plies)

    def batch(self, rows: np.ndarray, symmetries: np.ndarray | None) -> Batch:
        """The samples `rows` `[B]` int64, each under a symmetry `[B]` int64 of the game's. Releases the GIL.

        Without symmetries each comes in the form that a search with `canonical` shows to its net.
        """
        game, size = self.game, len(rows)
        played = np.zeros(size, np.int64) if symmetries is None else symmetries
        batch = Batch(
            np.empty((size, *game.planes), np.float32),
            np.empty((size, game.num_actions), np.bool_),
            np.empty((size, game.num_actions), np.float32),
            self.outcomes[rows, 0],
            self.outcomes[rows, 1],
            self.stages[rows].astype(np.int64),
        )
        fill(
            game.rules, game.spec, np.zeros(game.state_size, np.int8), game.action_symmetries, self.moves,
            self.move_offsets, self.game_index, self.plies, self.policy_offsets, self.policy_actions,
            self.policy_probs, rows, played, batch.observations, batch.legal_mask, batch.policy_target,
        )  # fmt: skip
        if symmetries is None:
            actions = shown_forms(game, batch.observations)
            mask, policy = (np.take_along_axis(each, actions, 1) for each in (batch.legal_mask, batch.policy_target))
            batch = batch._replace(legal_mask=mask, policy_target=policy)
        return batch


@dataclass(frozen=True, eq=False)
class Window:
    """What a net learns from, and the held-out games that tell how well."""

    game: Game
    train: Samples
    held_out: Samples
    num_games: int
    num_distinct_games: int  # with other moves
    num_positions: int  # target plies, held-out games included
    num_distinct_positions: int  # of them, up to symmetry

    @property
    def num_bytes(self) -> int:
        """In memory; both kinds of samples share the moves."""
        arrays = [*vars(self.train).values(), *vars(self.held_out).values()]
        return sum({id(array): array.nbytes for array in arrays if isinstance(array, np.ndarray)}.values())


def is_held_out(game_ids: np.ndarray, share: float) -> np.ndarray:
    """`[N]` int64 → `[N]` bool: about that share of the games, and always the same ones."""
    numbers = np.empty(len(game_ids))
    fill_next_uniforms(game_ids.astype(np.uint64), numbers)
    return numbers < share


def make_window(
    game: Game,
    games: PlayedGames,
    *,
    holdout: float = 0.05,
    merge_duplicates: bool = True,
    value_lambda: float = 1.0,
) -> Window:
    """The window of sound `games` (as `read_shard` gives them).

    holdout: share of the games, not of the positions, that are kept for validation; early positions of theirs can
    be among the others' all the same. merge_duplicates: average what was found at positions that are one, and let
    them count as one sample (see `distinct`); the held-out games apart from the others. value_lambda: see
    `lambda_returns`.
    """
    arrays = games.arrays
    num_targets = int(arrays["is_target"].sum())
    game_index, plies = np.zeros(num_targets, np.int32), np.zeros(num_targets, np.int16)
    keys, symmetries = np.full(num_targets, _LARGEST_KEY), np.zeros(num_targets, np.int16)
    to_play = np.zeros(num_targets, np.int8)
    find_positions(
        game.rules, game.spec, game.initial_state(), game.action_symmetries, arrays["moves"], games.move_offsets,
        arrays["is_target"], game_index, plies, keys, symmetries, to_play,
    )  # fmt: skip
    sign = 1 - 2 * to_play
    ends = np.stack([arrays["result"], arrays["margin"] / max(1, game.max_score)], 1).astype(np.float32)
    outcomes = ends[game_index] * sign[:, None]
    root_values = arrays["root_value"][arrays["is_target"]]
    target_offsets = offsets(arrays["policy_sizes"][arrays["is_target"]])
    trusted = np.zeros(num_targets, np.float32)
    trust(
        game_index, plies, arrays["moves"], games.move_offsets, target_offsets, arrays["policy_actions"],
        arrays["policy_probs"], trusted,
    )  # fmt: skip
    lambda_returns(game_index, to_play, root_values, arrays["result"], trusted, value_lambda, outcomes[:, 0])
    positions = _Positions(game_index, plies, keys, symmetries, outcomes)
    held_out = is_held_out(arrays["game_id"], holdout)[game_index]
    return Window(
        game,
        _samples(game, games, positions, np.flatnonzero(~held_out), merge_duplicates),
        _samples(game, games, positions, np.flatnonzero(held_out), merge_duplicates),
        len(games),
        len({arrays["moves"][a:b].tobytes() for a, b in zip(games.move_offsets, games.move_offsets[1:], strict=False)}),
        num_targets,
        len(np.unique(keys)),
    )


class _Positions(NamedTuple):
    """The T target plies of all games."""

    game_index: np.ndarray
    plies: np.ndarray
    keys: np.ndarray
    symmetries: np.ndarray
    outcomes: np.ndarray


def _samples(game: Game, games: PlayedGames, positions: _Positions, chosen: np.ndarray, merge: bool) -> Samples:
    """The samples of the positions `chosen` `[T']`."""
    arrays = games.arrays
    order, starts = groups_of(positions.keys[chosen], merge)
    order = chosen[order]
    first = order[starts[:-1]]  # of each group
    game_index, plies = positions.game_index[first], positions.plies[first]
    target_offsets = offsets(arrays["policy_sizes"][arrays["is_target"]])
    num_entries = int((target_offsets[chosen + 1] - target_offsets[chosen]).sum())
    sizes = np.zeros(len(first), np.int64)
    actions, probs = np.zeros(num_entries, np.int16), np.zeros(num_entries, np.float32)
    outcomes = np.zeros((len(first), 2), np.float32)
    used = average_groups(
        order, starts, positions.symmetries, np.argsort(game.action_symmetries, 1).astype(np.int32),
        game.action_symmetries, target_offsets, arrays["policy_actions"], arrays["policy_probs"], positions.outcomes,
        sizes, actions, probs, outcomes,
    )  # fmt: skip
    num_plies = np.diff(games.move_offsets)[game_index]
    return Samples(
        game=game,
        moves=arrays["moves"],
        move_offsets=games.move_offsets,
        game_index=game_index,
        plies=plies,
        outcomes=outcomes,
        stages=(NUM_STAGES * plies.astype(np.int64) // np.maximum(1, num_plies)).astype(np.int8),
        policy_offsets=offsets(sizes),
        policy_actions=actions[:used].copy(),
        policy_probs=probs[:used].copy(),
    )
