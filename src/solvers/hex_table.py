"""The full table of small Hex boards: who wins each arrangement of stones, whoever is to move.

Sides once joined stay joined, and a full board has exactly one winner. So each game is thought to go on until the
board is full, where its winner is still the same, and no other position has to be looked at for a path. 4×4 has
3^16 = 43 million arrangements; they are kept on disk, where every process maps the same pages.
"""

from pathlib import Path

import numpy as np

from src.files.compiled import allocating
from src.files.errors import UserError
from src.games.hex import COLOUR, STATE_TAIL, SWAP_ENDS, TO_PLAY, WINNER, put
from src.games.rules import Game
from src.solvers.kept_table import kept_table
from src.solvers.referee import Referee

VERSION = 1  # of the table's content
TABLE_CELLS = 16
X_WINS = (1, 2)  # bits of an entry: X wins if X is to move, if O is


@allocating
def fill(spec, powers, table):
    """Write `table` `[3^n]` int8 of a board of n cells; `powers` `[n]` are those of 3.

    An arrangement's number has a digit for each cell, in base 3: 0 if it is empty, else the colour. A stone more makes
    the number greater, so the numbers are taken in descending order.
    """
    num_cells = powers.shape[0]
    digits = np.full(num_cells, 2, np.int8)
    state = np.empty(num_cells + STATE_TAIL, np.int8)
    for number in range(table.shape[0] - 1, -1, -1):
        is_full, best_for_x, best_for_o = True, 0, X_WINS[1]
        for cell in range(num_cells):
            if digits[cell] == 0:
                is_full = False
                if table[number + powers[cell]] & X_WINS[1]:
                    best_for_x = X_WINS[0]
                if table[number + 2 * powers[cell]] & X_WINS[0] == 0:
                    best_for_o = 0
        if is_full:
            state[:] = 0
            for cell in range(num_cells):
                put(spec, state, cell, digits[cell])
            table[number] = X_WINS[0] | X_WINS[1] if state[num_cells + WINNER] == 1 else 0
        else:
            table[number] = best_for_x | best_for_o
        cell = 0
        while cell < num_cells and digits[cell] == 0:
            digits[cell] = 2
            cell += 1
        if cell < num_cells:
            digits[cell] -= 1


class HexTable(Referee):
    """Judges every state of a board of at most 16 cells, by a table in `folder`, the project's cache unless given."""

    def __init__(self, game: Game, folder: Path | None = None):
        self.num_cells = game.sizes["rows"] * game.sizes["cols"]
        if self.num_cells > TABLE_CELLS:
            raise UserError(
                f"exact play of {game} cannot be had, since it needs a board of at most {TABLE_CELLS} cells and this "
                f"one has {self.num_cells}; choose a smaller board"
            )
        self.game = game
        self._powers = 3 ** np.arange(self.num_cells, dtype=np.int64)
        meaning = f"winners by stones, rules {game.version}, version {VERSION}"
        self.table = kept_table(game, meaning, 3**self.num_cells, self._build, folder)

    def _build(self) -> np.ndarray:
        table = np.zeros(3**self.num_cells, np.int8)
        fill(self.game.spec, self._powers, table)
        return table

    def values(self, states: np.ndarray) -> np.ndarray:
        numbers = (states[:, : self.num_cells] & COLOUR) @ self._powers
        mover = states[:, self.num_cells + TO_PLAY]
        x_wins = self.table[numbers] & np.array(X_WINS)[mover] != 0
        # As long as the swap is to come, player 1 wins: he takes the first stone if it wins, and leaves it if not.
        x_wins &= states[:, self.num_cells + SWAP_ENDS] == 0
        return np.where(x_wins == (mover == 0), 1, -1).astype(np.int16)
