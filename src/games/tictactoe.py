"""Tic-tac-toe, and its larger kin: the first line of `in_row` stones wins (an m,n,k-game).

Action `row * cols + col` puts a stone on that cell.
"""

from src.games import grid, stones
from src.games.rules import Game, rule

VERSION = 1


@rule("legal_mask")
def legal_mask(spec, state, mask):
    size = spec[stones.ROWS] * spec[stones.COLS]
    going_on = state[size + stones.WINNER] == 0
    for cell in range(size):
        mask[cell] = going_on and state[cell] == 0


@rule("step")
def step(spec, state, action):
    stones.put(spec, state, action)


def make(rows: int = 3, cols: int = 3, in_row: int = 3) -> Game:
    """Rows and cols from 1 to 8; `in_row` at most the longer side."""
    return stones.make_game(
        "tictactoe",
        VERSION,
        stones.checked_sizes("tictactoe", rows, cols, in_row, max_side=8),
        legal_mask=legal_mask,
        step=step,
        num_actions=rows * cols,
        action_names=tuple(grid.cell_name(row, col) for row in range(rows) for col in range(cols)),
        cell_symmetries=grid.all_symmetries(rows, cols),
    )
