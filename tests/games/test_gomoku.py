"""Lines of five: exactly five or more, two at once, and boards that fill up without one."""

import numpy as np
import pytest

from src.games import make
from src.games.draw import draw, read

pytestmark = pytest.mark.plain
FREESTYLE = make("gomoku", rows=9, cols=9)
EXACT = make("gomoku", rows=9, cols=9, exact=True)


def played(game, moves: str) -> np.ndarray:
    """The state after `moves`, names of cells."""
    return game.replay([game.action_names.index(name) for name in moves.split()])


def outcome(game, moves: str) -> str:
    """The last line under the board."""
    return draw(game, played(game, moves)).split("\n")[-1]


def alternating(x: str, o: str) -> str:
    """X has one stone more than O."""
    first, *rest = x.split()
    return " ".join([first, *(f"{theirs} {ours}" for theirs, ours in zip(o.split(), rest, strict=True))])


FOUR_DIRECTIONS = ["b5 c5 d5 e5 f5", "e1 e2 e3 e4 e5", "a1 b2 c3 d4 e5", "i5 h6 g7 f8 e9"]
FAR_AWAY = {0: "a1 c1 e1 g1", 1: "a1 c1 g1 i1", 2: "i1 i3 i5 i7", 3: "a1 c1 e1 g1"}


@pytest.mark.parametrize("game", [FREESTYLE, EXACT], ids=["freestyle", "exact"])
@pytest.mark.parametrize("direction", range(4))
def test_the_fifth_stone_in_any_direction_wins_and_not_the_fourth(game, direction):
    line = alternating(FOUR_DIRECTIONS[direction], FAR_AWAY[direction])
    assert outcome(game, line.rsplit(" ", 1)[0]) == "X to move"
    assert outcome(game, line) == "X wins"


# X has a5 b5 c5 and e5 f5: d5 makes six.
SIX = alternating("a5 b5 c5 e5 f5 d5", "a1 c1 e1 g1 i1")


def test_six_in_a_row_win_in_freestyle():
    assert outcome(FREESTYLE, SIX) == "X wins"


def test_six_in_a_row_do_not_win_where_exactly_five_must_stand():
    assert outcome(EXACT, SIX) == "O to move"
    assert len(EXACT.legal_actions(played(EXACT, SIX))) == 81 - 11


def test_nor_do_nine():
    """a5 b5 c5 d5 and f5 g5 h5 i5, then e5 between them."""
    nine = alternating("a5 b5 c5 d5 f5 g5 h5 i5 e5", "a1 c1 e1 g1 i1 a3 c3 e3")
    assert outcome(EXACT, nine) == "O to move"
    assert outcome(FREESTYLE, nine) == "X wins"


@pytest.mark.parametrize("game", [FREESTYLE, EXACT], ids=["freestyle", "exact"])
def test_one_stone_may_complete_two_fives(game):
    """e5 ends the row a5–e5 and the column e1–e5."""
    both = alternating("a5 b5 c5 d5 e1 e2 e3 e4 e5", "a9 c9 e9 g9 i9 a7 c7 e7")
    assert outcome(game, both) == "X wins"
    assert [game.returns(played(game, both), player) for player in (0, 1)] == [1, -1]


def test_five_beside_six_win_where_exactly_five_must_stand():
    """d5 makes the row a5–f5, six, and the column d1–d5, five."""
    crossed = alternating("a5 b5 c5 e5 f5 d1 d2 d3 d4 d5", "a9 c9 e9 g9 i9 a7 c7 e7 g7")
    assert outcome(EXACT, crossed) == "X wins"


def filled(side: int) -> str:
    """A full board whose longest lines have two stones; X has one more than O where the side is odd."""
    rows = [" ".join("XO"[(col // 2 + row) % 2] for col in range(side)) for row in range(side)]
    return "\n".join([*rows, "draw"])


def test_what_a_filled_board_looks_like():
    assert filled(5).split("\n") == ["X X O O X", "O O X X O", "X X O O X", "O O X X O", "X X O O X", "draw"]


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("side", [5, 19])
def test_a_full_board_without_a_line_is_a_draw(side, exact):
    """19 × 19 are 361 stones, more than a byte can count."""
    game = make("gomoku", rows=side, cols=side, exact=exact)
    xs, os = (np.flatnonzero(read(game, filled(side))[: side * side] == stone).tolist() for stone in (1, 2))
    history = [xs[0], *(move for turn in zip(os, xs[1:], strict=True) for move in turn)]
    assert len(history) == side * side
    assert not game.is_terminal(game.replay(history[:-1]))
    final = game.replay(history)
    assert game.is_terminal(final)
    assert [game.returns(final, player) for player in (0, 1)] == [0, 0]
    assert draw(game, final) == filled(side)
    assert np.array_equal(read(game, filled(side)), final)


def test_the_last_stone_on_the_board_may_win():
    """Three cells: X a1, O c1, X b1 makes two in a row and fills the board."""
    assert outcome(make("gomoku", rows=1, cols=3, in_row=2), "a1 c1 b1") == "X wins"
    assert outcome(make("gomoku", rows=1, cols=3, in_row=3), "a1 c1 b1") == "draw"
