"""Bits that say where a number stands."""

import numpy as np
import pytest

from src.search.bits import equal_bits

pytestmark = pytest.mark.plain


@pytest.mark.parametrize(
    ("begin", "end"),
    [(0, 64), (0, 63), (0, 49), (3, 20), (0, 17), (0, 16), (5, 20), (0, 9), (7, 8), (4, 4)],
)
def test_each_number_has_its_bit(begin, end):
    numbers = np.random.default_rng(0).integers(0, 3, 64).astype(np.uint32)
    found = equal_bits(numbers, begin, end, np.uint32(2))
    assert [int(found) >> i & 1 for i in range(64)] == [int(n == 2) for n in numbers[begin:end]] + [0] * (
        64 - end + begin
    )
