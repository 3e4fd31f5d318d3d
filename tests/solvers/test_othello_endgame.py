"""Late positions of Othello against plain negamax, which only knows the rules."""

import numpy as np
import pytest

from src import games
from src.files.errors import UserError
from src.games.draw import read
from src.games.history import parse_history
from src.games.rules import Game
from src.solvers.negamax import Negamax
from src.solvers.othello_endgame import OthelloEndgame
from src.solvers.referee import ILLEGAL, referee


def late_state(game: Game, num_empty: int, rng: np.random.Generator) -> np.ndarray:
    """A position of random play with so many empty cells, or fewer where that game had ended before."""
    size = game.num_actions - 1
    while True:
        state = game.initial_state()
        while not game.is_terminal(state):
            if (state[:size] == 0).sum() == num_empty:
                return state
            state = game.step(state, int(rng.choice(game.legal_actions(state))))


@pytest.mark.parametrize(
    ("rows", "cols", "num_empty", "number"),
    [(4, 6, 8, 4), (6, 6, 8, 3), (8, 8, 8, 3), (10, 10, 7, 4), (8, 8, 5, 30)],
)
def test_every_move_is_worth_what_negamax_says(rows, cols, num_empty, number):
    game, rng = games.make("othello", rows=rows, cols=cols), np.random.default_rng(rows * num_empty)
    judge = referee(game)
    for _ in range(number):
        state = late_state(game, num_empty, rng)
        expected = Negamax(game).move_values(state)
        found = judge.move_values(state)
        assert found.margins.tolist() == expected.margins.tolist()
        assert found.results.tolist() == expected.results.tolist()


@pytest.mark.plain
def test_the_last_cells_by_hand():
    """X plays c4 and turns b4 over; then no O is left, so the game ends with 15 X and d4 empty. X has no other move."""
    game = games.make("othello", rows=4, cols=4)
    state = read(game, "X X X X\nX X X X\nX X X X\nX O . .\nX to move")
    judged = OthelloEndgame(game).move_values(state)
    assert judged.margins.tolist() == [ILLEGAL] * 14 + [15, ILLEGAL, ILLEGAL]


@pytest.mark.plain
def test_a_pass_is_judged_as_what_follows_it():
    """X must pass; O takes b4 or d4."""
    game = games.make("othello", rows=4, cols=4)
    state = read(game, "O X X X\nO O O O\nO X O X\nX . O .\nX to move")
    judged = OthelloEndgame(game).move_values(state)
    assert np.flatnonzero(judged.margins != ILLEGAL).tolist() == [16]
    assert judged.margin == -OthelloEndgame(game).values(game.step(state, 16)[None])[0]
    assert judged.margin == Negamax(game).values(state[None])[0]


def test_every_state_of_4x4():
    """All 61,875; the second player wins by 8."""
    game = games.make("othello", rows=4, cols=4)
    slow = Negamax(game)
    assert slow.values(game.initial_state()[None]).tolist() == [-8]
    states = np.array([np.frombuffer(name, np.int8) for name in slow._known])
    assert len(states) == 61_875
    assert np.array_equal(referee(game).values(states), np.array(list(slow._known.values())))


def test_the_best_game_on_6x6_stays_best_to_its_end(truth):
    """Feinstein's game: from 14 empty cells on every move keeps the margin of -4 for black."""
    game = games.make("othello", rows=6, cols=6)
    judge = referee(game)
    state, judged = game.initial_state(), 0
    for name in (truth / "othello_6x6_feinstein.txt").read_text().splitlines()[-1].split():
        if game.legal_actions(state) == [36]:
            state = game.step(state, 36)
        if (state[:36] == 0).sum() <= 14:
            moves = judge.move_values(state)
            assert moves.margin == (-4 if game.to_play(state) == 0 else 4)
            assert game.action_names.index(name) in moves.optimal_actions
            judged += 1
        state = game.step(state, game.action_names.index(name))
    assert judged == 14


def test_a_batch_gives_what_the_singles_give():
    game, rng = games.make("othello", rows=6, cols=6), np.random.default_rng(3)
    judge = referee(game)
    states = np.stack([late_state(game, num_empty, rng) for num_empty in (10, 9, 8, 6, 5, 3, 1)])
    singles = [int(judge.values(state[None])[0]) for state in states]
    assert judge.values(states).tolist() == singles
    assert judge.values(states[::-1]).tolist() == singles[::-1]
    assert judge.values(states[:0]).tolist() == []


def test_a_finished_game_is_worth_what_stands():
    """The nine moves that wipe white out leave 51 cells empty; nothing is too early about that."""
    game = games.make("othello")
    state = game.replay(parse_history(game, "e6 f4 e3 f6 g5 d6 e7 f5 c5"))
    assert referee(game).values(state[None]).tolist() == [13]


def test_a_position_too_far_from_the_end_is_refused_in_a_sentence():
    game = games.make("othello")
    says = "^exact play of othello 8×8 needs a later position: here 59 cells are empty, and at most 14 can be judged$"
    with pytest.raises(UserError, match=says):
        referee(game).move_values(game.initial_state())


def test_14_empty_cells_are_worth_their_best_move():
    """Each move is searched alone, with the whole window."""
    game, rng = games.make("othello"), np.random.default_rng(14)
    judge = referee(game)
    for _ in range(5):
        state = late_state(game, 14, rng)
        assert judge.values(state[None])[0] == judge.move_values(state).margin
