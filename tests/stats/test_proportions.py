"""Differences and weighted sums of independent estimates."""

import itertools

import numpy as np
import pytest

from ucgsim.errors import UcgsimError
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.rates import difference, weighted_sum, wilson

# Newcombe 1998, Statist. Med. 17, 873-890, table II, method 10.
NEWCOMBE_TABLE_II = [
    ((56, 70), (48, 80), (0.0524, 0.3339)),
    ((9, 10), (3, 10), (0.1705, 0.8090)),
    ((6, 7), (2, 7), (0.0582, 0.8062)),
    ((5, 56), (0, 29), (-0.0381, 0.1926)),
    ((0, 10), (0, 20), (-0.1611, 0.2775)),
    ((0, 10), (0, 10), (-0.2775, 0.2775)),
    ((10, 10), (0, 20), (0.6791, 1.0000)),
    ((10, 10), (0, 10), (0.6075, 1.0000)),
]


@pytest.mark.parametrize(("first", "second", "ends"), NEWCOMBE_TABLE_II)
def test_published_differences(first, second, ends):
    result = difference(wilson(*first), wilson(*second))
    assert (round(result.low, 4), round(result.high, 4)) == ends


def test_weighted_row_of_a_matrix():
    row = [wilson(60, 100), wilson(45, 100), wilson(50, 100)]
    total = weighted_sum(row, [0.5, 0.3, 0.2])
    assert total.rate == pytest.approx(0.5 * 0.6 + 0.3 * 0.45 + 0.2 * 0.5)
    assert total.n == 300
    assert total.width < max(cell.width for cell in row)
    assert weighted_sum(row[:1], [1.0]).low == pytest.approx(row[0].low)


def test_sums_of_the_same_parts_are_the_same_in_any_order():
    """Three decks of a circle are worth 50 % each: rounding must not say which is the best."""
    even, ahead, behind = (wilson(won, 200) for won in (100, 130, 70))
    rates = {weighted_sum(row, [1 / 3] * 3).rate for row in itertools.permutations((even, ahead, behind))}
    assert rates == {0.5}


def test_negative_weight_swaps_the_ends():
    part = wilson(9, 10)
    turned = weighted_sum([part], [-1.0])
    assert (turned.low, turned.high) == pytest.approx((-part.high, -part.low))


@pytest.mark.parametrize(
    ("estimates", "weights"),
    [([], []), ([wilson(1, 2)], [1, 2]), ([wilson(1, 2), wilson(1, 2, 0.9)], [1, 1])],
)
def test_sums_that_make_no_sense_are_refused(estimates, weights):
    with pytest.raises(UcgsimError, match="one confidence"):
        weighted_sum(estimates, weights)


def test_coverage_of_a_weighted_row():
    """A field of three opponents, 120 games each, weights of a tournament: 95 % covered."""
    rng = np.random.default_rng(31)
    truths = np.array([(0.5, 0.7), (0.65, 0.45), (0.35, 0.15)])
    weights = [0.5, 0.3, 0.2]
    truth = float(weights @ truths.mean(axis=1))
    held = []
    for _ in range(300):
        won = rng.binomial(60, truths)
        row = [Outcomes.of([(60 - each, 0, each) for each in halves]).score for halves in won]
        held.append(not weighted_sum(row, weights).excludes(truth))
    assert 0.915 <= np.mean(held) <= 0.98
