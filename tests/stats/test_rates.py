"""Intervals of one proportion, against published tables and by exact coverage."""

import math

import numpy as np
import pytest
import scipy

from ucgsim.errors import UcgsimError
from ucgsim.stats.rates import by_construction, wilson

# Newcombe 1998, Statist. Med. 17, 857-872, table I: method 3 (score).
NEWCOMBE_TABLE_I = [
    (81, 263, (0.2553, 0.3662)),
    (15, 148, (0.0624, 0.1605)),
    (0, 20, (0.0000, 0.1611)),
    (1, 29, (0.0061, 0.1718)),
]


@pytest.mark.parametrize(("successes", "n", "score"), NEWCOMBE_TABLE_I)
def test_published_intervals(successes, n, score):
    estimate = wilson(successes, n)
    assert (round(estimate.low, 4), round(estimate.high, 4)) == score


@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.999])
@pytest.mark.parametrize(("successes", "n"), [(0, 1), (1, 1), (7, 50), (4999, 10000)])
def test_wilson_is_that_of_scipy(successes, n, confidence):
    theirs = scipy.stats.binomtest(successes, n).proportion_ci(confidence, method="wilson")
    ours = wilson(successes, n, confidence)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_no_trials_say_nothing():
    estimate = wilson(0, 0)
    assert math.isnan(estimate.rate)
    assert (estimate.low, estimate.high, estimate.n) == (0.0, 1.0, 0)


def test_half_points_are_counted():
    estimate = wilson(50.5, 100)
    assert estimate.rate == 0.505
    assert wilson(50, 100).low < estimate.low < wilson(51, 100).low


def test_complement_mirrors_the_interval():
    mirrored = wilson(30, 100).complement()
    assert (mirrored.rate, mirrored.low, mirrored.high) == pytest.approx(
        (0.7, wilson(70, 100).low, wilson(70, 100).high)
    )


def test_excludes_is_about_the_closed_interval():
    estimate = wilson(60, 100)
    assert estimate.excludes(0.5)
    assert not estimate.excludes(estimate.low)
    assert estimate.width == pytest.approx(estimate.high - estimate.low)


def test_a_rate_by_construction_has_no_doubt():
    mirror = by_construction(0.5)
    assert (mirror.rate, mirror.width, mirror.n) == (0.5, 0, 0)
    assert mirror.method.value == "by construction"


def test_method_is_named_for_readers():
    assert wilson(1, 2).method.value == "Wilson"


@pytest.mark.parametrize(("successes", "n"), [(-1, 5), (6, 5), (math.nan, 5), (0, -1)])
def test_impossible_counts_are_refused(successes, n):
    with pytest.raises(UcgsimError, match="successes of"):
        wilson(successes, n)


@pytest.mark.parametrize("confidence", [0, 1, 95, -0.5, math.nan])
def test_impossible_confidence_is_refused(confidence):
    with pytest.raises(UcgsimError, match="confidence"):
        wilson(1, 2, confidence)


def _coverage(interval, n, truth):
    """The exact probability that the interval of n trials holds the truth."""
    held = [not interval(k, n).excludes(truth) for k in range(n + 1)]
    return float(scipy.stats.binom.pmf(np.arange(n + 1), n, truth) @ held)


@pytest.mark.parametrize("n", [10, 50, 200])
def test_coverage_over_all_rates(n):
    truths = [(k + 0.5) / 60 for k in range(60)]
    score = [_coverage(wilson, n, truth) for truth in truths]
    assert 0.945 <= sum(score) / len(score) <= 0.965
    assert min(score) >= 0.88
