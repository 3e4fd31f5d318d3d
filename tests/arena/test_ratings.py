"""Ratings: two players by hand, known ratings recovered, and tables that cannot be rated."""

import math

import numpy as np
import pytest

from src.arena.points import expected_points
from src.arena.ratings import Pairing, rate
from src.files.errors import UserError


def test_two_players_by_hand():
    # 28 wins, 4 draws, 8 losses: 30 points of 40, and with the drawn game of the prior 30.5 of 41.
    ratings = rate([Pairing("a", "b", 28, 4, 8)], anchor="b", anchor_elo=1000)
    assert ratings.elo[ratings.names.index("b")] == 1000
    expected = 400 * math.log10(30.5 / 10.5)
    middle, (low, high) = ratings.rating("a")
    assert middle == pytest.approx(1000 + expected)
    half = 1.959964 * 400 / math.log(10) / math.sqrt(41 * (30.5 / 41) * (10.5 / 41))
    assert (high - middle, middle - low) == pytest.approx((half, half))
    assert ratings.difference("b", "a")[0] == pytest.approx(-expected)
    assert ratings.rating("b") == (1000, (1000, 1000))


def test_a_perfect_score_stays_finite():
    ratings = rate([Pairing("a", "b", 100, 0, 0)], anchor="b")
    assert ratings.rating("a")[0] == pytest.approx(400 * math.log10(100.5 / 0.5))


def test_the_same_in_one_row_or_in_several():
    several = [Pairing("a", "b", 10, 2, 3), Pairing("b", "a", 5, 1, 9), Pairing("b", "c", 4, 4, 4)]
    one = [Pairing("a", "b", 19, 3, 8), Pairing("b", "c", 4, 4, 4)]
    assert rate(several, anchor="c").elo == pytest.approx(rate(one, anchor="c").elo)


def test_known_ratings_are_recovered():
    # 40 tables of five players; of their 400 differences about 95 % should lie inside their intervals. Differences of
    # one table hang together, so three standard deviations of 40 · 4 free ones are allowed: 5 %.
    truth = {"random": 0.0, "weak": 250.0, "middle": 400.0, "good": 700.0, "best": 750.0}
    names = list(truth)
    rng = np.random.default_rng(0)
    inside = []
    for _ in range(40):
        table = []
        for i, a in enumerate(names):
            for b in names[i + 1 :]:
                wins = int(rng.binomial(200, expected_points(truth[a] - truth[b])))
                table.append(Pairing(a, b, wins, 0, 200 - wins))
        ratings = rate(table, anchor="random")
        for i, a in enumerate(names):
            for b in names[i + 1 :]:
                _, (low, high) = ratings.difference(a, b)
                inside.append(low <= truth[a] - truth[b] <= high)
    assert 0.9 < np.mean(inside) < 1


def test_a_difference_uses_the_covariance():
    # a and b are far from the anchor and played each other much: their difference is surer than either rating.
    ratings = rate([Pairing("a", "b", 500, 0, 500), Pairing("a", "anchor", 9, 0, 1)], anchor="anchor")

    def width(estimate):
        return estimate[1][1] - estimate[1][0]

    assert width(ratings.difference("a", "b")) < 0.2 * width(ratings.rating("a"))
    assert width(ratings.rating("b")) > width(ratings.rating("a"))


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ([Pairing("a", "b", 1, 0, 1)], "the anchor c has played no game; players are a, b"),
        (
            [Pairing("a", "b", 1, 0, 1), Pairing("c", "d", 1, 0, 1)],
            "no chain of games connects a with the anchor c",
        ),
        ([Pairing("a", "c", 0, 0, 0)], "no chain of games connects a with the anchor c"),
        ([Pairing("c", "c", 1, 0, 1)], "c against c: expected two players"),
        ([Pairing("a", "c", 1, 0, -1)], "a against c: expected two players and counts of at least 0"),
    ],
)
def test_what_cannot_be_rated(table, sentence):
    with pytest.raises(UserError) as refused:
        rate(table, anchor="c")
    assert str(refused.value).startswith(sentence)
