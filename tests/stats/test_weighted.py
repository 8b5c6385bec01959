"""Gains over bands of pairs: the weighted mean, and intervals that cover."""

from __future__ import annotations

import numpy as np
import pytest

from ucgsim.errors import UcgsimError
from ucgsim.stats.means import weighted_gain

WEIGHTS = (6, 12, 32)


def drawn(chances: tuple[tuple[float, float], ...], pairs: int, generator: np.random.Generator) -> np.ndarray:
    """Pairs by band: won by the first game alone, or by the second alone, with these chances; else both lost."""
    tables = np.zeros((len(chances), 3, 3), int)
    for table, (first, second) in zip(tables, chances, strict=True):
        table[2, 0], table[0, 2], table[0, 0] = generator.multinomial(pairs, [first, second, 1 - first - second])
    return tables


def test_a_gain_is_the_weighted_mean_of_its_bands():
    tables = np.zeros((2, 3, 3), int)
    tables[0, 2, 0], tables[0, 2, 2] = 3, 1
    tables[1, 0, 1], tables[1, 1, 1] = 2, 2
    estimate = weighted_gain(tables, (1, 3))
    assert estimate.rate == pytest.approx((0.75 - 3 * 0.25) / 4)
    assert estimate.n == 8
    assert weighted_gain(tables, (1, 0)).rate == pytest.approx(0.75)


@pytest.mark.parametrize(
    "chances",
    [((0.12, 0.08), (0.06, 0.05), (0.01, 0.01)), ((0.001, 0.001),) * 3, ((0.3, 0.1), (0.1, 0.1), (0.002, 0.001))],
)
@pytest.mark.parametrize("pairs", [100, 3000])
def test_intervals_cover(chances, pairs):
    generator, shares = np.random.default_rng(3), np.array(WEIGHTS) / sum(WEIGHTS)
    truth = shares @ [first - second for first, second in chances]
    times = 1500
    inside = sum(not weighted_gain(drawn(chances, pairs, generator), WEIGHTS).excludes(truth) for _ in range(times))
    assert inside / times > 0.935


def test_no_difference_is_known_only_as_well_as_the_pairs_tell():
    estimate = weighted_gain(drawn(((0, 0),) * 3, 200, np.random.default_rng(1)), WEIGHTS)
    assert estimate.rate == 0
    assert 0.003 < estimate.high == -estimate.low < 0.02


def test_a_band_without_pairs_is_refused():
    with pytest.raises(UcgsimError, match="no pairs in a band"):
        weighted_gain(np.zeros((2, 3, 3), int), (1, 0))
