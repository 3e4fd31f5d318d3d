"""The rules against OpenSpiel's, which others wrote: every move of a thousand random games at each size."""

import numpy as np
import pyspiel
import pytest

from src.games import make
from tests.games.random_games import play_randomly

NUM_GAMES = 1000
DOTS_SIZES = [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (5, 5), (8, 8)]
PAIRS = {
    **{f"dots_and_boxes(num_rows={r},num_cols={c})": ("dots", {"rows": r, "cols": c}) for r, c in DOTS_SIZES},
    "connect_four": ("connect4", {}),
    "connect_four(rows=4,columns=5,x_in_row=3)": ("connect4", {"rows": 4, "cols": 5, "in_row": 3}),
    "connect_four(rows=5,columns=4,x_in_row=5)": ("connect4", {"rows": 5, "cols": 4, "in_row": 5}),
    "tic_tac_toe": ("tictactoe", {}),
    "mnk(m=4,n=3,k=3)": ("tictactoe", {"rows": 3, "cols": 4, "in_row": 3}),
    "mnk(m=5,n=5,k=4)": ("tictactoe", {"rows": 5, "cols": 5, "in_row": 4}),
    "othello": ("othello", {}),
    **{f"hex(board_size={side})": ("hex", {"rows": side, "cols": side}) for side in (3, 5, 7, 11)},
    "hex(num_rows=3,num_cols=6)": ("hex", {"rows": 3, "cols": 6}),
    "mnk(m=9,n=9,k=5)": ("gomoku", {"rows": 9, "cols": 9}),
    "mnk(m=19,n=7,k=4)": ("gomoku", {"rows": 7, "cols": 19, "in_row": 4}),
    "gomoku(size=6,connect=4)": ("gomoku", {"rows": 6, "cols": 6, "in_row": 4}),
}


@pytest.mark.parametrize("theirs", PAIRS)
def test_every_ply_of_random_games_agrees(theirs):
    name, sizes = PAIRS[theirs]
    game, their_game = make(name, **sizes), pyspiel.load_game(theirs)
    assert game.num_actions == their_game.num_distinct_actions()
    played = play_randomly(game, NUM_GAMES, seed=1)
    for i in range(NUM_GAMES):
        state, history = their_game.new_initial_state(), played.history(i)
        for ply, action in enumerate(history):
            ours = played.states[ply, i]
            assert np.flatnonzero(played.masks[ply, i]).tolist() == state.legal_actions(), history[:ply]
            assert game.to_play(ours) == state.current_player(), history[:ply]
            assert [game.returns(ours, player) for player in (0, 1)] == state.returns(), history[:ply]
            state.apply_action(action)
        assert state.is_terminal(), history
        assert played.ended[-1, i], history
        assert [game.returns(played.states[-1, i], player) for player in (0, 1)] == state.returns(), history


def test_the_margin_in_boxes_agrees():
    game = make("dots", rows=3, cols=3)
    their_game = pyspiel.load_game("dots_and_boxes(num_rows=3,num_cols=3,utility_margin=True)")
    played = play_randomly(game, NUM_GAMES, seed=2)
    for i in range(NUM_GAMES):
        state = their_game.new_initial_state()
        for action in played.history(i):
            state.apply_action(action)
        assert [game.score(played.states[-1, i], player) for player in (0, 1)] == state.returns(), played.history(i)
