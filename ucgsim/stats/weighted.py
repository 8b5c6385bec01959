"""Gains over pairs of games that were planned in bands, each band with a weight of its own."""

import math

import numpy as np
from numpy.typing import ArrayLike

from ucgsim.errors import UcgsimError
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, normal_quantile

HALF_POINTS = np.arange(3) / 2
"""What a game that is lost, undecided or won is worth."""
LEADS = np.subtract.outer(HALF_POINTS, HALF_POINTS)
MORE = 0.5
"""Pairs won by either side that each band's spread is taken with, so that a band without any does not claim to know."""


def weighted_gain(tables: ArrayLike, weights: ArrayLike, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """By how much the first game of a pair is worth more than the second, over bands; n = pairs.

    ``tables[band, i, j]``: pairs by the half points of both; ``weights[band]`` count relative to their sum. The spread
    of each band is that of its pairs with half a pair more won by either side. UcgsimError for a band with a weight
    and no pairs. Source: Cochran 1977, Sampling Techniques, section 5.4; Agresti & Min 2005, Statist. Med. 24,
    729-740 (half a count more in each cell of matched pairs).
    """
    pairs, shares = np.asarray(tables, dtype=np.float64), np.asarray(weights, dtype=np.float64)
    sizes, shares = pairs.sum(axis=(1, 2)), shares / shares.sum()
    if (sizes[shares > 0] < 1).any():
        raise UcgsimError("no pairs in a band that counts; each must have one at least")
    used = shares > 0
    means = (pairs * LEADS).sum(axis=(1, 2))[used] / sizes[used]
    squares = (pairs * LEADS**2).sum(axis=(1, 2))[used] + 2 * MORE
    spread = squares / (sizes[used] + 4 * MORE) - means**2 * (sizes[used] / (sizes[used] + 4 * MORE)) ** 2
    gain = float(shares[used] @ means)
    error = math.sqrt(float(shares[used] ** 2 @ (spread / sizes[used])))
    half = normal_quantile(confidence) * error
    low, high = max(gain - half, -1.0), min(gain + half, 1.0)
    return Estimate(gain, low, high, int(sizes[used].sum()), confidence, Method.NORMAL)
