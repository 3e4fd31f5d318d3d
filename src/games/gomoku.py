"""Gomoku: the first line of `in_row` stones wins; with `exact` a longer line does not (standard gomoku), else it does
(freestyle). The board may be as large as that of Gomocup's freestyle games.
"""

from src.games import grid, stones
from src.games.rules import Game

VERSION = 1


def make(rows: int = 15, cols: int = 15, in_row: int = 5, exact: bool = False, history: int = 1) -> Game:
    """Rows and cols from 1 to 20; `in_row` at most the longer side; a net sees `history` boards, 1 to 8."""
    sizes = stones.checked_sizes("gomoku", rows, cols, in_row, max_side=20)
    grid.check_switch("gomoku", "exact", exact)
    return stones.make_game(
        "gomoku",
        VERSION,
        sizes | {"exact": exact},
        history=history,
        action_names=grid.cell_names(rows, cols),
        cell_symmetries=grid.all_symmetries(rows, cols),
    )
