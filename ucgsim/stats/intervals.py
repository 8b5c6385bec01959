"""Formulas of intervals in plain arithmetic: the same bits in Python, in the library and in a page.

Each takes numbers, and rows of numbers that may be lists or arrays. ``z``: standard errors that an interval reaches to
either side. What each is for, and what it refuses, is said where Python has it: `rates`, `outcomes`, `agreement`,
`random_effects`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.compiling.compiled import compiled, entry
from ucgsim.stats.elementary import exp, log
from ucgsim.stats.special import normal_cdf, student_quantile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

Ends = tuple[float, float, float]
"""A rate and the ends of its interval."""
MOST_FREEDOM = 1e6
"""Degrees of freedom above which Student's t is taken with so many: it is the normal distribution."""
MOST_LOGIT = 700.0
"""Beyond it an exponential has no room in a float, and a rate no other value than 0 or 1."""


@compiled
def wilson_of(successes: float, size: float, z: float) -> tuple[float, float]:
    """The ends of the score interval. Source: Wilson 1927, JASA 22, 209-212; Newcombe 1998, method 3."""
    if not size:
        return 0.0, 1.0
    rate = successes / size
    centre = (successes + z * z / 2) / (size + z * z)
    half = z * math.sqrt(size * rate * (1 - rate) + z * z / 4) / (size + z * z)
    # At 0 and 1 the end is exact; rounding must not move it past the rate.
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == size else min(1.0, centre + half)
    return low, high


@compiled
def met_and_rate(games: Sequence[float], at: int, rows: int, worth: Sequence[float]) -> tuple[float, float]:
    """How many games meet the condition, and their rate: NaN where none does. ``games`` as for `design_effect_of`."""
    met = points = 0.0
    for row in range(rows):
        for kind in range(len(worth)):
            count = games[at + row * (len(worth) + 1) + 1 + kind]
            met += count
            points += count * worth[kind]
    return met, points / met if met else math.nan


@compiled
def design_effect_of(games: Sequence[float], at: int, rows: int, worth: Sequence[float]) -> float:
    """The variance of a rate within halves, by that of as many independent games. Source: Cochran 1977, section 6.11.

    ``games`` laid flat, from the place ``at`` on: of each half those that don't meet the condition, then those that do
    by what they are ``worth``.
    """
    met, rate = met_and_rate(games, at, rows, worth)
    total = within = 0.0
    strata = 0
    for row in range(rows):
        size = games[at + row * (len(worth) + 1)]
        strays = squares = 0.0
        for kind in range(len(worth)):
            count, stray = games[at + row * (len(worth) + 1) + 1 + kind], worth[kind] - rate
            size += count
            strays += count * stray
            squares += count * stray * stray
        if size:
            strata += 1
            total += size
            within += squares - strays * strays / size
    if not 1e-12 < rate < 1 - 1e-12 or total <= strata:
        return 1.0
    effect = within / (met * rate * (1 - rate)) * (total - 1) / (total - strata)
    # Halves without any spread of their own would claim to know all from a few games.
    return max(math.floor(effect * 1e12 + 0.5) / 1e12, 1 / math.sqrt(met))


@compiled
def stratified_of(games: Sequence[float], at: int, rows: int, worth: Sequence[float], z: float) -> Ends:
    """A rate in games of halves, with Wilson's interval at the effective size; as for `design_effect_of`."""
    met, rate = met_and_rate(games, at, rows, worth)
    if not met:
        return rate, 0.0, 1.0
    size = met / design_effect_of(games, at, rows, worth)
    low, high = wilson_of(rate * size, size, z)
    return rate, low, high


@compiled
def sum_of(rates: Sequence[float], lows: Sequence[float], highs: Sequence[float], weights: Sequence[float]) -> Ends:
    """The weighted sum of independent estimates. Source: Zou & Donner 2008, Statist. Med. 27, 1693-1702."""
    total = lost = down = up = 0.0
    for place in range(len(weights)):
        weight = weights[place]
        part = weight * rates[place]
        rate = total + part
        # What rounding takes is added at the end, so that sums that are equal come out so in any order (Neumaier 1974).
        lost += (total - rate) + part if abs(total) >= abs(part) else (part - rate) + total
        total = rate
        below, above = weight * (rates[place] - lows[place]), weight * (highs[place] - rates[place])
        if weight <= 0:
            below, above = above, below
        down += below * below
        up += above * above
    rate = total + lost
    return rate, rate - math.sqrt(down), rate + math.sqrt(up)


@compiled
def errors_from(rate: float, low: float, high: float, even: float, z: float) -> float:
    """Standard errors that a rate lies above ``even``, its error taken on that side; infinite where there is none."""
    above = rate - even
    reach = rate - low if above >= 0 else high - rate
    if not reach and not math.isnan(above):
        return 0.0 if above == 0 else (math.inf if above > 0 else -math.inf)
    return z * above / reach


