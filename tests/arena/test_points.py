"""Intervals of points: by hand, in the corners, and how often they hold what is true."""

import numpy as np
import pytest

from src.arena.points import counts, elo, expected_points, points_interval


def simulated(rng, size, pairs, points, draws):
    """`[size, pairs, 2]` results of independent games with that expected share of points and of draws."""
    numbers = rng.random((size, pairs, 2))
    wins = points - draws / 2
    return np.where(numbers < wins, 1, np.where(numbers < wins + draws, 0, -1))


def test_by_hand():
    # Pairs of 1, ½, ½, 0 points and the two added, 0 and 1: mean ½, squares of the differences 4 · ¼ = 1, so the
    # standard error is sqrt(1 / 5 / 6) = 0.18257; Student's t for 5 degrees is 2.5706.
    results = np.array([[1, 1], [1, -1], [0, 0], [-1, -1]])
    assert points_interval(results) == pytest.approx((0.5 - 0.46932, 0.5 + 0.46932), abs=1e-4)
    assert counts(results) == {"games": 8, "wins": 3, "draws": 2, "losses": 3, "points": 0.5}


def test_pairs_are_the_unit():
    # Whoever starts wins: each pair is 1 : 1, and nothing is uncertain but what was never seen.
    by_seat = np.array([[1, -1]] * 100)
    by_luck = np.array([[1, 1], [-1, -1]] * 50)
    assert counts(by_seat) == counts(by_luck)
    low, high = points_interval(by_seat)
    assert high - low == pytest.approx(3 / 100, rel=0.1)  # the rule of three
    low, high = points_interval(by_luck)
    assert high - low == pytest.approx(2 * 1.98 * 0.5 / 10, rel=0.02)


def test_corners():
    assert points_interval(np.zeros((0, 2))) == (0, 1)
    assert points_interval(np.ones((1, 2))) == (0, 1)
    low, high = points_interval(np.ones((100, 2)))
    assert high == 1
    assert 0.96 < low < 0.98
    assert counts(np.zeros((0, 2)))["points"] is None


def test_elo():
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(0) is elo(1) is elo(None) is None
    assert expected_points(elo(0.3)) == pytest.approx(0.3)


@pytest.mark.parametrize(("pairs", "points", "draws"), [(10, 0.5, 0.0), (50, 0.7, 0.3), (50, 0.95, 0.0)])
def test_95_of_100_intervals_hold_the_truth(pairs, points, draws):
    # The added pairs make them a little wider where there are few; 0.93 is three standard deviations below 0.95.
    rng = np.random.default_rng(0)
    bounds = [points_interval(results) for results in simulated(rng, 1000, pairs, points, draws)]
    assert 0.93 < np.mean([low <= points <= high for low, high in bounds]) <= 1
