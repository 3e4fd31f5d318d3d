"""The gate promotes and keeps as often as it says, and is sensible about few games and perfect scores."""

import json
import math
from dataclasses import asdict

import numpy as np
import pytest
from scipy.stats import binom

from src.arena.gate import decide, log_likelihood_ratios
from src.arena.points import expected_points
from src.files.errors import UserError
from tests.arena.test_points import simulated

ALL_LOST, ALL_WON = -np.ones((100, 2), int), np.ones((100, 2), int)
NOTHING = np.zeros((0, 2), int)


def promoted(results, **settings):
    return np.mean([decide(each, **settings).promote for each in results])


class TestNotWorse:
    def test_two_equal_players(self):
        # 5 % are kept; of 1,000 three standard deviations are 2.1 %.
        equal = simulated(np.random.default_rng(1), 1000, 100, 0.5, 0.2)
        assert 0.929 < promoted(equal) < 0.971

    def test_near_perfect_players_who_always_share_the_points(self):
        assert decide(np.array([[1, -1]] * 100)).promote
        assert not decide(np.array([[1, -1]] * 100), kind="threshold").promote

    def test_a_worse_candidate_is_kept_out(self):
        worse = simulated(np.random.default_rng(2), 300, 100, 0.35, 0.2)
        assert promoted(worse) < 0.01

    def test_a_better_one_is_promoted(self):
        better = simulated(np.random.default_rng(3), 300, 100, 0.55, 0.2)
        assert promoted(better) > 0.99

    def test_few_games_show_nothing(self):
        assert decide(ALL_LOST[:2]).promote
        assert not decide(ALL_LOST[:10]).promote


class TestThreshold:
    def test_two_equal_players(self):
        # At least 110 of 200 points.
        equal = simulated(np.random.default_rng(1), 1000, 100, 0.5, 0.0)
        assert promoted(equal, kind="threshold") == pytest.approx(binom.sf(109, 200, 0.5), abs=0.03)

    def test_the_threshold_itself_is_enough(self):
        results = np.array([[1, 1]] * 11 + [[-1, -1]] * 9)
        assert decide(results, kind="threshold").promote
        assert not decide(results, kind="threshold", threshold=0.56).promote


class TestSprt:
    def test_the_ratio_by_hand(self):
        # Pairs of 1 and ½ points. n = 2, mean ¾; with 0 and 1 added the variance of 0, ½, 1, 1 is
        # (0 + ¼ + 1 + 1) / 4 - (5 / 8)² = 0.171875; the scores of 0 and 400 Elo are ½ and 10 / 11.
        s0, s1 = 1 / 2, 10 / 11
        expected = 2 * (s1 - s0) * (2 * 0.75 - s0 - s1) / (2 * 0.171875)
        assert log_likelihood_ratios(np.array([[1, 1], [0, 0]]), 0, 400)[1] == pytest.approx(expected)

    @pytest.mark.parametrize(("difference", "low", "high"), [(0, 0.0, 0.08), (35, 0.92, 1.0)])
    def test_error_rates(self, difference, low, high):
        # Of 500, three standard deviations of 5 % are 3 %; 1,500 pairs leave almost nothing undecided.
        results = simulated(np.random.default_rng(4), 500, 1500, expected_points(difference), 0.2)
        assert low <= promoted(results, kind="sprt") <= high

    def test_the_first_bound_decides(self):
        # Enough wins, then losses that are not judged any more; and the other way round.
        verdict = decide(np.concatenate([ALL_WON, ALL_LOST, ALL_LOST]), kind="sprt")
        assert verdict.promote
        assert verdict.pairs_judged < 100
        assert verdict.log_likelihood_ratio >= math.log(0.95 / 0.05)
        verdict = decide(np.concatenate([ALL_LOST, ALL_WON, ALL_WON]), kind="sprt")
        assert not verdict.promote
        assert verdict.log_likelihood_ratio <= math.log(0.05 / 0.95)

    def test_undecided(self):
        draws = np.zeros((3, 2), int)
        assert not decide(draws, kind="sprt").promote
        assert decide(draws, kind="sprt", promote_undecided=True).promote
        assert "undecided between +0 and +35 Elo after 3 pairs" in decide(draws, kind="sprt").reason

    @pytest.mark.parametrize("wrong", [{"elo0": 40}, {"alpha": 0}, {"beta": 0}, {"alpha": 0.6, "beta": 0.6}])
    def test_settings_that_decide_nothing(self, wrong):
        with pytest.raises(UserError, match="the gate sprt needs elo0 below elo1"):
            decide(ALL_WON, kind="sprt", **wrong)


@pytest.mark.parametrize("kind", ["not_worse", "threshold", "sprt"])
def test_perfect_scores_and_none(kind):
    assert decide(ALL_WON, kind=kind).promote
    assert not decide(ALL_LOST, kind=kind).promote
    verdict = decide(NOTHING, kind=kind)
    assert (verdict.promote, verdict.reason, verdict.points) == (False, "no games were played", None)
    for results in (ALL_WON, ALL_LOST, NOTHING, ALL_WON[:1]):
        assert json.dumps(asdict(decide(results, kind=kind)), allow_nan=False)


def test_always():
    assert decide(ALL_LOST, kind="always").promote
    assert decide(NOTHING, kind="always").promote


def test_an_unknown_gate():
    with pytest.raises(UserError, match="there is no gate 'sometimes'; there are not_worse, threshold, sprt, always"):
        decide(ALL_WON, kind="sometimes")
