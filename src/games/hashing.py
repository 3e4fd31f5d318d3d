"""Hashes and random numbers on 64 bits: what keys of states and seeded choices are made of.

All arithmetic wraps at 64 bits and every operand is `uint64`, so compiled code and plain Python agree.
"""

import numpy as np

from src.files.compiled import COMPILED, kernel

if not COMPILED:
    np.seterr(over="ignore")  # wrapping is what these functions want

_FNV_OFFSET = np.uint64(0xCBF29CE484222325)  # FNV-1a, Fowler, Noll and Vo
_FNV_PRIME = np.uint64(0x100000001B3)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # SplitMix64, Steele, Lea and Flood 2014
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_SHIFT_30, _SHIFT_27, _SHIFT_31, _SHIFT_11 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(11)
_UNIT = 1.0 / 9007199254740992.0  # 2^-53


@kernel
def mixed(bits):
    """`uint64` → `uint64`: every input bit changes every output bit (the finaliser of SplitMix64)."""
    bits = (bits ^ (bits >> _SHIFT_30)) * _MIX_1
    bits = (bits ^ (bits >> _SHIFT_27)) * _MIX_2
    return bits ^ (bits >> _SHIFT_31)


@kernel
def hash_state(state):
    """`[S]` int8, none negative → `uint64`: a hash of all bytes of a state."""
    bits = _FNV_OFFSET
    for i in range(state.shape[0]):
        bits = (bits ^ np.uint64(state[i])) * _FNV_PRIME
    return mixed(bits)


@kernel
def next_seed(seed):
    """The state of the generator that follows `seed` (SplitMix64)."""
    return seed + _GOLDEN


@kernel
def uniform(seed):
    """`uint64` → float64 in [0, 1): the number that belongs to this state of the generator."""
    return (mixed(seed) >> _SHIFT_11) * _UNIT


@kernel
def fill_next_uniforms(seeds, numbers):
    """Write for each of `[N]` seeds the number of the state that follows."""
    for i in range(seeds.shape[0]):
        numbers[i] = uniform(next_seed(seeds[i]))
