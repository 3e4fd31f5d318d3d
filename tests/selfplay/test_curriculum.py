"""From easy to hard, by numbers computed by hand, and in games."""

import itertools

import numpy as np
import pytest

from src import games
from src.search.evaluator import HashEvaluator
from src.selfplay.curriculum import Openings, openings_at, simulations_at
from src.selfplay.play import SelfPlay
from src.selfplay.seeds import game_seed

USUAL = Openings(0.5, 1, 6)


@pytest.mark.parametrize(
    ("generation", "expected"),
    [(1, 20), (2, 40), (3, 60), (4, 80), (5, 100), (50, 100), (None, 100)],  # 80 more in four steps of 20
)
def test_simulations_grow(generation, expected):
    assert simulations_at(generation, 100, first=20, growth_generations=4) == expected


def test_simulations_never_exceed_their_end_and_need_not_grow():
    assert simulations_at(1, 10, first=20, growth_generations=4) == 10
    assert simulations_at(1, 100, first=20, growth_generations=0) == 100


@pytest.mark.parametrize(
    ("generation", "expected"),
    [
        (1, Openings(1.0, 18, 18)),  # 24 plies * 3/4
        (2, Openings(1.0, 12, 12)),
        (3, Openings(1.0, 6, 6)),
        (4, USUAL),
        (None, USUAL),
    ],
)
def test_games_begin_ever_further_from_their_end(generation, expected):
    assert openings_at(generation, USUAL, easy_generations=3, max_plies=24) == expected


def records(generation, **settings):
    game = games.make("dots", rows=2, cols=2)
    settings = {"num_slots": 8, "num_simulations": 24, "opening_share": 0.5, "opening_plies": 3, **settings}
    worker = SelfPlay(game, HashEvaluator(game), generation=generation, **settings)
    return list(itertools.chain(*worker.play((each, game_seed(0, 1, each)) for each in range(40))))


def test_the_simulations_of_each_generation_are_played():
    grown = {"first_simulations": 6, "growth_generations": 3, "prove": False}
    for generation, expected in ((1, 6), (2, 12), (3, 18), (4, 24), (None, 24)):
        for record in records(generation, **grown):
            assert (record.num_simulations[record.is_target] == expected).all()


def test_the_openings_of_each_generation_are_played():
    # 2×2 has 12 plies; with one easy generation its games begin after 6 of them.
    easy = [record.num_opening for record in records(1, easy_generations=1)]
    assert set(easy) == {6}
    usual = [record.num_opening for record in records(2, easy_generations=1)]
    assert set(usual) == {0, 1, 2, 3}
    assert np.mean(np.array(usual) > 0) == pytest.approx(0.5, abs=5 * np.sqrt(0.25 / 40))
