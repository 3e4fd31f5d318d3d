"""Boards as text, out and in."""

from textwrap import dedent

import numpy as np
import pytest

from src.files.errors import UserError
from src.games import make
from src.games.draw import draw, owners, read
from tests.games.random_games import play_randomly

DOTS = make("dots", rows=2, cols=3)  # edges 0 to 8 are horizontal, 9 to 16 vertical
TICTACTOE = make("tictactoe")
CONNECT4 = make("connect4", rows=3, cols=4, in_row=3)

# Edges 0, 3, 9 and 10 go round the first box. A, B, A draw three of them; B closes it and moves again.
FIRST_BOX = [0, 3, 9, 10, 16]


def lines(text: str) -> str:
    """The text without its indentation, as a test shows it."""
    return dedent(text).strip("\n")


def test_stones():
    assert draw(TICTACTOE, TICTACTOE.replay([1, 2, 3, 8])) == lines("""
        . X O
        X . .
        . . O
        X to move
        """)


def test_stones_fall_and_win():
    assert draw(CONNECT4, CONNECT4.replay([1, 1, 2, 1, 3])) == lines("""
        . O . .
        . O . .
        . X X X
        X wins
        """)


def test_edges_with_the_owners_of_boxes():
    """After the box it is still B's move; B draws the edge at the lower right and the turn passes."""
    history = FIRST_BOX
    assert draw(DOTS, DOTS.replay(history), history) == lines("""
        *---*   *   *
        | B |
        *---*   *   *
                    |
        *   *   *   *
        A 0, B 1, A to move
        """)


def test_edges_with_the_numbers_of_the_free_ones():
    """Who owns the box is not in the state."""
    assert draw(DOTS, DOTS.replay(FIRST_BOX), numbers=True) == lines("""
        *---* 1 * 2 *
        | # |   11  12
        *---* 4 * 5 *
        13  14  15  |
        * 6 * 7 * 8 *
        A 0, B 1, A to move
        """)


def test_a_finished_game_of_edges_says_who_moved_last():
    """B closes the only box with the fourth edge."""
    game = make("dots", rows=1, cols=1)
    assert draw(game, game.replay([0, 1, 2, 3]), [0, 1, 2, 3]) == lines("""
        *---*
        | B |
        *---*
        A 0, B 1, B wins, B moved last
        """)


def test_owners():
    """The last edge closes two boxes: 1 × 3, the upright edge 7 between the first and the second."""
    game = make("dots", rows=1, cols=3)
    assert owners(game, [0, 1, 2, 3, 4, 6, 8]).tolist() == [-1, -1, -1]
    assert owners(game, [0, 1, 2, 3, 4, 6, 8, 7]).tolist() == [1, 1, -1]
    assert owners(game, [0, 1, 2, 3, 4, 6, 8, 7, 5, 9]).tolist() == [1, 1, 0]


def test_a_history_of_another_position_is_refused():
    with pytest.raises(UserError, match=r"the history leads to another position than the one to be drawn$"):
        draw(DOTS, DOTS.replay([0, 1]), [0, 2])


def test_a_drawn_game():
    board = """
        X O X
        X O O
        O X X
        draw
        """
    assert TICTACTOE.is_terminal(read(TICTACTOE, board))
    assert draw(TICTACTOE, read(TICTACTOE, board)) == lines(board)


ROUND_TRIPS = [
    ("dots", {"rows": 1, "cols": 1}),
    ("dots", {"rows": 1, "cols": 3}),
    ("dots", {"rows": 3, "cols": 2}),
    ("dots", {"rows": 3, "cols": 3}),
    ("dots", {"rows": 10, "cols": 10}),
    ("connect4", {}),
    ("connect4", {"rows": 2, "cols": 5, "in_row": 3}),
    ("tictactoe", {}),
    ("tictactoe", {"rows": 1, "cols": 1, "in_row": 1}),
    ("tictactoe", {"rows": 4, "cols": 3, "in_row": 4}),
    ("othello", {"rows": 4, "cols": 6}),
    ("othello", {"rows": 10, "cols": 10}),
    ("hex", {"rows": 3, "cols": 5}),
    ("hex", {"rows": 4, "cols": 4, "swap": True}),
    ("gomoku", {"rows": 5, "cols": 6, "in_row": 4}),
    ("gomoku", {"rows": 5, "cols": 6, "in_row": 4, "exact": True}),
]


@pytest.mark.parametrize(("name", "sizes"), ROUND_TRIPS, ids=str)
def test_what_is_drawn_is_read_byte_for_byte(name, sizes):
    game = make(name, **sizes)
    num_games = 2000 // game.max_plies**2 + 2
    played = play_randomly(game, num_games, seed=3)
    for i in range(num_games):
        history = played.history(i)
        for ply, state in enumerate(played.reached(i)):
            plain = draw(game, state)
            assert read(game, plain).tobytes() == state.tobytes()
            full = draw(game, state, history[:ply], numbers=True)
            indented = "\n" + "\n".join("    " + line for line in full.split("\n")) + "\n"
            assert read(game, indented).tobytes() == state.tobytes()


def test_every_state_of_tictactoe_is_read():
    """All 5,478 states, final ones too."""
    first = TICTACTOE.initial_state()
    found, to_see = {first.tobytes()}, [first]
    while to_see:
        state = to_see.pop()
        assert np.array_equal(read(TICTACTOE, draw(TICTACTOE, state)), state)
        for action in TICTACTOE.legal_actions(state):
            after = TICTACTOE.step(state, action)
            if after.tobytes() not in found:
                found.add(after.tobytes())
                to_see.append(after)
    assert len(found) == 5478


