"""Games that people played: from WTHOR and SGF to moves to learn from; what cannot be used is named."""

import numpy as np
import pytest

from src import games
from src.files.errors import UserError
from src.games.wthor import write_wthor
from src.records.faults import describe_fault
from src.records.human_games import read_human_games, record
from src.records.sgf import write_sgf
from tests.games.random_games import play_randomly

OTHELLO, GOMOKU, GO = games.make("othello"), games.make("gomoku", rows=9, cols=9), games.make("go", rows=9, cols=9)


def played(game, count, seed=0):
    return [play_randomly(game, count, seed=seed).history(i) for i in range(count)]


def test_wthor_files_of_a_folder_and_below(tmp_path):
    histories = played(OTHELLO, 20)
    (tmp_path / "old").mkdir()
    write_wthor(tmp_path / "b.wtb", 2030, histories[:12])
    write_wthor(tmp_path / "old/A.WTB", 2031, histories[12:])
    (tmp_path / "readme.txt").write_text("no games")
    found = read_human_games(tmp_path, OTHELLO)
    assert (found.num_files, found.left_out) == (2, [])
    assert [game.moves.tolist() for game in found.games] == histories
    assert describe_fault(OTHELLO, found.games) is None  # whole games with the results of their boards
    for game, history in zip(found.games, histories, strict=True):
        assert game.policy_actions.tolist() == [m for m, t in zip(history, game.is_target, strict=True) if t]


def test_a_move_without_a_choice_teaches_nothing():
    # X has a1 b1 c1 …: on 1×3 each move leaves one cell less, and the last is forced
    game = games.make("tictactoe", rows=1, cols=3, in_row=3)
    assert record(game, 0, [1, 0, 2], 0, 0).is_target.tolist() == [True, True, False]
    # Othello's passes are forced
    for history in played(OTHELLO, 20):
        made = record(OTHELLO, 0, history, 0, 0)
        assert not made.is_target[made.moves == OTHELLO.num_actions - 1].any()


@pytest.mark.parametrize("game", [GOMOKU, GO], ids=str)
def test_sgf_files(tmp_path, game):
    histories = played(game, 4)
    for i, history in enumerate(histories):
        write_sgf(tmp_path / f"{i}.sgf", game, history)
    found = read_human_games(tmp_path, game)
    assert [each.moves.tolist() for each in found.games] == histories
    assert [each.result for each in found.games] == [game.returns(game.replay(history), 0) for history in histories]
    assert describe_fault(game, found.games) is None


def test_results_as_the_file_says_them(tmp_path):
    for name, said in (("a", "B+R"), ("b", "W+2.5"), ("c", "Draw"), ("d", "0"), ("e", "Void"), ("f", "")):
        (tmp_path / f"{name}.sgf").write_text(f"(;GM[4]SZ[9]RE[{said}];B[aa];W[bb])")
    found = read_human_games(tmp_path, GOMOKU)
    assert [each.result for each in found.games] == [1, -1, 0, 0]
    assert [sentence.rpartition("/")[2] for sentence in found.left_out] == [
        f"{name}.sgf says no result, and the game is not over" for name in "ef"
    ]


def test_every_komi_is_read_but_another_board_is_left_out(tmp_path):
    (tmp_path / "a.sgf").write_text("(;GM[1]SZ[9]KM[0.5]RE[B+R];B[aa];W[bb])")
    (tmp_path / "b.sgf").write_text("(;GM[1]SZ[13]KM[7.5]RE[B+R];B[aa];W[bb])")
    (tmp_path / "c.sgf").write_text("(;GM[4]SZ[9]RE[B+R];B[aa];W[bb])")
    (tmp_path / "d.sgf").write_text("(;GM[1]SZ[9]KM[7.5]RE[B+R];B[aa];W[aa])")
    (tmp_path / "e.sgf").write_text("(;GM[1]")
    found = read_human_games(tmp_path, GO)
    assert len(found.games) == 1
    assert [sentence.partition(".sgf")[0][-1] for sentence in found.left_out] == list("bcde")


@pytest.mark.parametrize(
    ("game", "files", "sentence"),
    [
        (
            games.make("dots"),
            {},
            "can be read for othello 8×8 (WTHOR's .wtb) and for go, gomoku, hex (.sgf), not for dots",
        ),
        (games.make("othello", rows=6, cols=6), {}, "not for othello 6×6; train without them"),
        (OTHELLO, {"a.sgf": "(;GM[1])"}, "holds no games of othello 8×8; *.wtb files were expected there or below"),
        (GO, {"a.sgf": "(;GM[1]"}, "can be used; the first: "),
    ],
)
def test_a_folder_without_games_is_refused_in_a_sentence(tmp_path, game, files, sentence):
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    with pytest.raises(UserError) as refused:
        read_human_games(tmp_path, game)
    assert sentence in str(refused.value)


def test_no_folder(tmp_path):
    with pytest.raises(UserError, match=r"there is no folder .*nowhere; give one with games of othello 8×8 \(\*.wtb\)"):
        read_human_games(tmp_path / "nowhere", OTHELLO)


def test_tournaments(truth):
    """511 games; nearly every move is a choice, and black's stones in the file give the result."""
    found = read_human_games(truth / "othello_wthor", OTHELLO)
    assert (found.num_files, len(found.games), found.left_out) == (5, 511, [])
    assert 0.9 < np.mean(found.games.arrays["is_target"]) < 1
    over = [i for i, game in enumerate(found.games) if OTHELLO.is_terminal(OTHELLO.replay(game.moves.tolist()))]
    assert len(over) > 400
    for i in over[::20]:
        state = OTHELLO.replay(found.games[i].moves.tolist())
        assert found.games[i].result == OTHELLO.returns(state, 0)
