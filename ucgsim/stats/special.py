"""Distributions in plain arithmetic: SciPy has them too, and takes longer to load than a short command takes in all.

Within 1e-12 of the values, as a share of them, also in tails down to 1e-300.
"""

from __future__ import annotations

import math

_ROOT_2 = math.sqrt(2)
_FAR = -37.0
"""Below it the tail of the normal distribution is reckoned from a continued fraction: it would round to nothing."""
_TERMS = 500
"""Of continued fractions; they have long converged."""
_NEAR = 1e-16
_MANY = 3000
"""Degrees of freedom above which the continued fraction would lose digits."""
_STEPS = 200


def normal_cdf(value: float) -> float:
    """The chance that a standard normal variable is at most a value."""
    return math.erfc(-value / _ROOT_2) / 2


def log_normal_cdf(value: float) -> float:
    """The logarithm of ``normal_cdf``, also where that is too small to be a number."""
    if value > 0:
        return math.log1p(-math.erfc(value / _ROOT_2) / 2)
    if value > _FAR:
        return math.log(math.erfc(-value / _ROOT_2) / 2)
    # Laplace's continued fraction of Mills' ratio: Abramowitz & Stegun 1964, 26.2.14.
    ratio = -value
    for term in range(60, 0, -1):
        ratio = -value + term / ratio
    return -value * value / 2 - math.log(2 * math.pi) / 2 - math.log(ratio)


def normal_quantile_at(share: float) -> float:
    """The value below which this share of the normal distribution lies; infinite for 0 and 1.

    A rational start (Abramowitz & Stegun 1964, 26.2.23) and Halley's method.
    """
    if not 0 < share < 1:
        return math.nan if not 0 <= share <= 1 else math.copysign(math.inf, share - 0.5)
    if share > 0.5:
        return -normal_quantile_at(1 - share)
    far = math.sqrt(-2 * math.log(share))
    value = (2.515517 + far * (0.802853 + far * 0.010328)) / (
        1 + far * (1.432788 + far * (0.189269 + far * 0.001308))
    ) - far
    for _ in range(3):
        tail = math.erfc(-value / _ROOT_2) / 2
        step = (tail - share) * math.sqrt(2 * math.pi) * math.exp(value * value / 2)
        value -= step / (1 + value * step / 2)
    return value


def student_quantile(freedom: float, share: float) -> float:
    """The value below which this share of Student's t distribution lies, of so many degrees of freedom.

    By Newton's method for the logarithm of the tail, within bounds; of thousands of degrees of freedom by their series
    (Abramowitz & Stegun 1964, 26.7.5).
    """
    if share <= 0.5:
        return -student_quantile(freedom, 1 - share) if share < 0.5 else 0.0
    if share >= 1:
        return math.inf
    tail, low, high = 1 - share, 0.0, math.inf
    value = z = normal_quantile_at(share)
    if freedom > _MANY:
        terms = (
            (z**3 + z) / 4,
            (5 * z**5 + 16 * z**3 + 3 * z) / 96,
            (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
            (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
        )
        return z + sum(term / freedom**power for power, term in enumerate(terms, start=1))
    for _ in range(_STEPS):
        seen = _student_tail(freedom, value)
        low, high = (value, high) if seen > tail else (low, value)
        density = _gamma_ratio(freedom / 2) / math.sqrt(math.pi * freedom)
        density *= math.exp(-(freedom + 1) / 2 * math.log1p(value * value / freedom))
        following = value + math.log(seen / tail) * seen / density
        if not low < following < high:
            following = 2 * value if math.isinf(high) else (low + high) / 2
        if abs(following - value) <= _NEAR * value:
            break
        value = following
    return value


def _student_tail(freedom: float, value: float) -> float:
    """The chance that Student's t of so many degrees of freedom lies above a value that is not below 0.

    The regularised incomplete beta function of freedom / 2 and 1/2, by its continued fraction (Abramowitz & Stegun
    1964, 26.5.8) and the method of Lentz 1976, Appl. Opt. 15, 668-671.
    """
    if not value:
        return 0.5
    squared = value * value
    a, x, y = freedom / 2, freedom / (freedom + squared), squared / (freedom + squared)
    front = _gamma_ratio(a) * math.exp(-a * math.log1p(squared / freedom)) * math.sqrt(y / math.pi)
    if x > (a + 1) / (a + 2.5):
        return 0.5 - front * _fraction(0.5, a, y) / 2 / 0.5
    return front * _fraction(a, 0.5, x) / 2 / a


def _gamma_ratio(a: float) -> float:
    """The gamma function of a + 1/2 by that of a; for large ones by its series, where both would be too large."""
    if a < 40:
        return math.exp(math.lgamma(a + 0.5) - math.lgamma(a))
    b = 1 / a
    return math.sqrt(a) * (1 - b / 8 + b**2 / 128 + 5 * b**3 / 1024 - 21 * b**4 / 32768 - 399 * b**5 / 262144)


def _fraction(a: float, b: float, x: float) -> float:
    up, down = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    whole = down
    for m in range(1, _TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            down, up = 1 / (1 + term * down), 1 + term / up
            whole *= down * up
        if abs(down * up - 1) < _NEAR:
            break
    return whole
