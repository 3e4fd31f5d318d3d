"""The policy target and the move: the temperature picks the move and never touches the target."""

import numpy as np
import pytest

from src.search.root import choose_actions, move_temperature, policy_target

pytestmark = pytest.mark.plain


def target(counts, lower=None, upper=None, root=(-1.0, 1.0)):
    counts = np.array([counts])
    lower = np.full(counts.shape, -1.0) if lower is None else np.array([lower])
    upper = np.full(counts.shape, 1.0) if upper is None else np.array([upper])
    return policy_target(counts, counts, lower, upper, np.array([root[0]]), np.array([root[1]]))[0].tolist()


def test_target_is_the_share_of_visits():
    assert target([1, 0, 3, 4]) == [0.125, 0, 0.375, 0.5]


def test_moves_proven_worse_get_nothing():
    # The third move is proven to give at least 0; the first at most -0.5, for all its visits.
    assert target([6, 2, 2], lower=[-1, -1, 0], upper=[-0.5, 1, 1], root=(0, 1)) == [0, 0.5, 0.5]


def test_a_proven_root_shares_among_the_moves_proven_to_reach_it():
    counts = [5, 1, 9, 0]
    assert target(counts, lower=[0, 0, -1, -1], upper=[0, 0, 0, 0], root=(0, 0)) == [0.5, 0.5, 0, 0]


def chosen(target_row, temperature, draws):
    rows = len(draws)
    return choose_actions(np.array([target_row] * rows), np.full(rows, temperature), np.array(draws)).tolist()


def test_temperature_one_draws_by_share():
    # Shares 0.25, 0, 0.75: draws below 0.25 choose the first, others the third; the second never
    assert chosen([0.25, 0.0, 0.75], 1.0, [0.0, 0.2499, 0.25, 0.5, 0.9999]) == [0, 0, 2, 2, 2]


def test_temperature_half_squares():
    # 0.25² : 0.75² = 1 : 9, so the first is chosen below 0.1
    assert chosen([0.25, 0.0, 0.75], 0.5, [0.0999, 0.1001]) == [0, 2]


def test_temperature_zero_takes_the_largest():
    assert chosen([0.2, 0.5, 0.3], 0.0, [0.99]) == [1]


def test_ties_at_zero():
    rows = np.array([[0.4, 0.4, 0.2]])
    assert choose_actions(rows, np.zeros(1), np.zeros(1)).tolist() == [0]
    assert choose_actions(rows, np.zeros(1), np.zeros(1), tie_break=np.array([[0.1, 0.3, 0.9]])).tolist() == [1]


def test_a_small_temperature_does_not_overflow():
    assert chosen([0.2, 0.5, 0.3], 1e-3, [0.0, 0.9999]) == [1, 1]


def test_schedule():
    schedule = {"temperature": 1.0, "plies": 14, "final": 0.1}
    assert move_temperature([0, 13, 14, 40], **schedule).tolist() == [1.0, 1.0, 0.1, 0.1]
