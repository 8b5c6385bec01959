"""The arithmetic of networks: what is compiled does the same additions as what is interpreted."""

from __future__ import annotations

import numpy as np
import pytest

from ucgsim.engine.compiling.compiled import entry
from ucgsim.engine.core import arithmetic
from ucgsim.engine.core.layout import HIDDEN, OPTION, POSITION


@entry
def worked_out(inputs, layer, units, skip, out):
    """``units``: what the sums begin with, what they count, and the sums, which are overwritten; so are answers."""
    position, option = inputs
    arithmetic.weigh_position(position, layer, units[0], units[2])
    out[0] = arithmetic.rate_position(position, layer, units[0], units[1], skip, 0.25)
    out[1] = arithmetic.rate_option(option, layer, units[0], units[1], skip, 0.0)


@pytest.mark.parametrize("there", [0, 1, 7, POSITION])
def test_compiled_and_interpreted_answers_are_the_same_to_the_last_bit(there):
    chance = np.random.default_rng(there)
    position, option = np.zeros(POSITION), np.zeros(OPTION)
    for seen in (position, option):
        seen[chance.permutation(len(seen))[:there]] = chance.normal(size=there)
    option[-1] = 1.0 if there else 0.0
    layer = chance.normal(size=(OPTION, HIDDEN)).astype(np.float32)
    units = chance.normal(size=(3, HIDDEN)).astype(np.float32)
    skip = chance.normal(size=OPTION).astype(np.float32)
    start, second, sums = units
    out, expected = np.zeros(2), np.zeros(HIDDEN, np.float32)
    worked_out((position, option), layer, units, skip, out)
    arithmetic._weigh(position, layer, start, expected)
    assert np.array_equal(sums, expected)
    assert out[0] == arithmetic._rate(position, layer, start, second, skip, 0.25)
    assert out[1] == arithmetic._rate(option, layer, start, second, skip, 0.0)
    exact = np.maximum(start + option @ layer, 0) @ second + option @ skip
    assert out[1] == pytest.approx(float(exact), abs=1e-3)
