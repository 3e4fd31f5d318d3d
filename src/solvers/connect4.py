"""Connect Four by search: how soon a player wins under best play by both.

The value of a position is 0 for a draw. A win is worth more the sooner it comes: half the board's cells, rounded up,
plus 1, less the stones that the winner has played by then (on 6×7: 22 less these); a loss as much less than nothing.

Alpha-beta with windows of no width, by what was done in the solvers of Allis (1988), Tromp and Pons: each question is
"at least this much?", and what is learnt is kept as bounds by position. Moves that let the opponent win at once are
never searched; first come those that leave most cells where one more stone makes a line, then those nearest the centre.
"""

import numpy as np
from numba import types

from src.files.compiled import inlined, kernel
from src.files.errors import UserError
from src.games import stones
from src.games.hashing import mixed
from src.games.rules import Game
from src.solvers.connect4_board import (
    BOARD,
    bitboards,
    column,
    finishing,
    follower_bound,
    make_board,
    num_bits,
    open_cells,
    saving_moves,
)
from src.solvers.referee import Referee

MEMORY_BITS = 24  # at most 2^24 positions, 128 MiB
LEAST_BITS = 14  # at least so many, so that where a name stands tells its bits in `_LOW`
LAST_KEPT = 8  # with so few empty cells a search costs less than the memory
LAST_LOOKED = 12  # and with so few, less than looking at all replies there
BUCKET = 4  # neighbouring places where a position may stand
MOST_FREE = 34  # empty cells; on 6×7 from the eighth move on

_ONE = np.uint64(1)
_LOW = np.uint64(0xFFF)  # the bits of a place that hold bounds; a hash's low bits are known by where it stands
_SIX = np.uint64(0x3F)
_ZERO = 32  # what stands for the bound 0


