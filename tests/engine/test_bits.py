"""Sets of cards as bits: what is compiled finds and counts the same as what is interpreted."""

from __future__ import annotations

import numpy as np

from ucgsim.engine.compiling.compiled import entry
from ucgsim.engine.core import arithmetic
from ucgsim.engine.core.constants import NONE


@entry
def looked_at(numbers, lowest, counts):
    """The lowest bit of every number, and how many each has."""
    for i in range(numbers.shape[0]):
        lowest[i] = arithmetic.lowest_bit(numbers[i])
        counts[i] = arithmetic.count_bits(numbers[i])


def test_compiled_and_interpreted_bits_are_the_same():
    numbers = np.array([0, 1, 2, 12, (1 << 63) - 1, 1 << 62, 0b1011 << 40], np.int64)
    lowest, counts = np.zeros((2, len(numbers)), np.int64)
    looked_at(numbers, lowest, counts)
    assert list(lowest) == [NONE, 0, 1, 2, 0, 62, 40] == [arithmetic._lowest_bit(number) for number in numbers]
    assert list(counts) == [0, 1, 1, 2, 63, 1, 3] == [arithmetic._count_bits(number) for number in numbers]
