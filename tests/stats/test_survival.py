"""How long games last: pairs as the unit, quantiles."""

import math

import numpy as np
import pytest

from ucgsim.errors import UcgsimError
from ucgsim.stats.pairs import PairCounts
from ucgsim.stats.rates import wilson
from ucgsim.stats.survival import Survival


def survival_of_pairs(lengths) -> Survival:
    """Survival of pairs of games, shape (pairs, 2), as a report counts it: pairs by how many of their games go on."""
    table = np.asarray(lengths)
    times = np.unique(table)
    going = [np.bincount((table > time).sum(axis=1), minlength=3).tolist() for time in times]
    return Survival(tuple(times.tolist()), tuple(PairCounts.from_sequence(counts).estimate() for counts in going))


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
