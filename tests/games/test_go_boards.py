"""Go against others: positions and scores of another program's tests, and OpenSpiel's rules ply by ply."""

import json

import numpy as np
import pyspiel
import pytest

from src.games import make
from src.games.draw import draw, read
from tests.games.random_games import play_randomly

MANY_PLIES = 10  # for each point: their games have no end


@pytest.fixture(scope="module")
def cases(truth) -> dict:
    return json.loads((truth / "go_gomill_board_tests.json").read_text(encoding="utf-8"))


def our_picture(theirs: str) -> list[str]:
    """Their diagram, with numbers at the left, letters below, # and o, as rows of ours."""
    rows = [line.split()[1:] for line in theirs.strip("\n").split("\n")[:-1]]
    return [" ".join({"#": "X", "o": "O", ".": "."}[stone] for stone in row) for row in rows]


def test_boards_after_moves(cases):
    """Where one colour moves twice in a row, the other has passed. They allow suicide, and score area without komi."""
    game = make("go", komi=0, suicide=True, plies_per_point=MANY_PLIES)
    for name, moves, picture, ko_point, lead in cases["play_tests"]:
        state = game.initial_state()
        for move in moves:
            colour, point = move.split()
            if "BW".index(colour) != game.to_play(state):
                state = game.step(state, game.num_actions - 1)
            state = game.step(state, game.action_names.index(point))
        assert draw(game, state).split("\n")[:-1] == our_picture(picture), name
        assert game.score(state, 0) == 2 * lead, name
        if ko_point:
            assert not game.legal_mask(state)[game.action_names.index(ko_point)], name
    assert len(cases["play_tests"]) == 16


def test_scores_of_boards(cases):
    game = make("go", komi=0)
    for name, picture, lead in cases["score_tests"]:
        state = read(game, "\n".join([*our_picture(picture), "X to move"]))
        assert game.score(state, 0) == 2 * lead, name
    assert len(cases["score_tests"]) == 5


def their_action(side: int, action: int) -> int:
    """OpenSpiel counts points from the bottom left, and passes with the last action, too."""
    row, col = divmod(action, side)
    return action if action == side * side else (side - 1 - row) * side + col


@pytest.mark.parametrize(("side", "komi", "num_games"), [(5, 6.0, 1000), (7, 9.5, 300), (9, 7.5, 150)])
def test_every_ply_of_random_games_agrees_with_openspiel(side, komi, num_games):
    """OpenSpiel knows simple ko alone, and ends a game as a draw where a board of before stands again with the same
    player to move; we forbid the move that brings a board back, whoever is to move. So legal moves are compared where
    it would allow more: each of these must bring back a board.
    """
    cap = 2 * side * side
    game = make("go", rows=side, cols=side, komi=komi, plies_per_point=2)
    their_game = pyspiel.load_game(f"go(board_size={side},komi={komi},max_game_length={cap})")
    theirs_of = [their_action(side, action) for action in range(game.num_actions)]
    games = play_randomly(game, num_games, seed=side)
    superko = 0
    for i in range(num_games):
        state, history = their_game.new_initial_state(), games.history(i)
        boards = set()
        for ply, action in enumerate(history):
            ours = games.states[ply, i]
            boards.add(str(state).split("\n", 2)[2])
            mine = {theirs_of[at] for at in np.flatnonzero(games.masks[ply, i])}
            legal = set(state.legal_actions())
            assert mine <= legal, history[:ply]
            for extra in legal - mine:
                assert str(state.child(extra)).split("\n", 2)[2] in boards, history[:ply]
                superko += 1
            assert game.to_play(ours) == state.current_player(), history[:ply]
            state.apply_action(theirs_of[action])
        assert state.is_terminal(), history
        final = games.states[-1, i]
        assert [game.returns(final, player) for player in (0, 1)] == [np.sign(won) for won in state.returns()], history
    assert superko > 0
