"""Moves as text."""

import pytest

from src.files.errors import UserError
from src.games import make
from src.games.history import history_text, parse_columns, parse_history

DOTS = make("dots")
TICTACTOE = make("tictactoe")


def test_moves_are_written_with_blanks():
    assert history_text([1, 8, 11, 9]) == "1 8 11 9"
    assert history_text([]) == ""


@pytest.mark.parametrize("text", ["1 8 11 9", "1,8,11,9", "1, 8, 11, 9", "[1, 8, 11, 9]", "  1 8\n11\t9 "])
def test_numbers_are_read_with_blanks_or_commas(text):
    assert parse_history(DOTS, text) == [1, 8, 11, 9]


def test_what_is_written_is_read():
    history = list(range(DOTS.num_actions))
    assert parse_history(DOTS, history_text(history)) == history
    assert parse_history(DOTS, "") == []


def test_names_of_moves_are_read():
    """a1 is at the top left; the letter is the column: c1 is cell 2, b3 is cell 2 * 3 + 1 = 7."""
    assert parse_history(TICTACTOE, "a1 c1, b3 4") == [0, 2, 7, 4]


@pytest.mark.parametrize("token", ["24", "-1", "x", "1.5", "1;2"])
def test_the_bad_token_is_named(token):
    with pytest.raises(UserError, match=rf"^dots 3×3: '{token}' is not a move; moves are 0 to 23$"):
        parse_history(DOTS, f"1 {token} 2")


def test_a_bad_name_is_told_the_names():
    with pytest.raises(UserError, match=r"^tictactoe 3×3: 'd1' is not a move; moves are 0 to 8 or a1 to c3$"):
        parse_history(TICTACTOE, "a1 d1")


def test_columns_of_connect_four_are_digits_from_1():
    assert parse_columns(make("connect4"), "4471") == [3, 3, 6, 0]
    assert parse_columns(make("connect4"), "") == []


@pytest.mark.parametrize("text", ["448", "40", "4 4", "4a"])
def test_what_is_no_column_is_named(text):
    with pytest.raises(UserError, match=rf"^connect4 6×7: '.' in '{text}' is not a column; columns are 1 to 7$"):
        parse_columns(make("connect4"), text)


def test_legality_is_left_to_the_rules():
    """Edge 1 twice is a list of moves, but no game; its second time is ply 1."""
    history = parse_history(DOTS, "1 1")
    with pytest.raises(UserError, match=r"move 1 is illegal here; legal are 0, 2, .* \(ply 1 of the history\)$"):
        DOTS.replay(history)
