"""How many games a question takes: held against simulation and against the intervals themselves."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ucgsim.errors import UcgsimError
from ucgsim.stats.agreement import likelihood_of_superiority
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.rates import units_for_difference, units_for_mean, units_for_precision, units_for_shift, wilson
from ucgsim.studies.forecast import games_for_precision


@pytest.mark.parametrize("half", [0.1, 0.02, 0.01, 0.001])
@pytest.mark.parametrize("rate", [0.05, 0.5, 0.8])
def test_so_many_units_make_an_interval_so_narrow(half, rate):
    n = units_for_precision(half)
    assert wilson(rate * n, n).width / 2 <= half * 1.0001
    if rate == 0.5:
        assert wilson(rate * (n - 2), n - 2).width / 2 > half


@pytest.mark.parametrize("points", [20, 5, 2, 1, 0.3])
def test_games_in_halves_are_never_too_few(points):
    """Even where the throw decides nothing; where it does, fewer would do."""
    games = games_for_precision(points)
    assert games % 2 == 0
    for won in ((games // 4, games // 4), (games // 8, games // 3)):
        halves = Outcomes.of([[games // 2 - each, 0, each] for each in won])
        assert halves.games == games
        assert halves.score.width / 2 <= points / 100


@pytest.mark.parametrize("difference", [0.01, 0.03, 0.1, 0.3])
def test_a_difference_is_seen_with_the_power_that_is_named(difference):
    n, rng = units_for_difference(difference), np.random.default_rng(3)
    won = rng.binomial(n, 0.5 + difference, 2000)
    seen = np.mean([wilson(int(each), n).low > 0.5 for each in won])
    assert 0.8 - 0.05 < seen < 0.8 + 0.08


@pytest.mark.parametrize("value", [0, -0.01, 0.5, 2])
def test_what_is_no_precision_or_difference_is_refused(value):
    for ask in (units_for_precision, units_for_difference):
        with pytest.raises(UcgsimError, match="it must be above 0 and below 50"):
            ask(value)


def test_the_likelihood_of_superiority_agrees_with_the_interval():
    for won in range(30, 71):
        estimate = wilson(won, 100)
        value = likelihood_of_superiority(estimate)
        assert (value > 0.975) == (estimate.low > 0.5)
        assert (value < 0.025) == (estimate.high < 0.5)
        assert value == pytest.approx(1 - likelihood_of_superiority(estimate.complement()))
    assert likelihood_of_superiority(wilson(50, 100)) == 0.5
    assert math.isnan(likelihood_of_superiority(wilson(0, 0)))


@pytest.mark.parametrize(("shift", "spread"), [(0.02, 0.2), (0.1, 0.7)])
def test_a_gain_is_known_and_seen_after_as_many_pairs_as_are_named(shift, spread):
    n, rng = units_for_shift(shift, spread), np.random.default_rng(5)
    seen = rng.normal(shift, spread / math.sqrt(n), 20_000) > 1.96 * spread / math.sqrt(n)
    assert abs(seen.mean() - 0.8) < 0.02
    assert 1.96 * spread / math.sqrt(units_for_mean(shift, spread)) <= shift
