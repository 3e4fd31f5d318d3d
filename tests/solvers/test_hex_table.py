"""Small Hex boards against plain negamax and the known first moves that win."""

import numpy as np
import pytest

from src import games
from src.files.errors import UserError
from src.games.draw import read
from src.solvers.hex_table import HexTable
from src.solvers.negamax import Negamax
from src.solvers.referee import ILLEGAL, referee
from tests.games.random_games import play_randomly

WINNING_FIRST_MOVES = {2: "b1 a2", 3: "c1 a2 b2 c2 a3", 4: "d1 c2 b3 a4"}


@pytest.mark.parametrize("side", WINNING_FIRST_MOVES)
def test_the_first_moves_that_win(side):
    game = games.make("hex", rows=side, cols=side)
    judged = referee(game).move_values(game.initial_state())
    assert " ".join(game.action_names[action] for action in judged.optimal_actions) == WINNING_FIRST_MOVES[side]
    assert judged.margin == 1


@pytest.mark.parametrize(
    "sizes",
    [
        {"rows": 2, "cols": 2},
        {"rows": 2, "cols": 4},
        {"rows": 3, "cols": 3},
        {"rows": 2, "cols": 2, "swap": True},
        {"rows": 3, "cols": 3, "swap": True},
    ],
    ids=str,
)
def test_every_state_is_worth_what_negamax_says(sizes, tmp_path):
    """All states that can be reached, finished ones too."""
    game = games.make("hex", **sizes)
    slow = Negamax(game)
    slow.values(game.initial_state()[None])
    states = np.array([np.frombuffer(name, np.int8) for name in slow._known])
    assert HexTable(game, tmp_path).values(states).tolist() == list(slow._known.values())


def test_late_states_of_4x4_are_worth_what_negamax_says():
    game = games.make("hex", rows=4, cols=4)
    judge, played = referee(game), play_randomly(game, 60, seed=4)
    states = [played.reached(i)[8] for i in range(60) if len(played.history(i)) > 8]
    assert len(states) > 30
    assert judge.values(np.stack(states)).tolist() == Negamax(game).values(np.stack(states)).tolist()


@pytest.mark.plain
def test_with_the_swap_the_second_player_wins(tmp_path):
    """b1 of 2×2 wins for X, so O takes it over; a1 loses, so O leaves it."""
    game = games.make("hex", rows=2, cols=2, swap=True)
    judge = HexTable(game, tmp_path)
    assert judge.values(game.initial_state()[None]).tolist() == [-1]
    winning, losing = (game.step(game.initial_state(), game.action_names.index(name)) for name in ("b1", "a1"))
    assert judge.move_values(winning).optimal_actions.tolist() == [game.num_actions - 1]
    assert judge.move_values(losing).margin == 1
    assert game.num_actions - 1 not in judge.move_values(losing).optimal_actions


@pytest.mark.plain
def test_a_bridge_holds(tmp_path):
    """b1 and a3 of 3×3 share the neighbours a2 and b2: O can take only one of them, and X joins by the other."""
    game = games.make("hex", rows=3, cols=3)
    state = read(game, ". X O\n . . .\n  X . .\nO to move")
    assert HexTable(game, tmp_path).move_values(state).margins.tolist() == [
        -1,
        ILLEGAL,
        ILLEGAL,
        *[-1] * 3,
        ILLEGAL,
        -1,
        -1,
    ]


def test_a_board_too_large_is_refused_in_a_sentence():
    with pytest.raises(UserError, match=r"^exact play of hex 4×5 cannot be had, .* at most 16 cells and this .* 20;"):
        referee(games.make("hex", rows=4, cols=5))
