"""Late positions of Othello: alpha-beta to the end of the game, on bits, with a memory of bounds.

A move is looked at first if it leaves the other side few moves, and among equals if it is in a quarter of the board
with an odd number of free cells, where the last move can be one's own. The first move is searched with the whole
window and the others with one of no width (Reinefeld 1983), since most only have to be shown not to be better.
"""

import numpy as np

from src.files.compiled import inlined, kernel
from src.files.errors import UserError
from src.games.hashing import mixed
from src.games.othello import COLS, OVER, ROWS, STATUS, TO_PLAY, sets_of
from src.games.othello_bits import ONE, ZERO, count, moves, turned
from src.games.rules import Game
from src.solvers.referee import Referee

EMPTY_CELLS = 14  # with so many or fewer, mostly well within a second
FEW = 4  # free cells from which on trying them all is cheaper than finding the moves first
REMEMBERED = 6  # free cells from which on a position is worth remembering
MEMORY_BITS = 18  # at most 2^18 positions, 9 MiB
LAYOUT = 4  # of `make_layout`: the places before the quarters
_PARITY = 1  # in the rank of a move, which is twice the other's moves


def make_layout(rows: int, cols: int) -> np.ndarray:
    """`[12]` uint64: cols, stones turned over in a line at most, all cells, and each quarter of them (lo, hi)."""
    quarters = [0, 0, 0, 0]
    for row in range(rows):
        for col in range(cols):
            quarters[row * 2 // rows * 2 + col * 2 // cols] |= 1 << (row * (cols + 1) + col)
    sets = [sum(quarters), *quarters]
    words = [word for cells in sets for word in (cells % 2**64, cells >> 64)]
    return np.array([cols, max(rows, cols) - 2, *words], np.uint64)


@inlined
def odd_quarters(layout, free_lo, free_hi):
    """The free cells of the quarters that have an odd number of them."""
    odd_lo, odd_hi = ZERO, ZERO
    for at in range(LAYOUT, LAYOUT + 8, 2):
        lo, hi = free_lo & layout[at], free_hi & layout[at + 1]
        if count(lo, hi) & 1:
            odd_lo |= lo
            odd_hi |= hi
    return odd_lo, odd_hi


@kernel
def list_moves(own_lo, own_hi, other_lo, other_hi, free_lo, free_hi, num_free, layout, listed):
    """Write the moves into `listed` `[n, 3]`: the cells that become own, (lo, hi), and a rank, lowest first."""
    cols, longest = np.int64(layout[0]), np.int64(layout[1])
    lo, hi = free_lo, free_hi
    if num_free > FEW:
        lo, hi = moves(own_lo, own_hi, other_lo, other_hi, free_lo, free_hi, cols, longest)
    odd_lo, odd_hi = odd_quarters(layout, free_lo, free_hi)
    found = 0
    while lo | hi:
        bit_lo, bit_hi = lo ^ (lo & (lo - ONE)), ZERO
        if lo == ZERO:
            bit_hi = hi ^ (hi & (hi - ONE))
        lo, hi = lo ^ bit_lo, hi ^ bit_hi
        gain_lo, gain_hi = turned(own_lo, own_hi, other_lo, other_hi, bit_lo, bit_hi, cols)
        if (gain_lo | gain_hi) == ZERO:
            continue
        gain_lo, gain_hi = gain_lo | bit_lo, gain_hi | bit_hi
        rank = 0 if (odd_lo & bit_lo) | (odd_hi & bit_hi) else _PARITY
        if num_free > FEW:
            answers_lo, answers_hi = moves(
                other_lo & ~gain_lo,
                other_hi & ~gain_hi,
                own_lo | gain_lo,
                own_hi | gain_hi,
                free_lo ^ bit_lo,
                free_hi ^ bit_hi,
                cols,
                longest,
            )
            rank += 2 * count(answers_lo, answers_hi)
        listed[found, 0], listed[found, 1], listed[found, 2] = gain_lo, gain_hi, np.uint64(rank)
        found += 1
    return found


@inlined
def bring_forward(listed, first, found):
    """Swap the move with the lowest rank, of those from `first` on, to that place."""
    best = first
    for i in range(first + 1, found):
        if listed[i, 2] < listed[best, 2]:
            best = i
    for part in range(3):
        listed[first, part], listed[best, part] = listed[best, part], listed[first, part]


@inlined
def place_of(own_lo, own_hi, other_lo, other_hi, size):
    """Where a position stands or may be put in a memory of `size` places."""
    bits = mixed(own_lo ^ mixed(own_hi ^ mixed(other_lo ^ mixed(other_hi + ONE))))
    return np.int64(bits & np.uint64(size - 1))


# The signature is given: numba's cache on disk breaks functions that call themselves with other types than their own.
@kernel(
    "int64(uint64, uint64, uint64, uint64, int64, int64, uint64[::1], uint64[:, ::1], int8[:, ::1], uint64[:, :, ::1])"
)
def search(own_lo, own_hi, other_lo, other_hi, alpha, beta, layout, keys, bounds, stack):
    """The final margin for the side with the stones `own`, which is to move: exact inside (alpha, beta), else a bound.

    `keys` `[M, 4]` and `bounds` `[M, 2]`, at least and at most, are what is remembered; `stack` `[n + 1, n, 3]` has a
    row for each number of free cells.
    """
    free_lo, free_hi = layout[2] & ~(own_lo | other_lo), layout[3] & ~(own_hi | other_hi)
    num_free = count(free_lo, free_hi)
    place = -1
    if num_free >= REMEMBERED:
        place = place_of(own_lo, own_hi, other_lo, other_hi, keys.shape[0])
        at = keys[place]
        if at[0] == own_lo and at[1] == own_hi and at[2] == other_lo and at[3] == other_hi:
            alpha, beta = max(alpha, np.int64(bounds[place, 0])), min(beta, np.int64(bounds[place, 1]))
            if alpha >= beta:
                return alpha if alpha == bounds[place, 0] else beta
    listed = stack[num_free]
    found = list_moves(own_lo, own_hi, other_lo, other_hi, free_lo, free_hi, num_free, layout, listed)
    if found == 0:
        found = list_moves(other_lo, other_hi, own_lo, own_hi, free_lo, free_hi, num_free, layout, listed)
        if found == 0:
            return count(own_lo, own_hi) - count(other_lo, other_hi)
        return -search(other_lo, other_hi, own_lo, own_hi, -beta, -alpha, layout, keys, bounds, stack)
    best, low = -128, alpha
    for i in range(found):
        bring_forward(listed, i, found)
        gain_lo, gain_hi = listed[i, 0], listed[i, 1]
        next_lo, next_hi = other_lo & ~gain_lo, other_hi & ~gain_hi
        mine_lo, mine_hi = own_lo | gain_lo, own_hi | gain_hi
        high = beta if i == 0 else low + 1
        value = -search(next_lo, next_hi, mine_lo, mine_hi, -high, -low, layout, keys, bounds, stack)
        if high <= value < beta:
            value = -search(next_lo, next_hi, mine_lo, mine_hi, -beta, -value, layout, keys, bounds, stack)
        best = max(best, value)
        low = max(low, best)
        if low >= beta:
            break
    if place >= 0:
        at = keys[place]
        at[0], at[1], at[2], at[3] = own_lo, own_hi, other_lo, other_hi
        bounds[place, 0] = best if best > alpha else -128
        bounds[place, 1] = best if best < beta else 127
    return best


@kernel
def judge_all(spec, states, layout, keys, bounds, stack, values):
    """Write the final margin of each of `states` `[B, S]` for its player to move."""
    for b in range(states.shape[0]):
        player = states[b, spec[ROWS] * spec[COLS] + TO_PLAY]
        own_lo, own_hi, other_lo, other_hi, _, _ = sets_of(spec, states[b], player)
        values[b] = search(own_lo, own_hi, other_lo, other_hi, -127, 127, layout, keys, bounds, stack)


class OthelloEndgame(Referee):
    """Judges the positions of a board of any size with few empty cells; 4×4 from the start."""

    def __init__(self, game: Game):
        self.game = game
        self._layout = make_layout(game.sizes["rows"], game.sizes["cols"])

    def values(self, states: np.ndarray) -> np.ndarray:
        self._check(states)
        keys, bounds = np.zeros((1 << MEMORY_BITS, 4), np.uint64), np.zeros((1 << MEMORY_BITS, 2), np.int8)
        size = self.game.num_actions - 1
        stack = np.zeros((size + 1, EMPTY_CELLS, 3), np.uint64)
        values = np.zeros(len(states), np.int16)
        judge_all(self.game.spec, np.ascontiguousarray(states), self._layout, keys, bounds, stack, values)
        return values

    def _check(self, states: np.ndarray) -> None:
        """Raise UserError where too many cells are empty."""
        size = self.game.num_actions - 1
        num_empty = np.where(states[:, size + STATUS] == OVER, 0, (states[:, :size] == 0).sum(1))
        if (num_empty > EMPTY_CELLS).any():
            raise UserError(
                f"exact play of {self.game} needs a later position: here {num_empty.max()} cells are empty, and at "
                f"most {EMPTY_CELLS} can be judged"
            )
