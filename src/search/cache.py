"""What an evaluator has said of the positions that the games of a search have met; bounded memory.

An entry holds its key beside the key's hash, so two positions with one hash are never taken for each other. An
evaluator that answers for each row by itself gives the same numbers whether it is asked or remembered: a search finds
the same, bit for bit, with a cache and without. New weights are a new evaluator, and that is a new cache.

A key is the whole observation in few words, since what a look costs is fetching the entry from memory: a plane of
zeros and ones is a bit a cell, a plane that is one number all over is that number. What has another plane has no key
and is not remembered.
"""

from typing import NamedTuple

import numpy as np

from src.files.compiled import copy_row, inlined, kernel
from src.games.hashing import mixed
from src.games.rules import Game
from src.search.bits import equal_bits

WAYS = 4  # entries that a hash can lie in
UNKNOWN = -1
NO_KEY = np.uint64(0)  # as the hash of an observation, and of an entry that is empty
_USED = np.uint64(1)  # set in every other hash
_PRIME = np.uint64(0x100000001B3)  # FNV-1a, Fowler, Noll and Vo
_SHIFT = np.uint64(32)
KEPT, FOUND = 0, 1  # places in the counts

_CELLS_A_WORD = 63  # the 64th bit is:
_ALIKE = np.uint64(1 << 63)  # the plane is one number all over, whose bits are the lowest 32
_ONE_BITS = np.uint32(0x3F800000)  # of 1.0
_ZERO_BITS = np.uint32(0)


class Cache(NamedTuple):
    """E entries, a power of two; none if there is no memory for them. A key has K words."""

    hashes: np.ndarray  # [E] uint64
    keys: np.ndarray  # [E, K] uint64
    prior_logits: np.ndarray  # [E, A] float32
    values: np.ndarray  # [E] float32
    counts: np.ndarray  # [2] int64: entries ever kept, answers given


def key_words(planes: tuple[int, int, int]) -> int:
    """K, for observations of these planes."""
    num_planes, height, width = planes
    return num_planes * -(-height * width // _CELLS_A_WORD)


def make_cache(game: Game, megabytes: float) -> Cache:
    """As many entries as `megabytes` (of 10⁶ bytes) hold. The system gives the memory when it is first written."""
    num_words = key_words(game.planes)
    entry_bytes = 8 + 8 * num_words + 4 * game.num_actions + 4
    num_entries = 1 << int(megabytes * 1e6 / entry_bytes).bit_length() >> 1
    if num_entries < WAYS:
        num_entries = 0
    return Cache(
        hashes=np.zeros(num_entries, np.uint64),
        keys=np.zeros((num_entries, num_words), np.uint64),
        prior_logits=np.zeros((num_entries, game.num_actions), np.float32),
        values=np.zeros(num_entries, np.float32),
        counts=np.zeros(2, np.int64),
    )


@inlined
def write_key(observation, key):
    """Write the key `[K]` of an observation, its bits `[C, H*W]` uint32. Returns the key's hash, or NO_KEY."""
    num_cells = observation.shape[1]
    words_a_plane = key.shape[0] // observation.shape[0]
    bits = _PRIME
    for plane in range(observation.shape[0]):
        numbers = observation[plane]
        is_alike, is_binary = True, True
        for part in range(words_a_plane):
            begin = part * _CELLS_A_WORD
            end = min(begin + _CELLS_A_WORD, num_cells)
            all_cells = (_USED << np.uint64(end - begin)) - _USED
            ones = equal_bits(numbers, begin, end, _ONE_BITS)
            key[plane * words_a_plane + part] = ones
            is_binary &= ones | equal_bits(numbers, begin, end, _ZERO_BITS) == all_cells
            is_alike &= equal_bits(numbers, begin, end, numbers[0]) == all_cells
        if is_alike:
            key[plane * words_a_plane] = _ALIKE | np.uint64(numbers[0])
        elif not is_binary:
            return NO_KEY
        for part in range(plane * words_a_plane, (plane + 1) * words_a_plane):
            bits = (bits ^ key[part]) * _PRIME
            bits ^= bits >> _SHIFT
    return mixed(bits) | _USED


@inlined
def first_way(cache, bits):
    """The first of the entries in which a hash can lie."""
    num_buckets = np.uint64(cache.hashes.shape[0] // WAYS)
    return np.int64((bits >> _SHIFT) & (num_buckets - _USED)) * WAYS


@inlined
def look_up(cache, key, bits):
    """The entry of the key with the hash `bits`, or UNKNOWN."""
    if bits == NO_KEY:
        return UNKNOWN
    first = first_way(cache, bits)
    for entry in range(first, first + WAYS):
        if cache.hashes[entry] == bits:
            is_same = True
            for i in range(key.shape[0]):
                is_same &= cache.keys[entry, i] == key[i]
            if is_same:
                return entry
    return UNKNOWN


@kernel
def keep(cache, keys, hashes, num_rows, prior_logits, values):
    """Remember the evaluator's answers to the first rows; where all ways are taken the next in turn is given up."""
    for row in range(num_rows):
        bits = hashes[row]
        if bits == NO_KEY or look_up(cache, keys[row], bits) != UNKNOWN:  # two games met it in one step
            continue
        first = first_way(cache, bits)
        entry = first + cache.counts[KEPT] % WAYS
        for way in range(first, first + WAYS):
            if cache.hashes[way] == NO_KEY:
                entry = way
                break
        cache.counts[KEPT] += 1
        cache.hashes[entry] = bits
        copy_row(keys[row], cache.keys[entry])
        copy_row(prior_logits[row], cache.prior_logits[entry])
        cache.values[entry] = values[row]
