"""Games as other programs write them, in text worked out by hand."""

import pytest

from src.files.errors import UserError
from src.games import make
from src.games.draw import draw
from src.records.sgf import parse_sgf, read_sgf, write_sgf
from tests.games.random_games import play_randomly


def names(found) -> list[str]:
    return [found.game.action_names[action] for action in found.history]


def test_a_game_of_go():
    """Letters are column and row from the top left: fc is the sixth column, third row of nine: F7; cg is C3."""
    text = b"(;GM[1]FF[4]SZ[9]KM[7]PB[one]PW[two]RE[W+R];B[fc];W[cg]C[a remark];B[];W[tt])"
    found = parse_sgf(text)
    assert (found.game.name, found.game.sizes["rows"], found.game.sizes["komi"]) == ("go", 9, 7.0)
    assert names(found) == ["F7", "C3", "pass", "pass"]
    assert found.result == "W+R"


def test_the_main_line_is_read_and_variations_are_not():
    found = parse_sgf(b"(;GM[1]SZ[9];B[aa](;W[bb];B[cc])(;W[dd]))")
    assert names(found) == ["A9", "B8", "C7"]


def test_a_board_of_go_without_a_size_has_19_lines():
    assert parse_sgf(b"(;GM[1];B[pd])").game.sizes["rows"] == 19


def test_gomoku_on_a_rectangle():
    """SZ gives columns first. Our rows are counted from the top, as the format's: cb is c2."""
    found = parse_sgf(b"(;GM[4]SZ[7:6];B[cb];W[aa])", exact=True)
    assert found.game.sizes == {"rows": 6, "cols": 7, "in_row": 5, "exact": True}
    assert names(found) == ["c2", "a1"]


def test_the_last_point_of_twenty_lines_is_no_pass():
    assert names(parse_sgf(b"(;GM[4]SZ[20];B[tt])")) == ["t20"]


def test_a_game_of_hex_with_the_swap():
    """Cells have the names of the game, in either case; whether a swap is allowed is not told by the format.

    X takes c1. O swaps: column 3 of row 1 becomes column 1 of row 3, and c1 is free again.
    """
    text = b"(;FF[4]GM[11]SZ[3];B[C1];W[swap-pieces];B[c1])"
    found = parse_sgf(text, swap=True)
    assert str(found.game) == "hex 3×3"
    assert names(found) == ["c1", "swap", "c1"]
    board = draw(found.game, found.game.replay(found.history))
    assert board.split("\n") == [". . X", " . . .", "  O . .", "O to move"]
    with pytest.raises(UserError, match="move 2 of the file is 'swap-pieces', which is no move on this board"):
        parse_sgf(text)


def test_a_game_of_hex_is_written_by_the_names_of_its_cells(tmp_path):
    """b1 touches a2, below it on its left: with both X joins top and bottom."""
    game = make("hex", rows=2, cols=2, swap=True)
    write_sgf(tmp_path / "a.sgf", game, [1, 0, 2])
    text = (tmp_path / "a.sgf").read_text().replace("\n", "")
    assert text == "(;FF[4]CA[UTF-8]GM[11]RE[B+]SZ[2];B[b1];W[a1];B[a2])"
    write_sgf(tmp_path / "b.sgf", game, [1, 4])
    assert "B[b1];W[swap-pieces]" in (tmp_path / "b.sgf").read_text().replace("\n", "")
    assert read_sgf(tmp_path / "b.sgf", swap=True).history == [1, 4]


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("go", {"rows": 7, "cols": 7}),
        ("go", {"rows": 5, "cols": 6}),
        ("gomoku", {"rows": 6, "cols": 9}),
        ("hex", {"rows": 4, "cols": 4}),
        ("hex", {"rows": 3, "cols": 6}),
    ],
)
def test_what_is_written_is_read(tmp_path, name, sizes):
    game = make(name, **sizes)
    games = play_randomly(game, 3, seed=8)
    for i in range(3):
        path = tmp_path / f"{i}.sgf"
        write_sgf(path, game, games.history(i))
        found = read_sgf(path)
        assert (found.game.name, found.game.sizes) == (name, game.sizes)
        assert found.history == games.history(i)
        won = game.returns(games.states[-1, i], 0)
        assert found.result[:2] == {1: "B+", -1: "W+", 0: "0"}[won]


def test_what_is_written_is_the_format(tmp_path):
    """X holds all of 2 × 1 points with one stone: 2 points, less 0.5."""
    game = make("go", rows=1, cols=2, komi=0.5, plies_per_point=2)
    write_sgf(tmp_path / "a.sgf", game, [0, 2, 2])
    text = (tmp_path / "a.sgf").read_text().replace("\n", "")
    assert text == "(;FF[4]CA[UTF-8]GM[1]KM[0.5]RE[B+1.5]SZ[2:1];B[aa];W[];B[])"


BAD = [
    (b"hello", {}, "this is no whole SGF file: no SGF data found"),
    (b"(;GM[1]SZ[9];B[aa]", {}, "this is no whole SGF file: .*"),
    (b"(;GM[1]SZ[9])(;GM[1]SZ[9])", {}, "the file holds 2 games, and one was expected; split it"),
    (b"(;GM[2]SZ[8])", {}, r"GM\[2\] is none of the games that are read: go, gomoku, hex"),
    (b"(;GM[1]SZ[nine])", {}, r"SZ\[nine\] must be a board's size, as SZ\[9\] or SZ\[9:13\]"),
    (b"(;GM[1]SZ[25])", {}, "game.rows of go must be a whole number from 1 to 19, not 25"),
    (b"(;GM[1]SZ[9]KM[much])", {}, r"KM\[much\] must be a number of points, as KM\[7.5\]"),
    (b"(;GM[1]SZ[9])", {"rows": 7}, "the file's game has rows 9, and rows 7 was asked for"),
    (b"(;GM[1]SZ[9]HA[2]AB[cc][gg];W[ee])", {}, "AB puts stones on the board without moves, .*"),
    (b"(;GM[1]SZ[9];W[ee])", {}, "go 9×9: move 1 is by W, who is not to move"),
    (b"(;GM[1]SZ[9];B[zz])", {}, "go 9×9: move 1 of the file is 'zz', which is no move on this board"),
    (b"(;GM[4]SZ[9];B[])", {}, "gomoku 9×9: move 1 of the file is '', which is no move on this board"),
    (b"(;GM[1]SZ[9];B[aa];W[aa])", {}, r"go 9×9: move 0 is illegal here; legal are 1, .* \(move 2 of the file\)"),
    (b"(;GM[1]SZ[9];B[];W[];B[aa])", {}, r"go 9×9: the game is over, so move 0 .* \(move 3 of the file\)"),
]


@pytest.mark.parametrize(("text", "sizes", "sentence"), BAD, ids=[case[2][:40] for case in BAD])
def test_what_is_wrong_with_a_file_is_said(tmp_path, text, sizes, sentence):
    path = tmp_path / "game.sgf"
    path.write_bytes(text)
    with pytest.raises(UserError, match=f"^{path}: {sentence}$"):
        read_sgf(path, **sizes)


def test_other_files_and_games_are_refused(tmp_path):
    with pytest.raises(UserError, match=r"none\.sgf cannot be read: No such file or directory; give an SGF file$"):
        read_sgf(tmp_path / "none.sgf")
    with pytest.raises(UserError, match=r"^dots cannot be written as SGF; the games that can are go, gomoku, hex$"):
        write_sgf(tmp_path / "dots.sgf", make("dots"), [])