@inlined
def _place(memory, name):
    """Where the position of that name stands or may be put: `mixed` is one to one, so no two share a name."""
    home = np.int64(name & np.uint64(memory.shape[0] // BUCKET - 1)) * BUCKET
    for place in range(home, home + BUCKET):
        if memory[place] == 0 or (memory[place] ^ name) & ~_LOW == 0:
            return place
    return home + np.int64(name >> 62)


@inlined
def _known(memory, place, name):
    """The value is at least and at most; -32 and 31 where nothing is known."""
    entry = memory[place]
    if entry == 0 or (entry ^ name) & ~_LOW != 0:
        return -_ZERO, _ZERO - 1
    return np.int64((entry >> 6) & _SIX) - _ZERO, np.int64(entry & _SIX) - _ZERO


@inlined
def _remember(memory, name, found, target):
    """Keep the answer to "at least `target`?"."""
    place = _place(memory, name)
    least, most = _known(memory, place, name)
    if found >= target:
        least = max(least, found)
    else:
        most = min(most, found)
    memory[place] = (name & ~_LOW) | (np.uint64(least + _ZERO) << 6) | np.uint64(most + _ZERO)


@inlined
def _sort_moves(orders, base, board, own, taken, moves, good):
    """Write the moves from `orders[base]` on, the most promising first, as worth · 16 + 15 - place from the centre.

    A cell where one more stone makes a line counts twice among the `good` rows: the player gets these in the end, when
    the columns fill up one after the other (Allis 1988).
    """
    count = 0
    for rank in range(board.cols):
        move = moves & column(board, _from_centre(board, rank))
        if move != 0:
            cells = finishing(board, own | move, taken)
            entry = (num_bits(cells) + num_bits(cells & good)) * 16 + 15 - rank
            at = base + count
            while at > base and orders[at - 1] < entry:
                orders[at] = orders[at - 1]
                at -= 1
            orders[at] = entry
            count += 1
    return count


@inlined
def _most_by_memory(memory, board, own, taken, moves, target):
    """What one of the moves is known to be worth at least, if that is `target` or more; else something less."""
    found = -_ZERO
    while moves != 0 and found < target:
        move = moves & (~moves + _ONE)
        moves ^= move
        name = _name(board, own ^ taken, taken | move)
        found = -_known(memory, _place(memory, name), name)[1]
    return found


@inlined
def _name(board, own, taken):
    """A number for the position alone; one bit on top of each column says how high it is."""
    return mixed(own | (taken + board.bottom))


@inlined
def _from_centre(board, rank):
    """The column that is so far from the centre: 3 4 2 5 1 6 0 of seven."""
    return (board.cols - 1) // 2 + (rank + 1) // 2 * (1 if rank & 1 else -1)


# The signature is given: numba's cache on disk breaks functions that call themselves with other types than their own.
@kernel(types.int64(types.uint64[::1], types.int64[::1], BOARD, types.uint64, types.uint64, types.int64, types.int64))
def bound(memory, orders, board, own, taken, num_stones, target):
    """The answer to "is the value at least `target`?", where the player to move cannot win at once.

    Yes: a bound of at least `target`, below the value or equal. No: a bound below `target`, above the value or equal.
    """
    half = (board.rows * board.cols + 1) // 2
    lowest, highest = (num_stones + 3) // 2 - half, half - (num_stones + 2) // 2  # the move after next, at the soonest
    moves = saving_moves(board, own, taken)
    if moves == 0:
        return lowest - 1
    if num_stones + 2 >= board.rows * board.cols:
        return 0
    highest = min(highest, follower_bound(board, own, taken))
    if lowest >= target or highest < target:
        return lowest if lowest >= target else highest
    num_free = board.rows * board.cols - num_stones
    name = _name(board, own, taken)
    if num_free > LAST_KEPT:
        least, most = _known(memory, _place(memory, name), name)
        if least >= target or most < target:
            return least if least >= target else most
        if num_free > LAST_LOOKED:
            best = _most_by_memory(memory, board, own, taken, moves, target)
            if best >= target:
                return best
    base = num_stones * board.cols
    good = board.first if num_stones & 1 == 0 else ~board.first
    best = lowest
    for i in range(_sort_moves(orders, base, board, own, taken, moves, good)):
        move = moves & column(board, _from_centre(board, 15 - (orders[base + i] & 15)))
        found = -bound(memory, orders, board, own ^ taken, taken | move, num_stones + 1, 1 - target)
        best = max(best, found)
        if best >= target:
            break
    if num_free > LAST_KEPT:
        _remember(memory, name, best, target)
    return best


@kernel
def exact_value(memory, orders, board, own, taken):
    """The value of a position in which nobody has won."""
    num_stones, num_cells = num_bits(taken), board.rows * board.cols
    half = (num_cells + 1) // 2
    if finishing(board, own, taken) & open_cells(board, taken) != 0:
        return half - num_stones // 2
    if num_stones == num_cells:
        return 0
    low, high = (num_stones + 1) // 2 - half, half - (num_stones + 2) // 2
    while low < high:
        target = (low + high + 1) // 2
        found = bound(memory, orders, board, own, taken, num_stones, target)
        if found >= target:
            low = found
        else:
            high = found
    return low


class Connect4(Referee):
    """Judges boards that `connect4_board.fits`, in all positions with at most `most_free` empty cells.

    What was found is kept from one question to the next, and changes no answer.
    """

    def __init__(self, game: Game, most_free: int = MOST_FREE):
        self.game = game
        self._most_free = most_free
        self._board = make_board(game)
        cells = game.max_plies
        self._memory = np.zeros(1 << min(MEMORY_BITS, max(cells, LEAST_BITS)), np.uint64)
        self._orders = np.zeros(cells * game.num_actions, np.int64)

    def values(self, states: np.ndarray) -> np.ndarray:
        cells = self.game.max_plies
        winners, num_stones = states[:, cells + stones.WINNER], (states[:, :cells] != 0).sum(1, dtype=np.int16)
        goes_on = winners == 0
        self._check(cells - num_stones[goes_on])
        lost = (num_stones + 1) // 2 - (cells + 1) // 2 - 1  # where it is over and not drawn, who is to move has lost
        found = np.where(goes_on | (winners == stones.DRAWN), np.int16(0), lost)
        own, taken = bitboards(self.game, states)
        for i in np.flatnonzero(goes_on):
            found[i] = exact_value(self._memory, self._orders, self._board, own[i], taken[i])
        return found

    def _check(self, num_free: np.ndarray) -> None:
        """Raise UserError where a position is too open to be judged."""
        most = num_free.max(initial=0)
        if most > self._most_free:
            raise UserError(
                f"exact play of {self.game} needs a later position: here {most} cells are empty, and at most "
                f"{self._most_free} can be judged in seconds"
            )
