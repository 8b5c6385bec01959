"""Games that may be stopped at any look: intervals that hold at all of them, and estimates that know of the stop.

The interval is a confidence sequence (`betting`). The plain mean where games stopped leans away from where they would
have gone on. The games up to the first look do not: their mean, averaged over all ways in which games may have led to
what was seen at the end without stopping before, is unbiased and uses all games.
Sources: Rao 1945; Blackwell 1947; for sequential tests Emerson & Fleming 1990, Biometrika 77, 875-892.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.stats.betting import watched
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from ucgsim.stats.multinomial import Floats
    from ucgsim.stats.outcomes import Outcomes

FAR = 10.0
"""Standard deviations beyond which a sum of observations is left out."""
MOST_STEPS, NEAR, MOST_TILT = 60, 1e-12, 20.0
"""How a distribution is tilted: steps at most, how near the mean is met, and how far."""
STEPS = 2
"""Steps of a lattice from a game undecided to one won."""


def watched_mean(
    values: ArrayLike, counts: ArrayLike, shares: Sequence[float] = (1.0,), confidence: float = DEFAULT_CONFIDENCE
) -> Estimate:
    """The confidence sequence of a mean of values in [-1, 1], or of a sum of means by their ``shares``.

    ``values`` (k,), ``counts`` (parts, k) or (k,): how often each was seen; n counts all.
    """
    seen, answer = np.ascontiguousarray(counts, np.float64).ravel(), np.empty(3)
    watched(np.asarray(values, np.float64), seen, np.array([confidence, *shares]), np.empty((2, len(seen))), answer)
    rate, low, high = answer.tolist()
    return Estimate(rate, low, high, round(float(seen.sum())), confidence, Method.SEQUENTIAL)


@lru_cache(maxsize=4096)
def watched_rate(outcomes: Outcomes, confidence: float = DEFAULT_CONFIDENCE, stake: float = 1.0) -> Estimate:
    """The confidence sequence of a win rate, an undecided game being half a point.

    ``stake``: what a game is worth to a bet, 1 at most. Small bets tell rates apart that are close, after many games.
    """
    lead = watched_mean((-stake, 0.0, stake), outcomes.totals, confidence=confidence)
    rate, low, high = ((1 + each / stake) / 2 for each in (lead.rate, lead.low, lead.high))
    return Estimate(rate, max(low, 0.0), min(high, 1.0), lead.n, confidence, Method.SEQUENTIAL)


@dataclass(frozen=True, slots=True)
class Stops:
    """When a matchup ends: at the first of the ``looks``, numbers of games, that shows its side with ``confidence``.

    Without looks it ends by another rule, and its estimate is the plain rate. ``stake`` as for `watched_rate`.
    """

    looks: tuple[int, ...]
    confidence: float
    stake: float = 1.0

    def rate(self, outcomes: Outcomes, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
        """The win rate, which knows of the looks, with an interval that holds at all of them."""
        seen = watched_rate(outcomes, confidence, self.stake)
        if outcomes.games not in self.looks[1:]:
            return seen
        looks, (lost, undecided, won) = self.looks[: self.looks.index(outcomes.games) + 1], outcomes.totals
        chances = np.array([lost, undecided, won]) / outcomes.games
        open_share = round(undecided / outcomes.games, 4)
        lead = unbiased(looks, won - lost, chances, partial(self._goes_on, open_share))
        return replace(seen, rate=(1 + lead) / 2)

    def shows_side(self, outcomes: Outcomes) -> bool:
        """Whether its side is shown."""
        return watched_rate(outcomes, self.confidence, self.stake).excludes(0.5)

    def _goes_on(self, undecided: float, games: int, sums: NDArray[np.int64]) -> NDArray[np.bool_]:
        return np.asarray(np.abs(sums) < _first_shown(games, undecided, self))


@lru_cache(maxsize=4096)
def _first_shown(games: int, undecided: float, stops: Stops) -> int:
    """By how many more games than it lost a side has to win to be shown, of which such a share was undecided."""
    worth = (-stops.stake, 0.0, stops.stake)

    def is_shown(lead: int) -> bool:
        lost = max(games * (1 - undecided) - lead, 0.0) / 2
        seen = lost, games - 2 * lost - lead, lost + lead
        return watched_mean(worth, seen, confidence=stops.confidence).excludes(0)

    return bisect_left(range(games + 1), x=True, key=is_shown)


def unbiased(
    looks: Sequence[int], total: int, chances: Floats, stays: Callable[[int, NDArray[np.int64]], ArrayLike]
) -> float:
    """The mean of an observation, where looks after so many of them stopped at the last of ``looks``.

    ``total``: the sum of all observations, each a whole number of steps from -k to k; ``chances`` (2 k + 1,): about how
    often each comes. ``stays(n, sums)``: at which sums after n observations one goes on. In steps.
    """
    lowest, masses, firsts, before = 0, np.ones(1), np.zeros(1), 0
    tilted = with_mean(chances, total / looks[-1])
    for look in looks:
        start, more = _sums(tilted, look - before)
        if before == 0:
            lowest, masses = start, more
            firsts = masses * (lowest + np.arange(len(masses))) / look
        else:
            lowest, masses, firsts = lowest + start, np.convolve(masses, more), np.convolve(firsts, more)
        before = look
        if look != looks[-1]:
            going = np.flatnonzero(stays(look, lowest + np.arange(len(masses))))
            if not len(going):
                # ``chances`` are about right only: one did go on from here.
                continue
            first, last = int(going[0]), int(going[-1]) + 1
            gone = np.asarray(stays(look, lowest + np.arange(first, last)), np.float64)
            lowest, masses, firsts = lowest + first, masses[first:last] * gone, firsts[first:last] * gone
    place = total - lowest
    if not 0 <= place < len(masses) or not masses[place] > 0:
        return total / looks[-1]
    most = len(chances) // 2
    return min(max(float(firsts[place] / masses[place]), -most), most)


def with_mean(chances: Floats, mean: float) -> Floats:
    """The distribution of whole numbers from -k to k, alike on both sides, tilted until it has the ``mean``."""
    values = np.arange(len(chances)) - len(chances) // 2
    alike = (chances + chances[::-1]) / (2 * chances.sum())
    tilt, weights = 0.0, alike
    for _ in range(MOST_STEPS):
        weights = alike * np.exp(tilt * values)
        weights /= weights.sum()
        off = mean - float(weights @ values)
        spread = float(weights @ values**2) - (mean - off) ** 2
        if abs(off) < NEAR or not spread > NEAR:
            break
        tilt = min(max(tilt + min(max(off / spread, -1.0), 1.0), -MOST_TILT), MOST_TILT)
    return np.asarray(weights)


def _sums(chances: Floats, times: int) -> tuple[int, Floats]:
    """The distribution of the sum of so many whole numbers from -k to k: its lowest value, and the chances from it on.

    By the characteristic function, on a circle so large that what goes round it is nothing.
    """
    most = len(chances) // 2
    values = np.arange(-most, most + 1)
    mean = float(chances @ values)
    reach = FAR * math.sqrt(times * float(chances @ (values - mean) ** 2)) + FAR * most
    low, high = max(math.floor(times * mean - reach), -most * times), min(math.ceil(times * mean + reach), most * times)
    size = 1 << max(high - low, 1).bit_length()
    waves = np.exp(-2j * np.pi * np.outer(np.arange(size), values) / size) @ chances
    every = np.maximum(np.fft.ifft(waves**times).real, 0.0)
    return low, every[np.arange(low, high + 1) % size]
