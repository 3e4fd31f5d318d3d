"""Othello on bits: where the moves are and what they turn over, with two 64-bit words for each set of cells.

Cell (row, col) is bit `row * (cols + 1) + col`, bits 0 to 63 in the word `lo` and the rest in `hi`. So each row
ends in a bit that no set has, where a shift beyond the row's end lands, and ten rows of ten cells fit.
All words and bit numbers are `uint64`, so compiled code and plain Python agree.
"""

import numpy as np

from src.files.compiled import inlined, kernel

ZERO, ONE, WORD = np.uint64(0), np.uint64(1), np.uint64(64)
_LAST = np.uint64(63)
_PAIRS, _FOURS, _BYTES = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333), np.uint64(0x0F0F0F0F0F0F0F0F)
_TWO, _FOUR, _ONES, _TOP_BYTE = np.uint64(2), np.uint64(4), np.uint64(0x0101010101010101), np.uint64(56)


@inlined
def placed(bits, at):
    """A row's `bits` with the first of them at bit `at`: (lo, hi)."""
    if at >= WORD:
        return ZERO, bits << (at - WORD)
    return bits << at, (bits >> ONE) >> (_LAST - at)


@inlined
def taken(lo, hi, at):
    """The bits from `at` on, the first of them as bit 0; as many as a row needs."""
    if at >= WORD:
        return hi >> (at - WORD)
    return (lo >> at) | ((hi << ONE) << (_LAST - at))


@inlined
def up(lo, hi, by):
    """Every cell `by` bits on; `by` is from 1 to 63."""
    return lo << by, (hi << by) | (lo >> (WORD - by))


@inlined
def down(lo, hi, by):
    """Every cell `by` bits back."""
    return (lo >> by) | (hi << (WORD - by)), hi >> by


@inlined
def moved(lo, hi, by, is_up):
    """Every cell `by` bits on, or back."""
    if is_up:
        return up(lo, hi, by)
    return down(lo, hi, by)


@inlined
def count(lo, hi):
    """How many cells are in the set."""
    total = ZERO
    for word in (lo, hi):
        word = word - ((word >> ONE) & _PAIRS)
        word = (word & _FOURS) + ((word >> _TWO) & _FOURS)
        word = (word + (word >> _FOUR)) & _BYTES
        total += (word * _ONES) >> _TOP_BYTE
    return np.int64(total)


@kernel
def moves(own_lo, own_hi, other_lo, other_hi, free_lo, free_hi, cols, longest):
    """The free cells on which the side with the stones `own` may move: (lo, hi).

    `longest` is how many stones a move can turn over in one direction: two less than the board's longer side.
    """
    found_lo, found_hi = ZERO, ZERO
    for direction in range(4):
        by = ONE if direction == 0 else np.uint64(cols + direction - 1)
        lo, hi = up(own_lo, own_hi, by)
        back_lo, back_hi = down(own_lo, own_hi, by)
        for _ in range(longest):
            lo, hi, back_lo, back_hi = lo & other_lo, hi & other_hi, back_lo & other_lo, back_hi & other_hi
            lo, hi = up(lo, hi, by)
            back_lo, back_hi = down(back_lo, back_hi, by)
            found_lo |= lo | back_lo
            found_hi |= hi | back_hi
    return found_lo & free_lo, found_hi & free_hi


@kernel
def turned(own_lo, own_hi, other_lo, other_hi, bit_lo, bit_hi, cols):
    """The stones that the side with the stones `own` turns over by a move on the cell of the one bit: (lo, hi)."""
    all_lo, all_hi = ZERO, ZERO
    for direction in range(8):
        is_up, line = direction < 4, direction & 3
        by = ONE if line == 0 else np.uint64(cols + line - 1)
        run_lo, run_hi = ZERO, ZERO
        lo, hi = moved(bit_lo, bit_hi, by, is_up)
        while (lo & other_lo) | (hi & other_hi):
            run_lo |= lo
            run_hi |= hi
            lo, hi = moved(lo, hi, by, is_up)
        if (lo & own_lo) | (hi & own_hi):
            all_lo |= run_lo
            all_hi |= run_hi
    return all_lo, all_hi
