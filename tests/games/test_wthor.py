"""Tournament games of Othello: real files, and what is said about files that are none."""

import numpy as np
import pytest

from src.files.errors import UserError
from src.games import make, othello
from src.games.history import parse_history
from src.games.wthor import HEADER, RECORD, read_wthor, write_wthor
from tests.games.random_games import play_randomly

GAME = make("othello")
GAMES = {1977: 12, 1978: 8, 1979: 11, 1980: 160, 2021: 320}


@pytest.mark.parametrize("year", GAMES)
def test_every_tournament_game_ends_as_it_was_recorded(truth, year):
    found = read_wthor(truth / "othello_wthor" / f"WTH_{year}.wtb")
    assert (found.year, len(found.histories)) == (year, GAMES[year])
    for record, history, state in zip(found.records, found.histories, found.final_states, strict=True):
        assert sum(action != GAME.num_actions - 1 for action in history) == (record["moves"] != 0).sum()
        assert othello.final_stones(GAME, state)[0] == record["stones"]
    assert np.array_equal(GAME.replay(found.histories[-1]), found.final_states[-1])


def test_what_is_written_is_read(tmp_path):
    """Random games, of which some have passes."""
    played = play_randomly(GAME, 50, seed=9)
    histories = [played.history(i) for i in range(50)]
    write_wthor(tmp_path / "games.wtb", 2030, histories)
    found = read_wthor(tmp_path / "games.wtb")
    assert found.year == 2030
    assert found.histories == histories
    assert np.array_equal(found.final_states, played.states[-1])
    assert any(GAME.num_actions - 1 in history for history in histories)


def test_cells_are_written_as_row_and_column(tmp_path):
    """d3, c3, c4, e3 of a game that is given up after them: rows 3, 3, 4, 3."""
    path = tmp_path / "games.wtb"
    write_wthor(path, 2030, [parse_history(GAME, "d3 c3 c4 e3")])
    assert path.read_bytes()[HEADER.itemsize + 8 :] == bytes([34, 33, 43, 35, *[0] * 56])


def a_file(path, moves=(34, 33), **changes):
    """One game, with changes of the header."""
    header, record = np.zeros(1, HEADER), np.zeros(1, RECORD)
    header["games"] = 1
    for name, value in changes.items():
        header[name] = value
    record["moves"][0, : len(moves)] = moves
    path.write_bytes(header.tobytes() + record.tobytes())
    return path


@pytest.mark.parametrize(
    ("moves", "changes", "sentence"),
    [
        (
            (34,),
            {"games": 2},
            "is torn or no .* its header says 2 games, which are 152 bytes, but it has 84",
        ),
        ((34,), {"zero": 7}, "is torn or no WTHOR file of games"),
        ((34,), {"side": 10}, "has games on a board of side 10; only those of side 8 can be read"),
        ((34, 19), {}, "game 1, move 2: 19 must be a cell, 11 to 88, before any 0"),
        ((34, 0, 33), {}, "game 1, move 3: 33 must be a cell, 11 to 88, before any 0"),
        ((34, 11), {}, "game 1, move 2: a1 cannot be played there"),
    ],
)
def test_a_file_that_is_none_is_refused_in_a_sentence(tmp_path, moves, changes, sentence):
    with pytest.raises(UserError, match=sentence):
        read_wthor(a_file(tmp_path / "games.wtb", moves, **changes))


def test_files_that_are_absent_or_too_short(tmp_path):
    with pytest.raises(UserError, match="there is no WTHOR file"):
        read_wthor(tmp_path / "games.wtb")
    (tmp_path / "games.wtb").write_bytes(b"12345")
    with pytest.raises(UserError, match="must begin with a header of 16 bytes, but has 5 in all"):
        read_wthor(tmp_path / "games.wtb")
