"""Distributions in plain arithmetic: the same bits in Python, in the library and in a page, without SciPy.

Within 1e-12 of the values, as a share of them, also in tails down to 1e-300.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.compiling.compiled import compiled, entry
from ucgsim.stats.elementary import exp, log, log1p

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

ROOT_PI, ROOT_2PI = math.sqrt(math.pi), math.sqrt(2 * math.pi)
LOG_ROOT_2PI = math.log(2 * math.pi) / 2
TERMS = 120
"""Of the continued fraction of a normal tail; from 2 on they are more than it takes."""
LOOPS = 1_000
"""Terms after which a series or a fraction ends in any case; all have long converged."""
NEAR = 1e-15
STEPS = 100
FAR = 1e17
"""The square of Student's t, by that of its degrees of freedom, from which on the leading term is all of the tail."""


@compiled
def _mills(far: float) -> float:
    """The density by the tail, from 2 on. Source: Abramowitz & Stegun 1964, 26.2.14 (Laplace)."""
    fraction = far
    for term in range(TERMS, 0, -1):
        fraction = far + term / fraction
    return fraction


@compiled
def normal_cdf(value: float) -> float:
    """The chance that a standard normal variable is at most a value. Source: as above, 26.2.11 near the centre."""
    far = abs(value)
    density = exp(-far * far / 2) / ROOT_2PI
    if far < 2:
        term = total = far
        odd = 3
        while term > total * 1e-17:
            term *= far * far / odd
            total += term
            odd += 2
        return 0.5 + density * total if value > 0 else 0.5 - density * total
    tail = density / _mills(far)
    return tail if value < 0 else 1 - tail


@compiled
def log_normal_cdf(value: float) -> float:
    """The logarithm of ``normal_cdf``, also where that is too small to be a number."""
    if value > 0:
        return log1p(-normal_cdf(-value))
    if value > -2:
        return log(normal_cdf(value))
    return -value * value / 2 - LOG_ROOT_2PI - log(_mills(-value))


# fmt: off
CENTRE_ABOVE, CENTRE_BELOW = (
    (2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457,
     13731.693765509461125, 1971.5909503065514427, 133.14166789178437745, 3.387132872796366608),
    (5226.495278852854561, 28729.085735721942674, 39307.89580009271061, 21213.794301586595867,
     5394.1960214247511077, 687.1870074920579083, 42.313330701600911252, 1.0),
)
NEAR_ABOVE, NEAR_BELOW = (
    (7.7454501427834140764e-4, 0.0227238449892691845833, 0.24178072517745061177, 1.27045825245236838258,
     3.64784832476320460504, 5.7694972214606914055, 4.6303378461565452959, 1.42343711074968357734),
    (1.05075007164441684324e-9, 5.475938084995344946e-4, 0.0151986665636164571966, 0.14810397642748007459,
     0.68976733498510000455, 1.6763848301838038494, 2.05319162663775882187, 1.0),
)
FAR_ABOVE, FAR_BELOW = (
    (2.01033439929228813265e-7, 2.71155556874348757815e-5, 0.0012426609473880784386, 0.026532189526576123093,
     0.29656057182650489123, 1.7848265399172913358, 5.4637849111641143699, 6.6579046435011037772),
    (2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5, 7.868691311456132591e-4,
     0.0148753612908506148525, 0.13692988092273580531, 0.59983220655588793769, 1.0),
)
# fmt: on
"""Wichura's numerators and denominators, highest power first."""


@compiled
def _ratio(above: tuple[float, ...], below: tuple[float, ...], at: float) -> float:
    numerator = denominator = 0.0
    for place in range(len(above)):
        numerator = numerator * at + above[place]
        denominator = denominator * at + below[place]
    return numerator / denominator


@compiled
def normal_quantile_at(share: float) -> float:
    """The value below which this share of the normal distribution lies; infinite for 0 and 1, NaN beyond.

    Source: Wichura 1988, Appl. Statist. 37, 477-484 (algorithm AS 241). In far tails that keeps eleven digits, and a
    step of Newton's method for the logarithm gives the others.
    """
    away = share - 0.5
    if not 0 < share < 1:
        return -math.inf if share == 0 else (math.inf if share == 1 else math.nan)
    if abs(away) <= 0.425:
        return away * _ratio(CENTRE_ABOVE, CENTRE_BELOW, 0.180625 - away * away)
    wanted = log(share if share < 0.5 else 1 - share)
    tail = math.sqrt(-wanted)
    if tail <= 5:
        value = _ratio(NEAR_ABOVE, NEAR_BELOW, tail - 1.6)
    else:
        value = _ratio(FAR_ABOVE, FAR_BELOW, tail - 5)
        value += (log_normal_cdf(-value) - wanted) / _mills(value)
    return value if away > 0 else -value