@compiled
def p_value_of(errors: float) -> float:
    """The two-sided p-value of so many standard errors; 1 where that is NaN."""
    return 1.0 if math.isnan(errors) else 2 * normal_cdf(-abs(errors))


@compiled
def mean_of(n: float, total: float, squares: float, z: float) -> Ends:
    """The mean of ``n`` values that sum to ``total``, their squares about it to ``squares``; normal, n large."""
    rate, reach = total / n, z * math.sqrt(squares / max(n - 1, 1.0) / n)
    return rate, rate - reach, rate + reach


# Another good player: where it lies, from what relatives show. Sources in `random_effects`.


@compiled
def logit_of(rate: float, low: float, high: float, n: float, variance: float, z: float) -> Ends:
    """A rate on the logit scale, and the variances there of its games and of players who differ by ``variance``."""
    # A play that lost or won all lies half a game from the end.
    inside = min(max(rate, 0.5 / (n + 1)), 1 - 0.5 / (n + 1))
    slope = inside * (1 - inside)
    error = error_of(low, high, z) / slope
    return log(inside / (1 - inside)), error * error, variance / (slope * slope)


@compiled
def error_of(low: float, high: float, z: float) -> float:
    """The standard error that the width of an interval speaks of."""
    return (high - low) / 2 / z


@compiled
def rate_of(logit: float) -> float:
    """The rate of a logit."""
    return 1 / (1 + exp(-min(max(logit, -MOST_LOGIT), MOST_LOGIT)))


@compiled
def predicted_of(
    values: Sequence[float], games: Sequence[float], players: Sequence[float], kin: float, another: float
) -> Ends:
    """The centre of generalized least squares, and the variances that players and games give it.

    Plays share ``kin`` of what players differ by, so the inverse of their covariance has a formula. ``another``: 1 for
    the variance of another player's own, 0 without. Source: Sherman & Morrison 1950, Ann. Math. Statist. 21, 124-127.
    """
    plain = shared = mean = 0.0
    for place in range(len(values)):
        own = games[place] + (1 - kin) * players[place]
        plain += math.sqrt(players[place]) / own if own else 0.0
        shared += players[place] / own if own else 0.0
        mean += players[place] / len(values)
    total = centre = between = apart = noise = 0.0
    for place in range(len(values)):
        own = games[place] + (1 - kin) * players[place]
        root = math.sqrt(players[place])
        # One play weighs all, and what nothing makes uncertain as much as the others.
        weight = (1 - root * kin * plain / (1 + kin * shared)) / own if own and len(values) > 1 else 1.0
        total += weight
        centre += weight * values[place]
        between += weight * root
        apart += weight * weight * players[place]
        noise += weight * weight * games[place]
    spread = (kin * between * between + (1 - kin) * apart) / (total * total)
    return centre / total, spread + mean * another, noise / (total * total)


@compiled
def reach_of(between: float, games: float, freedom: float, share: float) -> float:
    """How far the interval of a prediction reaches to either side: Student's t with Satterthwaite's freedom."""
    total = between + games
    if not total:
        return 0.0
    ratio = total / between if between else math.inf
    return student_quantile(min(freedom * ratio * ratio, MOST_FREEDOM), share) * math.sqrt(total)


@entry([np.float64, 2], [np.float64])
def reaches(asked: NDArray[np.float64], values: NDArray[np.float64]) -> None:
    """Fill in ``reach_of`` of each row, (n, 4)."""
    for place in range(len(values)):
        values[place] = reach_of(asked[place, 0], asked[place, 1], asked[place, 2], asked[place, 3])


@compiled
def alike_of(differing: float, own: float, likeness: float) -> float:
    """The part of the variance of two decks that builds have of which such a share of cards differs."""
    power = exp(likeness * log(differing)) if differing > 0 else 0.0
    return own * differing + (1 - own) * power


@compiled
def slopes_of(rates: Sequence[float], shares: Sequence[float]) -> tuple[float, float]:
    """The sum over rivals of how a deck's rate moves with its logit, and that of the squares."""
    total = squares = 0.0
    for place in range(len(shares)):
        slope = shares[place] * rates[place] * (1 - rates[place])
        total += slope
        squares += slope * slope
    return total, squares


@compiled
def variance_of(decks: float, matchups: float, deck: float, matchup: float) -> float:
    """The variance between players of a sum of rates, from the squares of its slopes by deck and by matchup."""
    return deck * deck * decks + matchup * matchup * matchups


@compiled
def gain_variance_of(
    differing: float, slope: float, squares: float, deck: float, matchup: float, own: float, likeness: float
) -> float:
    """That of what one of two builds gains against the same rivals, from `slopes_of` of either."""
    # Rivals meet both builds alike: how they are handled cancels out.
    return variance_of(2 * slope * slope, 2 * squares, deck, matchup) * alike_of(differing, own, likeness)
