"""Gumbel AlphaZero's root: where the simulations go, what is played, what is learnt."""

import numpy as np
import pytest

from src import games
from src.files.errors import UserError
from src.search.evaluator import HashEvaluator
from src.search.exact import ExactEvaluator
from src.search.gumbel import best_of_most_visited, completed_values, improved_policy, transformed, wanted_visits
from src.search.mcts import Search
from src.solvers.referee import referee
from tests.search.test_search import positions, same

DOTS = games.make("dots", rows=2, cols=2)
OPEN = {"prove": False, "considered_moves": 4}  # proofs end a search early


@pytest.mark.plain
@pytest.mark.parametrize(
    ("num_considered", "num_simulations", "expected"),
    [
        # 2 rounds: 4 moves twice, then the better 2 four times each
        (4, 16, [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]),
        # two simulations are left over: they go to the last two moves
        (4, 18, [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]),
        # 3 rounds of 8 moves would be 24: each is tried once, then 4 of them once, then 2
        (8, 14, [0] * 8 + [1] * 4 + [2, 2]),
        (2, 5, [0, 0, 1, 1, 2]),
        (1, 4, [0, 1, 2, 3]),
        # fewer simulations than moves
        (16, 3, [0, 0, 0]),
    ],
)
def test_simulations_are_spent_by_sequential_halving(num_considered, num_simulations, expected):
    found = [wanted_visits(num_considered, num_simulations, each) for each in range(num_simulations)]
    assert found == expected


@pytest.mark.parametrize("leaves_per_step", [1, 4])
def test_the_root_is_visited_so(leaves_per_step):
    search = Search(DOTS, HashEvaluator(DOTS), num_slots=8, num_simulations=16, leaves_per_step=leaves_per_step, **OPEN)
    found = search.run(np.stack([DOTS.initial_state()] * 8), np.arange(8))
    for counts in found.visit_counts:
        assert sorted(counts[counts > 0].tolist()) == [2, 2, 6, 6]


def test_without_noise_the_likeliest_moves_are_considered():
    search = Search(DOTS, HashEvaluator(DOTS), num_slots=1, num_simulations=16, **OPEN)
    found = search.run(DOTS.initial_state()[None], [0])
    likeliest = np.argsort(-found.prior_probs[0])[:4]
    assert set(np.flatnonzero(found.visit_counts[0])) == set(likeliest)


def test_one_simulation_draws_the_move_from_the_priors():
    """The largest of log P + Gumbel is a draw from P (Gumbel-max); five standard errors of 4,000 draws."""
    search = Search(
        DOTS, HashEvaluator(DOTS), num_slots=4000, num_simulations=1, considered_moves=1, gumbel_scale=1.0, prove=False
    )
    found = search.run(np.stack([DOTS.initial_state()] * 4000), np.arange(4000) * 7919)
    probs = found.prior_probs[0].astype(np.float64)
    shares = found.move_weights.mean(0)
    assert (np.abs(shares - probs) < 5 * np.sqrt(probs * (1 - probs) / 4000) + 1e-9).all()


def test_a_move_without_visits_takes_the_mixed_value():
    # found: (0.5 * 0.5 + 0.25 * -0.5) / 0.75 = 1/6; mixed with the net's 0.1: (0.1 + 3 * 1/6) / 4 = 0.15
    values = completed_values(
        np.array([[0.5, 0.25, 0.25]]), np.array([[2, 1, 0]]), np.array([[0.5, -0.5, np.nan]]), np.array([0.1])
    )
    assert values[0] == pytest.approx([0.5, -0.5, 0.15])


def test_the_target_is_the_softmax_of_priors_and_values():
    # (50 + 2) * (1 + q) / 2: 52 * 0.5 = 26 and 52 * 0.51 = 26.52; odds e^0.52 * 0.8 / 0.2
    probs, visits = np.array([[0.2, 0.8]]), np.array([[1, 2]])
    found = improved_policy(probs, visits, np.array([[0.0, 0.02]]), np.array([0.0]))[0]
    assert found[1] / found[0] == pytest.approx(np.exp(0.52) * 4)


def test_the_target_is_never_worse_than_the_priors():
    """Policy improvement, on random priors and values of which some are known."""
    rng = np.random.default_rng(0)
    probs = rng.dirichlet(np.ones(6), size=500)
    visits = rng.integers(0, 4, size=(500, 6))
    visits[:, 0] = 1
    q_values = np.where(visits > 0, rng.uniform(-1, 1, (500, 6)), np.nan)
    raw = rng.uniform(-1, 1, 500)
    values = completed_values(probs, visits, q_values, raw)
    better = improved_policy(probs, visits, q_values, raw)
    assert ((better * values).sum(1) >= (probs * values).sum(1) - 1e-12).all()


def test_the_move_is_the_best_of_the_most_visited():
    scores, visits = np.array([[5.0, 0.0, 1.0]]), np.array([[1, 3, 3]])
    q_values = np.array([[0.9, 0.0, 0.0]])
    unknown, still_open = np.zeros((1, 3), bool), np.ones((1, 3), bool)
    assert best_of_most_visited(scores, visits, q_values, unknown, still_open)[0].tolist() == [0, 0, 1]
    proven = np.array([[True, False, False]])  # … or one whose value is known: 53 * 0.45 more than the others
    assert best_of_most_visited(scores, visits, q_values, proven, still_open)[0].tolist() == [1, 0, 0]
    worse = np.array([[True, True, False]])  # the third is proven worse than another
    assert best_of_most_visited(scores, visits, q_values, unknown, worse)[0].tolist() == [0, 1, 0]
    assert transformed(q_values, visits)[0].tolist() == pytest.approx([53 * 0.95, 53 * 0.5, 53 * 0.5])


def test_with_exact_values_every_move_played_is_one_of_the_best_considered():
    judge = referee(DOTS)
    states = positions(DOTS, 60, seed=4)
    search = Search(DOTS, ExactEvaluator(judge), num_slots=60, num_simulations=32, considered_moves=12)
    found = search.run(states, np.arange(60))
    for row, state in enumerate(states):
        assert found.move_weights[row].argmax() in judge.move_values(state).keeps_result


def test_a_batch_gives_what_singles_give_and_seeds_matter():
    states = positions(DOTS, 6)
    settings = {"num_simulations": 16, "considered_moves": 4, "gumbel_scale": 1.0}
    together = Search(DOTS, HashEvaluator(DOTS), num_slots=6, **settings).run(states, np.arange(6))
    alone = Search(DOTS, HashEvaluator(DOTS), num_slots=1, **settings)
    for row in range(6):
        assert same(together, alone.run(states[row : row + 1], [row]), row)
    others = [alone.run(DOTS.initial_state()[None], [seed]).visit_counts[0].tolist() for seed in range(8)]
    assert len({str(counts) for counts in others}) > 4


def test_kept_trees_are_refused():
    search = Search(DOTS, HashEvaluator(DOTS), num_slots=1, num_simulations=8, considered_moves=4)
    search.run(DOTS.initial_state()[None], [0])
    with pytest.raises(UserError, match="reuse_tree=false"):
        search.follow(0, 0, seed=0)
