"""Elo scales against the figures that fastchess prints for the same counts."""

import math

import numpy as np
import pytest

from ucgsim.errors import UcgsimError
from ucgsim.stats.elo import elo_from_score, logistic_elo, normalized_difference, normalized_elo, score_from_elo
from ucgsim.stats.multinomial import Sample, score_interval
from ucgsim.stats.rates import Estimate, Method, wilson

from .pentanomial import PairCounts


def _games(lost, undecided, won):
    return Sample(np.array([0, 0.5, 1]), np.array([lost, undecided, won], dtype=float), games=1, neutral=0.5)


# fastchess, app/tests/elo_test.cpp: counts from 0 to 2 points, normalized Elo and error, Elo and error.
FASTCHESS_PAIRS = [
    ((34, 54, 63, 64, 75), 57.94, 28.28, 55.58, 27.65),
    ((332, 433, 498, 333, 334), -9.17, 10.96, -8.64, 10.33),
    ((7895, 8757, 5685, 568, 9999), -19.01, 2.65, -21.04, 2.95),
]


@pytest.mark.parametrize(("counts", "normalized", "error", "logistic", "logistic_error"), FASTCHESS_PAIRS)
def test_fastchess_pairs(counts, normalized, error, logistic, logistic_error):
    pairs = PairCounts(counts)
    estimate, plain = normalized_elo(pairs.sample), logistic_elo(pairs.score)
    assert round(estimate.rate, 2) == normalized
    # They take the spread for known: near even, what is not known of it adds little.
    assert estimate.width / 2 == pytest.approx(error, rel=0.05)
    assert round(plain.rate, 2) == logistic
    # They print a normal interval, we a score interval: the same to within a hundredth.
    assert plain.width / 2 == pytest.approx(logistic_error, rel=0.01)


@pytest.mark.parametrize(
    ("won", "lost", "undecided", "normalized", "error"),
    [(76, 89, 123, -20.76, 40.13), (136, 96, 111, 49.77, 36.77)],
)
def test_fastchess_single_games(won, lost, undecided, normalized, error):
    estimate = normalized_elo(_games(lost, undecided, won))
    assert round(estimate.rate, 2) == normalized
    assert estimate.width / 2 == pytest.approx(error, rel=0.05)


def test_fastchess_far_from_even():
    """The published error takes the spread for known: far from even it is less than half of what it must be."""
    estimate = normalized_elo(_games(356, 0, 34))
    assert round(estimate.rate, 2) == -508.44
    assert estimate.width / 2 > 2 * 34.48
    # Without undecided games the scale is one of the win rate alone, and so are its ends.
    for end, rate in zip((estimate.low, estimate.high), (wilson(34, 390).low, wilson(34, 390).high), strict=True):
        assert end == pytest.approx(347.4356 * (rate - 0.5) / math.sqrt(rate * (1 - rate)), rel=0.05)


def _pairs_with(score, alike):
    """Chances of pairs lost, split and won, where a game is won with `score` and a pair's two correlate so."""
    both = score**2 + alike * score * (1 - score)
    none = (1 - score) ** 2 + alike * score * (1 - score)
    return np.array([none, 0, 1 - both - none, 0, both])


def _covered(times, draw, truth):
    result = [draw() for _ in range(times)]
    return sum(not each.excludes(truth) for each in result) / times


@pytest.mark.parametrize("n", [40, 1000])
@pytest.mark.parametrize("score", [0.05, 0.5, 0.69, 0.8, 0.9, 0.95])
@pytest.mark.parametrize("alike", [0.2, 0.9])
def test_the_interval_covers_at_any_score(score, alike, n):
    chances = _pairs_with(score, alike)
    generator = np.random.default_rng(round(1000 * score) + n)
    truth = normalized_elo(PairCounts.from_sequence((chances * 10**6).round().astype(int).tolist()).sample).rate

    def draw():
        return normalized_elo(PairCounts.from_sequence(generator.multinomial(n, chances).tolist()).sample)

    assert 0.925 < _covered(500, draw, truth) < 0.995


@pytest.mark.parametrize("n", [40, 1000])
@pytest.mark.parametrize("score", [0.05, 0.5, 0.8, 0.9, 0.95])
def test_the_interval_covers_for_single_games(score, n):
    generator = np.random.default_rng(round(1000 * score) + n)
    truth = 347.4356 * (score - 0.5) / math.sqrt(score * (1 - score))

    def draw():
        won = int(generator.binomial(n, score))
        return normalized_elo(_games(n - won, 0, won))

    assert 0.925 < _covered(500, draw, truth) < 0.995


def test_games_that_all_ended_alike_leave_one_end_open():
    """Forty of forty: nobody knows how much better, but how much at least."""
    estimate = normalized_elo(_games(0, 0, 40))
    assert estimate.rate == estimate.high == math.inf
    assert 200 < estimate.low < 1000


@pytest.mark.parametrize("scores", [(0.5, 0.52), (0.5, 0.9), (0.2, 0.95)])
def test_the_difference_of_builds_covers(scores):
    """Two builds that share most of their luck, against one opponent; the deviation is as little known as the gain."""
    generator = np.random.default_rng(7)
    low, high = scores
    chances = np.zeros((3, 3))
    chances[0, 0], chances[0, 2], chances[2, 2], chances[2, 0] = 1 - high - 0.01, high - low + 0.01, low, 0.0
    chances[2, 0], chances[2, 2] = 0.01, low - 0.01
    deviation = sum(math.sqrt(rate * (1 - rate)) for rate in scores) / 2
    truth = 347.4356 * (high - low) / deviation
    values = np.array([0, 0.5, 1.0])

    def draw():
        table = generator.multinomial(300, chances.ravel()).reshape(1, 3, 3).astype(float)
        steps = np.array([np.trace(table[0], offset=k) for k in range(-2, 3)])
        ends = score_interval(np.linspace(-1, 1, 5), steps, 0.95)
        rate = float(np.linspace(-1, 1, 5) @ steps / 300)
        quoted = Estimate(rate, *ends, 300, 0.95, Method.PAIR_DIFFERENCE)
        return normalized_difference(quoted, table, (1.0,), values, 1)

    assert 0.93 < _covered(1000, draw, truth) < 0.97


@pytest.mark.parametrize(("elo", "score"), [(0, 0.5), (400, 10 / 11), (-400, 1 / 11), (100, 0.640065)])
def test_elo_and_score_are_inverse(elo, score):
    assert score_from_elo(elo) == pytest.approx(score, abs=1e-6)
    assert elo_from_score(score_from_elo(elo)) == pytest.approx(elo, abs=1e-9)


def test_ends_of_the_scale():
    assert elo_from_score(1) == math.inf
    assert elo_from_score(0) == -math.inf
    assert math.isnan(elo_from_score(math.nan))
    assert logistic_elo(wilson(5, 5)).high == math.inf
    with pytest.raises(UcgsimError, match="between 0 and 1"):
        elo_from_score(1.2)


def test_normalized_elo_without_spread_or_games():
    assert normalized_elo(PairCounts((0, 0, 9, 0, 0)).sample).rate == 0
    assert normalized_elo(PairCounts((0, 0, 0, 0, 9)).sample).rate == math.inf
    assert math.isnan(normalized_elo(PairCounts().sample).rate)


def test_both_scales_agree_for_even_decks_without_undecided_games():
    sample = _games(4990, 0, 5010)
    assert normalized_elo(sample).rate == pytest.approx(elo_from_score(0.501), rel=1e-4)
