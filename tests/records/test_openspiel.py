"""Games of OpenSpiel and Kaggle: against OpenSpiel itself, a recorded match, and text worked out by hand."""

import json

import numpy as np
import pyspiel
import pytest

from src.files.errors import UserError
from src.games import make
from src.records.openspiel import parse_openspiel, read_openspiel, write_openspiel
from tests.games.random_games import play_randomly

# One box: 0 above it, 1 below, 2 left, 3 right; the fourth edge closes it, so player 1 wins.
ONE_BOX = "dots_and_boxes(num_rows=1,num_cols=1)"
HISTORY = [2, 0, 3, 1]


def replay(*actions: tuple[int, int], name: str = ONE_BOX) -> str:
    """A replay of Kaggle: first a step in which nobody moves, then one for each (player, action)."""
    steps = [[-1, -1], *([action, -1] if player == 0 else [-1, action] for player, action in actions)]
    players = [[{"action": {"submission": action}} for action in step] for step in steps]
    return json.dumps({"configuration": {"openSpielGameString": name}, "steps": players})


def test_a_replay_of_kaggle():
    game, history = parse_openspiel(replay((0, 2), (1, 0), (0, 3), (1, 1)))
    assert (str(game), history) == ("dots 1×1", HISTORY)
    assert game.returns(game.replay(history), 1) == 1


def test_a_list_of_players_and_actions():
    record = {"config": {"openSpielGameString": ONE_BOX}, "history_player_action": [[0, 2], [1, 0], [0, 3], [1, 1]]}
    assert parse_openspiel(json.dumps(record))[1] == HISTORY


def test_a_recorded_match_of_two_programs(truth):
    path = truth / "kaggle" / "dots_8x8.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    game, history = read_openspiel(path)
    assert str(game) == "dots 8×8"
    assert history == [action for _, action in record["history_player_action"]]
    final = game.replay(history)
    assert [game.returns(final, player) for player in (0, 1)] == record["rewards"]


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (2, 3), (5, 4)])
def test_openspiel_reads_what_is_written_and_is_read(tmp_path, rows, cols):
    game = make("dots", rows=rows, cols=cols)
    history = play_randomly(game, 1, seed=rows).history(0)
    for length in (0, len(history) // 2, len(history)):
        write_openspiel(tmp_path / "game", game, history[:length])
        their_game, state = pyspiel.deserialize_game_and_state((tmp_path / "game").read_text())
        assert their_game.get_parameters() == {"num_rows": rows, "num_cols": cols, "utility_margin": False}
        assert state.history() == history[:length]
        found, moves = parse_openspiel(pyspiel.serialize_game_and_state(their_game, state))
        assert (found.sizes, moves) == (game.sizes, history[:length])


@pytest.mark.parametrize("name", ["dots_and_boxes()", "dots_and_boxes", "dots_and_boxes(utility_margin=True)"])
def test_a_board_without_a_size_is_openspiels(name):
    assert pyspiel.load_game(name).num_distinct_actions() == make("dots", rows=2, cols=2).num_actions == 12
    assert str(parse_openspiel(f"[Game]\n{name}\n[State]\n")[0]) == "dots 2×2"


BAD = [
    ("hello", "this is no game of OpenSpiel: a [Game] and a [State] with an action a line were expected"),
    ("{", "this is no whole replay of Kaggle: openSpielGameString, and steps or history_player_action were expected"),
    ("{}", "this is no whole replay of Kaggle: openSpielGameString, and steps or history_player_action were expected"),
    (
        replay(name="chess"),
        "'chess' is none of the games that are read: dots_and_boxes(num_rows=…,num_cols=…)",
    ),
    (
        replay(name="dots_and_boxes(num_rows=two)"),
        "'dots_and_boxes(num_rows=two)' must have whole numbers of rows and columns",
    ),
    (replay(name="dots_and_boxes(num_rows=11)"), "game.rows of dots must be a whole number from 1 to 10, not 11"),
    (replay((1, 0)), "dots 1×1: move 1 is by player 1, who is not to move"),
    (replay((0, 0), (1, 0)), "dots 1×1: move 0 is illegal here; legal are 1, 2, 3 (move 2 of the file)"),
    (replay((0, 4)), "dots 1×1: move 4 is illegal here; legal are 0, 1, 2, 3 (move 1 of the file)"),
    (
        f"[Game]\n{ONE_BOX}\n[State]\n2\n0\n3\n1\n1\n",
        "dots 1×1: the game is over, so move 1 cannot be played (move 5 of the file)",
    ),
]


@pytest.mark.parametrize(("text", "sentence"), BAD, ids=[case[1][:40] for case in BAD])
def test_what_is_wrong_with_a_file_is_said(tmp_path, text, sentence):
    path = tmp_path / "game"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError) as refused:
        read_openspiel(path)
    assert str(refused.value) == f"{path}: {sentence}"


def test_other_files_and_games_are_refused(tmp_path):
    (tmp_path / "table").write_bytes(np.full(9, 0xFF, np.uint8).tobytes())
    with pytest.raises(UserError, match=r"table cannot be read: it is no text; give a game of OpenSpiel or Kaggle$"):
        read_openspiel(tmp_path / "table")
    with pytest.raises(UserError, match=r"none cannot be read: No such file or directory; give a game of OpenSpiel"):
        read_openspiel(tmp_path / "none")
    with pytest.raises(UserError, match=r"^go cannot be written as OpenSpiel's text; dots can$"):
        write_openspiel(tmp_path / "go", make("go"), [])
    with pytest.raises(UserError, match=r"^dots 1×1: move 2 is illegal here; legal are 0, 1, 3 \(ply 1"):
        write_openspiel(tmp_path / "twice", make("dots", rows=1, cols=1), [2, 2])