@compiled
def _gamma_ratio(a: float) -> float:
    """The gamma function of a + 1/2 by that of a. Source: the logarithms' Stirling series, DLMF 5.11.8."""
    factor = 1.0
    while a < 20:
        factor *= a / (a + 0.5)
        a += 1
    w = 1 / (a * a)
    series = (-1 / 8 + w * (1 / 192 + w * (-1 / 640 + w * (17 / 14336 - w * 31 / 18432)))) / a
    return factor * math.sqrt(a) * exp(series)


@compiled
def _inside(freedom: float, square: float) -> float:
    """What lies between 0 and t, by the density times t: a series of positive terms. Source: DLMF 8.17.8."""
    share = square / (freedom + square)
    term = total = 1.0
    for n in range(LOOPS):
        term *= (0.5 + freedom / 2 + n) / (1.5 + n) * share
        total += term
        if term <= total * 1e-17:
            break
    return total


@compiled
def _beyond(freedom: float, square: float) -> float:
    """What lies beyond t, by the density times t: a continued fraction that large degrees of freedom don't spoil.

    Source: DiDonato & Morris 1992, ACM Trans. Math. Softw. 18, 360-373, formula 9.
    """
    a, b, x, y = freedom / 2, 0.5, freedom / (freedom + square), square / (freedom + square)
    c = 1 + x * (square - 1) / 2
    above, last_above, last_below, result = 1.0, 0.0, 1.0, (1 + 1 / a) / c
    below = c / (1 + 1 / a)
    for n in range(1, LOOPS):
        before, w, s = 1 + (n - 1) / a, n * (b - n) * x, a + 2 * n - 1
        alpha = before * (before + b / a) * (a / s) * (a / s) * w * x
        beta = n + w / s + (1 + n / a) / (1 + (1 + 2 * n) / a) * (c + n * (1 + y))
        next_above, next_below = alpha * last_above + beta * above, alpha * last_below + beta * below
        last_above, last_below = above / next_below, below / next_below
        above, below = next_above / next_below, 1.0
        if abs(above - result) <= NEAR * above:
            break
        result = above
    return above / 2


@compiled
def _density(freedom: float, square: float) -> float:
    ratio = _gamma_ratio(freedom / 2) / ROOT_PI
    return ratio * exp(-freedom / 2 * log1p(square / freedom)) / math.sqrt(freedom + square)


@compiled
def student_tail(freedom: float, value: float) -> float:
    """The chance that Student's t of so many degrees of freedom lies above a value that is not below 0."""
    square = value * value
    if square < 2:
        return 0.5 - _density(freedom, square) * value * _inside(freedom, square)
    return _density(freedom, square) * value * _beyond(freedom, square)


@compiled
def student_quantile(freedom: float, share: float) -> float:
    """The value below which this share of Student's t distribution lies, of so many degrees of freedom.

    By Newton's method for the centre, or for the logarithm of the tail over that of t: either is bent one way only, so
    that it settles from any start. Of a tail so far out that it is a power of t by that power (DLMF 8.17.7).
    """
    tail = share if share < 0.5 else 1 - share
    if freedom == math.inf or not 0 < tail < 0.5:
        return 0.0 if tail == 0.5 else normal_quantile_at(share)
    value = 0.0 if tail > 0.25 else -normal_quantile_at(tail)
    power = log(_gamma_ratio(freedom / 2) / ROOT_PI) - log(tail * freedom) + freedom / 2 * log(freedom)
    is_far = 2 * power / freedom > log(FAR * freedom * (freedom + 1))
    if is_far:
        value = exp(power / freedom)
    for _ in range(0 if is_far else STEPS):
        density, beyond = _density(freedom, value * value), student_tail(freedom, value)
        if tail > 0.25:
            following = value + (beyond - tail) / density
        else:
            following = value * exp(log(beyond / tail) * beyond / (density * value))
        moved = abs(following - value)
        value = following
        # Each step doubles the digits.
        if moved <= 1e-9 * value:
            break
    return value if share > 0.5 else -value


# Many at once, as fast as the library is.


@entry([np.float64], [np.float64])
def normal_below(values: Floats, shares: Floats) -> None:
    """Fill in ``normal_cdf`` of every value."""
    for place in range(len(values)):
        shares[place] = normal_cdf(values[place])


@entry([np.float64, 2], [np.float64])
def student_quantiles(asked: Floats, values: Floats) -> None:
    """Fill in ``student_quantile`` of degrees of freedom and share, (n, 2)."""
    for place in range(len(values)):
        values[place] = student_quantile(asked[place, 0], asked[place, 1])


def student_value(freedom: float, share: float) -> float:
    """What ``student_quantile`` gives, reckoned by the library: it takes many steps."""
    values = np.empty(1)
    student_quantiles(np.array([[freedom, share]], np.float64), values)
    return float(values[0])
