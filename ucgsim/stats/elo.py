"""Strength on the scale of chess-engine testing, next to plain percentages: a score that is written differently."""

import math
from dataclasses import replace

from ucgsim.errors import UcgsimError
from ucgsim.stats.rates import Estimate

ELO_PER_E = 400 / math.log(10)
"""Logistic Elo to a factor e in the odds."""


def elo_from_score(score: float) -> float:
    """The logistic Elo difference of a score; minus and plus infinity at 0 and 1.

    UcgsimError outside [0, 1]; NaN stays NaN.
    """
    if score < 0 or score > 1:
        raise UcgsimError(f"score is {score}; it must lie between 0 and 1")
    if score in (0, 1):
        return math.inf if score else -math.inf
    return ELO_PER_E * math.log(score / (1 - score))


def logistic_elo(score: Estimate) -> Estimate:
    """A score with its interval on the logistic scale; ends at 0 and 1 become infinite."""
    rate, low, high = map(elo_from_score, (score.rate, score.low, score.high))
    return replace(score, rate=rate, low=low, high=high)
