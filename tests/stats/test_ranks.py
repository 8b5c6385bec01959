"""Rank correlations: textbook values, what leads allow, and intervals that hold the truth however close things lie."""

from __future__ import annotations

import numpy as np
import pytest
import scipy

from ucgsim.errors import UcgsimError
from ucgsim.stats.ranks import Standings, agreement
from ucgsim.stats.rates import normal_quantile


def measured(rng, truth, error):
    """Things measured with a known error, and the leads that then hold for both of two rankings at once with 95 %."""
    m = len(truth)
    seen = truth + rng.normal(0, error, m)
    reach = normal_quantile(1 - 0.05 / (m * (m - 1))) * error * np.sqrt(2)
    apart = seen[:, None] - seen[None, :]
    return Standings(seen, np.where(abs(apart) > reach, np.sign(apart), 0).astype(int), 100)


def test_the_correlations_are_those_of_the_books():
    rng = np.random.default_rng(1)
    for _ in range(20):
        a, b = (measured(rng, rng.random(7), 1e-9) for _ in range(2))
        result = agreement(a, b)
        assert result.kendall.rate == pytest.approx(scipy.stats.kendalltau(a.rates, b.rates).statistic)
        assert result.spearman.rate == pytest.approx(scipy.stats.spearmanr(a.rates, b.rates).statistic)
        assert result.same + result.opposite == result.pairs == 21
        for each in (result.kendall, result.spearman):
            assert each.low == pytest.approx(each.rate)
            assert each.high == pytest.approx(each.rate)


@pytest.mark.parametrize("spread", [0.0, 0.01, 0.1, 1.0])
def test_intervals_hold_the_truth_however_close_things_lie(spread):
    rng, missed, times = np.random.default_rng(5), 0, 200
    for _ in range(times):
        truths = [spread * rng.random(6) + 1e-9 * rng.random(6) for _ in range(2)]
        result = agreement(*(measured(rng, truth, 0.02) for truth in truths))
        for estimate, true in (
            (result.kendall, scipy.stats.kendalltau(*truths).statistic),
            (result.spearman, scipy.stats.spearmanr(*truths).statistic),
        ):
            missed += not estimate.low - 1e-9 <= true <= estimate.high + 1e-9
            assert estimate.low - 1e-9 <= estimate.rate <= estimate.high + 1e-9
    assert missed <= 0.05 * 2 * times


def test_where_nothing_is_told_everything_is_possible():
    same = Standings(np.array([0.5, 0.5, 0.5]), np.zeros((3, 3), int), 10)
    result = agreement(same, same)
    assert (result.kendall.low, result.kendall.high) == (-1, 1)
    assert (result.spearman.low, result.spearman.high) == (-1, 1)
    assert result.kendall.rate == 0


def test_too_few_things_and_other_things_are_refused():
    two = Standings(np.array([0.5, 0.6]), np.zeros((2, 2), int), 10)
    four = Standings(np.arange(4) / 10, np.zeros((4, 4), int), 10)
    for other in (two, four):
        with pytest.raises(UcgsimError, match="3 at least"):
            agreement(two, other)
