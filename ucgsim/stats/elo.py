"""Strength on the scales of chess-engine testing, beside plain percentages.

Logistic Elo is a score written differently. Normalized Elo is the score's distance from even, counted in
standard deviations of one game: it says how many games it takes to see a difference.
"""

import math

from ucgsim.errors import UcgsimError
from ucgsim.stats.multinomial import Sample
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, normal_quantile

ELO_PER_E = 400 / math.log(10)
"""Logistic Elo to a factor e in the odds."""
NORMALIZED_ELO_PER_DEVIATION = 2 * ELO_PER_E
"""Normalized Elo to one standard deviation of a game (347.4): both scales agree for even decks and no
undecided game. Source: Van den Bergh, "Normalized Elo", section 2."""


def score_from_elo(elo: float) -> float:
    """The expected score at a logistic Elo difference."""
    return 1 / (1 + math.exp(-elo / ELO_PER_E))


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
    return Estimate(
        rate=elo_from_score(score.rate),
        low=elo_from_score(score.low),
        high=elo_from_score(score.high),
        n=score.n,
        confidence=score.confidence,
        method=score.method,
    )


def deviation_per_game(sample: Sample) -> float:
    """The standard deviation of one game's score as the sample shows it; NaN without an observation."""
    return math.sqrt(sample.games * sample.moments[1])


def normalized_elo(sample: Sample, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """Normalized Elo with the interval that fastchess prints: z * 347.4 / sqrt(games) to either side.

    NaN without an observation and infinite where the sample has no spread but a side is better. Source:
    Van den Bergh, "Normalized Elo", section 3 (the spread is taken as known, which is right near even).
    """
    z = normal_quantile(confidence)
    if not sample.n:
        return Estimate(math.nan, -math.inf, math.inf, 0, confidence, Method.NORMAL)
    lead, deviation = sample.moments[0] - sample.neutral, deviation_per_game(sample)
    rate = NORMALIZED_ELO_PER_DEVIATION * (lead / deviation if deviation else math.copysign(math.inf, lead))
    if not deviation and not lead:
        rate = 0.0
    half = z * NORMALIZED_ELO_PER_DEVIATION / math.sqrt(sample.n * sample.games)
    return Estimate(rate, rate - half, rate + half, sample.n, confidence, Method.NORMAL)
