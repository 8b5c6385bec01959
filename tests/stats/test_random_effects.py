"""Win rates of another good player: the spread between players, intervals that hold, picks, gains of builds."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest

from scripts.spread import distance, player_spread
from ucgsim.errors import UcgsimError
from ucgsim.stats.agreement import p_of_even
from ucgsim.stats.answers import field_rate
from ucgsim.stats.intervals import rate_of
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.random_effects import (
    PlayerSpread,
    another_player,
    another_players_difference,
    are_enough,
    logit,
    other_players,
    simple_play,
)
from ucgsim.stats.rates import Estimate, Method, by_construction, wilson
from ucgsim.stats.zero_sum import resampled_scores

SPREAD = PlayerSpread(0.1, 0.15, 0.6, 20, 0.1, 2.5)
KEYS = tuple(itertools.combinations(range(8), 2))


def effects(generator, keys, deck, matchup):
    """What one player makes of each matchup."""
    own = generator.normal(0, deck, 1 + max(map(max, keys)))
    return {(i, j): own[i] - own[j] + generator.normal(0, matchup) for i, j in keys}


def drawn(generator, families, games, spread=SPREAD, *, keys=KEYS):
    """A truth for each matchup, and games of players: relatives share ``kin`` of the variance of their effects."""
    truth = {key: generator.normal(0, 0.6) for key in keys}
    shared = {family: effects(generator, keys, spread.deck, spread.matchup) for family in sorted(set(families))}
    plays, rates = [], []
    for family, each in zip(families, games, strict=True):
        own = effects(generator, keys, spread.deck, spread.matchup)
        rate = {
            key: 1 / (1 + math.exp(-value - spread.kin**0.5 * shared[family][key] - (1 - spread.kin) ** 0.5 * own[key]))
            for key, value in truth.items()
        }
        won = {key: generator.binomial(each // 2, chance, 2) for key, chance in rate.items()}
        plays.append({key: Outcomes.of([[each // 2 - w, 0, w] for w in both]) for key, both in won.items()})
        rates.append(rate)
    return rates, plays


def shown(plays, key, spread=SPREAD, **options):
    """The interval for another player."""
    estimates = [play[key].estimate() for play in plays]
    variances = [spread.variance({key: 1.0}, {key: each.rate}) for each in estimates]
    return another_player(estimates, variances, spread, **options)


def test_the_spread_between_players_is_found_again():
    """Over all pairs: two of one family are nearer by what relatives share."""
    generator, families, games = np.random.default_rng(1), "aaaabbc", (2000, 2000, 400, 400, 2000, 400, 400)
    spread = [player_spread(drawn(generator, families, games)[1], families) for _ in range(40)]
    of_relatives = 1 - 0.6 * 7 / 21
    assert np.mean([each.deck**2 for each in spread]) == pytest.approx(of_relatives * 0.1**2, rel=0.2)
    assert np.mean([each.matchup**2 for each in spread]) == pytest.approx(of_relatives * 0.15**2, rel=0.2)
    assert np.mean([each.kin for each in spread]) == pytest.approx(1 - (1 - 0.6) / of_relatives, abs=0.1)
    seen = np.array([each.of_matchup**2 for each in spread])
    truly = 2 * seen.mean() ** 2 / seen.var()
    assert 0.25 * truly < 1 / np.mean([1 / each.df for each in spread]) < 1.5 * truly


def test_the_spread_is_found_again_where_each_deck_meets_a_few():
    """In rings, of which sets weigh alike; no set can tell decks from matchups where decks explain every matchup."""
    rings = [[(at, (at + step) % 12) for step in (1, 2) for at in range(12)], [(at, (at + 1) % 6) for at in range(6)]]
    generator, keys = np.random.default_rng(12), [*rings[0], *((i + 12, j + 12) for i, j in rings[1])]
    sets = [keys[:24], keys[24:]]
    plays = [drawn(generator, "abcd", (4000,) * 4, keys=keys)[1] for _ in range(60)]
    spread = [player_spread(each, "abcd", sets) for each in plays]
    assert np.mean([each.of_matchup**2 for each in spread]) == pytest.approx(SPREAD.of_matchup**2, rel=0.1)
    first = [player_spread(each, "abcd", sets[:1]) for each in plays]
    assert np.mean([each.deck**2 for each in first]) == pytest.approx(0.1**2, rel=0.2)
    assert np.mean([each.matchup**2 for each in first]) == pytest.approx(0.15**2, rel=0.2)
    with pytest.raises(UcgsimError, match="tell nothing"):
        player_spread(plays[0], "abcd", [keys[:2] + keys[12:13], keys[24:29]])


def test_players_that_agree_have_no_spread():
    generator, alike = np.random.default_rng(2), PlayerSpread(0, 0, 0, 20, 1, 1)
    spread = [player_spread(drawn(generator, "abc", (4000,) * 3, alike)[1], "abc").of_matchup for _ in range(20)]
    assert np.mean(spread) < 0.05


def test_a_spread_takes_three_players_and_every_matchup():
    _, plays = drawn(np.random.default_rng(3), "abc", (200,) * 3)
    with pytest.raises(UcgsimError, match="three of them"):
        player_spread(plays[:2], "ab")
    del plays[0][0, 1]
    with pytest.raises(UcgsimError, match="every matchup"):
        player_spread(plays, "abc")


@pytest.mark.parametrize("games", [(2000,), (2000, 400), (400, 200)])
def test_an_interval_holds_another_player(games):
    """From one player or from two relatives; that of the games alone holds a third, that of the average is narrower."""
    generator, held, alone, average = np.random.default_rng(4), [], [], []
    for _ in range(50):
        rates, plays = drawn(generator, "a" * len(games) + "b", (*games, 2))
        for key, rate in rates[-1].items():
            held.append(not shown(plays[:-1], key).excludes(rate))
            average.append(not shown(plays[:-1], key, another=False).excludes(rate))
            alone.append(not plays[0][key].estimate().excludes(rate))
    assert 0.93 <= np.mean(held) <= 0.98
    assert np.mean(average) < 0.9
    assert np.mean(alone) < 0.7


def test_simpler_play_lies_as_far_away_as_it_was_measured():
    """From the player who is shown, which is no draw of the same; the interval of a good player does not hold it."""
    generator, simple = np.random.default_rng(13), PlayerSpread(0.3, 0.1, 0, 1e6, 1, 1)
    spread, held, good, measured = replace(SPREAD, simple=simple), [], [], []
    for _ in range(40):
        _, (play,) = drawn(generator, "a", (2000,))
        moved = effects(generator, KEYS, 0.3 * 2**0.5, 0.1 * 2**0.5)
        other = {key: rate_of(logit(play[key])[0] + moved[key]) for key in KEYS}
        for key, rate in other.items():
            seen = play[key].estimate()
            near, far = (each.variance({key: 1.0}, {key: seen.rate}) for each in (spread, simple))
            held.append(not simple_play([seen], [near], [far], spread).excludes(rate))
            good.append(not another_player([seen], [near], spread).excludes(rate))
        games = {
            key: Outcomes.of([[20_000 - w, 0, w]] * 2) for key, rate in other.items() for w in [round(20_000 * rate)]
        }
        measured.append(distance(play, [games], [KEYS]).of_matchup ** 2)
    assert 0.93 <= np.mean(held) <= 0.98
    assert np.mean(good) < 0.85
    assert np.mean(measured) == pytest.approx(simple.of_matchup**2, rel=0.15)
    with pytest.raises(UcgsimError, match="simpler play"):
        simple_play([seen], [near], [far], SPREAD)


def test_a_spread_that_is_badly_known_makes_intervals_wider():
    _, (play,) = drawn(np.random.default_rng(5), "a", (2000,))
    sharp, blunt = (shown([play], (0, 1), PlayerSpread(0.1, 0.15, 0.6, df, 0.1, 2.5)) for df in (1e9, 4))
    assert blunt.width > 1.3 * sharp.width
    nothing = PlayerSpread(0, 0, 0, 4, 1, 1)
    assert shown([play], (0, 1), nothing).width == pytest.approx(play[0, 1].estimate().width, rel=0.02)


def test_a_relative_says_less_than_a_stranger():
    _, plays = drawn(np.random.default_rng(6), "aa", (4000, 4000))
    near, far = (shown(plays, (0, 1), PlayerSpread(0.1, 0.15, kin, 1e9, 0.1, 2.5)).width for kin in (0.9, 0.0))
    assert near > 1.1 * far


def test_effects_of_a_deck_are_shared_by_its_matchups():
    """Of a deck in a field the errors of its rivals average out, its own does not; in a lead of two both are there."""
    rates = {(0, j): 0.5 for j in range(1, 5)} | {(1, j): 0.5 for j in range(2, 5)}
    parts = {(0, j): 0.25 for j in range(1, 5)}
    one, row = SPREAD.variance({(0, 1): 1.0}, rates), SPREAD.variance(parts, rates)
    assert one == pytest.approx((2 * 0.1**2 + 0.15**2) / 16)
    assert row == pytest.approx((0.1**2 * (1 + 1 / 4) + 0.15**2 / 4) / 16)
    root = SPREAD.root([{(0, 1): 1.0}, parts, {(1, 0): 1.0}], rates | {(1, 0): 0.5})
    assert np.diag(root @ root.T) == pytest.approx([one, row, one])
    assert root[0] == pytest.approx(-root[2])


def test_players_differ_less_about_builds_that_differ_less():
    """Not at all where nothing differs, and as about two decks where everything does."""
    shares = (0.5, 0.5)
    variances = [SPREAD.gain_variance(each, shares) for each in (0.0, 0.02, 0.04, 0.5, 1.0)]
    assert variances[0] == 0
    assert variances == sorted(variances)
    assert variances[2] / variances[1] == pytest.approx(2, rel=0.2)
    assert variances[4] / variances[3] == pytest.approx(1 / (0.1 * 0.5 + 0.9 * 0.5**2.5))
    lead = {(0, 2): 0.5, (0, 3): 0.5, (1, 2): -0.5, (1, 3): -0.5}
    assert variances[-1] == pytest.approx(SPREAD.variance(lead, dict.fromkeys(lead, 0.5)))


def test_what_needs_no_games_stays_as_it_is():
    assert another_player([by_construction(0.5)], [0.1], SPREAD) == by_construction(0.5)
    with pytest.raises(UcgsimError, match="the games of one"):
        another_player([], [], SPREAD)


@pytest.mark.parametrize("won", [0, 1, 7, 19, 20])
def test_the_rate_of_one_play_is_the_rate_that_was_seen(won):
    """Half a game keeps the ends of an interval in reach, and moves no rate: for a command as for the page."""
    games = np.array([0.0, 10 - won // 2, 0, won // 2, 0, 10 - (won + 1) // 2, 0, (won + 1) // 2])
    seen = shown(
        [{(0, 1): Outcomes.of([[10 - won // 2, 0, won // 2], [10 - (won + 1) // 2, 0, (won + 1) // 2]])}], (0, 1)
    )
    assert seen.rate == won / 20
    assert seen.low <= seen.rate <= seen.high
    assert 0.1 < seen.width < 0.6
    spread = np.array([SPREAD.deck, SPREAD.matchup, SPREAD.kin, SPREAD.df, SPREAD.own, SPREAD.likeness])
    of_page = np.empty((2, 4))
    field_rate(games, np.array([0.0, 1.0]), np.array([0.95]), spread, np.empty((2, 4)), of_page)
    assert of_page[1, :3].tolist() == [seen.rate, seen.low, seen.high]


def test_a_pooled_rate_lies_between_those_that_were_seen():
    """Neither half a game nor a weight below nothing moves it beyond them."""
    for first, second in itertools.product([(0, 2), (0, 50), (3, 9), (50, 50)], [(0, 10), (2, 40), (30, 40), (10, 10)]):
        plays = [wilson(*first), wilson(*second)]
        pooled = another_player(plays, [0.01, 0.001], SPREAD)
        assert min(each.rate for each in plays) <= pooled.rate <= max(each.rate for each in plays)
        assert pooled.low <= pooled.rate <= pooled.high


def test_a_matchup_that_is_never_won_is_as_surely_lost_as_its_interval_says():
    for games in (2, 10, 40):
        never = shown([{(0, 1): Outcomes.of([[games // 2, 0, 0]] * 2)}], (0, 1))
        assert (p_of_even(never) < 0.05) == never.excludes(0.5)
        assert p_of_even(never) == pytest.approx(p_of_even(never.complement()))


def test_a_difference_weighs_by_precision():
    sharp, coarse = (
        Estimate(rate, rate - half, rate + half, 100, 0.95, Method.NORMAL) for rate, half in ((0.02, 0.01), (0.08, 0.1))
    )
    both = another_players_difference([sharp, coarse], [0.0, 0.0], SPREAD)
    assert 0.02 < both.rate < 0.022
    assert both.width < sharp.width


def test_more_games_help_until_their_error_is_a_third():
    few, many = wilson(50, 100), wilson(50_000, 100_000)
    added = [SPREAD.variance({(0, 1): 1.0}, {(0, 1): 0.5})]
    assert not are_enough(few, another_player([few], added, SPREAD))
    assert are_enough(many, another_player([many], added, SPREAD))


@pytest.mark.parametrize("games", [(2000,), (2000, 400)])
def test_resamples_spread_as_far_as_intervals_do(games):
    _, plays = drawn(np.random.default_rng(7), "a" * len(games), games, keys=((0, 1), (0, 2), (1, 2)))
    scores = resampled_scores(list(plays[0].values()), times=4000, seed=1)
    moved = other_players(scores, plays, SPREAD, seed=1)
    assert moved.shape == scores.shape
    for place, key in enumerate(plays[0]):
        wide = shown(plays, key)
        low, high = np.quantile(moved[:, place], [0.025, 0.975])
        assert (low, high) == pytest.approx((wide.low, wide.high), abs=0.02)
