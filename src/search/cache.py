"""What an evaluator has said of the positions that the games of a search have met; bounded memory.

An entry holds the whole observation beside its hash, so two positions with one hash are never taken for each other.
An evaluator that answers for each row by itself gives the same numbers whether it is asked or remembered: a search
finds the same, bit for bit, with a cache and without. New weights are a new evaluator, and that is a new cache.

Observations are compared by their bits, `[R, W]` uint32 words, one a number.
"""

from typing import NamedTuple

import numpy as np

from src.files.compiled import copy_row, inlined, kernel
from src.games.hashing import mixed
from src.games.rules import Game

WAYS = 4  # entries that a hash can lie in
UNKNOWN = -1
_EMPTY = np.uint64(0)  # as the hash of an entry
_USED = np.uint64(1)  # set in every other hash
_PRIME = np.uint64(0x100000001B3)  # FNV-1a, Fowler, Noll and Vo
_SHIFT = np.uint64(32)
KEPT, FOUND = 0, 1  # places in the counts


class Cache(NamedTuple):
    """E entries, a power of two; none if there is no memory for them."""

    hashes: np.ndarray  # [E] uint64
    words: np.ndarray  # [E, W] uint32
    prior_logits: np.ndarray  # [E, A] float32
    values: np.ndarray  # [E] float32
    counts: np.ndarray  # [2] int64: entries ever kept, answers given


def make_cache(game: Game, megabytes: float) -> Cache:
    """As many entries as `megabytes` (of 10⁶ bytes) hold. The system gives the memory when it is first written."""
    num_words = int(np.prod(game.planes))
    entry_bytes = 8 + 4 * num_words + 4 * game.num_actions + 4
    num_entries = 1 << int(megabytes * 1e6 / entry_bytes).bit_length() >> 1
    if num_entries < WAYS:
        num_entries = 0
    return Cache(
        hashes=np.zeros(num_entries, np.uint64),
        words=np.zeros((num_entries, num_words), np.uint32),
        prior_logits=np.zeros((num_entries, game.num_actions), np.float32),
        values=np.zeros(num_entries, np.float32),
        counts=np.zeros(2, np.int64),
    )


@inlined
def _turned(bits):
    return (bits << _SHIFT) | (bits >> _SHIFT)


@inlined
def hash_words(words, row):
    """`uint64`, never 0: a hash of a row, in four lanes since each product waits for the one before."""
    one, two, three, four = _PRIME, _PRIME, _PRIME, _PRIME
    num_words = words.shape[1]
    for i in range(0, num_words - 3, 4):
        one = (one ^ np.uint64(words[row, i])) * _PRIME
        two = (two ^ np.uint64(words[row, i + 1])) * _PRIME
        three = (three ^ np.uint64(words[row, i + 2])) * _PRIME
        four = (four ^ np.uint64(words[row, i + 3])) * _PRIME
    for i in range(num_words - num_words % 4, num_words):
        one = (one ^ np.uint64(words[row, i])) * _PRIME
    return mixed(mixed(one ^ _turned(two)) ^ three ^ _turned(four)) | _USED


@inlined
def first_way(cache, bits):
    """The first of the entries in which a hash can lie."""
    num_buckets = np.uint64(cache.hashes.shape[0] // WAYS)
    return np.int64((bits >> _SHIFT) & (num_buckets - _USED)) * WAYS


@inlined
def look_up(cache, words, row, bits):
    """The entry of an observation with the hash `bits`, or UNKNOWN."""
    first = first_way(cache, bits)
    for entry in range(first, first + WAYS):
        if cache.hashes[entry] == bits:
            is_same = True
            for i in range(words.shape[1]):
                if cache.words[entry, i] != words[row, i]:
                    is_same = False
                    break
            if is_same:
                return entry
    return UNKNOWN


@kernel
def keep(cache, words, num_rows, prior_logits, values):
    """Remember the evaluator's answers to the first rows; where all ways are taken the next in turn is given up."""
    for row in range(num_rows):
        bits = hash_words(words, row)
        if look_up(cache, words, row, bits) != UNKNOWN:  # two games met it in one step
            continue
        first = first_way(cache, bits)
        entry = first + cache.counts[KEPT] % WAYS
        for way in range(first, first + WAYS):
            if cache.hashes[way] == _EMPTY:
                entry = way
                break
        cache.counts[KEPT] += 1
        cache.hashes[entry] = bits
        copy_row(words[row], cache.words[entry])
        copy_row(prior_logits[row], cache.prior_logits[entry])
        cache.values[entry] = values[row]
