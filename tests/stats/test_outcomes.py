"""Games distinguished by who won the throw: counts, intervals, tests, and that they cover whatever the throw does."""

import itertools
import math
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ucgsim.errors import UcgsimError
from ucgsim.stats.multinomial import score_interval
from ucgsim.stats.outcomes import SCORES, Outcomes, stratified
from ucgsim.stats.rates import Method, wilson

half = st.tuples(*[st.integers(0, 300)] * 3)
halves = st.tuples(half, half)


def test_counts_by_hand():
    games = Outcomes(((1, 2, 3), (4, 0, 2)))
    assert (games.games, games.points, games.totals) == (12, 6.0, (5, 2, 5))
    assert games.score.rate == pytest.approx(6 / 12)
    assert games.flipped() == Outcomes(((2, 0, 4), (3, 2, 1)))


@given(halves, halves)
def test_addition_and_flip(first, second):
    a, b = Outcomes(first), Outcomes(second)
    assert (a + b).games == a.games + b.games
    assert (a + b).flipped() == b.flipped() + a.flipped()
    assert a.flipped().flipped() == a
    assert a.points + a.flipped().points == a.games


@given(halves)
def test_interval_holds_the_score_and_flips_with_the_sides(counts):
    games = Outcomes(counts)
    score, mirrored = games.score, games.flipped().score
    assert 0 <= score.low <= score.high <= 1
    assert math.isnan(score.rate) or score.low <= score.rate <= score.high
    assert score.low == pytest.approx(1 - mirrored.high, abs=1e-9)


def test_no_game_says_nothing():
    nothing = Outcomes()
    assert math.isnan(nothing.score.rate)
    assert (nothing.score.low, nothing.score.high, nothing.p_value()) == (0, 1, 1)


@pytest.mark.parametrize("counts", [((1, 2), (3, 4)), ((1, 2, -3), (0, 0, 0)), ((1, 2, 0.5), (0, 0, 0))])
def test_impossible_counts_are_refused(counts):
    with pytest.raises(UcgsimError, match="games are"):
        Outcomes(counts)


def test_counts_of_another_shape_are_refused():
    with pytest.raises(UcgsimError, match=r"\(2, 3\) or \(3,\)"):
        Outcomes.of(np.zeros((3, 3)))


@pytest.mark.parametrize(("lost", "won"), [(182, 81), (0, 20), (28, 1), (5, 0)])
def test_games_of_one_kind_have_wilsons_interval(lost, won):
    score, plain = Outcomes.of([lost, 0, won]).score, wilson(won, lost + won)
    assert (score.low, score.high) == pytest.approx((plain.low, plain.high), abs=1e-9)
    assert score.method is Method.WILSON


def test_halves_alike_cost_nothing():
    """The same rate whoever wins the throw: as wide as all games together, within what two unknown rates cost."""
    score, plain = Outcomes.of([[300, 0, 200], [300, 0, 200]]).score, wilson(400, 1000)
    assert score.width == pytest.approx(plain.width, rel=2e-3)
    assert score.method is Method.STRATIFIED


def test_what_the_throw_does_is_no_chance():
    apart = Outcomes.of([[50, 0, 450], [450, 0, 50]]).score
    assert apart.width == pytest.approx(wilson(450, 500).width / math.sqrt(2), rel=0.02)
    assert apart.width < 0.65 * wilson(500, 1000).width


def test_undecided_games_spread_less():
    games = [[100, 800, 100]] * 2
    low, high = score_interval(SCORES, np.sum(games, axis=0).astype(float), 0.95)
    score = Outcomes.of(games).score
    assert (score.low, score.high) == pytest.approx((low, high), abs=2e-4)


def test_halves_without_spread_claim_no_certainty():
    score = Outcomes.of([[0, 0, 50], [50, 0, 0]]).score
    assert 0.02 < score.width / 2 < 0.06


def test_a_condition_that_the_throw_decides():
    """Games in which a side led are those whose throw it won: their rate is an ordinary proportion."""
    result = stratified([[0, 60, 40], [100, 0, 0]], (0, 1))
    plain = wilson(40, 100)
    assert (result.rate, result.n) == (0.4, 100)
    assert (result.low, result.high) == pytest.approx((plain.low, plain.high), abs=2e-3)


def test_p_value_agrees_with_the_interval():
    rng = np.random.default_rng(47)
    for row in rng.multinomial(60, (0.27, 0.02, 0.21, 0.21, 0.03, 0.26), size=100):
        games = Outcomes.of(row.reshape(2, 3))
        assert (games.p_value() < 0.05) == games.score.excludes(0.5)
    assert Outcomes.of([0, 7, 0]).p_value() == 1
    assert Outcomes.of([0, 0, 7]).p_value(1.0) == 1
    assert Outcomes.of([0, 7, 0]).p_value(1.0) == 0


@cache
def _score(counts):
    return Outcomes(counts).score


@pytest.mark.parametrize("rates", [(0.05, 0.05), (0.2, 0.3), (0.5, 0.5), (0.35, 0.65), (0.7, 0.9), (0.97, 0.93)])
@pytest.mark.parametrize("games", [40, 400])
def test_coverage_of_the_stratified_interval(rates, games):
    """2,000 synthetic runs each: 95 % within the error of 2,000; of few games the lattice makes it rather more."""
    rng = np.random.default_rng(games)
    won = rng.binomial(games // 2, rates, (2000, 2))
    held = [
        not _score(tuple((games // 2 - int(each), 0, int(each)) for each in row)).excludes(sum(rates) / 2)
        for row in won
    ]
    assert 0.935 <= np.mean(held) <= (0.975 if games == 40 else 0.965)


@pytest.mark.parametrize(
    ("met", "rates"), [((0.9, 0.1), (0.3, 0.6)), ((0.3, 0.2), (0.5, 0.5)), ((0.5, 1.0), (0.1, 0.2))]
)
def test_coverage_of_a_conditional_rate(met, rates):
    """Games that meet a condition more often in one half than in the other, and win more often there."""
    rng = np.random.default_rng(3)
    chances = [(1 - m, m * (1 - r), m * r) for m, r in zip(met, rates, strict=True)]
    truth = np.dot(met, rates) / sum(met)
    tables = np.stack([rng.multinomial(200, each, 2000) for each in chances], axis=1)
    held = [not stratified(table, (0, 1)).excludes(truth) for table in tables]
    assert 0.935 <= np.mean(held) <= 0.968


def test_all_small_tables_have_an_interval():
    for counts in itertools.product(range(3), repeat=4):
        result = stratified([[1, *counts[:2]], [0, *counts[2:]]], (0, 1))
        assert result.low <= result.high
