"""Hashes and random numbers against published values."""

import numpy as np
import pytest

from src.games.hashing import hash_state, mixed, next_seed, uniform

pytestmark = pytest.mark.plain


def test_random_numbers_are_those_of_splitmix64():
    """The first outputs from seed 1234567, as published beside the algorithm."""
    seed, outputs = np.uint64(1234567), []
    for _ in range(5):
        seed = np.uint64(next_seed(seed))
        outputs.append(int(mixed(seed)))
    assert outputs == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert uniform(seed) == (16408922859458223821 >> 11) / 2**53


@pytest.mark.parametrize(
    ("text", "fnv"), [("", 0xCBF29CE484222325), ("a", 0xAF63DC4C8601EC8C), ("foobar", 0x85944171F73967E8)]
)
def test_a_state_is_hashed_by_fnv_1a_over_all_its_bytes(text, fnv):
    """The values of the algorithm's authors, then mixed."""
    state = np.frombuffer(text.encode(), np.int8)
    assert hash_state(state.copy()) == mixed(np.uint64(fnv))
