"""Rates of matchups that end when their side is known: unbiased, with intervals that hold."""

import numpy as np
import pytest

from ucgsim.stats.multiplicity import together
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.rates import weighted_sum
from ucgsim.stats.stopped import Stops

LOOKS = (50, 100, 200, 400)


def stops_of(matchups):
    return Stops(LOOKS, together(0.95, matchups * len(LOOKS)))


def played(generator, chance, stops):
    """The games of a matchup that ends at the look that shows a side."""
    won = np.zeros(2, dtype=int)
    for before, games in zip((0, *LOOKS), LOOKS, strict=False):
        won += generator.binomial((games - before) // 2, chance, 2)
        outcomes = Outcomes.of([[games // 2 - each, 0, each] for each in won])
        if outcomes.estimate(stops.confidence).excludes(0.5):
            break
    return outcomes


@pytest.mark.parametrize(("matchups", "chance", "plain_bias"), [(1, 0.55, 0.01), (8, 0.62, 0.015), (15, 0.65, 0.015)])
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
    assert 0.92 <= np.mean(held) <= 0.99


def test_the_mean_over_rivals_holds():
    """Eight rivals that are beaten in 62 % of games: the mean of the plain rates holds 88 % of 98.75."""
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
    assert stops_of(1).rate(outcomes) == outcomes.estimate()
    odd = Outcomes.of([[20, 0, 20], [20, 0, 20]])
    assert stops_of(1).rate(odd) == odd.estimate()


@pytest.mark.parametrize("points", [0, 100])
def test_all_won_or_lost_is_a_rate_within_its_interval(points):
    outcomes = Outcomes.of([[50 - points // 2, 0, points // 2]] * 2)
    estimate = stops_of(1).rate(outcomes)
    assert 0 <= estimate.low <= estimate.rate <= estimate.high <= 1
