"""Win rates across players: the spread is estimated again, and intervals with both errors hold the truth."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from ucgsim.errors import UcgsimError
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.random_effects import (
    PlayerSpread,
    across_players,
    across_resamples,
    are_enough,
    difference_across_players,
    foretold,
    player_spread,
)
from ucgsim.stats.rates import Estimate, Method, by_construction, wilson
from ucgsim.stats.zero_sum import resampled_scores

SPREAD = PlayerSpread(0.1, 0.15, 0.01, 100)


def drawn(generator, decks, games, deck, matchup):
    """A truth for each matchup, and what players make of it: one for each number of games."""
    keys = list(itertools.combinations(range(decks), 2))
    truth = {key: generator.normal(0, 0.6) for key in keys}
    plays = []
    for each in games:
        effects = generator.normal(0, deck, decks)
        play = {}
        for i, j in keys:
            chance = 1 / (1 + math.exp(-(truth[i, j] + effects[i] - effects[j] + generator.normal(0, matchup))))
            won = generator.binomial(each // 2, chance, 2)
            play[i, j] = Outcomes.of([[each // 2 - w, 0, w] for w in won])
        plays.append(play)
    return truth, plays


def test_the_spread_between_players_is_found_again():
    generator = np.random.default_rng(1)
    estimated = [player_spread(drawn(generator, 10, (2000, 400, 400), 0.12, 0.18)[1], 10) for _ in range(40)]
    assert np.mean([each.deck**2 for each in estimated]) == pytest.approx(0.12**2, rel=0.3)
    assert np.mean([each.matchup**2 for each in estimated]) == pytest.approx(0.18**2, rel=0.3)


def test_players_that_agree_have_no_spread():
    generator = np.random.default_rng(2)
    estimated = [player_spread(drawn(generator, 8, (4000, 4000), 0.0, 0.0)[1], 8).of_matchup for _ in range(20)]
    assert np.mean(estimated) < 0.05


@pytest.mark.parametrize("games", [(2000,), (2000, 400), (400, 200)])
def test_an_interval_with_both_errors_holds_the_truth(games):
    """That of the games alone holds it in a third of cases; a check's games make it narrower."""
    generator, held, alone = np.random.default_rng(3), [], []
    for _ in range(80):
        truth, plays = drawn(generator, 4, games, 0.1, 0.15)
        for key, logit in truth.items():
            estimates = [play[key].estimate() for play in plays]
            added = [SPREAD.variance({key: 1.0}, {key: each.rate}) for each in estimates]
            rate = 1 / (1 + math.exp(-logit))
            held.append(not across_players(estimates, added).excludes(rate))
            alone.append(not estimates[0].excludes(rate))
    assert 0.92 <= np.mean(held) <= 0.985
    assert np.mean(alone) < 0.7


def test_a_player_left_out_is_foretold():
    generator, held = np.random.default_rng(4), []
    for _ in range(80):
        _, (seen, other) = drawn(generator, 4, (2000, 2000), 0.1, 0.15)
        for key in seen:
            rate, now = seen[key].estimate(), other[key].estimate()
            added = SPREAD.variance({key: 1.0}, {key: rate.rate})
            wide = foretold(across_players([rate], [added]), added + (now.width / 3.92) ** 2)
            held.append(wide.low <= now.rate <= wide.high)
    assert 0.92 <= np.mean(held) <= 0.98


def test_effects_of_a_deck_are_shared_by_its_matchups():
    """Of a deck in a field the errors of its rivals average out, its own does not; in a lead of two both are there."""
    rates = {(0, j): 0.5 for j in range(1, 5)} | {(1, j): 0.5 for j in range(2, 5)}
    one = SPREAD.variance({(0, 1): 1.0}, rates)
    row = SPREAD.variance({(0, j): 0.25 for j in range(1, 5)}, rates)
    assert one == pytest.approx((2 * 0.1**2 + 0.15**2) / 16)
    assert row == pytest.approx((0.1**2 * (1 + 1 / 4) + 0.15**2 / 4) / 16)


def test_more_plays_are_pooled_with_what_is_known():
    generator = np.random.default_rng(5)
    known = PlayerSpread(0.2, 0.2, 0.01, 20)
    calm = known.with_more(drawn(generator, 6, (4000, 4000), 0.0, 0.0)[1])
    assert calm.of_matchup < known.of_matchup
    assert calm.cells == 20 + 15
    with pytest.raises(UcgsimError, match="two policies"):
        known.with_more([{}])


def test_what_needs_no_games_stays_as_it_is():
    assert across_players([by_construction(0.5)], [0.1]) == by_construction(0.5)
    with pytest.raises(UcgsimError, match="one of them"):
        across_players([], [])
    nothing = across_players([wilson(0, 50)], [0.001])
    assert 0 < nothing.low < nothing.rate < nothing.high < 1


def test_a_difference_weighs_by_precision():
    sharp, coarse = (
        Estimate(rate, rate - half, rate + half, 100, 0.95, Method.NORMAL) for rate, half in ((0.02, 0.01), (0.08, 0.1))
    )
    both = difference_across_players([sharp, coarse], [0.0, 0.0])
    assert 0.02 < both.rate < 0.022
    assert both.width < sharp.width


def test_more_games_help_until_their_error_is_a_third():
    few, many = wilson(50, 100), wilson(50_000, 100_000)
    added = [SPREAD.variance({(0, 1): 1.0}, {(0, 1): 0.5})]
    assert not are_enough(few, across_players([few], added))
    assert are_enough(many, across_players([many], added))


def test_resamples_spread_as_far_as_estimates_do():
    generator = np.random.default_rng(6)
    _, plays = drawn(generator, 3, (2000, 400), 0.1, 0.15)
    scores = resampled_scores(list(plays[0].values()), times=2000, seed=1)
    moved = across_resamples(scores, plays, SPREAD, seed=1)
    assert moved.shape == scores.shape
    for place, key in enumerate(plays[0]):
        estimates = [play[key].estimate() for play in plays]
        added = [SPREAD.variance({key: 1.0}, {key: each.rate}) for each in estimates]
        wide = across_players(estimates, added)
        low, high = np.quantile(moved[:, place], [0.025, 0.975])
        assert (low, high) == pytest.approx((wide.low, wide.high), abs=0.02)
