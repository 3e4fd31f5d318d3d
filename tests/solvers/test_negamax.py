import json

import numpy as np
import pytest

from src import games
from src.files.errors import UserError
from src.solvers.negamax import Negamax
from src.solvers.referee import ILLEGAL, referee


def tictactoe_state(board: str) -> np.ndarray:
    cells = np.array([".XO".index(stone) for stone in board], np.int8)
    return games.make("tictactoe").assemble(cells, board.count("X") - board.count("O"), (0, 0))


@pytest.mark.plain
def test_a_win_in_one_is_seen_and_the_rest_judged():
    judged = Negamax(games.make("tictactoe")).move_values(tictactoe_state("XX.OO...."))
    assert judged.margins.tolist() == [ILLEGAL, ILLEGAL, 1, ILLEGAL, ILLEGAL, 0, -1, -1, -1]
    assert judged.optimal_actions.tolist() == judged.keeps_result.tolist() == [2]
    assert judged.margin == 1


@pytest.mark.plain
def test_signs_change_with_the_player_and_not_with_the_ply():
    """One box with three edges drawn: who draws the fourth moves on, so nothing flips."""
    game = games.make("dots", rows=1, cols=1)
    judge = Negamax(game)
    states = np.stack([game.replay([0, 1, 2][:ply]) for ply in range(4)] + [game.replay([0, 1, 2, 3])])
    assert judge.values(states).tolist() == [-1, 1, -1, 1, -1 if game.to_play(states[4]) == 0 else 1]


def test_every_state_of_tictactoe(truth):
    rows = [json.loads(line) for line in (truth / "tictactoe_all.jsonl").read_text().splitlines()]
    judge = referee(games.make("tictactoe"))
    states = np.stack([tictactoe_state(row["board"]) for row in rows])
    assert judge.values(states).tolist() == [row["value"] for row in rows]
    assert len(rows) == len(judge._known) == 5478
    for row, state in zip(rows, states, strict=True):
        if "best" in row:
            assert judge.move_values(state).optimal_actions.tolist() == row["best"]


def test_tictactoe_is_a_draw_and_small_connect_four_too():
    for game in (games.make("tictactoe"), games.make("connect4", rows=4, cols=4)):
        assert referee(game).values(game.initial_state()[None]).tolist() == [0]


def test_a_game_too_large_is_refused_in_a_sentence():
    game = games.make("connect4")
    with pytest.raises(UserError, match=r"connect4 6×7 cannot be judged from here.*more than 1,000 states"):
        Negamax(game, most_states=1000).values(game.initial_state()[None])


def test_a_finished_game_has_no_moves_to_judge():
    with pytest.raises(UserError, match="the game is over"):
        Negamax(games.make("tictactoe")).move_values(tictactoe_state("XXXOO...."))
