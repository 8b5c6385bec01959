"""Arithmetic that machines would do in ways of their own: bits, cells of a column, exp and log, small networks."""

from __future__ import annotations

from typing import Any

import numpy as np

from ucgsim.compiling.compiled import compiled, machine
from ucgsim.engine.core.layout import HIDDEN, OPTION, POSITION


def _lowest_bit(bits: Any) -> int:
    """Place of the lowest bit set, NONE for none."""
    return (int(bits) & -int(bits)).bit_length() - 1


def _count_bits(bits: Any) -> int:
    """How many bits of a number that is not negative are set."""
    return int(bits).bit_count()


lowest_bit: Any = _lowest_bit if machine is None else machine.lowest_bit
count_bits: Any = _count_bits if machine is None else machine.count_bits


# Rows of a column, cell by cell: Numba's copy of a slice compiles the words of an error that cannot come.


@compiled
def copy_cells(target, source):
    """Make one row of a column the same as another."""
    for i in range(target.shape[0]):
        target[i] = source[i]


# Exponential and logarithm in plain arithmetic, so that they are the same to the last bit on every machine: a C
# library, a browser and Python each have their own. Right to 1e-15 of the result.


_LN2_HIGH, _LN2_LOW = 0.6931471803691238, 1.9082149292705877e-10
"""The logarithm of 2 in two parts, the first of so few digits that up to 2,000 times it is exact."""
_LARGEST = 700.0
_LAST = 23
"""The last term of the series of a logarithm."""
_ROOT_2 = 1.4142135623730951


@compiled
def exp(x):
    """e to the power of x, of -700 to 700; what is further out is taken as that."""
    x = min(max(x, -_LARGEST), _LARGEST)
    twos = int(x / _LN2_HIGH + (0.5 if x >= 0.0 else -0.5))
    rest = (x - twos * _LN2_HIGH) - twos * _LN2_LOW
    later = 1.0 / 39916800.0 + rest * (1.0 / 479001600.0 + rest * (1.0 / 6227020800.0))
    tail = 1.0 / 5040.0 + rest * (1.0 / 40320.0 + rest * (1.0 / 362880.0 + rest * (1.0 / 3628800.0 + rest * later)))
    middle = 1.0 / 24.0 + rest * (1.0 / 120.0 + rest * (1.0 / 720.0 + rest * tail))
    result = 1.0 + rest * (1.0 + rest * (0.5 + rest * (1.0 / 6.0 + rest * middle)))
    factor = 2.0 if twos >= 0 else 0.5
    left = abs(twos)
    while left > 0:
        if left & 1:
            result *= factor
        factor *= factor
        left >>= 1
    return result


@compiled
def log(x):
    """The natural logarithm of a positive number."""
    twos = 0
    while x >= _ROOT_2:
        x *= 0.5
        twos += 1
    while x < 0.5 * _ROOT_2:
        x *= 2.0
        twos -= 1
    part = (x - 1.0) / (x + 1.0)
    square, result = part * part, 0.0
    for n in range(_LAST, 0, -2):
        result = 1.0 / n + square * result
    return twos * _LN2_HIGH + (2.0 * part * result + twos * _LN2_LOW)


# The arithmetic of small networks, all hidden units at a time.
#
# Numba would work them out one by one; here they are one vector that stays in the registers of a processor, and what is
# not there is passed over by bits, eight at a time. Interpreted games do the same additions in the same order, so both
# lanes choose alike to the last bit.


def _weigh(seen: Any, layer: Any, start: Any, sums: Any) -> None:
    """``sums``: those of ``start`` with all that is ``seen``, each times its row of ``layer``.

    ``seen``: float64, shape (inputs,); ``layer``: float32, shape (inputs, HIDDEN); ``start`` and ``sums``: float32,
    shape (HIDDEN,).
    """
    sums[:] = start
    for place in np.flatnonzero(seen):
        sums += np.float32(seen[place]) * layer[place]


def _spread(seen: Any, units: Any, layer: Any) -> None:
    """Add to ``layer`` what is ``seen``, each times ``units``; shapes as of ``_weigh``."""
    for place in np.flatnonzero(seen):
        layer[place] += np.float32(seen[place]) * units


def _rate(seen: Any, layer: Any, start: Any, second: Any, skip: Any, first: float) -> float:
    """``first`` with what comes of the sums of ``_weigh``, and with what goes straight to the answer.

    ``second``: float32, shape (HIDDEN,); ``skip``: float32, shape (inputs,).
    """
    sums, straight = np.empty(HIDDEN, np.float32), 0.0
    _weigh(seen, layer, start, sums)
    parts = np.maximum(sums, np.float32(0)) * second
    while len(parts) > 1:
        parts = parts[: len(parts) // 2] + parts[len(parts) // 2 :]
    for place in np.flatnonzero(seen):
        straight += float(seen[place]) * float(skip[place])
    return first + float(parts[0]) + straight


weigh_position: Any = _weigh if machine is None else machine.weigh_vectors(POSITION, HIDDEN)
weigh_option: Any = _weigh if machine is None else machine.weigh_vectors(OPTION, HIDDEN)
spread_position: Any = _spread if machine is None else machine.spread_vectors(POSITION, HIDDEN)
spread_option: Any = _spread if machine is None else machine.spread_vectors(OPTION, HIDDEN)
rate_option: Any = _rate if machine is None else machine.rate_vectors(OPTION, HIDDEN)
