"""Which of many numbers equal one, as the bits of a word: sixteen are compared at once."""

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from src.files.compiled import COMPILED, inlined

LANES = 16


def _equal_lanes(typing, numbers, start, wanted):
    """An intrinsic: which of 16 `numbers` `[N]` uint32 from `start` on are `wanted`, the first as the lowest bit."""

    def generate(context, builder, signature, arguments):
        number, vector = ir.IntType(32), ir.VectorType(ir.IntType(32), LANES)
        data = context.make_array(numbers)(context, builder, arguments[0]).data
        found = builder.load(builder.bitcast(builder.gep(data, [arguments[1]]), vector.as_pointer()), align=4)
        one = builder.insert_element(ir.Constant(vector, ir.Undefined), arguments[2], number(0))
        all_lanes = ir.Constant(vector, [0] * LANES)
        same = builder.icmp_unsigned("==", found, builder.shuffle_vector(one, one, all_lanes))
        return builder.zext(builder.bitcast(same, ir.IntType(LANES)), ir.IntType(64))

    return types.uint64(numbers, types.int64, types.uint32), generate


def _equal_lanes_one_by_one(numbers, start, wanted):
    """Instead, where nothing is compiled."""
    return np.uint64(sum(int(numbers[start + i] == wanted) << i for i in range(LANES)))


equal_lanes = intrinsic(_equal_lanes) if COMPILED else _equal_lanes_one_by_one


@inlined
def equal_bits(numbers, begin, end, wanted):
    """Bit i says whether `numbers[begin + i]` is `wanted`, up to `end`: at most 64 of `numbers` `[N]` uint32."""
    found = np.uint64(0)
    last = end - LANES
    if last < begin:
        for i in range(begin, end):
            found |= np.uint64(numbers[i] == wanted) << np.uint64(i - begin)
        return found
    for start in range(begin, last, LANES):
        found |= equal_lanes(numbers, start, wanted) << np.uint64(start - begin)
    return found | equal_lanes(numbers, last, wanted) << np.uint64(last - begin)
