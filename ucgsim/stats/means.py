"""Means of what is counted in games that were planned in halves or in bands."""

import math

import numpy as np
from numpy.typing import ArrayLike

from ucgsim.errors import UcgsimError
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, normal_quantile
from ucgsim.stats.special import student_value

RARE = 1.0
"""Counts in a game below which the spread of the mean is hardly known."""


def stratified_mean(sums: ArrayLike, games: ArrayLike, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """The mean of a count in a game; n = games.

    `sums[half]`: the sum over the games of a half, and that of its squares, shape (halves, 2); `games` of each half,
    (halves,). What the halves differ by is planned and no chance, so only the spread within them counts. Where a half
    has a single game the interval has no ends; below 0, where no count can be, it is cut off. A count that comes less
    than once in a game has its upper end where the mean's own spread would explain it, as a score interval has: its few
    games show too small a spread where they show too small a mean. UcgsimError without games, or for squares that no
    such sum can have. Source: Student 1908, Biometrika 6, 1-25; of a stratified sample, Cochran 1977, Sampling
    Techniques, section 5.4; of rare counts, Byrne & Kabaila 2005, Commun. Stat. Theory Methods 34, 545-556 (score
    interval), with the dispersion of McCullagh & Nelder 1989, Generalized Linear Models, section 6.2.
    """
    (totals, squares), sizes = np.asarray(sums, dtype=np.float64).T, np.asarray(games, dtype=np.float64)
    n = int(sizes.sum())
    if n < 1:
        raise UcgsimError(f"a mean over {n} games; it must be at least 1")
    spread = squares - totals**2 / np.maximum(sizes, 1)
    if (spread < -1e-9 * np.maximum(squares, 1)).any():
        raise UcgsimError(f"counts sum to {totals.tolist()}, their squares only to {squares.tolist()}")
    mean = float(totals.sum()) / n
    if (sizes == 1).any():
        return Estimate(mean, 0.0, math.inf, n, confidence, Method.STUDENT)
    degrees = np.maximum(sizes - 1, 1)
    error = math.sqrt(float(sizes @ (np.maximum(spread, 0) / degrees))) / n
    t = student_value(int(n - np.count_nonzero(sizes)), (1 + confidence) / 2)
    high = mean + t * error if mean >= RARE else max(mean + t * error, _highest(mean, error, n, t))
    return Estimate(mean, max(mean - t * error, 0.0), high, n, confidence, Method.STUDENT)


def student_mean(values: ArrayLike, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """The mean of values drawn independently of each other, shape (n,); n = values. UcgsimError for fewer than two.

    Source: Student 1908, Biometrika 6, 1-25.
    """
    drawn = np.asarray(values, dtype=np.float64)
    if drawn.ndim != 1 or drawn.size < 2:
        raise UcgsimError(f"a mean of {drawn.size} values with an interval; it needs two at least")
    mean, error = float(drawn.mean()), float(drawn.std(ddof=1)) / math.sqrt(drawn.size)
    half = student_value(drawn.size - 1, (1 + confidence) / 2) * error
    return Estimate(mean, mean - half, mean + half, drawn.size, confidence, Method.STUDENT)


def _highest(mean: float, error: float, n: int, t: float) -> float:
    """The largest mean of which a count as small is no surprise: its spread grows with the mean, and is that of
    Poisson's distribution where nothing was counted.
    """
    spread = t * t * (error**2 / mean if mean else 1 / n)
    return mean + spread / 2 + math.sqrt(spread * mean + spread**2 / 4)


# Gains over pairs of games that were planned in bands, each band with a weight of its own.


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
