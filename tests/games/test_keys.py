"""Which states are the same to a search: the key tells what matters for the rest of the game, and nothing else."""

import pytest

from src.games import make
from src.games.draw import draw

pytestmark = pytest.mark.plain
TRANSPOSITIONS = [
    ("dots", [0, 5, 9], [9, 5, 0]),
    ("dots", [0, 3, 12, 13, 1], [12, 3, 13, 0, 1]),  # the fourth move closes the first box, and B goes on
    ("connect4", [0, 1, 2], [2, 1, 0]),
    ("tictactoe", [0, 4, 8], [8, 4, 0]),
    ("othello", [19, 18, 26, 20], [26, 18, 19, 20]),
    ("hex", [0, 4, 11], [11, 4, 0]),
    ("gomoku", [0, 112, 224], [224, 112, 0]),
]


@pytest.mark.parametrize(("name", "moves", "others"), TRANSPOSITIONS)
def test_the_order_of_moves_does_not_matter(name, moves, others):
    game = make(name)
    assert game.key(game.replay(moves)) == game.key(game.replay(others))


def shown(game, history: list[int]) -> list[str]:
    return draw(game, game.replay(history), history).split("\n")


def test_who_owns_which_box_does_not_matter():
    game = make("dots", rows=1, cols=3)
    one, other = [9, 6, 1, 0, 8, 7, 4, 5, 3], [0, 1, 6, 5, 7, 9, 3, 8, 4]
    assert shown(game, one) == [
        "*---*---*   *",
        "| B | A |   |",
        "*---*---*---*",
        "A 1, B 1, B to move",
    ]
    assert shown(game, other) == [
        "*---*---*   *",
        "| A | B |   |",
        "*---*---*---*",
        "A 1, B 1, B to move",
    ]
    assert game.key(game.replay(one)) == game.key(game.replay(other))


def test_who_is_to_move_matters():
    """The same edges and boxes, but B closed two boxes with one edge, 7, or with two, 7 and 8.

    In the first game A and B draw seven edges in turn and B closes both with the eighth, so B goes on. In the second
    they draw five; B closes the left box with 7, the next with 8, and draws 2, which closes none, so A is to move.
    """
    game = make("dots", rows=1, cols=3)
    one_edge, two_edges = [0, 1, 2, 3, 4, 6, 8, 7], [0, 1, 3, 4, 6, 7, 8, 2]
    board = ["*---*---*---*", "| B | B |", "*---*---*   *"]
    assert shown(game, one_edge) == [*board, "A 0, B 2, B to move"]
    assert shown(game, two_edges) == [*board, "A 0, B 2, A to move"]
    assert game.key(game.replay(one_edge)) != game.key(game.replay(two_edges))
