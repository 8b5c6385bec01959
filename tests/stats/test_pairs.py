"""Pairs of games on one chance: the score interval, paired differences, what the shared chance is worth."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ucgsim.errors import UcgsimError
from ucgsim.stats.multinomial import most_likely_with_mean, score_interval
from ucgsim.stats.outcomes import (
    gain_over_independent,
    mixed_differences,
    paired_difference,
    paired_difference_of,
)
from ucgsim.stats.rates import normal_quantile, wilson

from .pentanomial import PAIR_SCORES, PairCounts

counts5 = st.tuples(*[st.integers(0, 300)] * 5)


@pytest.mark.parametrize("points", [[0, 2], [0.25], [math.nan], [-1]])
def test_impossible_points_are_refused_by_index(points):
    with pytest.raises(UcgsimError, match=rf"points_x\[{len(points) - 1}\]"):
        paired_difference(points, [0] * len(points))


def test_published_paired_interval():
    """Tango's interval for Bentur et al. 2009 (1, 7, 12 and 1 of 21 subjects): -0.517 to -0.026.

    Fagerland, Lydersen & Laake 2014, Statist. Med. 33, 2850-2875.
    """
    low, high = score_interval(np.array([-1.0, 0.0, 1.0]), np.array([7.0, 13.0, 1.0]), 0.95)
    assert (round(low, 3), round(high, 3)) == (-0.517, -0.026)


@pytest.mark.parametrize(("lost", "won"), [(182, 81), (0, 20), (28, 1), (5, 0)])
def test_pairs_that_end_whole_have_wilsons_interval(lost, won):
    score, single = PairCounts((lost, 0, 0, 0, won)).score, wilson(won, lost + won)
    assert (score.low, score.high) == pytest.approx((single.low, single.high), abs=1e-8)


def test_split_pairs_alone_still_leave_doubt():
    score = PairCounts((0, 0, 10, 0, 0)).score
    assert score.low == pytest.approx(1 - score.high)
    assert 0.3 < score.low < 0.4


@given(counts5.filter(lambda c: sum(c) > 0), st.floats(0, 1))
def test_most_likely_distribution_has_the_mean_and_beats_its_neighbours(counts, mean):
    observed = np.array(counts, dtype=float)
    best = most_likely_with_mean(PAIR_SCORES, observed, mean)
    assert best.min() >= -1e-12
    assert best.sum() == pytest.approx(1)
    assert best @ PAIR_SCORES == pytest.approx(mean, abs=1e-9)
    # Moves that keep sum and mean: none may raise the likelihood.
    for start in range(3):
        move = np.zeros(5)
        move[start : start + 3] = (1, -2, 1)
        for step in (1e-4, -1e-4):
            other = best + step * move
            if other.min() >= 0:
                assert _log_likelihood(observed, other) <= _log_likelihood(observed, best) + 1e-7


def _log_likelihood(counts, probabilities):
    seen = counts > 0
    with np.errstate(divide="ignore"):
        return float(counts[seen] @ np.log(np.maximum(probabilities[seen], 0)))


# Games that are independent, whose luck cancels, whose luck adds up; one-sided; with undecided games.
TRUTHS = {
    "independent": (0.25, 0, 0.5, 0, 0.25),
    "cancels": (0.04, 0, 0.9, 0, 0.06),
    "adds up": (0.44, 0, 0.1, 0, 0.46),
    "one-sided": (0.02, 0, 0.3, 0, 0.68),
    "undecided": (0.1, 0.15, 0.4, 0.2, 0.15),
}


@pytest.mark.parametrize("truth", TRUTHS.values(), ids=TRUTHS.keys())
@pytest.mark.parametrize("pairs", [10, 40, 1000])
def test_coverage_of_the_score_interval(truth, pairs):
    """600 synthetic matches each: 95 % within two errors of 600, for few pairs rather more."""
    rng = np.random.default_rng(pairs)
    mean = float(PAIR_SCORES @ truth)
    drawn, times = np.unique(rng.multinomial(pairs, truth, size=600), axis=0, return_counts=True)
    held = [not PairCounts.from_sequence(row.tolist()).score.excludes(mean) for row in drawn]
    coverage = float(np.average(held, weights=times))
    assert coverage >= 0.93
    assert coverage <= (0.97 if pairs == 1000 else 1)


def test_paired_difference_by_hand():
    result = paired_difference([1, 0.5, 0.5, 0], [0.5, 0.5, 0, 0])
    assert result.difference.rate == pytest.approx(0.25)
    assert result.difference.n == 4
    assert result.x.points - result.y.points == 1


def test_paired_difference_without_variation():
    same = paired_difference([1, 1, 1], [1, 1, 1])
    assert same.difference.rate == 0
    assert same.difference.low < 0 < same.difference.high


@pytest.mark.parametrize(("x", "y"), [([1, 0], [1]), ([], [])])
def test_paired_difference_needs_as_many(x, y):
    with pytest.raises(UcgsimError, match="needs as many"):
        paired_difference(x, y)


def test_coverage_of_the_paired_difference():
    """Builds that share most of their luck: 95 % covered, in an interval far below the unpaired one."""
    rng = np.random.default_rng(11)
    held = []
    for _ in range(400):
        luck = rng.random(300)
        x = luck < 0.55
        y = np.where(rng.random(300) < 0.2, rng.random(300) < 0.5, luck < 0.5)
        result = paired_difference(x, y)
        held.append(not result.difference.excludes(0.05))
    assert 0.925 <= np.mean(held) <= 0.975


def table_of(x, y):
    """Pairs by half points of both builds."""
    table = np.zeros((3, 3))
    np.add.at(table, (np.asarray(x), np.asarray(y)), 1)
    return table


def test_the_gain_is_a_ratio_of_variances():
    x, y = [2, 1, 1, 0], [1, 1, 0, 0]
    gain = gain_over_independent([table_of(x, y)])
    assert gain.rate == pytest.approx((np.var(x) + np.var(y)) / np.var(np.subtract(x, y)))
    assert gain.n == 4
    assert gain.low * gain.high == pytest.approx(gain.rate**2)


def test_the_gain_of_a_field_is_that_of_its_variances():
    """Opponents of unequal shares, met equally often: variances are weighed, and taken within opponents."""
    met = [([2, 1, 1, 0], [1, 1, 0, 0]), ([2, 2, 2, 0], [2, 2, 0, 0])]
    gain = gain_over_independent([table_of(*pairs) for pairs in met], (0.25, 0.75))
    unpaired = np.dot((0.25, 0.75), [np.var(x) + np.var(y) for x, y in met])
    assert gain.rate == pytest.approx(unpaired / np.dot((0.25, 0.75), [np.var(np.subtract(*pairs)) for pairs in met]))
    with pytest.raises(UcgsimError, match="must be as many"):
        gain_over_independent([table_of(*pairs) for pairs in met], (1.0,))


def test_builds_that_never_differ_gain_without_bounds():
    never = gain_over_independent([table_of([2, 0, 2], [2, 0, 2])])
    assert (never.rate, never.low, never.high) == (math.inf, 0, math.inf)
    assert math.isnan(gain_over_independent([table_of([1, 1, 1], [1, 1, 1])]).rate)


@pytest.mark.parametrize(("often", "pairs"), [(0.05, 1000), (0.3, 300), (1.0, 300)])
def test_coverage_of_the_gain(often, pairs):
    """Builds that share their luck but in some pairs: 95 % of 600 intervals hold the ratio of the true variances."""
    rng = np.random.default_rng(12)
    own = np.outer([0.5, 0, 0.5], [0.4, 0, 0.6])
    truth = often * own + (1 - often) * np.diag([0.5, 0, 0.5])
    wanted = gain_over_independent([1e9 * truth]).rate
    assert (wanted > 5) == (often < 0.1)
    tables = rng.multinomial(pairs, truth.ravel(), 600).reshape(-1, 1, 3, 3)
    held = np.mean([not gain_over_independent(table).excludes(wanted) for table in tables])
    assert 0.925 <= held <= 0.975


def test_a_mixture_has_the_weighted_mean_however_many_pairs_were_played():
    rng = np.random.default_rng(21)
    tables, weights = rng.integers(0, 30, (3, 3, 3)) * np.array([[[1]], [[4]], [[9]]]), (0.5, 0.3, 0.2)
    means = [paired_difference_of(table).difference.rate for table in tables]
    mixed = mixed_differences(tables, weights)
    assert mixed.moments[0] == pytest.approx(np.dot(weights, means))
    assert mixed.n == tables.sum()


def test_a_mixture_in_proportion_is_all_pairs_together():
    rng = np.random.default_rng(22)
    tables = rng.multinomial(600, np.full(9, 1 / 9), size=2).reshape(2, 3, 3)
    mixed, pooled = mixed_differences(tables, (0.5, 0.5)), paired_difference_of(tables.sum(axis=0)).sample
    assert mixed.counts == pytest.approx(pooled.counts)


@pytest.mark.parametrize("weights", [(1.0,), (0.5, 0.4), (0.5, 0.3, 0.2)])
def test_a_mixture_needs_a_weight_for_each_opponent(weights):
    with pytest.raises(UcgsimError, match="2 opponents and weights"):
        mixed_differences(np.ones((2, 3, 3)), weights)


def test_a_mixture_needs_pairs_against_each_opponent():
    with pytest.raises(UcgsimError, match="not empty"):
        mixed_differences([np.ones((3, 3)), np.zeros((3, 3))], (0.5, 0.5))


@given(counts5.filter(lambda c: sum(c) > 0), st.sampled_from([0.5, 0.95, 0.9999]))
def test_ends_of_the_score_interval_are_where_the_test_turns(counts, confidence):
    """At the end the distance from the mean is z errors of the most likely distribution there."""
    observed = np.array(counts, dtype=float)
    mean, z = PAIR_SCORES @ observed / observed.sum(), normal_quantile(confidence)
    for end, limit in zip(score_interval(PAIR_SCORES, observed, confidence), (0.0, 1.0), strict=True):
        best = most_likely_with_mean(PAIR_SCORES, observed, end)
        variance = (PAIR_SCORES - end) ** 2 @ best
        if end != limit:
            assert observed.sum() * (mean - end) ** 2 == pytest.approx(z * z * variance, rel=1e-5, abs=1e-9)


def test_games_that_independent_play_needs_hold_where_few_games_differ():
    chances = np.array([[0.015, 0.0, 0.035], [0.0, 0.0, 0.0], [0.01, 0.0, 0.94]])
    apart = 0.95 * 0.05 + 0.975 * 0.025
    truth = apart / (0.045 - 0.025**2)
    tables = np.random.default_rng(2).multinomial(80, chances.ravel(), 600).reshape(-1, 1, 3, 3)
    assert np.mean([not gain_over_independent(table).excludes(truth) for table in tables]) >= 0.93
