"""Positions of Dots and Boxes to judge: drawn at random, and by safe moves for as long as there are any."""

import numpy as np

from src.games.dots import box_edges
from src.games.rules import Game


def random_state(game: Game, num_drawn: int, rng: np.random.Generator) -> np.ndarray:
    state = game.initial_state()
    for action in rng.permutation(game.num_actions)[:num_drawn]:
        state = game.step(state, int(action))
    return state


def quiet_state(game: Game, num_drawn: int, rng: np.random.Generator) -> np.ndarray:
    """No move gives a box away, unless all do; such positions have the most left to think about."""
    boxes = box_edges(game.sizes["rows"], game.sizes["cols"])
    state = game.initial_state()
    for _ in range(num_drawn):
        actions = rng.permutation(game.legal_actions(state)).tolist()
        degrees = state[boxes].sum(1)
        safe = [action for action in actions if not (degrees[(boxes == action).any(1)] == 2).any()]
        state = game.step(state, (safe or actions)[0])
    return state
