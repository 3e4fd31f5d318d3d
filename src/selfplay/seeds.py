"""Seeds of self-play: all that is random in a game follows from campaign seed, generation and game number.

So a game is the same whoever plays it, and whatever is played beside it.
"""

import numpy as np

from src.files.compiled import kernel
from src.games.hashing import mixed, next_seed, uniform

OPENING, TREE, MOVE, KEEP, FULL, STRAY = range(6)  # streams of random numbers in one game


@kernel
def _combine(seed, number):
    return mixed(next_seed(seed) ^ mixed(number))


def game_seed(seed: int, generation: int, game_id: int) -> np.uint64:
    """The seed of one game."""
    return np.uint64(_combine(np.uint64(_combine(np.uint64(seed), np.uint64(generation))), np.uint64(game_id)))


@kernel
def fill_seeds(game_seeds, plies, stream, seeds):
    """Write `[B]` uint64 seeds of a stream at `plies` `[B]` of games."""
    for b in range(game_seeds.shape[0]):
        seeds[b] = _combine(game_seeds[b], np.uint64(8 * plies[b] + stream))


@kernel
def fill_uniforms(seeds, uniforms):
    for b in range(seeds.shape[0]):
        uniforms[b] = uniform(seeds[b])


def ply_seeds(game_seeds: np.ndarray, plies: np.ndarray, stream: int) -> np.ndarray:
    """`[B]` uint64: the seeds of one stream, each at a ply of a game."""
    seeds = np.empty(len(game_seeds), np.uint64)
    fill_seeds(game_seeds, plies, stream, seeds)
    return seeds


def ply_uniforms(game_seeds: np.ndarray, plies: np.ndarray, stream: int) -> np.ndarray:
    """`[B]` float64 in [0, 1) from them."""
    uniforms = np.empty(len(game_seeds))
    fill_uniforms(ply_seeds(game_seeds, plies, stream), uniforms)
    return uniforms
