"""Tic-tac-toe, and its larger kin: the first line of `in_row` stones wins (an m,n,k-game)."""

from src.games import grid, stones
from src.games.rules import Game

VERSION = 1


def make(rows: int = 3, cols: int = 3, in_row: int = 3, history: int = 1) -> Game:
    """Rows and cols from 1 to 8; `in_row` at most the longer side; a net sees `history` boards, 1 to 8."""
    return stones.make_game(
        "tictactoe",
        VERSION,
        stones.checked_sizes("tictactoe", rows, cols, in_row, max_side=8),
        history=history,
        action_names=grid.cell_names(rows, cols),
        cell_symmetries=grid.all_symmetries(rows, cols),
    )
