"""Holm's adjustment: a worked example, bad values, the family-wise error by simulation."""

import numpy as np
import pytest

from ucgsim.errors import UcgsimError
from ucgsim.stats.multiplicity import holm, largest_gain, together
from ucgsim.stats.rates import Estimate, Method


def test_worked_example():
    """Four hypotheses at 0.05 (the textbook example of the method): only the first and fourth fall."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_agrees_with_r():
    """p.adjust(c(0.01, 0.02, 0.03, 0.04, 0.05), "holm") of R."""
    assert holm([0.01, 0.02, 0.03, 0.04, 0.05]) == pytest.approx([0.05, 0.08, 0.09, 0.09, 0.09])


def test_one_none_and_large_values():
    assert holm([0.2]) == pytest.approx([0.2])
    assert len(holm([])) == 0
    assert holm([0.9, 0.8, 1.0]).max() == 1.0


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan")])
def test_impossible_values_are_refused_by_index(value):
    with pytest.raises(UcgsimError, match=r"p_values\[1\]"):
        holm([0.5, value])


def test_family_wise_error():
    """Seven true nulls among ten tests: at least one of them rejected in at most 5 % of 4,000 families."""
    rng = np.random.default_rng(23)
    families = np.concatenate([rng.random((4000, 7)), rng.random((4000, 3)) * 1e-4], axis=1)
    wrong = np.mean([(holm(family)[:7] <= 0.05).any() for family in families])
    assert 0.03 <= wrong <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 4000)


def gain(rate, low, high):
    return Estimate(rate, low, high, 100, together(0.95, 2), Method.RECOVERED)


def test_intervals_that_hold_together():
    assert together(0.95, 1) == 0.95
    assert together(0.95, 5) == pytest.approx(0.99)
    with pytest.raises(UcgsimError, match="0 intervals"):
        together(0.95, 0)


def test_the_largest_gain_takes_the_largest_ends_and_is_never_below_0():
    result = largest_gain([gain(0.04, 0.01, 0.07), gain(0.03, -0.04, 0.1)], 0.95)
    assert (result.rate, result.low, result.high, result.confidence) == (0.04, 0.01, 0.1, 0.95)
    below = largest_gain([gain(-0.04, -0.07, -0.01)], 0.95)
    assert (below.rate, below.low, below.high) == (0, 0, 0)
    with pytest.raises(UcgsimError, match="no gains"):
        largest_gain([], 0.95)
