"""The Elo scale against the figures that fastchess prints for the same counts."""

import math

import pytest

from ucgsim.errors import UcgsimError
from ucgsim.stats.elo import elo_from_score, logistic_elo
from ucgsim.stats.rates import wilson

from .pentanomial import PairCounts

# fastchess, app/tests/elo_test.cpp: counts from 0 to 2 points, Elo and error.
FASTCHESS_PAIRS = [
    ((34, 54, 63, 64, 75), 55.58, 27.65),
    ((332, 433, 498, 333, 334), -8.64, 10.33),
    ((7895, 8757, 5685, 568, 9999), -21.04, 2.95),
]


@pytest.mark.parametrize(("counts", "logistic", "error"), FASTCHESS_PAIRS)
def test_fastchess_pairs(counts, logistic, error):
    plain = logistic_elo(PairCounts(counts).score)
    assert round(plain.rate, 2) == logistic
    # They print a normal interval, we a score interval: the same to within a hundredth.
    assert plain.width / 2 == pytest.approx(error, rel=0.01)


@pytest.mark.parametrize(("elo", "score"), [(0, 0.5), (400, 10 / 11), (-400, 1 / 11), (100, 0.640065)])
def test_elo_and_score_are_inverse(elo, score):
    assert elo_from_score(score) == pytest.approx(elo, abs=1e-3)


def test_ends_of_the_scale():
    assert elo_from_score(1) == math.inf
    assert elo_from_score(0) == -math.inf
    assert math.isnan(elo_from_score(math.nan))
    assert logistic_elo(wilson(5, 5)).high == math.inf
    with pytest.raises(UcgsimError, match="between 0 and 1"):
        elo_from_score(1.2)
