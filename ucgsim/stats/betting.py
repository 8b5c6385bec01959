"""Confidence sequences: intervals that hold at every look at once, so that one may stop whenever one likes.

A gambler bets on every observation that the mean lies above m. Were m the mean, the capital would grow hundredfold in
one case of a hundred at most, however long the gambler goes on (Ville). So all means against which the bets have not
earned ``2 / (1 - confidence)`` times what was put up, on either side, are an interval that holds at every look with
that confidence, of observations of any distribution in [-1, 1], after one as after a million. Verdict, stop and printed
interval are this one object. The capital is spread over bets of several sizes; it depends on the counts alone.
Where opponents are met by plan and not by lot the capital is no larger (the geometric mean is below the arithmetic
one), and an opponent who is met too seldom counts for more.
Sources: Ville 1939, Étude critique de la notion de collectif; Waudby-Smith & Ramdas 2024, J. R. Stat. Soc. B 86, 1-27
(means of bounded observations by betting); Robbins 1970, Ann. Math. Statist. 41, 1397-1409 (mixtures). What others
would take is measured in docs/coverage.md by `scripts/sequences.py`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ucgsim.compiling.compiled import compiled, entry
from ucgsim.stats.elementary import exp, log, log1p
from ucgsim.stats.roots import zero_of

Given = tuple[Any, Any, float, float]
"""Values, how often each was seen, the side that is bet on, and what the logarithm of the capital has to reach."""
BETS = tuple(2 ** (-step / 2) for step in range(2, 15))
"""What is bet, as a share of the capital: half of it, down to a 128th."""
USUAL, AWAY = 0.11, 0.55
"""Bets lie about ``USUAL``, most of them within a factor of e to the ``AWAY``: best for what is looked for here."""
_WEIGHTS = [math.exp(-((math.log(bet / USUAL) / AWAY) ** 2) / 2) for bet in BETS]
LOGS = tuple(math.log(weight / sum(_WEIGHTS)) for weight in _WEIGHTS)
"""The logarithms of the shares of the capital that are put on each bet."""
RUIN = 1e-12
"""What is left of a stake that is lost."""
EXACT = 1e-10


@compiled
def _capital(mean: float, given: Given) -> float:
    """The logarithm of what bets on one side of a mean have earned, less the ``bar`` that it has to reach."""
    values, counts, side, bar = given
    most, total = -math.inf, 0.0
    for place in range(len(BETS)):
        earned: float = LOGS[place]
        for kind in range(len(values)):
            if counts[kind] > 0:
                earned += counts[kind] * log1p(max(side * BETS[place] * (values[kind] - mean), RUIN - 1))
        if earned > most:
            total, most = total * exp(most - earned) + 1.0 if total else 1.0, earned
        else:
            total += exp(earned - most)
    return most + log(total) - bar


@compiled
def watched_ends(values: Any, counts: Any, confidence: float) -> tuple[float, float, float]:
    """The mean of observations in [-1, 1] and the ends of its confidence sequence; NaN, -1 and 1 without any."""
    n = total = 0.0
    for kind in range(len(values)):
        n += counts[kind]
        total += counts[kind] * values[kind]
    if not n:
        return math.nan, -1.0, 1.0
    mean, bar = total / n, log(2 / (1 - confidence))
    low, high = -1.0, 1.0
    if _capital(-1.0, (values, counts, 1.0, bar)) > 0:
        low = zero_of(_capital, (values, counts, 1.0, bar), -1.0, mean, EXACT)
    if _capital(1.0, (values, counts, -1.0, bar)) > 0:
        high = zero_of(_capital, (values, counts, -1.0, bar), mean, 1.0, EXACT)
    return mean, low, high


@compiled
def watched_sum(values: Any, counts: Any, shares: Any, confidence: float, room: Any) -> tuple[float, float, float]:
    """The same of the sum of several means, each with its share; ``counts`` laid flat, (parts, values).

    ``room`` for two rows of as many numbers. Not all parts have to be met in the proportion of their shares: what is
    seen of one that is met too seldom is worth as much more.
    """
    kinds, games, most = len(values), 0.0, 1.0
    for place in range(len(counts)):
        games += counts[place]
    for part in range(len(shares)):
        met = 0.0
        for kind in range(kinds):
            met += counts[part * kinds + kind]
        if not met:
            return math.nan, -1.0, 1.0
        scale = shares[part] * games / met
        most = max(most, scale)
        for kind in range(kinds):
            room[0, part * kinds + kind] = scale * values[kind]
    for place in range(len(counts)):
        room[0, place] /= most
        room[1, place] = counts[place]
    mean, low, high = watched_ends(room[0], room[1], confidence)
    return most * mean, max(most * low, -1.0), min(most * high, 1.0)


@entry([np.float64], [np.float64], [np.float64], [np.float64, 2], [np.float64])
def watched(values: Any, counts: Any, asked: Any, room: Any, answer: Any) -> None:
    """Fill in `watched_sum`: mean and ends; ``asked``: the confidence, then the shares."""
    answer[0], answer[1], answer[2] = watched_sum(values, counts, asked[1:], asked[0], room)
