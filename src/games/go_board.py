"""Stones on a board of Go: chains, their liberties, what is taken, and who surrounds what.

`state` begins with a byte a point: 0 empty, 1 player 0, 2 player 1. `spec` begins with the number of points, and from
NEIGHBOURS_AT on it holds four neighbours a point. Boards are told apart by their Zobrist hashes (Zobrist 1970): the
exclusive or of a number for each stone, so that a chain has a hash, too, and 0 is that of no stones.
"""

import numpy as np

from src.files.compiled import allocating, inlined, kernel
from src.games.hashing import mixed

# Places in spec: numbers, then the table of neighbours, OFF_BOARD at the rim.
SIZE, KOMI, SUICIDE, HISTORY, MAX_PLIES, WORDS_AT, NEIGHBOURS_AT = range(7)
OFF_BOARD = -1
NO_CHAIN = -1
NO_LIBERTY, LIBERTIES = -1, -2  # of a chain without any, and with more than one; else it is the liberty's point


@inlined
def zobrist(point, stone):
    return mixed(np.uint64(2 * np.int64(point) + np.int64(stone)))


@inlined
def follow(spec, state, start, marks, mark, until_liberty, queue):
    """Write `mark` at every stone of the chain at `start` into `marks`, and list them in `queue`.

    Returns how many they are, the chain's liberty, and its hash; with `until_liberty` what is known of these when the
    first liberty is found. `marks` may be the state, if `mark` is no stone.
    """
    stone = state[start]
    found, bits = NO_LIBERTY, np.uint64(0)
    marks[start] = mark
    queue[0] = start
    seen, filled = 0, 1
    while seen < filled and not (until_liberty and found != NO_LIBERTY):
        point = queue[seen]
        seen += 1
        bits ^= zobrist(point, stone)
        for side in range(NEIGHBOURS_AT + 4 * point, NEIGHBOURS_AT + 4 * point + 4):
            near = spec[side]
            if near == OFF_BOARD:
                continue
            if state[near] == 0:
                if found == NO_LIBERTY:
                    found = near
                elif found != near:
                    found = LIBERTIES
            elif state[near] == stone and marks[near] != mark:
                marks[near] = mark
                queue[filled] = near
                filled += 1
    return filled, found, bits


@kernel
def find_chains(spec, state, chain_of, liberty, chain_hash, queue):
    """Number the chains: write the chain of each point or NO_CHAIN, and of each chain its liberty and its hash."""
    chain_of[:] = NO_CHAIN
    chain = 0
    for start in range(spec[SIZE]):
        if state[start] != 0 and chain_of[start] == NO_CHAIN:
            _, liberty[chain], chain_hash[chain] = follow(spec, state, start, chain_of, chain, False, queue)
            chain += 1


@kernel
def take_if_dead(spec, state, start, queue):
    """Take the chain of the stone at `start` off the board if it has no liberty. Returns the hash of what was taken."""
    stone = state[start]
    filled, liberty, bits = follow(spec, state, start, state, np.int8(-stone), True, queue)
    is_dead = liberty == NO_LIBERTY
    for i in range(filled):
        state[queue[i]] = 0 if is_dead else stone
    return bits if is_dead else np.uint64(0)


@allocating
def area_lead(spec, state):
    """Player 0's points less player 1's: stones, and empty regions that touch stones of one player alone."""
    size = spec[SIZE]
    queue = np.empty(size, np.int16)
    is_seen = np.zeros(size, np.bool_)
    lead = 0
    for start in range(size):
        if state[start] != 0:
            lead += 3 - 2 * np.int64(state[start])
        elif not is_seen[start]:
            is_seen[start] = True
            queue[0] = start
            seen, filled = 0, 1
            touches = 0  # bit 0: player 0, bit 1: player 1
            while seen < filled:
                first = NEIGHBOURS_AT + 4 * queue[seen]
                seen += 1
                for side in range(first, first + 4):
                    near = spec[side]
                    if near == OFF_BOARD:
                        continue
                    touches |= np.int64(state[near])
                    if state[near] == 0 and not is_seen[near]:
                        is_seen[near] = True
                        queue[filled] = near
                        filled += 1
            if touches == 1 or touches == 2:
                lead += (3 - 2 * touches) * filled
    return lead


def neighbours(rows: int, cols: int) -> np.ndarray:
    """`[points, 4]` the points above, below, left and right of each, or OFF_BOARD."""
    padded = np.full((rows + 2, cols + 2), OFF_BOARD, np.int32)
    padded[1:-1, 1:-1] = np.arange(rows * cols).reshape(rows, cols)
    sides = [padded[:-2, 1:-1], padded[2:, 1:-1], padded[1:-1, :-2], padded[1:-1, 2:]]
    return np.stack(sides, -1).reshape(-1, 4)


def point_names(rows: int, cols: int) -> tuple[str, ...]:
    """A letter without I and the row from 1 at the bottom, from the top left on."""
    letters = "ABCDEFGHJKLMNOPQRST"
    return tuple(f"{letters[col]}{rows - row}" for row in range(rows) for col in range(cols))
