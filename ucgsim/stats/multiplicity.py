"""Many tests at once: what is still significant, and an estimate of the most extreme one that knows it was picked."""

from collections.abc import Callable, Sequence
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from ucgsim.errors import UcgsimError
from ucgsim.stats.multinomial import Floats
from ucgsim.stats.rates import Estimate, Method, normal_quantile, standard_error

FAMILY_LEVEL = 0.05
"""Chance that any of the tests that are looked at together is called significant where nothing is there."""


def holm(p_values: Sequence[float]) -> NDArray[np.float64]:
    """Adjusted p-values: those at most ``FAMILY_LEVEL`` are significant with 5 % for the whole family.

    Shape (m,) in, shape (m,) out in the same order. The family-wise error holds whatever the dependence
    of the tests. UcgsimError names a value outside [0, 1]. Source: Holm 1979, Scand. J. Statist. 6, 65-70.
    """
    values = np.asarray(p_values, dtype=np.float64)
    for at in np.flatnonzero(~((values >= 0) & (values <= 1))):
        raise UcgsimError(f"p_values[{at}] is {values[at]}; it must lie between 0 and 1")
    order = np.argsort(values, kind="stable")
    factors = np.arange(len(values), 0, -1)
    adjusted = np.empty(len(values))
    adjusted[order] = np.minimum(np.maximum.accumulate(values[order] * factors), 1.0)
    return adjusted


def together(confidence: float, number: int) -> float:
    """The confidence of each of `number` intervals that hold all at once with `confidence`, whatever their dependence.

    UcgsimError unless 0 < confidence < 1 and there is one at least. Source: Bonferroni; Dunn 1961, JASA 56, 52-64.
    """
    normal_quantile(confidence)
    if number < 1:
        raise UcgsimError(f"{number} intervals; it must be 1 or more")
    return 1 - (1 - confidence) / number


def largest_gain(gains: Sequence[Estimate], confidence: float, rate: float | None = None) -> Estimate:
    """The largest of several gains and of 0, from intervals that hold `together` with `confidence`; n of the best.

    Where they hold, the largest gain lies between the largest of the lower ends and the largest of the upper ends,
    whichever of them is the largest in truth: the interval covers with `confidence`, at 0 as well. The largest of the
    estimates would be too high on average, the more the closer the gains lie together, for it is partly the luckiest:
    `rate` is one that knows of the choice, where there is one. UcgsimError if there is no gain. Source: Dudewicz 1972,
    JASA 67, 462-464 (intervals for ranked means).
    """
    if not gains:
        raise UcgsimError("no gains; it must be one or more")
    seen, low, high = (max(0.0, *(getattr(gain, end) for gain in gains)) for end in ("rate", "low", "high"))
    best = max(gains, key=attrgetter("rate"))
    text = seen if rate is None else min(max(rate, low), high)
    return Estimate(text, low, high, best.n, confidence, Method.RECOVERED)


# What is named because it is the most extreme of several: an estimate and an interval that know it.
#
# The largest of several rates is partly the luckiest, and looks better than it is, the more the closer they lie.


MOST_PARTS = 5
"""What was played is divided into as many parts as may be the most extreme, from two to so many: all but one of them
pick, and that one judges. Of two that lie close, more parts would say far less of either than both show."""
BEYOND_DOUBT = 2.5
"""Standard errors of their difference that one lies behind another which it surely is not ahead of."""
HALF_OF_DRAWS = 2_000
"""Each way of dividing what was played is drawn with its mirror image; the estimate is exact to 0.03 of its error."""
AT_ONCE = 1_000_000
"""Numbers that are drawn at once."""
JUDGED_AT_ONCE = 50_000
"""Numbers that are judged at once: a judge may make several tables of them."""
SEED = 20_261_122

Judge = Callable[[Floats, Floats], Floats]
"""Rates as the pick saw them and as it is judged, both (draws, m), to what is said of the pick, (draws,)."""


