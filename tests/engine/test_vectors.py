"""The arithmetic of networks: what is compiled does the same additions as what is interpreted."""

from __future__ import annotations

import numpy as np
import pytest

from ucgsim.engine.compiling.compiled import entry
from ucgsim.engine.core import vectors
from ucgsim.engine.core.learned import HIDDEN

INPUTS = 40


@entry
def worked_out(seen, places, n, layer, units):
    """The answer; ``units``: what the sums begin with, what they count, and the sums, which are overwritten."""
    vectors.put_in(seen, places, n, layer, units[0], units[2])
    return vectors.answer_of(units[1], units[2])


@pytest.mark.parametrize("n", [0, 1, 7, INPUTS])
def test_compiled_and_interpreted_answers_are_the_same_to_the_last_bit(n):
    chance = np.random.default_rng(n)
    seen = chance.normal(size=INPUTS)
    places = chance.permutation(INPUTS)
    layer = chance.normal(size=(INPUTS, HIDDEN)).astype(np.float32)
    units = chance.normal(size=(3, HIDDEN)).astype(np.float32)
    start, second, sums = units
    expected = np.zeros(HIDDEN, np.float32)
    answer = worked_out(seen, places, n, layer, units)
    vectors._put_in(seen, places, n, layer, start, expected)
    assert np.array_equal(sums, expected)
    assert answer == vectors._answer_of(second, expected)
    exact = start + seen[places[:n]] @ layer[places[:n]]
    assert np.allclose(sums, exact, atol=1e-4)
    assert answer == pytest.approx(float(np.maximum(exact, 0) @ second), abs=1e-3)
