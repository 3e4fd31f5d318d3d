"""Fewer evaluations for the same strength: forced playouts and their pruning, decided searches, quiet ones."""

import numpy as np
import pytest

from src import games
from src.search.evaluator import HashEvaluator
from src.search.mcts import Search
from src.search.root import without_forced
from tests.search.test_search import positions

GAME = games.make("connect4")
STATES = positions(GAME, 8)


def run(seed=0, **settings):
    search = Search(GAME, HashEvaluator(GAME), num_slots=8, **({"num_simulations": 100, "prove": False} | settings))
    return search.run(STATES, np.arange(8) + seed)


class TestForcedPlayouts:
    def test_every_tried_move_gets_its_visits(self):
        found = run(forced_playouts=2.0)
        tried = found.visit_counts > 0
        # sqrt(2 * P * N), reached when the last simulations have been spent on it: one visit may be missing
        assert (found.visit_counts[tried] + 1 >= np.sqrt(2 * found.prior_probs * 100)[tried]).all()
        usual = run()
        assert (usual.visit_counts[tried] + 1 < np.sqrt(2 * usual.prior_probs * 100)[tried]).any()

    @pytest.mark.plain
    def test_what_only_force_asked_for_is_taken_back(self):
        """N = 14 + 1 visits, c * sqrt(N) = 2: the best scores 0.2 + 2 * 0.5 / 11 = 0.291.

        The second stays below it with 1 visit (-0.2 + 0.6 / 2), and up to ceil(sqrt(2 * 0.3 * 15)) = 3 may go: 1 is
        left, and a single one goes, too. The third, of value 0.28, needs 0.4 / 0.011 = 36.7 visits to stay below: it
        keeps all it has.
        """
        counts = np.array([[10, 3, 1]])
        left = without_forced(counts, np.array([[0.5, 0.3, 0.2]]), np.array([[0.2, -0.2, 0.0]]), np.array([2.0]), 2.0)
        assert left[0].tolist() == [10, 0, 0]
        counts = np.array([[10, 3, 4]])
        left = without_forced(counts, np.array([[0.5, 0.3, 0.2]]), np.array([[0.2, -0.2, 0.28]]), np.array([2.0]), 2.0)
        assert left[0].tolist() == [10, 0, 4]

    def test_the_target_leaves_them_out(self):
        found = run(forced_playouts=2.0)
        shares = found.visit_counts / found.visit_counts.sum(1, keepdims=True)
        best = found.visit_counts.argmax(1)[:, None]
        assert (np.take_along_axis(found.policy_target, best, 1) >= np.take_along_axis(shares, best, 1) - 1e-6).all()
        assert (found.policy_target.max(1) > shares.max(1) + 0.01).any()
        assert found.policy_target.sum(1) == pytest.approx(np.ones(8))


def test_a_decided_search_ends_early_with_the_same_move():
    whole, short = run(c_init=0.3), run(c_init=0.3, stop_decided=True)
    assert (short.visit_counts.argmax(1) == whole.visit_counts.argmax(1)).all()
    assert (short.num_simulations <= whole.num_simulations).all()
    assert short.num_simulations.sum() < 0.95 * whole.num_simulations.sum()
    ordered = np.sort(short.visit_counts, 1)
    ended = short.num_simulations < 100
    assert (ordered[:, -1] - ordered[:, -2] > 100 - short.num_simulations)[ended].all()


def test_a_quiet_search_has_nothing_random_and_nothing_forced():
    plain = run(num_simulations=30)
    search = Search(
        GAME,
        HashEvaluator(GAME),
        num_slots=8,
        num_simulations=100,
        prove=False,
        noise_fraction=0.25,
        root_temperature=1.3,
        forced_playouts=2.0,
    )
    for slot, state in enumerate(STATES):
        search.begin(slot, state, 5, 30, quiet=True)
    left = 8
    while left:
        left -= len(search.step())
    found = search.result(np.arange(8))
    assert np.array_equal(found.visit_counts, plain.visit_counts)
    assert np.array_equal(found.prior_probs, plain.prior_probs)
