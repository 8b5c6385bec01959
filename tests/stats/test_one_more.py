"""A player's own games weighed with simulated ones, and how many more it takes to tell who wins more."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy

from scripts.log_coverage import drawn
from ucgsim.errors import UcgsimError
from ucgsim.policies.spread import stored_spread
from ucgsim.stats.random_effects import PlayerSpread, another_player, one_more
from ucgsim.stats.rates import Method, units_to_tell, wilson

KNOWN = PlayerSpread(deck=0.1, matchup=0.05, kin=0.5, df=math.inf, own=1.0, likeness=1.0)


def weighed(points: float, games: int, rate: float = 0.5, simulated: int = 10_000, spread: PlayerSpread = KNOWN):
    variance = spread.variance({(0, 1): 1.0}, {(0, 1): rate})
    play = wilson(rate * simulated, simulated)
    return one_more(points, games, [play], [variance], spread), another_player([play], [variance], spread)


def test_both_are_weighed_by_the_inverse_of_their_variances_on_the_logit_scale():
    result, _ = weighed(14, 20)
    own, noise = math.log(14.5 / 6.5), 1 / 14.5 + 1 / 6.5
    # Wilson's interval of 10,000 even games, and the spread twice: who was simulated, and who asks.
    simulated = (1.96 / math.sqrt(10_000 + 1.96**2) / 1.96 * 2) ** 2 + 2 * (2 * 0.1**2 + 0.05**2)
    assert result.weight == pytest.approx(simulated / (simulated + noise), rel=1e-3)
    assert math.log(result.together.rate / (1 - result.together.rate)) == pytest.approx(result.weight * own, rel=1e-3)
    deviation = math.sqrt(1 / (1 / simulated + 1 / noise))
    assert math.log(result.together.high / (1 - result.together.high)) == pytest.approx(
        result.weight * own + 1.96 * deviation, rel=1e-3
    )
    assert (result.together.n, result.together.method) == (10_020, Method.PLAYERS)
    assert not result.is_apart


def test_it_is_narrower_than_either_alone_and_lies_between_them():
    result, simulated = weighed(60, 100, spread=stored_spread())
    assert result.together.width < min(simulated.width, wilson(60, 100).width)
    assert simulated.rate < result.together.rate < 0.6


def test_many_own_games_are_all_that_counts_and_one_hardly_does():
    assert weighed(55_000, 100_000)[0].together.rate == pytest.approx(0.55, abs=1e-3)
    assert weighed(55_000, 100_000)[0].weight > 0.99
    result, simulated = weighed(1, 1)
    assert result.weight < 0.02
    assert result.together.rate == pytest.approx(simulated.rate, abs=0.01)


def test_who_is_none_of_those_players_is_told_so():
    assert weighed(2, 20, rate=0.65)[0].is_apart
    assert not weighed(10, 20, rate=0.65)[0].is_apart
    assert not weighed(0, 2, rate=0.65)[0].is_apart


def test_without_a_game_there_is_nothing_to_weigh():
    with pytest.raises(UcgsimError, match=r"takes a game of one's own"):
        weighed(0, 0)
    with pytest.raises(UcgsimError, match="3 successes of 2 trials"):
        weighed(3, 2)


@pytest.mark.parametrize("rate", [0.3, 0.5, 0.8])
def test_the_interval_holds_the_rate_of_a_good_player(rate):
    rng = np.random.default_rng(int(10 * rate))
    held = [not result.together.excludes(truth) for _ in range(400) for result, truth, _ in [drawn(rate, 20, 0.0, rng)]]
    # 95 % of 400, less three standard errors.
    assert np.mean(held) > 0.917


# ---------------------------------------------------------------- games more, to tell who wins more than half


@pytest.mark.parametrize(
    ("won", "games", "rate"), [(0, 0, 0.6), (14, 21, 0.667), (3, 10, 0.4), (20, 40, 0.7), (0, 3, 0.6)]
)
def test_after_so_many_more_games_the_interval_leaves_out_one_half_with_the_chance_that_is_named(won, games, rate):
    more = units_to_tell(won, games, rate)
    wins = np.arange(more + 1)
    tells = np.array([wilson(won + int(each), games + more).excludes(0.5) for each in wins])
    right = (won + wins > (games + more) / 2) == (rate > 0.5)
    assert float(scipy.stats.binom.pmf(wins, more, rate)[tells & right].sum()) == pytest.approx(0.8, abs=0.06)


def test_what_is_told_already_takes_no_game_and_what_is_even_takes_any_number():
    assert wilson(40, 50).excludes(0.5)
    assert units_to_tell(40, 50, 0.8) == 0
    assert units_to_tell(10, 50, 0.8) == 0
    assert units_to_tell(5, 10, 0.5) is None
    assert units_to_tell(0, 0, 0.5) is None
    assert units_to_tell(0, 0, 1.0) == 4


def test_the_farther_from_one_half_the_fewer_games_it_takes():
    numbers = [units_to_tell(0, 0, rate) for rate in (0.51, 0.55, 0.6, 0.7, 0.9)]
    assert numbers == sorted(numbers, reverse=True)
    assert units_to_tell(0, 0, 0.4) == units_to_tell(0, 0, 0.6)
    with pytest.raises(UcgsimError, match="power is 1"):
        units_to_tell(0, 0, 0.6, power=1.0)
