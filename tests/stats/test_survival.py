"""How long games last: shares of games, quantiles."""

import math

import numpy as np
import pytest

from ucgsim.errors import UcgsimError
from ucgsim.stats.rates import Survival, wilson


def survival_of(lengths) -> Survival:
    """Survival of games of these lengths."""
    games = np.asarray(lengths)
    times = np.unique(games)
    return Survival(tuple(times.tolist()), tuple(wilson(int((games > time).sum()), len(games)) for time in times))


def test_games_by_hand():
    curve = survival_of([3, 4, 4, 4, 5, 3, 6, 6])
    assert curve.times == (3, 4, 5, 6)
    assert [s.rate for s in curve.surviving] == pytest.approx([0.75, 0.375, 0.25, 0])
    assert curve.median.rate == 4
    assert curve.quantile(0.25).rate == 3
    assert curve.quantile(0.75).rate == 5
    assert curve.surviving[0].n == 8


def test_median_is_covered():
    """Two dice: 42 % end by 6 and 58 % by 7: 95 % of the intervals hold 7."""
    rng = np.random.default_rng(67)
    held = []
    for _ in range(200):
        held.append(not survival_of(rng.integers(1, 7, (80, 2)).sum(axis=1)).median.excludes(7))
    assert np.mean(held) >= 0.92


@pytest.mark.parametrize("share", [0, 1, -1, math.nan])
def test_impossible_quantiles_are_refused(share):
    with pytest.raises(UcgsimError, match="quantile"):
        survival_of([1, 2]).quantile(share)
