"""How far a stretch of a game moves the chance to win, and how much of the result is settled after it.

Games pass through states; in each, the chance to win is the mean result of the games that were in it. What is told
takes these chances as estimated, so its interval allows for them as well (influence functions: Hampel 1974, JASA 69,
383-393).
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from ucgsim.stats.multinomial import Floats
from ucgsim.stats.outcomes import SCORES
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, normal_quantile

NOTHING_OPEN = 1e-12
"""A spread of results that stands for none."""


def swing(turned: ArrayLike, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """By how much the chance to win changes in a stretch, up or down, in a mean game; n = games that play it.

    ``turned[before, after, k]``: games by the state before the stretch, that after it, and the result (lost,
    undecided, won). In the last state the game is over, and the chance is the result. NaN and [0, 1] without games.
    """
    games = np.asarray(turned, dtype=np.float64)
    n = games.sum()
    if not n:
        return _nothing(confidence)
    before, after = _chances(games.sum(axis=1)), _chances(games.sum(axis=0))
    ends = np.broadcast_to(after[None, :, None], games.shape).copy()
    ends[:, -1, :] = SCORES
    change = ends - before[:, None, None]
    size = np.abs(change)
    mean = float((games * size).sum() / n)
    # A chance that is estimated a little too high moves every change that begins or ends there.
    signs = games * np.sign(change)
    here = (SCORES - before[:, None]) * _each(-signs.sum(axis=(1, 2)), games.sum(axis=(1, 2)))[:, None]
    there = (SCORES - after[:, None]) * _each(signs.sum(axis=(0, 2)), games.sum(axis=(0, 2)))[:, None]
    there[-1] = 0
    influence = size - mean + here[:, None, :] + there[None, :, :]
    return _normal(mean, math.sqrt(float((games * influence**2).sum())) / n, int(n), confidence)


def settled(going_on: ArrayLike, results: ArrayLike, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """The share of the uncertainty about the result that is gone after a stretch; n = games.

    ``going_on[state, k]``: games that go on, by their state and result (lost, undecided, won); ``results[k]``: all
    games. Uncertainty is the variance of the result. NaN and [0, 1] where all results are the same.
    """
    states, totals = np.asarray(going_on, dtype=np.float64), np.asarray(results, dtype=np.float64)
    spread = (SCORES - _chances(totals[None])[0]) ** 2
    whole = float(totals @ spread)
    if whole < NOTHING_OPEN:
        return _nothing(confidence)
    left = (SCORES - _chances(states)[:, None]) ** 2
    open_still = float((states * left).sum()) / whole
    over = totals - states.sum(axis=0)
    squares = (states * (left - open_still * spread) ** 2).sum() + over @ (open_still * spread) ** 2
    return _normal(1 - open_still, math.sqrt(float(squares)) / whole, int(totals.sum()), confidence)


def _chances(results: Floats) -> Floats:
    """The mean result in each state, (states, 3) in, (states,) out; 0 where no game was."""
    return _each(results @ SCORES, results.sum(axis=-1))


def _each(totals: Floats, games: Floats) -> Floats:
    return np.asarray(np.divide(totals, games, out=np.zeros_like(totals), where=games > 0))


def _nothing(confidence: float) -> Estimate:
    return Estimate(math.nan, 0.0, 1.0, 0, confidence, Method.DELTA)


def _normal(value: float, error: float, n: int, confidence: float) -> Estimate:
    half = normal_quantile(confidence) * error
    return Estimate(value, max(value - half, 0.0), min(value + half, 1.0), n, confidence, Method.DELTA)
