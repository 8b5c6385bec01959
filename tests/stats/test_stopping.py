"""Estimates after a test has stopped: fishtest's figures, coverage by simulation."""

import math

import numpy as np
import pytest

from ucgsim.errors import UcgsimError
from ucgsim.stats.elo import elo_from_score
from ucgsim.stats.multinomial import Sample, score_interval
from ucgsim.stats.rates import Method
from ucgsim.stats.sequential import (
    Scale,
    Sprt,
    Verdict,
    _SumWalk,
    chance_to_reach,
    estimate_after_stop,
    estimate_at_looks,
)

from .pentanomial import PairCounts

DIFFERENCES = np.linspace(-1, 1, 9)
"""What two pairs can differ by, as a share of two games."""

# fishtest, server/tests/test_stats_sprt.py: Elo and its interval after a test of 0 against 2 normalized Elo.
FISHTEST = [
    ((1, 20, 300, 900, 779), 245.4729, 223.6370, 289.7981),
    ((1, 60, 500, 1200, 600), 188.3595, 170.7252, 214.8484),
]


@pytest.mark.parametrize(("counts", "elo", "low", "high"), FISHTEST)
def test_fishtest_estimates(counts, elo, low, high):
    estimate = estimate_after_stop(Sprt(0, 2, Scale.NORMALIZED), PairCounts(counts).sample)
    result = [round(elo_from_score(value), 4) for value in (estimate.rate, estimate.low, estimate.high)]
    assert result == [elo, low, high]
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


def _differences(often, gain):
    """Chances of the differences of two builds, of which ``often`` are not 0; they average ``gain``."""
    chances = np.zeros(9)
    chances[[2, 4, 6]] = (often - 2 * gain) / 2, 1 - often, (often + 2 * gain) / 2
    return chances


def _looked_at(test, chances, rng, look, most=100):
    """A test with a look after every so many pairs, until it stops or after the most looks: sample and looks."""
    counts, looks = np.zeros(9), []
    while True:
        counts = counts + rng.multinomial(look, chances)
        looks.append(round(counts.sum()))
        sample = Sample(DIFFERENCES, counts, games=2, neutral=0.0)
        if test.state(sample).verdict is not Verdict.CONTINUE or len(looks) == most:
            return sample, looks


@pytest.mark.parametrize(("often", "points"), [(0.04, 0.25), (0.04, 1.0), (0.2, 0.0), (0.2, 0.5), (0.6, 1.0)])
def test_looks_far_apart_are_allowed_for(often, points):
    """600 tests of +-0.5 points with a look after every 1,000 pairs, which stop after one to a dozen looks.

    Of builds that differ in 4, 20 and 60 % of the pairs: 95 % of the intervals hold the truth and half of the
    estimates lie below it, within three errors. Taken for tests that stop on the bound, up to 71 % lie below.
    """
    rng, test, times = np.random.default_rng(79), Sprt(-0.5, 0.5), 600
    runs = [_looked_at(test, _differences(often, points / 100), rng, 1000) for _ in range(times)]
    estimates = [estimate_at_looks(test, *run) for run in runs]
    held = np.mean([not each.excludes(points / 100) for each in estimates])
    below = np.mean([each.rate < points / 100 for each in estimates])
    assert held == pytest.approx(0.95, abs=3 * math.sqrt(0.95 * 0.05 / times))
    assert below == pytest.approx(0.5, abs=3 * math.sqrt(0.25 / times))


def test_those_that_have_not_stopped_are_allowed_for():
    """Tests that end after three looks whatever they say: half of them have not stopped."""
    rng, test, times = np.random.default_rng(83), Sprt(-0.5, 0.5), 600
    runs = [_looked_at(test, _differences(0.2, 0.0025), rng, 1000, most=3) for _ in range(times)]
    assert 0.2 < np.mean([test.state(sample).verdict is Verdict.CONTINUE for sample, _ in runs]) < 0.8
    estimates = [estimate_at_looks(test, *run) for run in runs]
    held = np.mean([not each.excludes(0.0025) for each in estimates])
    below = np.mean([each.rate < 0.0025 for each in estimates])
    assert held == pytest.approx(0.95, abs=3 * math.sqrt(0.95 * 0.05 / times))
    assert below == pytest.approx(0.5, abs=3 * math.sqrt(0.25 / times))


def test_a_single_look_is_a_fixed_number_of_pairs():
    counts = np.array([0, 0, 40, 0, 860, 0, 100, 0, 0.0])
    sample = Sample(DIFFERENCES, counts, games=2, neutral=0.0)
    estimate = estimate_at_looks(Sprt(-0.5, 0.5), sample, [1000])
    assert estimate.rate == pytest.approx(sample.moments[0])
    assert (estimate.low, estimate.high) == pytest.approx(score_interval(DIFFERENCES, counts, 0.95), abs=4e-4)


def test_the_chance_to_end_worse_is_that_of_drawn_walks():
    """Looks at unequal distances, 200,000 walks: the share that ends worse, within four errors."""
    rng, times = np.random.default_rng(89), 200_000
    steps, walk = (300, 700, 200, 1000), _SumWalk(0.02, 1.0, -30.0, 25.0)
    sums, going, worse = np.zeros(times), np.ones(times, bool), np.zeros(times, bool)
    for step in steps[:-1]:
        sums = sums + rng.normal(0.02 * step, math.sqrt(step), times)
        worse |= going & (sums <= -30)
        going &= (sums > -30) & (sums < 25)
    sums = sums + rng.normal(20, math.sqrt(1000), times)
    result = walk.chance_of_worse(steps, 40.0)
    assert result == pytest.approx(np.mean(worse | (going & (sums < 40))), abs=4 * math.sqrt(0.25 / times))


@pytest.mark.parametrize(("look", "least"), [(1, 0.0), (2, 1e-6)])
def test_many_looks_are_those_of_a_test_that_stops_on_its_bound(look, least):
    """A look after every pair is left to that estimate; integrated after every second pair, it is a little apart."""
    rng, test = np.random.default_rng(97), Sprt(-1, 1)
    sample, looks = _looked_at(test, _differences(0.2, 0.005), rng, look, most=10_000)
    assert len(looks) > 200
    result, limit = estimate_at_looks(test, sample, looks), estimate_after_stop(test, sample)
    for name in ("rate", "low", "high"):
        assert least <= abs(getattr(result, name) - getattr(limit, name)) <= 0.02 * limit.width


@pytest.mark.parametrize("looks", [[], [500], [500, 500, 1000], [2000, 1000]])
def test_looks_that_are_none_are_refused(looks):
    sample = Sample(DIFFERENCES, np.array([0, 0, 40, 0, 860, 0, 100, 0, 0.0]), games=2, neutral=0.0)
    with pytest.raises(UcgsimError, match="must ascend to the last pair"):
        estimate_at_looks(Sprt(-0.5, 0.5), sample, looks)


def test_a_test_with_fine_looks_that_has_not_stopped_allows_for_them_too():
    """Hypotheses so close that no look can overstep: undecided it is known to lie between, and a little surer so."""
    test = Sprt(-0.1, 0.1, Scale.POINTS)
    sample = Sample(np.linspace(-1, 1, 5), np.array([125.0, 0, 4750, 0, 125]), games=1, neutral=0.0)
    fine, coarse = (estimate_at_looks(test, sample, looks) for looks in (range(50, 5001, 50), [5000]))
    assert fine.method is Method.SEQUENTIAL
    assert fine.rate == pytest.approx(0, abs=1e-4)
    assert fine.width == pytest.approx(coarse.width, rel=0.3)
