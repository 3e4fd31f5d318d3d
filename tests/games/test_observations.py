"""What a network is shown, plane by plane, beside boards worked out by hand."""

import numpy as np
import pytest

from src.games import dots, make, sight
from src.games.draw import read

pytestmark = pytest.mark.plain


def marked(plane: np.ndarray) -> list[str]:
    """A plane of zeros and ones as text."""
    return ["".join(".1"[int(value)] for value in row) for row in plane]


def test_stones_are_own_and_other():
    game = make("tictactoe")
    board = """
        O . .
        . X .
        . . X
        O to move
        """
    planes = game.observe(read(game, board))
    assert marked(planes[sight.OWN_PLANE]) == ["1..", "...", "..."]
    assert marked(planes[sight.OTHER_PLANE]) == ["...", ".1.", "..1"]
    assert marked(planes[sight.EMPTY_PLANE]) == [".11", "1.1", "11."]


def test_edges_and_boxes_by_their_number_of_edges():
    """The left box has all four edges, the right one has one, which both share."""
    game = make("dots", rows=1, cols=2)
    board = """
        *---*   *
        | B |
        *---*   *
        A 0, B 1, B to move
        """
    planes = game.observe(read(game, board))
    assert marked(planes[dots.DRAWN_PLANE]) == [".1...", "1.1..", ".1..."]
    assert marked(planes[dots.FREE_PLANE]) == ["...1.", "....1", "...1."]
    boxes = {4: [".....", ".1...", "....."], 1: [".....", "...1.", "....."]}
    for degree in range(5):
        assert marked(planes[dots.DEGREE_PLANE + degree]) == boxes.get(degree, ["....."] * 3)


@pytest.mark.parametrize(("to_move", "lead"), [("A", -1 / 2), ("B", 1 / 2)])
def test_boxes_are_counted_for_the_player_to_move(to_move, lead):
    """B leads with one box of two, and one is left."""
    game = make("dots", rows=1, cols=2)
    planes = game.observe(read(game, f"*---*   *\n| B |\n*---*   *\nA 0, B 1, {to_move} to move"))
    assert (planes[dots.LEAD_PLANE] == lead).all()
    assert (planes[dots.LEFT_PLANE] == 1 / 2).all()
