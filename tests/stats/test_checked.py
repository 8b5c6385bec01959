"""A check: its three verdicts, how rarely they are wrong, and what would tell."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from ucgsim.stats.agreement import LEAST, Checked, CheckVerdict, side, units_to_tell
from ucgsim.stats.multiplicity import together
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.rates import Estimate, wilson


def checked(fast: float, strong: float, n: int = 1000) -> Checked:
    return Checked(wilson(fast * n, n), wilson(strong * n, n))


@pytest.mark.parametrize(
    ("fast", "strong", "verdict"),
    [
        (0.60, 0.70, CheckVerdict.STANDS),
        (0.90, 0.55, CheckVerdict.STANDS),
        (0.51, 0.60, CheckVerdict.STANDS),
        (0.40, 0.30, CheckVerdict.STANDS),
        (0.60, 0.40, CheckVerdict.TURNS),
        (0.51, 0.40, CheckVerdict.TURNS),
        (0.50, 0.40, CheckVerdict.TURNS),
        (0.90, 0.51, CheckVerdict.OPEN),
        (0.60, 0.49, CheckVerdict.OPEN),
    ],
)
def test_the_dear_interval_decides_and_the_side_of_the_cheap_rate_names_it(fast, strong, verdict):
    assert checked(fast, strong).verdict is verdict


def test_nothing_played_tells_nothing():
    nothing = Outcomes().estimate()
    result = Checked(wilson(60, 100), nothing)
    assert (result.verdict, result.units_to_tell, side(nothing, 0.5)) == (CheckVerdict.OPEN, 0, 0)


def test_both_views_of_a_cell_say_the_same():
    here = checked(0.6, 0.4)
    there = Checked(here.fast.complement(), here.strong.complement())
    assert (there.verdict, there.units_to_tell) == (here.verdict, here.units_to_tell)
    assert there.moved.rate == pytest.approx(-here.moved.rate)


def test_as_many_as_are_said_to_tell_do_tell():
    few = wilson(208, 400)
    enough = units_to_tell(few, 0.5)
    assert not few.excludes(0.5)
    assert enough > 400
    assert wilson(0.52 * 1.1 * enough, round(1.1 * enough)).excludes(0.5)
    assert not wilson(0.52 * enough / 1.3, round(enough / 1.3)).excludes(0.5)


def test_a_rate_that_seems_even_needs_no_more_than_a_point_does():
    assert units_to_tell(wilson(200, 400), 0.5) == units_to_tell(wilson(200.4, 400), 0.5) <= 0.26 / LEAST**2 * 4


def draws(rng: np.random.Generator, rate: float, games: int) -> Outcomes:
    """Games of which the side that won the throw wins a tenth more."""
    won = rng.binomial(games // 2, (rate + 0.05, rate - 0.05))
    return Outcomes.of([(games // 2 - each, 0, each) for each in won])


@cache
def estimate(counts: Outcomes, confidence: float = 0.95) -> Estimate:
    """Made once for the same counts, of which thousands of small draws hold a few hundred kinds."""
    return counts.estimate(confidence)


@pytest.mark.parametrize(
    ("truth", "wrong"), [(0.5, {CheckVerdict.STANDS, CheckVerdict.TURNS}), (0.53, {CheckVerdict.TURNS})]
)
def test_verdicts_err_at_their_level(truth, wrong):
    """4,000 checks of 300 games where neither side is better, or the side that the cheap play says."""
    rng, times = np.random.default_rng(5), 4000
    fast = draws(rng, 0.6, 4000).estimate()
    result = [Checked(fast, estimate(draws(rng, truth, 300))).verdict for _ in range(times)]
    level = 0.05 if truth == 0.5 else 0.025
    assert np.mean([each in wrong for each in result]) <= level + 3 * np.sqrt(level / times)


def test_all_cells_of_a_matrix_err_together_at_their_level():
    """2,000 matrices of six even cells: any of them called with 5 % at most, and not much more rarely."""
    rng, times = np.random.default_rng(6), 2000
    sure = together(0.95, 6)
    fast = draws(rng, 0.6, 4000).estimate(sure)
    called = [
        any(Checked(fast, estimate(draws(rng, 0.5, 400), sure)).verdict is not CheckVerdict.OPEN for _ in range(6))
        for _ in range(times)
    ]
    assert 0.02 <= np.mean(called) <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / times)


def test_a_clear_turn_is_seen():
    rng = np.random.default_rng(7)
    fast = draws(rng, 0.53, 4000).estimate()
    result = [Checked(fast, estimate(draws(rng, 0.33, 400))).verdict for _ in range(500)]
    assert np.mean([each is CheckVerdict.TURNS for each in result]) > 0.99
