"""Connect Four: stones fall to the lowest empty cell of a column; the first line of `in_row` wins.

Action `col`, from 0, drops a stone into that column. Its observation cell is the column's top one.
"""

import numpy as np

from src.files.errors import UserError
from src.games import grid, stones
from src.games.rules import Game, rule

VERSION = 1


@rule("legal_mask")
def legal_mask(spec, state, mask):
    cols = spec[stones.COLS]
    going_on = state[spec[stones.ROWS] * cols + stones.WINNER] == 0
    for col in range(cols):
        mask[col] = going_on and state[col] == 0


@rule("step")
def step(spec, state, action):
    cols = spec[stones.COLS]
    cell = (spec[stones.ROWS] - 1) * cols + action
    while state[cell] != 0:
        cell -= cols
    stones.put(spec, state, cell)


def _check_gravity(board: np.ndarray) -> None:
    hanging = np.argwhere((board[:-1] != 0) & (board[1:] == 0))
    if len(hanging):
        row, col = hanging[0]
        raise UserError(f"connect4: the stone in row {row + 1} of column {col} hangs over an empty cell")


def make(rows: int = 6, cols: int = 7, in_row: int = 4, history: int = 1) -> Game:
    """Rows and cols from 1 to 10; `in_row` at most the longer side; a net sees `history` boards, 1 to 8."""
    return stones.make_game(
        "connect4",
        VERSION,
        stones.checked_sizes("connect4", rows, cols, in_row, max_side=10),
        history=history,
        legal_mask=legal_mask,
        step=step,
        action_names=tuple(str(col) for col in range(cols)),
        cell_symmetries=grid.mirror_symmetries(rows, cols),
        check_cells=_check_gravity,
    )
