"""Elo scales against the figures that fastchess prints for the same counts."""

import math

import numpy as np
import pytest

from ucgsim.errors import UcgsimError
from ucgsim.stats.elo import elo_from_score, logistic_elo, normalized_elo, score_from_elo
from ucgsim.stats.multinomial import Sample
from ucgsim.stats.pairs import PairCounts
from ucgsim.stats.rates import wilson


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
    assert round(estimate.width / 2, 2) == error
    assert round(plain.rate, 2) == logistic
    # They print a normal interval, we a score interval: the same to within a hundredth.
    assert plain.width / 2 == pytest.approx(logistic_error, rel=0.01)


@pytest.mark.parametrize(
    ("won", "lost", "undecided", "normalized", "error"),
    [(76, 89, 123, -20.76, 40.13), (136, 96, 111, 49.77, 36.77), (34, 356, 0, -508.44, 34.48)],
)
def test_fastchess_single_games(won, lost, undecided, normalized, error):
    estimate = normalized_elo(_games(lost, undecided, won))
    assert round(estimate.rate, 2) == normalized
    assert round(estimate.width / 2, 2) == error


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
