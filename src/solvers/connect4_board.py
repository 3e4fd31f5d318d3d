"""Bitboards of Connect Four: which cells finish a line, and which moves do not lose at once.

A bit a cell, column by column from the bottom. Above each column one bit stays empty, so that no line runs over the
top of a column into the next. `own` are the stones of the player to move, `taken` those of both.
"""

from typing import NamedTuple

import numpy as np
from numba import types

from src.files.compiled import inlined, kernel
from src.games.rules import Game

MOST_BITS = 64
IN_ROW = (3, 4)
NO_BOUND = 99  # more than any value

_ONE = np.uint64(1)
_PAIRS, _FOURS = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
_BYTES, _SUM = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)


class Board(NamedTuple):
    """A board's size, and masks of its cells."""

    rows: int
    cols: int
    in_row: int
    cells: np.uint64  # all
    bottom: np.uint64  # the lowest of each column
    first: np.uint64  # those with an even number of cells from there to the top, itself counted


BOARD = types.NamedTuple((*[types.int64] * 3, *[types.uint64] * 3), Board)


def fits(game: Game) -> bool:
    """Whether a board of Connect Four has so few cells and such lines as the bitboards can hold."""
    rows, cols, in_row = (game.sizes[key] for key in ("rows", "cols", "in_row"))
    return (rows + 1) * cols <= MOST_BITS and in_row in IN_ROW


def make_board(game: Game) -> Board:
    rows, cols, in_row = (game.sizes[key] for key in ("rows", "cols", "in_row"))
    bits = [(height, 1 << (col * (rows + 1) + height)) for col in range(cols) for height in range(rows)]
    cells, bottom, first = (
        np.uint64(sum(bit for height, bit in bits if chosen(height)))
        for chosen in (lambda height: True, lambda height: height == 0, lambda height: (rows - height) % 2 == 0)
    )
    return Board(rows, cols, in_row, cells, bottom, first)


def bitboards(game: Game, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """`[B, S]` states → `[B]` uint64 own stones, and `[B]` those of both."""
    rows, cols = game.sizes["rows"], game.sizes["cols"]
    stones = states[:, : rows * cols].reshape(-1, rows, cols)[:, ::-1]  # the lowest row first
    bits = np.array([[1 << (col * (rows + 1) + height) for col in range(cols)] for height in range(rows)], np.uint64)
    players = np.array([game.to_play(state) + 1 for state in states], np.int8).reshape(-1, 1, 1)
    nothing = np.uint64(0)
    own, taken = (
        np.where(mask, bits, nothing).sum((1, 2), dtype=np.uint64) for mask in (stones == players, stones > 0)
    )
    return own, taken


@inlined
def num_bits(bits):
    """How many bits of a uint64 are set. LLVM makes one instruction of it."""
    bits = bits - ((bits >> 1) & _PAIRS)
    bits = (bits & _FOURS) + ((bits >> 2) & _FOURS)
    return np.int64((((bits + (bits >> 4)) & _BYTES) * _SUM) >> 56)


@inlined
def open_cells(board, taken):
    """The lowest empty cell of each column."""
    return (taken + board.bottom) & board.cells


@inlined
def column(board, col):
    """The cells of a column."""
    return ((_ONE << board.rows) - _ONE) << np.uint64(col * (board.rows + 1))


@inlined
def _ends(stones, step, in_row):
    """What fills a line but for one cell, in one direction: `step` bits from cell to cell."""
    before, after = stones << step, stones >> step
    two_before, two_after = before & (stones << (2 * step)), after & (stones >> (2 * step))
    if in_row == 3:
        return two_before | (before & after) | two_after
    ends = (two_before & (stones << (3 * step))) | (two_after & (stones >> (3 * step)))
    return ends | (two_before & after) | (before & two_after)


@inlined
def finishing(board, stones, taken):
    """The empty cells, within reach or not, where one more of `stones` makes a line."""
    up = board.rows + 1
    found = _ends(stones, 1, board.in_row) | _ends(stones, up, board.in_row)
    found |= _ends(stones, up - 1, board.in_row) | _ends(stones, up + 1, board.in_row)
    return found & (board.cells ^ taken)


@inlined
def has_line(board, stones):
    """Whether `stones` hold a line."""
    found = False
    for step in (1, board.rows, board.rows + 1, board.rows + 2):
        two = stones & (stones >> step)
        rest = two & (stones >> (2 * step)) if board.in_row == 3 else two & (two >> (2 * step))
        found |= rest != 0
    return found


@inlined
def saving_moves(board, own, taken):
    """The moves after which the opponent cannot win at once; none where it wins whatever is played."""
    moves = open_cells(board, taken)
    threats = finishing(board, own ^ taken, taken)
    forced = moves & threats
    if forced != 0:
        moves = forced if forced & (forced - _ONE) == 0 else forced ^ forced
    return moves & ~(threats >> 1)  # below a threat a stone only lets the opponent in


@kernel
def follower_bound(board, own, taken):
    """What the player to move can get at most, as far as one plan of the opponent's says: NO_BOUND, 0 or -1.

    The plan, where every column has an even number of empty cells: always play on top of the mover's stone. So each
    knows its cells beforehand (the claimeven rule of Allis 1988).
    """
    if open_cells(board, taken) & ~board.first != 0:
        return NO_BOUND
    empty = board.cells ^ taken
    if has_line(board, own | (empty & board.first)):
        return NO_BOUND
    return -1 if has_line(board, (own ^ taken) | (empty & ~board.first)) else 0
