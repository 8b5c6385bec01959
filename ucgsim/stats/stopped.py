"""A rate from games that ended when they showed a side: unbiased, though the plain rate is not.

A matchup is looked at after fixed numbers of games, and ends at the first look at which its interval leaves an even
game out. What it shows then is extreme. The games up to the first look are not: their rate, averaged over all ways in
which games may have led to what was seen at the end without ending before, is unbiased and uses all games.
Source: Rao 1945; Blackwell 1947; for sequential tests Emerson & Fleming 1990, Biometrika 77, 875-892.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, wilson_ends

if TYPE_CHECKING:
    from ucgsim.stats.multinomial import Floats
    from ucgsim.stats.outcomes import Outcomes


@dataclass(frozen=True, slots=True)
class Stops:
    """When a matchup ends: the numbers of games at each look, and the confidence with which a side must be shown."""

    looks: tuple[int, ...]
    confidence: float

    def rate(self, outcomes: Outcomes, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
        """The win rate with an interval that both allow for the end; ``outcomes`` themselves where no look ended it.

        The interval is Wilson's for as many games as would give a plain rate the variance that this one has. A matchup
        whose games are of no look, such as one that was never looked at, has its plain rate.
        """
        plain = outcomes.estimate(confidence)
        if outcomes.games not in self.looks[1:]:
            return plain
        looks = self.looks[: self.looks.index(outcomes.games) + 1]
        rate = _unbiased(looks, self.confidence, outcomes.points / outcomes.games)
        error = _variance(self.looks, self.confidence, round(rate, 3))
        size = max(rate * (1 - rate), 0.5 / outcomes.games) / error
        low, high = wilson_ends(rate * size, size, confidence)
        return Estimate(rate, low, high, outcomes.games, confidence, Method.STOPPED)


_log_gamma = np.vectorize(math.lgamma, otypes=[float])


def _lattice(looks: tuple[int, ...], confidence: float, chance: float) -> list[tuple[Floats, Floats]]:
    """At each look: the probability of each number of wins without an end before, and that times the first rate."""
    reached: list[tuple[Floats, Floats]] = []
    before = 0
    for games in looks:
        more = _binomial(games - before, chance)
        if not reached:
            paths, firsts = more, more * np.arange(games + 1) / games
        else:
            goes_on = _goes_on(before, confidence)
            paths, firsts = (np.convolve(each * goes_on, more) for each in reached[-1])
        reached.append((paths, firsts))
        before = games
    return reached


def _binomial(games: int, chance: float) -> Floats:
    """The probability of each number of wins."""
    won = np.arange(games + 1)
    ways = math.lgamma(games + 1) - _log_gamma(won + 1) - _log_gamma(games - won + 1)
    return np.asarray(np.exp(ways + won * math.log(chance) + (games - won) * math.log1p(-chance)))


@cache
def _goes_on(games: int, confidence: float) -> Floats:
    """Whether a matchup goes on, by its number of wins."""
    ends = [wilson_ends(won, games, confidence) for won in range(games + 1)]
    return np.array([low <= 0.5 <= high for low, high in ends], np.float64)


@cache
def _unbiased(looks: tuple[int, ...], confidence: float, rate: float) -> float:
    """The first look's rate, expected from what the last one shows; between whole numbers of wins by interpolation."""
    games = looks[-1]
    # Any chance gives the same expectation; this one lies where no probability is too small to be a number.
    paths, firsts = _lattice(looks, confidence, min(max(rate, 0.5 / games), 1 - 0.5 / games))[-1]
    possible = np.flatnonzero(paths > 0)
    return float(np.interp(rate * games, possible, firsts[possible] / paths[possible]))


@cache
def _variance(looks: tuple[int, ...], confidence: float, chance: float) -> float:
    """The variance of the unbiased rate where the true one is ``chance``, over all looks at which games may end."""
    chance = min(max(chance, 0.5 / looks[-1]), 1 - 0.5 / looks[-1])
    total = 0.0
    for games, (paths, firsts) in zip(looks, _lattice(looks, confidence, chance), strict=True):
        ending = 1.0 if games == looks[-1] else 1 - _goes_on(games, confidence)
        rates = np.divide(firsts, paths, out=np.full_like(paths, chance), where=paths > 0)
        total += float((paths * ending * (rates - chance) ** 2).sum())
    return total
