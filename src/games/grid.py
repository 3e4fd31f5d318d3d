"""Coordinates on a picture of H×W cells, and the symmetries that keep its shape.

A cell (row, col), both from 0 at the top left, has the flat number `row * width + col`. Names are the
column's letter and the row's number from 1 at the top: on a 3×3 board

    (0, 0) is 0 is a1      (0, 2) is 2 is c1      (2, 1) is 7 is b3
"""

import numpy as np

from src.files.errors import UserError
from src.games.rules import NO_CELL


def cell_name(row: int, col: int) -> str:
    return f"{chr(ord('a') + col)}{row + 1}"


def cell_names(height: int, width: int) -> tuple[str, ...]:
    """The names of all cells in the order of their numbers."""
    return tuple(cell_name(row, col) for row in range(height) for col in range(width))


def all_symmetries(height: int, width: int) -> np.ndarray:
    """`[K, H*W]` where each cell goes: 8 symmetries of a square, 4 of a rectangle; the first is the identity."""
    rows, cols = np.divmod(np.arange(height * width), width)
    found = []
    for transpose in (False, True) if height == width else (False,):
        for flip_rows in (False, True):
            for flip_cols in (False, True):
                r, c = (cols, rows) if transpose else (rows, cols)
                r = height - 1 - r if flip_rows else r
                c = width - 1 - c if flip_cols else c
                found.append(r * width + c)
    return np.array(found, np.int32)


def mirror_symmetries(height: int, width: int) -> np.ndarray:
    """`[2, H*W]` the identity and left against right, for games with gravity."""
    return all_symmetries(height, width)[:2]


def action_symmetries(cell_symmetries: np.ndarray, action_cells: np.ndarray) -> np.ndarray:
    """`[K, A]` where each action goes when its cell goes where the symmetry takes it; one without a cell stays."""
    action_at = {int(cell): action for action, cell in enumerate(action_cells) if cell != NO_CELL}
    moved = [
        [action if cell == NO_CELL else action_at[int(symmetry[cell])] for action, cell in enumerate(action_cells)]
        for symmetry in cell_symmetries
    ]
    return np.array(moved, np.int32)


def check_size(game: str, key: str, value: int, low: int, high: int) -> None:
    """Raise UserError unless `value` is a whole number in [low, high]."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise UserError(f"game.{key} of {game} must be a whole number from {low} to {high}, not {value}")


def check_switch(game: str, key: str, value: bool) -> None:
    """Raise UserError unless `value` is true or false."""
    if not isinstance(value, bool):
        raise UserError(f"game.{key} of {game} must be true or false, not {value}")