def judged_apart(rates: Sequence[float], errors: Sequence[float] | Floats, parts: int, judge: Judge) -> float:
    """The mean, over ways of dividing what was played, of what one part says of the pick that the others make.

    ``rates`` and their standard ``errors`` (m,) are independent and near normal, or normal together where ``errors``
    is a root of their covariance, (m, k), which times its transpose gives it; a rate is divided into one that all but
    one of ``parts`` show and one that the last does, which are independent as well. So no luck is in both the pick and
    what is said of it: the estimate is unbiased for picks from fewer games, which are hardly worse than those from all.
    The same numbers always give the same estimate.
    Source: Neufeld et al. 2024, "Data thinning", J. Mach. Learn. Res. 25; the mean over divisions is the conditional
    expectation given all games (Rao 1945; Blackwell 1947).
    """
    plain, spread = np.asarray(rates, np.float64), np.asarray(errors, np.float64)
    wide, generator, text = np.sqrt(parts - 1.0), np.random.default_rng(SEED), []
    at_once = max(AT_ONCE // spread.shape[-1], 1)
    for done in range(0, HALF_OF_DRAWS, at_once):
        draws = generator.standard_normal((min(at_once, HALF_OF_DRAWS - done), spread.shape[-1]))
        noise = np.concatenate([draws, -draws])
        noise = np.multiply(noise, spread, out=noise) if spread.ndim == 1 else noise @ spread.T
        pieces = np.array_split(noise, -(-noise.size // JUDGED_AT_ONCE))
        text += [judge(plain + part / wide, plain - part * wide) for part in pieces]
    return float(np.concatenate(text).mean())


def contenders(rates: Sequence[float], errors: Sequence[float] | Floats) -> list[int]:
    """Places of the largest rate and of all that are not beyond doubt behind it; ``errors`` as for ``judged_apart``."""
    plain, spread = np.asarray(rates, np.float64), np.asarray(errors, np.float64)
    root = np.diag(spread) if spread.ndim == 1 else spread
    first = int(plain.argmax())
    behind = np.sqrt(((root - root[first]) ** 2).sum(axis=1))
    return [int(place) for place in np.flatnonzero(plain[first] - plain <= BEYOND_DOUBT * behind)]


def parts_for(contending: int) -> int:
    """Into how many parts games are divided where so many may be the largest."""
    return min(max(contending, 2), MOST_PARTS)


def inside(rate: float, shown: Sequence[float]) -> float:
    """A rate moved to the nearest that is not beyond all of those ``shown``."""
    return min(max(rate, min(shown)), max(shown))


def largest_apart(rates: Sequence[float], errors: Sequence[float] | Floats) -> float:
    """The largest of several rates, judged apart from the pick; ``errors`` as for ``judged_apart``.

    What is said of it lies between the largest and the smallest of those that may be the largest: of two that lie
    close, chance would let the one part say less of the pick than either shows. So one that is ahead beyond doubt keeps
    its plain rate. Simulated, the estimate is at most 0.4 of the standard error of a rate too high or too low, on
    average, of 2 to 24 rates, equal or not (docs/coverage.md); the plain largest is 0.6 to 1.9 of it too high.
    """
    near = contenders(rates, errors)
    return inside(judged_apart(rates, errors, parts_for(len(near)), _of_largest), [rates[place] for place in near])


def picked(rate: float, low: float, high: float, like: Estimate, confidence: float) -> Estimate:
    """An estimate of a pick, inside its interval; n of the pick's own estimate."""
    return Estimate(min(max(rate, low), high), low, high, like.n, confidence, Method.PICKED)


def largest(alone: Sequence[Estimate], together: Sequence[Estimate], errors: Floats | None = None) -> Estimate:
    """The one of several rates that is named because it is the largest: estimate and interval know of the pick.

    ``alone`` are their intervals one by one, ``together`` those that hold for all at once with the same confidence.
    The rates are independent unless ``errors`` is a root of their covariance, as for ``judged_apart``; the more luck
    they share, the less of a lead is luck. The lower end is the pick's own, of the latter, since any of them may have
    been picked by luck. The upper end is the largest of the former: the truly largest is one of them, not picked by
    luck, and the pick is none above it; where some of them are known far worse than the pick, it is the pick's own of
    the latter. One that is ahead of all others beyond doubt is no pick: estimate and interval are its own. Source:
    Dudewicz 1972, JASA 67, 462-464. UcgsimError where there is none.
    """
    if not alone:
        raise UcgsimError("no rates to pick from; it must be one or more")
    rates = [each.rate for each in alone]
    first = max(range(len(alone)), key=rates.__getitem__)
    spread = [standard_error(each) for each in alone] if errors is None else errors
    if contenders(rates, spread) == [first]:
        return alone[first]
    high = min(max(each.high for each in alone), together[first].high)
    rate = largest_apart(rates, spread)
    return picked(rate, together[first].low, high, alone[first], alone[first].confidence)


def smallest(alone: Sequence[Estimate], together: Sequence[Estimate]) -> Estimate:
    """The estimate of the one that is named because it is the smallest, corrected for being picked as `largest` is."""
    return mirrored(largest(list(map(mirrored, alone)), list(map(mirrored, together))))


def mirrored(estimate: Estimate) -> Estimate:
    """An estimate with the opposite sign: the smallest of several is the largest of their opposites."""
    rate, low, high = -estimate.rate, -estimate.high, -estimate.low
    return Estimate(rate, low, high, estimate.n, estimate.confidence, estimate.method)


def ends(alone: Sequence[Estimate], together: Sequence[Estimate]) -> tuple[Estimate, Estimate]:
    """The largest and the smallest of several rates, both named.

    Where chance explains all that parts them, each judged apart from its pick may lie beyond the other: nothing then
    says that they differ, and one rate between the two is given for both.
    """
    most, least = largest(alone, together), smallest(alone, together)
    if least.rate <= most.rate:
        return most, least
    middle = (most.rate + least.rate) / 2
    most, least = (picked(middle, each.low, each.high, each, each.confidence) for each in (most, least))
    return most, least


def root_of(covariance: Floats) -> Floats:
    """A root of a covariance (m, m) that need not be of full rank, which times its transpose gives it."""
    values, vectors = np.linalg.eigh(covariance)
    return np.asarray(vectors * np.sqrt(np.maximum(values, 0.0)))


def _of_largest(seen: Floats, judged: Floats) -> Floats:
    return np.asarray(judged[np.arange(len(seen)), seen.argmax(axis=1)])
