"""What the page says of each move in exact play is what the referees of `src/solvers` say."""

import numpy as np
import pytest

from src import games
from src.games.draw import stones_of
from src.solvers.negamax import Negamax
from src.solvers.referee import referee
from tests.games.random_games import play_randomly
from tests.play.node import ask


def cut_histories(game, count, fewest_moves_played):
    """Histories of random games: each cut somewhere from that ply on, before its end."""
    rng = np.random.default_rng(game.num_actions)
    played = play_randomly(game, count, seed=2)
    whole = [played.history(i) for i in range(count)]
    return [
        history[: rng.integers(fewest_moves_played, len(history))]
        for history in whole
        if len(history) > fewest_moves_played
    ]


def forget_tables():
    """Only the last board's table is kept."""
    ask(games.make("dots", rows=2, cols=1), "exact", histories=[[]])


def check(game, judge, histories, answers):
    for history, answer in zip(histories, answers, strict=True):
        margins = judge.move_values(game.replay(history)).margins
        expected = [{"action": a, "value": int(margins[a])} for a in game.legal_actions(game.replay(history))]
        assert answer["moves"] == expected, history


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 3), (2, 2), (3, 2), (3, 3)])
def test_dots_from_the_start(rows, cols):
    """One table, made for the first position, serves all others of the board, in any order."""
    game = games.make("dots", rows=rows, cols=cols)
    forget_tables()
    histories = [[], *cut_histories(game, 100, 0), []]
    answers = ask(game, "exact", histories=histories)
    check(game, referee(game), histories, answers)
    assert answers[0]["progress"] == sorted(answers[0]["progress"])
    assert answers[0]["progress"][-1] == 1
    assert [answer["progress"] for answer in answers[1:]] == [[]] * (len(answers) - 1)


@pytest.mark.parametrize(("side", "free"), [(4, 14), (5, 15)])
def test_late_positions_of_large_boards(side, free):
    game = games.make("dots", rows=side, cols=side)
    histories = cut_histories(game, 20, game.num_actions - free)
    check(game, referee(game), histories, ask(game, "exact", histories=histories))


@pytest.mark.parametrize(
    ("sizes", "fewest"),
    [({"rows": 1, "cols": 5, "in_row": 2}, 0), ({}, 1), ({"rows": 3, "cols": 4, "in_row": 4}, 4)],
    ids=str,
)
def test_tictactoe(sizes, fewest):
    game = games.make("tictactoe", **sizes)
    histories = cut_histories(game, 50, fewest)
    check(game, Negamax(game), histories, ask(game, "exact", histories=histories))


@pytest.mark.parametrize(
    ("name", "sizes", "most_empty"),
    [
        ("connect4", {"rows": 4, "cols": 5, "in_row": 3}, 12),
        ("connect4", {}, 12),
        ("othello", {"rows": 4, "cols": 4}, 8),
        ("othello", {}, 8),
        ("hex", {"rows": 3, "cols": 3, "swap": True}, 9),
        ("hex", {"rows": 4, "cols": 4}, 12),
        ("gomoku", {"rows": 4, "cols": 5, "in_row": 4, "exact": True}, 7),
    ],
    ids=str,
)
def test_late_positions_of_stones(name, sizes, most_empty):
    game = games.make(name, **sizes)
    first = int((stones_of(game, game.initial_state()) == 0).sum())
    histories = cut_histories(game, 200, max(first - most_empty, 0))[:20]
    assert len(histories) > 5
    judge = referee(game) if name != "gomoku" else Negamax(game)
    check(game, judge, histories, ask(game, "exact", histories=histories))


@pytest.mark.parametrize(
    ("name", "sizes", "history"),
    [
        ("dots", {"rows": 4, "cols": 4}, list(range(15))),  # 25 of 40 edges are free
        ("tictactoe", {"rows": 4, "cols": 4, "in_row": 4}, [0, 1, 2]),  # 13 cells are empty
        ("connect4", {"rows": 3, "cols": 5, "in_row": 4}, [0, 0]),  # 13 cells
        ("othello", {"rows": 4, "cols": 4}, [1, 0, 4]),  # 9 cells
        ("dots", {"rows": 1, "cols": 1}, [0, 1, 2, 3]),  # over
    ],
)
def test_nobody_knows(name, sizes, history):
    assert ask(games.make(name, **sizes), "exact", histories=[history]) == [{"moves": None, "progress": []}]


def test_a_table_is_given_up_between_its_parts():
    """2^24 sets are made in 64 parts; the second report ends the work, and the next question begins anew."""
    game = games.make("dots", rows=3, cols=3)
    forget_tables()
    given_up = {"moves": None, "progress": [1 / 64, 2 / 64]}
    assert ask(game, "exact", histories=[[], []], most=2) == [given_up, given_up]
