"""What a net sees of random games: positions to measure with, and to take ranges from where there are no others."""

import numpy as np

from src.games.rules import Game


def random_observations(game: Game, count: int, seed: int) -> np.ndarray:
    """`[count, C, H, W]` the positions of random games, one after the other."""
    rng = np.random.default_rng(seed)
    found = np.empty((count, *game.planes), np.float32)
    state = game.initial_state()
    for row in found:
        row[:] = game.observe(state)
        state = game.step(state, int(rng.choice(game.legal_actions(state))))
        if game.is_terminal(state):
            state = game.initial_state()
    return found
