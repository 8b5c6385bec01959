"""What is named because it is the most extreme of several: an estimate and an interval that know it.

The largest of several rates is partly the luckiest, and looks better than it is, the more the closer they lie.
"""

from collections.abc import Callable, Sequence

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.stats.multinomial import Floats
from ucgsim.stats.rates import Estimate, Method, normal_quantile

PARTS = 5
"""The pick is made by all but one of so many parts of what was played, and judged by that one."""
HALF_OF_DRAWS = 2_000
"""Each way of dividing what was played is drawn with its mirror image; the estimate is exact to 0.03 of its error."""
AT_ONCE = 1_000_000
"""Numbers that are drawn at once."""
JUDGED_AT_ONCE = 50_000
"""Numbers that are judged at once: a judge may make several tables of them."""
SEED = 20_261_122

Judge = Callable[[Floats, Floats], Floats]
"""Rates as the pick saw them and as it is judged, both (draws, m), to what is told of the pick, (draws,)."""


def judged_apart(rates: Sequence[float], errors: Sequence[float] | Floats, judge: Judge) -> float:
    """The mean, over ways of dividing what was played, of what one part says of the pick that the others make.

    ``rates`` and their standard ``errors`` (m,) are independent and near normal, or normal together where ``errors``
    is a root of their covariance, (m, m), which times its transpose gives it; a rate is divided into one that four
    fifths of its games show and one that the last fifth does, which are independent as well. So no luck is in both
    the pick and what is told of it: the estimate is unbiased for picks from four fifths, which are hardly worse than
    those from all. A pick that is beyond doubt keeps its plain rate. The same numbers always give the same estimate.
    Source: Neufeld et al. 2024, "Data thinning", J. Mach. Learn. Res. 25; the mean over divisions is the conditional
    expectation given all games (Rao 1945; Blackwell 1947).
    """
    plain, spread = np.asarray(rates, np.float64), np.asarray(errors, np.float64)
    wide, generator, text = np.sqrt(PARTS - 1.0), np.random.default_rng(SEED), []
    at_once = max(AT_ONCE // len(plain), 1)
    for done in range(0, HALF_OF_DRAWS, at_once):
        draws = generator.standard_normal((min(at_once, HALF_OF_DRAWS - done), len(plain)))
        noise = np.concatenate([draws, -draws])
        noise = np.multiply(noise, spread, out=noise) if spread.ndim == 1 else noise @ spread.T
        pieces = np.array_split(noise, -(-noise.size // JUDGED_AT_ONCE))
        text += [judge(plain + part / wide, plain - part * wide) for part in pieces]
    return float(np.concatenate(text).mean())


def standard_error(estimate: Estimate) -> float:
    """The standard error that the width of an interval speaks of."""
    return estimate.width / 2 / normal_quantile(estimate.confidence)


def picked(rate: float, low: float, high: float, like: Estimate, confidence: float) -> Estimate:
    """An estimate of a pick, inside its interval; n of the pick's own estimate."""
    return Estimate(min(max(rate, low), high), low, high, like.n, confidence, Method.PICKED)


def largest(alone: Sequence[Estimate], together: Sequence[Estimate], rate: float) -> Estimate:
    """The one of several rates that is named because it is the largest, whose estimate apart from the pick is ``rate``.

    ``alone`` are their intervals one by one, ``together`` those that hold for all at once with the same confidence.
    The lower end is the pick's own, of the latter, since any of them may have been picked by luck. The upper end is
    the largest of the former: the truly largest is one of them, not picked by luck, and the pick is none above it;
    where some of them are known far worse than the pick, it is the pick's own of the latter.:
    Dudewicz 1972, JASA 67, 462-464. UcgsimError where there is none.
    """
    if not alone:
        raise UcgsimError("no rates to pick from; it must be one or more")
    first = max(range(len(alone)), key=lambda place: alone[place].rate)
    high = min(max(each.high for each in alone), together[first].high)
    return picked(rate, together[first].low, high, alone[first], alone[first].confidence)


def mirrored(estimate: Estimate) -> Estimate:
    """The same with the opposite sign: the smallest of several is the largest of their opposites."""
    rate, low, high = -estimate.rate, -estimate.high, -estimate.low
    return Estimate(rate, low, high, estimate.n, estimate.confidence, estimate.method)


def largest_alone(rates: Sequence[Estimate]) -> float:
    """The largest of independent rates, judged apart from the pick."""
    return judged_apart([each.rate for each in rates], [standard_error(each) for each in rates], _of_largest)


def largest_of_correlated(rates: Sequence[float], covariance: Floats) -> float:
    """The largest of rates that share some of their luck, (m,) with ``covariance`` (m, m), judged apart from the pick.

    The more they share, the less of a lead is luck.
    """
    values, vectors = np.linalg.eigh(covariance)
    return judged_apart(rates, np.asarray(vectors * np.sqrt(np.maximum(values, 0.0))), _of_largest)


def _of_largest(seen: Floats, judged: Floats) -> Floats:
    return np.asarray(judged[np.arange(len(seen)), seen.argmax(axis=1)])
