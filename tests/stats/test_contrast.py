"""Two shares of games: against published figures, and that intervals cover and tests hold their level."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy

from ucgsim.errors import UcgsimError
from ucgsim.stats.rates import Arm, contrast

from .test_proportions import NEWCOMBE_TABLE_II

FAMILY = 112
"""Fourteen cards, eight fates: the level of one of so many is the hardest to hold."""


def lone(won: int, games: int, other_won: int, other_games: int):
    """The contrast of two arms."""
    return contrast(Arm(games, won), Arm(other_games, other_won))


@pytest.mark.parametrize(("first", "second", "ends"), NEWCOMBE_TABLE_II)
def test_interval_is_newcombes(first, second, ends):
    result = lone(*first, *second).difference
    assert (result.low, result.high) == pytest.approx(ends, abs=5e-5)


@pytest.mark.parametrize("counts", [(8, 40, 15, 40), (1, 35, 90, 900), (39, 41, 1000, 1900), (200, 300, 10, 31)])
def test_p_value_is_fishers(counts):
    won, games, other_won, other_games = counts
    table = [[won, games - won], [other_won, other_games - other_won]]
    tails = [scipy.stats.fisher_exact(table, alternative=side).pvalue for side in ("less", "greater")]
    assert lone(*counts).p_value == pytest.approx(min(1, 2 * min(tails)))


def test_nothing_strays():
    result = lone(40, 40, 40, 40)
    assert result.difference.rate == 0
    assert result.difference.low < 0 < result.difference.high
    assert result.p_value == 1


def test_an_empty_arm_is_refused():
    with pytest.raises(UcgsimError, match="arms of 0 and 4 games"):
        lone(0, 0, 2, 4)


def simulated(rng, *, rate: float, share: float, gain: float, games: int = 2000):
    """Games of which a share has the card."""
    having = rng.binomial(games, share)
    return lone(rng.binomial(having, rate + gain), having, rng.binomial(games - having, rate), games - having)


@pytest.mark.parametrize(
    ("rate", "share", "gain"),
    [(0.5, 0.4, 0.1), (0.9, 0.03, 0.0), (0.9, 0.97, 0.05), (0.97, 0.03, 0.0), (0.8, 0.1, 0.1)],
)
def test_interval_covers_at_even_and_at_one_sided_rates(rate, share, gain):
    rng = np.random.default_rng(7)
    runs = [simulated(rng, rate=rate, share=share, gain=gain) for _ in range(800)]
    assert 0.935 <= np.mean([not run.difference.excludes(gain) for run in runs]) <= 1


@pytest.mark.parametrize(("rate", "share"), [(0.85, 0.025), (0.95, 0.975), (0.5, 0.3)])
def test_family_of_cards_holds_its_level(rate, share):
    # What Holm asks of the smallest of so many p-values; a normal approximation exceeds it a hundredfold at 0.95.
    rng = np.random.default_rng(3)
    p_values = [simulated(rng, rate=rate, share=share, gain=0).p_value for _ in range(2500)]
    assert np.mean(np.array(p_values) < 0.05 / FAMILY) <= 0.0004 + 3 * math.sqrt(0.0004 / 2500)
    assert np.mean(np.array(p_values) < 0.05) <= 0.055


def test_a_difference_is_found():
    rng = np.random.default_rng(1)
    runs = [simulated(rng, rate=0.5, share=0.3, gain=0.1) for _ in range(300)]
    assert np.mean([run.p_value < 0.05 / FAMILY for run in runs]) > 0.5
    assert np.mean([run.difference.rate for run in runs]) == pytest.approx(0.1, abs=0.006)
