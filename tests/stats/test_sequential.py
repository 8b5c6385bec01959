"""Confidence sequences hold at all looks together; estimates of games that ended when a side was known are unbiased."""

import numpy as np
import pytest

from ucgsim.stats.multiplicity import together
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.rates import weighted_sum
from ucgsim.stats.sequential import Stops, unbiased, watched_mean, watched_rate

LOOKS = (50, 100, 200, 400)


def stops_of(matchups):
    return Stops(LOOKS, together(0.95, matchups))


def played(generator, chance, stops):
    """The games of a matchup that ends at the look that shows a side."""
    won = np.zeros(2, dtype=int)
    for before, games in zip((0, *LOOKS), LOOKS, strict=False):
        won += generator.binomial((games - before) // 2, chance, 2)
        outcomes = Outcomes.of([[games // 2 - each, 0, each] for each in won])
        if stops.shows_side(outcomes):
            break
    return outcomes


@pytest.mark.parametrize(("matchups", "chance", "plain_bias"), [(1, 0.57, 0.004), (8, 0.62, 0.004), (15, 0.65, 0.006)])
def test_a_rate_is_unbiased_and_its_interval_holds(matchups, chance, plain_bias):
    """The plain rate of games that ended when they showed a side is some points too far from even."""
    generator, stops = np.random.default_rng(matchups), stops_of(matchups)
    plain, rates, held = [], [], []
    for _ in range(1500):
        outcomes = played(generator, chance, stops)
        estimate = stops.rate(outcomes)
        plain.append(outcomes.score.rate)
        rates.append(estimate.rate)
        held.append(not estimate.excludes(chance))
    error = np.std(rates) / len(rates) ** 0.5
    assert abs(np.mean(rates) - chance) < 3 * error
    assert np.mean(plain) - chance > plain_bias
    assert np.mean(held) >= 0.95


def test_the_mean_over_rivals_holds():
    """Eight rivals that are beaten in 62 % of games."""
    generator, stops, held, errors = np.random.default_rng(3), stops_of(8), [], []
    for _ in range(300):
        cells = [stops.rate(played(generator, 0.62, stops)) for _ in range(8)]
        mean = weighted_sum(cells, [1 / 8] * 8)
        errors.append(mean.rate - 0.62)
        held.append(not mean.excludes(0.62))
    assert abs(np.mean(errors)) < 0.004
    assert np.mean(held) >= 0.92


def test_games_that_no_look_ended_have_their_plain_rate():
    outcomes = Outcomes.of([[10, 0, 15], [12, 0, 13]])
    assert stops_of(1).rate(outcomes) == watched_rate(outcomes)


@pytest.mark.parametrize("often", [0.05, 0.5, 1.0])
@pytest.mark.parametrize("mean", [0.0, 0.03])
def test_a_confidence_sequence_holds_at_all_looks_at_once(often, mean):
    """2,000 looks, the first after ten observations; the interval of a fixed number leaves the truth out at some."""
    generator, times, looks = np.random.default_rng(7), 150, np.unique(np.geomspace(10, 100_000, 60).astype(int))
    left = plain = 0
    for _ in range(times):
        steps = generator.multinomial(
            np.diff(looks, prepend=0)[:, None], [(often - mean) / 2, 1 - often, (often + mean) / 2]
        )
        seen = [watched_mean((-1, 0, 1), counts) for counts in steps.reshape(-1, 3).cumsum(axis=0)]
        left += any(each.excludes(mean) for each in seen)
        plain += any(abs(each.rate - mean) > 1.96 * (often / each.n) ** 0.5 for each in seen)
    assert left <= 0.05 * times
    assert plain > 0.2 * times


def test_it_is_exact_where_few_were_seen():
    """Five observations of 1 in a row say nothing of the side, eight hardly, twenty do: no spread has to be known."""
    assert [watched_mean((-1, 1), (0, n)).excludes(0) for n in (5, 8, 20)] == [False, False, True]
    assert watched_mean((-1, 0, 1), (0, 0, 0)).low == -1


def test_parts_count_by_their_shares():
    """Two opponents met equally often, one of them four times as frequent in the field; it is as if met so often."""
    parts = np.array([[10, 80, 10], [5, 80, 15]])
    seen = watched_mean((-1, 0, 1), parts, (0.8, 0.2))
    assert seen.rate == pytest.approx(0.2 * 0.1)
    whole = watched_mean((-1, 0, 1), parts.sum(axis=0))
    assert watched_mean((-1, 0, 1), parts, (0.5, 0.5)).low == pytest.approx(whole.low)
    assert seen.width > whole.width


def test_the_first_look_alone_has_its_plain_mean():
    assert unbiased([100], 12, np.array([0.1, 0.8, 0.1]), lambda n, sums: sums < 5) == pytest.approx(0.12)


def test_an_estimate_is_the_mean_of_all_ways_that_lead_there():
    """Two observations, a stop after the first unless it is 0: then the second made up the whole sum."""
    assert unbiased([1, 2], 1, np.array([0.25, 0.5, 0.25]), lambda n, sums: sums == 0) == pytest.approx(0)
    assert unbiased([1, 2], 1, np.array([0.25, 0.5, 0.25]), lambda n, sums: sums >= 0) == pytest.approx(0.5)
    odd = Outcomes.of([[20, 0, 20], [20, 0, 20]])
    assert stops_of(1).rate(odd) == watched_rate(odd)


@pytest.mark.parametrize("points", [0, 100])
def test_all_won_or_lost_is_a_rate_within_its_interval(points):
    outcomes = Outcomes.of([[50 - points // 2, 0, points // 2]] * 2)
    estimate = stops_of(1).rate(outcomes)
    assert 0 <= estimate.low <= estimate.rate <= estimate.high <= 1
