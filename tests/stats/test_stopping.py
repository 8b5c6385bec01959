"""Estimates after a test has stopped: fishtest's figures, coverage by simulation."""

import math

import numpy as np
import pytest

from ucgsim.errors import UcgsimError
from ucgsim.stats.elo import elo_from_score
from ucgsim.stats.pairs import PairCounts
from ucgsim.stats.rates import Method
from ucgsim.stats.sprt import Scale, Sprt, Verdict
from ucgsim.stats.stopping import chance_to_reach, estimate_after_stop

# fishtest, server/tests/test_stats_sprt.py: Elo and its interval after a test of 0 against 2 normalized Elo.
FISHTEST = [
    ((1, 20, 300, 900, 779), 245.4729, 223.6370, 289.7981),
    ((1, 60, 500, 1200, 600), 188.3595, 170.7252, 214.8484),
]


@pytest.mark.parametrize(("counts", "elo", "low", "high"), FISHTEST)
def test_fishtest_estimates(counts, elo, low, high):
    estimate = estimate_after_stop(Sprt(0, 2, Scale.NORMALIZED), PairCounts(counts).sample)
    found = [round(elo_from_score(value), 4) for value in (estimate.rate, estimate.low, estimate.high)]
    assert found == [elo, low, high]
    assert estimate.method is Method.SEQUENTIAL


def _by_waves(drift, variance, bounds, time):
    """The same chance by another road: eigenfunctions between two absorbing bounds."""
    width, start = bounds[1] - bounds[0], -bounds[0]
    slope = 2 * drift / variance
    ever = start / width if not drift else math.expm1(-slope * start) / math.expm1(-slope * width)
    n = np.arange(1, 400)
    decay = drift**2 / (2 * variance) + (n * math.pi / width) ** 2 * variance / 2
    later = np.sum(n * np.sin(n * math.pi * bounds[1] / width) * np.exp(-decay * time) / decay)
    return ever - variance * math.pi / width**2 * math.exp(drift * bounds[1] / variance) * later


@pytest.mark.parametrize("bounds", [(-2.94, 2.94), (-4.5, 1.0), (-0.7, 3.0)])
@pytest.mark.parametrize("drift", [-0.3, -0.01, 0, 0.02, 0.3])
@pytest.mark.parametrize("time", [1, 5, 20, 100, 2000])
def test_images_agree_with_waves(bounds, drift, time):
    assert chance_to_reach(drift, 0.5, bounds, time) == pytest.approx(_by_waves(drift, 0.5, bounds, time), abs=1e-9)


def _stopped(test, truth, rng):
    counts = PairCounts()
    while test.state(counts.sample).verdict is Verdict.CONTINUE:
        counts += PairCounts.from_sequence(rng.multinomial(10, truth).tolist())
    return counts


@pytest.mark.parametrize("lead", [-0.02, 0.0, 0.03])
def test_coverage_after_a_stop(lead):
    """300 stopped tests: 95 % of the intervals hold the truth, half of the estimates lie below it."""
    rng = np.random.default_rng(71)
    truth = (0.2 - lead, 0, 0.6, 0, 0.2 + lead)
    runs = [_stopped(Sprt(-3, 3), truth, rng) for _ in range(300)]
    estimates = [estimate_after_stop(Sprt(-3, 3), pairs.sample) for pairs in runs]
    assert 0.91 <= np.mean([not e.excludes(0.5 + lead) for e in estimates]) <= 0.985
    assert np.mean([e.rate < 0.5 + lead for e in estimates]) == pytest.approx(0.5, abs=0.09)


def test_plain_mean_leans_and_the_estimate_does_not():
    """At the edge of H1 nearly two plain means in three are too good; of these estimates one in two.

    Within three errors of 800 runs, and 0.02 for the looks being ten pairs apart.
    """
    rng = np.random.default_rng(73)
    lead = 0.03
    runs = [_stopped(Sprt(-3, 3), (0.2 - lead, 0, 0.6, 0, 0.2 + lead), rng) for _ in range(800)]
    plain = np.mean([pairs.score.rate > 0.5 + lead for pairs in runs])
    ours = np.mean([estimate_after_stop(Sprt(-3, 3), pairs.sample).rate > 0.5 + lead for pairs in runs])
    error = math.sqrt(0.25 / 800)
    assert plain > 0.5 + 3 * error
    assert ours == pytest.approx(0.5, abs=3 * error + 0.02)


def test_estimate_needs_a_stop():
    with pytest.raises(UcgsimError, match="has not stopped"):
        estimate_after_stop(Sprt(0, 2), PairCounts((10, 0, 20, 0, 11)).sample)


def test_sides_mirror_each_other():
    test, pairs = Sprt(-3, 3), PairCounts((100, 0, 400, 0, 180))
    there, back = (estimate_after_stop(test, p.sample) for p in (pairs, pairs.flipped()))
    assert there.rate == pytest.approx(1 - back.rate, abs=1e-9)
    assert (there.low, there.high) == pytest.approx((1 - back.high, 1 - back.low), abs=1e-9)


def test_a_sweep_has_no_spread_to_estimate_from():
    with pytest.raises(UcgsimError, match="no spread"):
        estimate_after_stop(Sprt(-10, 10), PairCounts((0, 0, 0, 0, 40)).sample)
