"""Games as a page steps through them, against a replay."""

import json

import numpy as np
import pytest

from src import games
from src.games.draw import owners
from src.records.schema import gathered
from src.reports.sample_games import NUM_TOP, pick_games
from tests.records.played import made_up_games, recorded


@pytest.mark.parametrize(("name", "sizes"), [("dots", {"rows": 2, "cols": 3}), ("connect4", {}), ("tictactoe", {})])
def test_each_ply_against_a_replay(name, sizes):
    game = games.make(name, **sizes)
    played = {each.game_id: each for each in made_up_games(game, 9)}
    found = pick_games(game, gathered(list(played.values())))
    assert json.loads(json.dumps(found)) == found
    assert len(found["games"]) == 4
    for told in found["games"]:
        record = played[told["id"]]
        state, taken, entry = game.initial_state(), set(), 0
        for ply, move in enumerate(told["plies"]):
            assert (move["player"], move["is_opening"]) == (game.to_play(state), ply < record.num_opening)
            assert move["move"] == game.action_names[record.moves[ply]]
            assert move["where"] not in taken
            taken.add(move["where"])
            size = int(record.policy_sizes[ply])
            probs = record.policy_probs[entry : entry + size]
            assert [option["share"] for option in move["top"]] == pytest.approx(sorted(probs, reverse=True), abs=1e-4)
            assert {option["where"] for option in move["top"]}.isdisjoint(taken - {move["where"]})
            assert (move["value"] is None) == (record.num_simulations[ply] == 0)
            entry += size
            state = game.step(state, int(record.moves[ply]))
        assert game.is_terminal(state)


def test_boxes_belong_to_who_completed_them():
    game = games.make("dots", rows=2, cols=2)
    for told, record in zip(
        pick_games(game, gathered(made_up_games(game, 3)))["games"], made_up_games(game, 3), strict=True
    ):
        owner = {box: move["player"] for move in told["plies"] for box in move["boxes"]}
        cells = [(2 * (box // 2) + 1) * 5 + 2 * (box % 2) + 1 for box in range(4)]
        assert [owner[cell] for cell in cells] == owners(game, record.moves.tolist()).tolist()


def test_a_stone_falls():
    # 6 rows of 7 columns: the second stone of column 3 lies on the first, in row 4 from the top
    game = games.make("connect4")
    moves = [3, 3, 2, 2, 1, 1, 0]
    told = pick_games(game, gathered([recorded(game, moves)]))["games"][0]
    assert [move["where"] for move in told["plies"]] == [5 * 7 + 3, 4 * 7 + 3, 37, 30, 36, 29, 35]
    assert told["plies"][1]["top"] == [{"move": "3", "where": 4 * 7 + 3, "share": 1.0, "visits": 1}]
    assert told["end"] == "X wins"


def test_stones_that_change_hands_are_shown_as_they_stand():
    """4×4: X begins with a2 and turns b2 over. The two passes of X late in the game take no cell."""
    game = games.make("othello", rows=4, cols=4)
    moves = [4, 2, 3, 0, 11, 14, 1, 8, 12, 7, 16, 15, 16, 13]
    told = pick_games(game, gathered([recorded(game, moves)]))["games"][0]
    assert [move["where"] for move in told["plies"]] == [4, 2, 3, 0, 11, 14, 1, 8, 12, 7, None, 15, None, 13]
    assert len(told["boards"]) == len(moves) + 1
    assert told["boards"][0] == [0, 0, 0, 0, 0, 2, 1, 0, 0, 1, 2, 0, 0, 0, 0, 0]
    assert told["boards"][1] == [0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 2, 0, 0, 0, 0, 0]
    assert told["boards"][10] == told["boards"][11]
    assert told["boards"][-1] == [2, 1, 1, 1, *[2] * 8, 1, 2, 2, 2]  # 4 X and 12 O
    assert told["end"] == "O wins by 8"


def test_a_swapped_stone_goes_to_its_new_cell():
    game = games.make("hex", rows=2, cols=2, swap=True)
    told = pick_games(game, gathered([recorded(game, [1, 4, 0, 3])]))["games"][0]
    assert [move["where"] for move in told["plies"]] == [1, 2, 0, 3]
    assert told["boards"] == [[0, 0, 0, 0], [0, 1, 0, 0], [0, 0, 2, 0], [1, 0, 2, 0], [1, 0, 2, 2]]


def test_ends_are_told():
    dots = games.make("dots", rows=1, cols=2)
    told = pick_games(dots, gathered([recorded(dots, [0, 1, 2, 4, 3, 5, 6])]))
    assert (told["games"][0]["end"], told["players"]) == ("B wins 2–0", ["A", "B"])
    tictactoe = games.make("tictactoe")
    drawn = pick_games(tictactoe, gathered([recorded(tictactoe, [0, 1, 2, 4, 3, 5, 7, 6, 8])]))
    assert (drawn["games"][0]["end"], drawn["players"]) == ("a draw", ["X", "O"])


def test_games_from_the_empty_board_come_first_and_none_twice():
    game = games.make("dots", rows=2, cols=2)
    made = made_up_games(game, 9)  # openings of 0, 1 and 2 moves in turn
    assert [told["id"] for told in pick_games(game, gathered(made))["games"]] == [0, 3, 6, 1]
    same = [recorded(game, list(range(12)), game_id) for game_id in range(5)]
    assert [told["id"] for told in pick_games(game, gathered(same))["games"]] == [0]


def test_only_the_best_moves_are_shown(story):
    plies = [move for told in story.games["games"] for move in told["plies"]]
    assert 0 < max(len(move["top"]) for move in plies) <= NUM_TOP
    assert all(np.diff([option["share"] for option in move["top"]]).max(initial=-1) <= 0 for move in plies)
