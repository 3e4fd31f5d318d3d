"""Go against others: positions and scores of another program's tests, and OpenSpiel's rules ply by ply."""

import json

import numpy as np
import pyspiel
import pytest

from src.files.errors import UserError
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
            action = game.action_names.index(point)
            if move == moves[-1] and name.startswith("self-capture"):
                state = read(game, draw(game, state))  # forgets the boards before, one of which comes back
            if move == moves[-1] and name == "self-capture-1":  # one stone: the board stays, which superko forbids
                assert not game.legal_mask(state)[action]
            else:
                state = game.step(state, action)
        assert draw(game, state).split("\n")[:-1] == our_picture(picture), name
        assert game.score(state, 0) == 2 * lead, name
        if ko_point:
            assert not game.legal_mask(state)[game.action_names.index(ko_point)], name
    assert len(cases["play_tests"]) == 16


def test_boards_that_are_set_up(cases):
    """One has a stone without a liberty: they take it off and say so, we refuse it."""
    game = make("go")
    for name, black, white, _, picture, is_sound in cases["setup_tests"]:
        cells = np.full(81, ".", object)
        for stone, points in (("X", black), ("O", white)):
            cells[[game.action_names.index(point) for point in points]] = stone
        text = "\n".join([*(" ".join(row) for row in cells.reshape(9, 9)), "X to move"])
        if is_sound:
            assert draw(game, read(game, text)).split("\n")[:-1] == our_picture(picture), name
        else:
            with pytest.raises(UserError, match="has no liberty"):
                read(game, text)
    assert [case[-1] for case in cases["setup_tests"]] == [True, True, False]


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
    """OpenSpiel forbids simple ko and suicide, and ends a game as a draw where a board stands again; we forbid the move
    that brings it back. So it may allow more moves, and each of these must bring back a board.
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
    assert superko > 0 or side == 9  # where boards seldom come back
