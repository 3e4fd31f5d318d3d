"""Does the search know what it is worth? Its value of a position against what the game then came to.

Both are utilities for the player to move, as the search maximises them (`src.search.utility`): the result, and where
the game has points some of the margin. A search that is right on average lies on the diagonal.
"""

from dataclasses import dataclass

import numpy as np
from scipy import stats

from src.games.rules import Game
from src.records.distinct import find_positions
from src.records.schema import PlayedGames

NUM_BINS = 10
EDGES = np.linspace(-1.0, 1.0, NUM_BINS + 1)


@dataclass(frozen=True, eq=False)
class Calibration:
    """K bins of equal width over [-1, 1]; what a bin without positions says is NaN."""

    edges: np.ndarray  # [K + 1]
    positions: np.ndarray  # [K] int64
    games: np.ndarray  # [K] int64 that they are from
    value: np.ndarray  # [K] mean of the search's values
    outcome: np.ndarray  # [K] mean of what the games came to
    low: np.ndarray  # [K] 95 % interval of that mean
    high: np.ndarray
    margin_weight: float  # share of the margin in both


def calibrate(game: Game, games: PlayedGames, margin_weight: float) -> Calibration:
    """The searched positions of sound `games`."""
    margin_weight = margin_weight if game.max_score else 0.0
    searched = games.arrays["num_simulations"] > 0
    game_index, sign = _movers(game, games, searched)
    ends = games.arrays["result"].astype(np.float64)
    if margin_weight:
        ends = (1.0 - margin_weight) * ends + margin_weight * games.arrays["margin"] / game.max_score
    values = games.arrays["root_value"][searched].astype(np.float64)
    return in_bins(values, ends[game_index] * sign, game_index, margin_weight)


def _movers(game: Game, games: PlayedGames, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each of the plies `chosen` `[M]` bool: its game, and 1 where player 0 was to move, else -1.

    Found by replaying, since who moves does not follow from the number of the ply.
    """
    count = int(chosen.sum())
    game_index, to_play = np.zeros(count, np.int32), np.zeros(count, np.int8)
    find_positions(
        game.rules, game.spec, game.initial_state(), game.action_symmetries[:1], games.arrays["moves"],
        games.move_offsets, chosen, game_index, np.zeros(count, np.int16), np.zeros(count, np.uint64),
        np.zeros(count, np.int16), to_play,
    )  # fmt: skip
    return game_index, 1.0 - 2.0 * to_play


def in_bins(values: np.ndarray, outcomes: np.ndarray, game_index: np.ndarray, margin_weight: float) -> Calibration:
    """Values and outcomes `[N]` in [-1, 1] of positions, and the game `[N]` that each is from."""
    place = np.clip(np.digitize(values, EDGES) - 1, 0, NUM_BINS - 1)
    rows = [np.flatnonzero(place == k) for k in range(NUM_BINS)]
    intervals = np.array([_interval(outcomes[row], game_index[row]) for row in rows])
    return Calibration(
        EDGES,
        np.array([len(row) for row in rows]),
        np.array([len(np.unique(game_index[row])) for row in rows]),
        np.array([values[row].mean() if len(row) else np.nan for row in rows]),
        np.array([outcomes[row].mean() if len(row) else np.nan for row in rows]),
        *intervals.T,
        margin_weight,
    )


def _interval(outcomes: np.ndarray, game_index: np.ndarray) -> tuple[float, float]:
    """Bounds of the mean outcome: Student's t over games, since the positions of a game share its end.

    As in `src.arena.points` a won and a lost game, of one position each, are added, so that equal outcomes do not
    give an interval of no width.
    """
    if not len(outcomes):
        return np.nan, np.nan
    _, own = np.unique(game_index, return_inverse=True)
    sums = np.append(np.bincount(own, outcomes), [1.0, -1.0])
    counts = np.append(np.bincount(own), [1.0, 1.0])
    mean, size = sums.sum() / counts.sum(), len(counts)
    error = np.sqrt(size / (size - 1) * np.square(sums - mean * counts).sum()) / counts.sum()
    low, high = stats.t.interval(0.95, size - 1, loc=mean, scale=error)
    return max(-1.0, float(low)), min(1.0, float(high))
