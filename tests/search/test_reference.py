"""The fast search visits what a slow one, written from the formulas, visits: after every simulation, in every game."""

import numpy as np
import pytest

from src import games
from src.search.evaluator import HashEvaluator
from src.search.mcts import Search
from tests.search.reference import Reference

BOARDS = [
    ("tictactoe", {}),
    ("dots", {"rows": 1, "cols": 2}),
    ("dots", {"rows": 2, "cols": 2}),
    ("connect4", {"rows": 3, "cols": 4, "in_row": 3}),
    ("othello", {"rows": 4, "cols": 4}),
    ("hex", {"rows": 3, "cols": 3, "swap": True}),
    ("go", {"rows": 3, "cols": 3, "komi": 0.5}),
]
RULES = [
    ({}, {}),
    ({"prove": False}, {"prove": False}),
    ({"rule": "uct", "c_init": 1.4}, {"rule": "uct", "c_init": 1.4}),
    ({"rule": "uct_prior", "c_init": 1.4}, {"rule": "uct_prior", "c_init": 1.4}),
    ({"fpu": "parent", "fpu_value": 0.2}, {"fpu_reduction": 0.2}),
    ({"c_init": 3.0, "c_base": 10.0}, {"c_init": 3.0, "c_base": 10.0}),
]


def some_state(game, plies, seed):
    rng = np.random.default_rng(seed)
    state = game.initial_state()
    for _ in range(plies):
        after = game.step(state, rng.choice(game.legal_actions(state)))
        if game.is_terminal(after):
            break
        state = after
    return state


@pytest.mark.plain
@pytest.mark.parametrize(("name", "sizes"), BOARDS)
@pytest.mark.parametrize(("settings", "reference_settings"), RULES)
def test_visits_after_every_simulation(name, sizes, settings, reference_settings):
    game = games.make(name, **sizes)
    evaluator = HashEvaluator(game, salt=7)

    def evaluate(state):
        prior_logits, values = evaluator.evaluate(state[None])
        return prior_logits[0], values[0]

    oracle = Reference(game, evaluate, **reference_settings)
    search = Search(game, evaluator, num_slots=1, num_simulations=120, **settings)
    for plies in (0, 3):
        state = some_state(game, plies, seed=plies)
        for num_simulations in (1, 2, 3, 5, 8, 20, 60, 120):
            counts, value, (lower, upper) = oracle.search(state, num_simulations)
            found = search.run(state[None], [0], num_simulations)
            assert found.visit_counts[0].tolist() == counts
            assert found.lower[0] == lower
            assert found.upper[0] == upper
            assert found.node_value[0] == pytest.approx(min(max(value, lower), upper), abs=1e-6)
