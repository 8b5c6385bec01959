"""Bits, exponentials and networks: what is compiled does the same additions as what is interpreted."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ucgsim.compiling.compiled import entry
from ucgsim.engine.core import arithmetic
from ucgsim.engine.core.constants import NONE
from ucgsim.engine.core.layout import HIDDEN, OPTION, POSITION


@entry([np.float64], [np.float64], [np.float32, 2], [np.float32, 2], [np.float32], [np.float64])
def worked_out(position, option, layer, units, skip, out):  # noqa: PLR0917 - as the library takes them
    """``units``: what the sums begin with, what they count, and the sums, which are overwritten; so are answers."""
    arithmetic.weigh_position(position, layer, units[0], units[2])
    out[0] = arithmetic.rate_option(option, layer, units[0], units[1], skip, 0.25)


@entry([np.float64], [np.float64], [np.float32], [np.float32, 2], [np.float32, 2])
def spread(position, option, units, of_position, of_option):
    """Add to both layers what is seen, each times the ``units``."""
    arithmetic.spread_position(position, units, of_position)
    arithmetic.spread_option(option, units, of_option)


@entry([np.int64], [np.int64], [np.int64])
def looked_at(numbers, lowest, counts):
    """The lowest bit of every number, and how many each has."""
    for i in range(numbers.shape[0]):
        lowest[i] = arithmetic.lowest_bit(numbers[i])
        counts[i] = arithmetic.count_bits(numbers[i])


@entry([np.float64], [np.float64], [np.float64])
def raised(numbers, powers, logarithms):
    """Exponentials of numbers, and logarithms of those."""
    for i in range(numbers.shape[0]):
        powers[i] = arithmetic.exp(numbers[i])
        logarithms[i] = arithmetic.log(powers[i])


@pytest.mark.parametrize("there", [0, 1, 7, POSITION])
def test_networks_are_the_same_to_the_last_bit(there):
    chance = np.random.default_rng(there)
    position, option = np.zeros(POSITION), np.zeros(OPTION)
    for seen in (position, option):
        seen[chance.permutation(len(seen))[:there]] = chance.normal(size=there)
    option[-1] = 1.0 if there else 0.0
    layer = chance.normal(size=(OPTION, HIDDEN)).astype(np.float32)
    units = chance.normal(size=(3, HIDDEN)).astype(np.float32)
    skip = chance.normal(size=OPTION).astype(np.float32)
    start, second, sums = units
    out, expected = np.zeros(1), np.zeros(HIDDEN, np.float32)
    worked_out(position, option, layer, units, skip, out)
    arithmetic._weigh(position, layer, start, expected)
    assert np.array_equal(sums, expected)
    assert out[0] == arithmetic._rate(option, layer, start, second, skip, 0.25)
    layers = (layer[:POSITION].copy(), layer.copy())
    spread(position, option, second, *layers)
    for seen, added in zip((position, option), layers, strict=True):
        expected = layer[: len(added)].copy()
        arithmetic._spread(seen, second, expected)
        assert np.array_equal(added, expected)
        assert np.allclose(added, layer[: len(added)] + np.outer(seen, second), atol=1e-5)
    exact = np.maximum(start + option @ layer, 0) @ second + option @ skip
    assert out[0] == pytest.approx(float(exact) + 0.25, abs=1e-3)


def test_bits_are_the_same():
    numbers = np.array([0, 1, 2, 12, (1 << 63) - 1, 1 << 62, 0b1011 << 40], np.int64)
    lowest, counts = np.zeros((2, len(numbers)), np.int64)
    looked_at(numbers, lowest, counts)
    assert list(lowest) == [NONE, 0, 1, 2, 0, 62, 40] == [arithmetic._lowest_bit(number) for number in numbers]
    assert list(counts) == [0, 1, 1, 2, 63, 1, 3] == [arithmetic._count_bits(number) for number in numbers]


def test_exponentials_are_the_same_and_right():
    numbers = np.concatenate([np.random.default_rng(1).uniform(-60, 60, 2000), [0.0, -0.0, 1e-9, 699.9, -699.9]])
    powers, logarithms = np.zeros((2, len(numbers)))
    raised(numbers, powers, logarithms)
    assert [*powers] == [arithmetic.exp(float(each)) for each in numbers]
    assert [*logarithms] == [arithmetic.log(float(each)) for each in powers]
    assert [*powers] == pytest.approx([math.exp(each) for each in numbers], rel=1e-15)
    assert [*logarithms] == pytest.approx([math.log(each) for each in powers], rel=1e-15, abs=1e-16)


def test_exponentials_further_out_are_those_of_the_ends():
    assert arithmetic.exp(-1e9) == arithmetic.exp(-700.0) > 0
    assert arithmetic.exp(1e9) == arithmetic.exp(700.0) < math.inf