GOOD_EDGES = """
    *---*   *   *
    | B |
    *---*   *   *
                |
    *   *   *   *
    A 0, B 1, A to move
    """
BAD_EDGES = [  # what of the good board is replaced by what, and the sentence
    ("*---*   *   *", "+---*   *   *", r"a corner '\*' must stand at line 1, character 1, not '\+'"),
    ("*   *   *   *", "*   *   *", r"a corner '\*' must stand at line 5, character 13, not ' '"),
    ("*---*", "*-- *", "edge 0 right of line 1, character 1 must be '---', blank or its number, not '-- '"),
    ("*---*", "* 1 *", "edge 0 right of line 1, character 1 must be '---', blank or its number, not ' 1 '"),
    ("| B |", "| B !", r"edge 10 at line 2, character 5 must be '\|', blank or its number, .* not '!'"),
    ("| B |", "| Z |", "edge 9 at line 2, character 1 must be .* and the box right of it A, B, # or blank, not '| Z'"),
    ("| B |", "|   |", "the box in row 1, column 1 is complete and must be A, B or #"),
    ("| B |\n", "| B | A\n", "the box in row 1, column 2 is open and must not be A"),
    ("| B |", "| A |", "1 boxes are marked A, but its score is 0"),
    ("            |", "            | A", "line 4 must end at character 13, but 'A' follows"),
    ("*---*   *   *\n    | B", "*---*   *   *   *\n    | B", r"line 1 must end at character 13, but '   \*' follows"),
    ("    *   *   *   *\n", "", "5 lines of board must stand before 'A 0, B 1, A to move', not 4"),
    ("    A 0, B 1, A to move\n", "", r"the last line must say how things stand, .* but it is '\*   \*   \*   \*'"),
    ("A to move", "C to move", "the last line must say how things stand, as 'A 1, B 0, B to move', but it is .*"),
    ("A 0, B 1", "A 1, B 1", "1 boxes are complete, but the scores are 1 and 1"),
    ("A to move", "B wins, B moved last", "the last line must be 'A 0, B 1, B to move' under this board, not .*"),
]


@pytest.mark.parametrize(("good", "bad", "sentence"), BAD_EDGES, ids=[case[2][:40] for case in BAD_EDGES])
def test_what_is_wrong_with_a_board_of_edges_is_said(good, bad, sentence):
    assert good in GOOD_EDGES
    read(DOTS, GOOD_EDGES)
    with pytest.raises(UserError, match=f"^dots( 2×3)?: {sentence}$"):
        read(DOTS, GOOD_EDGES.replace(good, bad, 1))


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        ("A 1, B 0, A wins", "the last line must say how things stand, as 'A 1, B 0, B to move', but it is .*"),
        ("A 1, B 0, A to move", "the last line must be 'A 1, B 0, A wins, A moved last' under this board, not .*"),
        ("A 1, B 0, B wins, A moved last", "the last line must be 'A 1, B 0, A wins, A moved last' under .*"),
        ("A 1, B 0, A wins, B moved last", "B cannot have moved last, since the last move completes a box"),
    ],
)
def test_what_is_wrong_with_the_end_of_a_game_of_edges_is_said(status, sentence):
    with pytest.raises(UserError, match=f"^dots 1×1: {sentence}$"):
        read(make("dots", rows=1, cols=1), f"*---*\n| # |\n*---*\n{status}")


BAD_STONES = [
    (TICTACTOE, ". X O/X . ./. . Q/X to move", "row 3, column 3 must be '.', 'X' or 'O', not 'Q'"),
    (TICTACTOE, ". X O/X ./. . ./X to move", r"row 2 must have 3 cells between blanks, not 2: 'X \.'"),
    (TICTACTOE, ". X O/X . O/X to move", "3 lines of board must stand before 'X to move', not 2"),
    (TICTACTOE, ". X O/X . O/. . .", r"the last line must say how things stand, as 'X to move', but it is '\. \. \.'"),
    (TICTACTOE, ". . ./. . ./. . ./Q to move", "the last line must say how things stand, as 'X to move', but it is .*"),
    (TICTACTOE, "X X ./. . ./. . ./X to move", "a board with 2 X and 0 O cannot have X to move; X starts"),
    (TICTACTOE, "X . ./. . ./. . ./X to move", "a board with 1 X and 0 O cannot have X to move; X starts"),
    (TICTACTOE, "O O ./X X X/O . ./X to move", "X to move has a finished line already; check who is to move"),
    (TICTACTOE, "O O ./X X X/. . ./O to move", "the last line must be 'X wins' under this board, not 'O to move'"),
    (TICTACTOE, "O O ./X X ./. . ./O wins", "the last line must be 'X to move' under this board, not 'O wins'"),
    (TICTACTOE, "O O ./X X ./. . ./draw", "the last line must be 'X to move' under this board, not 'draw'"),
    (CONNECT4, ". . . ./. X . ./. . . ./O to move", "the stone in row 2 of column 1 hangs over an empty cell"),
]


@pytest.mark.parametrize(("game", "board", "sentence"), BAD_STONES, ids=[case[1] for case in BAD_STONES])
def test_what_is_wrong_with_a_board_of_stones_is_said(game, board, sentence):
    with pytest.raises(UserError, match=f"^{game.name}( 3×.)?: {sentence}$"):
        read(game, board.replace("/", "\n"))
