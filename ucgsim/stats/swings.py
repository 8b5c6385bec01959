"""How far a stretch of a game moves the chance to win, and how much of the result is settled in and after it.

Games pass through states; in each, the chance to win is the mean result of the games that were in it. These chances are
estimated from the same games, which every number here allows for: a result is held against the other games of its
state (so the spread within a state has the divisor n - 1), and intervals are of influence functions with half a game or
a game more of each kind, without which a state of few games would look surer than it is.
Sources: Hampel 1974, JASA 69, 383-393 (influence functions); Agresti & Coull 1998, Am. Stat. 52, 119-126 (games more of
each kind); Efron 1982, The Jackknife, the Bootstrap and Other Resampling Plans, chapter 5 (bias).
How often the intervals hold: docs/coverage.md.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from ucgsim.stats.multinomial import Floats
from ucgsim.stats.outcomes import SCORES
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, normal_quantile, wilson_ends
from ucgsim.stats.special import normal_below

NOTHING_OPEN = 1e-12
"""A spread of results that means none."""
KNOWN = 1e-12
"""A standard error that means none."""
FAR = 50.0
"""Standard errors beyond which a change has its sign for sure."""
EITHER = np.array([1.0, 0.0, 1.0])
"""One more game lost and one more won."""


def swing(turned: ArrayLike, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """By how much the chance to win changes in a stretch, up or down, in a mean game; n = games that play it.

    ``turned[before, after, k]``: games by the state before the stretch, that after it, and the result (lost,
    undecided, won). In the last state the game is over, and the chance is the result. NaN and [0, 1] without games.
    Changes that are small next to the luck of their games look too large; what that adds to the mean is taken
    off, and the interval is as much wider.
    """
    games = np.asarray(turned, dtype=np.float64)
    n = games.sum()
    if not n:
        return _nothing(confidence)
    first, last = games.sum(axis=1), games.sum(axis=0)
    before, after = _chances(first), _chances(last)
    ends = np.broadcast_to(after[None, :, None], games.shape).copy()
    ends[:, -1, :] = SCORES
    change = ends - before[:, None, None]
    size = np.abs(change)
    # A game that ends here had its result in the chance before it: what the others of its state say is farther away.
    size[:, -1, :] = np.minimum(size[:, -1, :] * _apart(first.sum(axis=1))[:, None], 1.0)
    mean, looks_larger = float((games * size).sum() / n), _looks_larger(games, first, last)
    # A chance that is estimated a little too high moves every change that begins or ends there.
    signs = games * np.sign(change)
    here = (SCORES - before[:, None]) * _each(-signs.sum(axis=(1, 2)), first.sum(axis=1))[:, None]
    there = (SCORES - after[:, None]) * _each(signs.sum(axis=(0, 2)), last.sum(axis=1))[:, None]
    there[-1] = 0
    influence = size - mean + here[:, None, :] + there[None, :, :]
    more = games.copy()
    more[:, -1] += (games[:, -1].sum(axis=1) > 0)[:, None] * EITHER / 2
    error = math.hypot(math.sqrt(float((more * influence**2).sum())) / n, looks_larger)
    return _normal(max(mean - looks_larger, 0.0), error, int(n), confidence)


def _looks_larger(games: Floats, first: Floats, last: Floats) -> float:
    """By how much luck alone makes the mean change between states look larger than it is.

    Of a change with a standard error, what would be seen on average, sign or no, less the change itself.
    """
    pairs = games.sum(axis=2)[:, :-1]
    many, late = first.sum(axis=1), last[:-1].sum(axis=1)
    of_first, of_last = (_each(_within(each + EITHER / 2), each.sum(axis=1) ** 2) for each in (first, last[:-1]))
    # Games of both states move both chances the same way.
    shared = 2 * _each(pairs * of_last, np.broadcast_to(many[:, None], pairs.shape))
    error = np.sqrt(np.maximum(of_first[:, None] + of_last[None] - shared, 0.0))
    change = np.abs(_chances(last)[None, :-1] - _chances(first)[:, None])
    far = np.divide(change, error, out=np.full_like(change, FAR), where=error > KNOWN)
    below = np.empty(far.size)
    normal_below(far.ravel(), below)
    seen = error * math.sqrt(2 / math.pi) * np.exp(-(far**2) / 2) + change * (2 * below.reshape(far.shape) - 1)
    return float(((late > 0) * pairs * (seen - change)).sum() / games.sum())


def settled(going_on: ArrayLike, results: ArrayLike, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """The share of the uncertainty about the result that is gone after a stretch; n = games.

    ``going_on[state, k]``: games that go on, by their state and result (lost, undecided, won); ``results[k]``: all
    games. Uncertainty is the variance of the result. NaN and [0, 1] where all results are the same.
    """
    states, totals = np.asarray(going_on, dtype=np.float64), np.asarray(results, dtype=np.float64)
    n, whole = float(totals.sum()), _whole(totals)
    if whole < NOTHING_OPEN:
        return _nothing(confidence)
    still = min(_open(states, whole / n).sum() / whole, 1.0)
    spread = (SCORES - _chances(totals[None])[0]) ** 2
    # A game more of each kind in every state: of few games that agree, the next need not.
    more = states + (states.sum(axis=1) > 0)[:, None] * EITHER
    left = (SCORES - _chances(more)[:, None]) ** 2
    over = np.maximum(totals - states.sum(axis=0), 0.0)
    error = math.sqrt(float((more * (left - still * spread) ** 2).sum() + over @ (still * spread) ** 2)) / whole
    # Near its ends a share has an interval like that of so many games as would know it as well.
    share = min(max(still, 0.5 / n), 1 - 0.5 / n)
    size = min(share * (1 - share) / error**2, n) if error > KNOWN else n
    low, high = wilson_ends(still * size, size, confidence)
    return Estimate(1 - still, 1 - high, 1 - low, int(n), confidence, Method.DELTA)


def settled_in(turned: ArrayLike, results: ArrayLike, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """The share of the uncertainty about the result that goes in a stretch; n = games, those that do not play it too.

    ``turned`` as in ``swing`` and ``results`` as in ``settled``: it is what is settled after less what was before. NaN
    and [0, 1] where all results are the same.
    """
    games, totals = np.asarray(turned, dtype=np.float64), np.asarray(results, dtype=np.float64)
    n, whole = float(totals.sum()), _whole(totals)
    if whole < NOTHING_OPEN:
        return _nothing(confidence)
    first, last = games.sum(axis=1), games.sum(axis=0)
    usual = whole / n
    gone = float((_open(first, usual).sum() - _open(last[:-1], usual).sum()) / whole)
    spread = (SCORES - _chances(totals[None])[0]) ** 2
    before, after = ((SCORES - _chances(each)[:, None]) ** 2 for each in (first, last))
    after[-1] = 0.0
    influence = before[:, None, :] - after[None, :, :] - gone * spread
    more = games + (games.sum(axis=2, keepdims=True) > 0) * EITHER / 2
    rest = np.maximum(totals - games.sum(axis=(0, 1)), 0.0)
    error = math.sqrt(float((more * influence**2).sum() + rest @ (gone * spread) ** 2)) / whole
    return _normal(max(gone, 0.0), error, int(n), confidence)


def _whole(totals: Floats) -> float:
    """What is uncertain before all: games times the unbiased variance of the result."""
    n = float(totals.sum())
    spread = float(totals @ (SCORES - _chances(totals[None])[0]) ** 2)
    return spread * n / (n - 1) if n > 1 else 0.0


def _open(states: Floats, usual: float) -> Floats:
    """Games of each state times the unbiased variance of their results, (states,).

    Of a game that is alone in its state it is that of the others in the mean; ``usual`` where all are alone.
    """
    games = states.sum(axis=1)
    several = games > 1
    own = _within(states) * _apart(games) * several
    others = float(games[several].sum())
    mean = float(own.sum()) / others if others else usual
    return np.asarray(np.where(several, own, mean * games))


def _within(states: Floats) -> Floats:
    """The sum of squares of the results about the mean of their state, (states,)."""
    return np.asarray((states * (SCORES - _chances(states)[:, None]) ** 2).sum(axis=1))


def _apart(games: Floats) -> Floats:
    """By how much a game lies farther from the mean of the others than from the mean of all, n / (n - 1)."""
    return np.asarray(np.divide(games, games - 1, out=np.ones_like(games), where=games > 1))


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
