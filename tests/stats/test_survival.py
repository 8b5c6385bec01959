"""How long games last: a published life table, pairs as the unit, quantiles."""

import math

import numpy as np
import pytest

from ucgsim.errors import UcgsimError
from ucgsim.stats.rates import wilson
from ucgsim.stats.survival import kaplan_meier, survival_of_pairs

# Remission under 6-mercaptopurine (weeks; 0 marks a patient still in remission): Freireich et al. 1963,
# Blood 21, 699-716; survival as tabulated by Klein & Moeschberger, Survival Analysis, table 4.1B, intervals
# as R's survfit(conf.type = "log-log") prints them.
WEEKS = [6, 6, 6, 6, 7, 9, 10, 10, 11, 13, 16, 17, 19, 20, 22, 23, 25, 32, 32, 34, 35]
RELAPSE = [1, 1, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0]
TABLE = {
    6: (0.857, 0.620, 0.952),
    7: (0.807, 0.563, 0.923),
    10: (0.753, 0.503, 0.889),
    13: (0.690, 0.432, 0.849),
    16: (0.627, 0.368, 0.805),
    22: (0.538, 0.268, 0.747),
    23: (0.448, 0.188, 0.680),
}


def test_published_life_table():
    curve = kaplan_meier(WEEKS, RELAPSE)
    found = {
        t: (round(s.rate, 3), round(s.low, 3), round(s.high, 3))
        for t, s in zip(curve.times, curve.surviving, strict=True)
    }
    assert {time: found[time] for time in TABLE} == TABLE
    assert (curve.median.rate, curve.median.low, curve.median.high) == (23, 13, math.inf)


def test_everybody_ends_or_nobody():
    ended = kaplan_meier([3, 4, 5], [True, True, True])
    assert ended.surviving[-1].rate == 0
    assert (ended.surviving[-1].low, ended.surviving[-1].high) == (0, 1)
    running = kaplan_meier([3, 4], [False, False])
    assert running.surviving[-1].rate == 1
    assert running.median.rate == math.inf


def test_pairs_by_hand():
    curve = survival_of_pairs([[3, 4], [4, 4], [5, 3], [6, 6]])
    assert curve.times == (3, 4, 5, 6)
    assert [s.rate for s in curve.surviving] == pytest.approx([0.75, 0.375, 0.25, 0])
    assert curve.median.rate == 4
    assert curve.quantile(0.25).rate == 3
    assert curve.quantile(0.75).rate == 5
    assert curve.surviving[0].n == 4


def test_pairs_that_last_alike_count_once():
    rng = np.random.default_rng(61)
    lengths = rng.integers(3, 9, 200)
    alike = survival_of_pairs(np.column_stack([lengths, lengths]))
    for time, estimate in zip(alike.times, alike.surviving, strict=True):
        single = wilson(int((lengths > time).sum()), 200)
        assert (estimate.low, estimate.high) == pytest.approx((single.low, single.high), abs=1e-7)


def test_median_is_covered():
    """Lengths of pairs that go together; 34 % end by 5 and 58 % by 6: 95 % of the intervals hold 6."""
    rng = np.random.default_rng(67)
    held = []
    for _ in range(200):
        shared = rng.integers(0, 5, 80)
        lengths = 4 + shared[:, None] * (rng.random((80, 1)) < 0.7) + rng.integers(0, 3, (80, 2))
        held.append(not survival_of_pairs(lengths).median.excludes(6))
    assert np.mean(held) >= 0.92


@pytest.mark.parametrize("share", [0, 1, -1, math.nan])
def test_impossible_quantiles_are_refused(share):
    with pytest.raises(UcgsimError, match="quantile"):
        survival_of_pairs([[1, 2]]).quantile(share)


@pytest.mark.parametrize("lengths", [[], [1, 2], [[1, 2, 3]], [[1, math.nan]]])
def test_impossible_pairs_are_refused(lengths):
    with pytest.raises(UcgsimError, match="pairs, 2"):
        survival_of_pairs(lengths)


@pytest.mark.parametrize(("lengths", "finished"), [([], []), ([1, 2], [True]), ([math.inf], [True])])
def test_impossible_lengths_are_refused(lengths, finished):
    with pytest.raises(UcgsimError, match="lengths and"):
        kaplan_meier(lengths, finished)
