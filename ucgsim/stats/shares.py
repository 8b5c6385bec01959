"""What decides games that are played on one shuffle under several conditions: shares of the variance of the outcome.

A block is what one shuffle gives under every combination of conditions (who leads first, how either side plays), each
once. The shuffle is drawn, the conditions are a fixed list in which each is as likely as the others. The variance of
one outcome then is a sum: what the mean over all conditions varies by from shuffle to shuffle, what the mean over all
shuffles varies by from condition to condition, and what only both together explain.
Source: Scheffe 1959, The Analysis of Variance, chapters 4 and 8; Sobol 2001, Math. Comput. Simul. 55, 271-280.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, normal_quantile

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from ucgsim.stats.multinomial import Floats

FEWEST = 10
"""Blocks without which no interval says anything."""
CHUNKS = 200
"""Groups of blocks that are left out in turn."""


@dataclass(frozen=True, slots=True)
class CauseShare:
    """The part of the variance that one cause explains: ``alone``, and together with everything it works with.

    ``whole`` is what is left to the cause once all others are fixed.
    """

    alone: Estimate
    whole: Estimate


def variance_shares(
    outcomes: Floats, causes: Mapping[str, Sequence[int]], *, drawn: str, confidence: float = DEFAULT_CONFIDENCE
) -> dict[str, CauseShare]:
    """The shares of each cause, the ``drawn`` one (the shuffle) first.

    ``outcomes``: shape (blocks, levels of the first axis, of the second, ...); ``causes``: which of these axes, counted
    from 0, make up each cause; together all of them. Estimates are unbiased but for the division by the whole variance;
    intervals are of a jackknife over blocks, within 0 and 1. UcgsimError for too few blocks, axes that are not all
    named once, and outcomes that never differ. Source of the jackknife: Efron & Stein 1981, Ann. Statist. 9, 586-596.
    """
    axes = outcomes.ndim - 1
    if sorted(axis for each in causes.values() for axis in each) != list(range(axes)):
        raise UcgsimError(f"causes {dict(causes)} of {axes} conditions; it must name each of them once")
    if len(outcomes) < FEWEST:
        raise UcgsimError(f"{len(outcomes)} blocks; it must be {FEWEST} or more")
    parts = [_projected(outcomes, set(each)) for each in _subsets(axes)]
    names = (drawn, *causes)
    result = _shares(_sums(parts, np.array([0])), np.array([len(outcomes)]), axes, causes)[:, 0].tolist()
    if math.isnan(result[0]):
        raise UcgsimError("the outcomes never differ, so nothing decides them; play more")
    error = _jackknife(parts, axes, causes)
    z, n = normal_quantile(confidence), len(outcomes)
    made = [_estimate(value, z * spread, n, confidence) for value, spread in zip(result, error, strict=True)]
    return {name: CauseShare(made[2 * at], made[2 * at + 1]) for at, name in enumerate(names)}


def _estimate(value: float, reach: float, n: int, confidence: float) -> Estimate:
    low, high = (min(max(end, 0.0), 1.0) for end in (value - reach, value + reach))
    return Estimate(min(max(value, 0.0), 1.0), low, high, n, confidence, Method.JACKKNIFE)


def _subsets(axes: int) -> Iterator[tuple[int, ...]]:
    for size in range(axes + 1):
        yield from combinations(range(axes), size)


def _projected(outcomes: Floats, kept: set[int]) -> Floats:
    """What of the outcomes of each block belongs to these axes together and not to fewer of them, (blocks, values)."""
    values = outcomes
    for axis in range(outcomes.ndim - 1):
        mean = values.mean(axis=axis + 1, keepdims=True)
        values = values - mean if axis in kept else mean
    return values.reshape(len(outcomes), -1)


@dataclass(frozen=True, eq=False)
class _Sums:
    """Of each part: the sum of its values over blocks, (..., values), and of the squares of these, (...)."""

    totals: list[Floats]
    squares: list[Floats]


def _sums(parts: Sequence[Floats], starts: NDArray[np.int64]) -> _Sums:
    """The sums of groups of blocks, by where they start, (groups, ...)."""
    squares = [(part**2).sum(axis=1) / part.shape[1] for part in parts]
    return _Sums(*([np.add.reduceat(each, starts, axis=0) for each in of] for of in (parts, squares)))


def _components(sums: _Sums, n: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Of every subset of axes: the variance of its means over blocks, and that of its values from block to block."""
    fixed, drawn = [], []
    for total, square in zip(sums.totals, sums.squares, strict=True):
        of_mean = (total**2).mean(axis=-1) / n**2
        within = (square - n * of_mean) / (n - 1)
        fixed.append(of_mean - within / n)
        drawn.append(within)
    return np.array(fixed), np.array(drawn)


def _shares(sums: _Sums, n: NDArray[np.int64], axes: int, causes: Mapping[str, Sequence[int]]) -> Floats:
    """Alone and whole, of what is drawn and of each cause, as shares of the whole variance, (values, groups); NaN
    without any.
    """
    fixed, drawn = _components(sums, n)
    whole = fixed[1:].sum(axis=0) + drawn.sum(axis=0)
    subsets = list(map(set, _subsets(axes)))
    values = [drawn[0], drawn.sum(axis=0)]
    for each in map(set, causes.values()):
        own = [at for at, subset in enumerate(subsets) if subset and subset <= each]
        touched = [at for at, subset in enumerate(subsets) if subset & each]
        values += [fixed[own].sum(axis=0), fixed[touched].sum(axis=0) + drawn[touched].sum(axis=0)]
    return np.array(values) / np.where(whole > 0, whole, math.nan)


def _jackknife(parts: Sequence[Floats], axes: int, causes: Mapping[str, Sequence[int]]) -> Floats:
    """Standard errors of the shares: each of some groups of blocks is left out in turn."""
    n, whole = len(parts[0]), _sums(parts, np.array([0]))
    groups = min(CHUNKS, n)
    edges = np.linspace(0, n, groups + 1).astype(int)
    left = _sums(parts, edges[:-1])
    without = _Sums(
        [total - less for total, less in zip(whole.totals, left.totals, strict=True)],
        [square - less for square, less in zip(whole.squares, left.squares, strict=True)],
    )
    result = _shares(without, n - np.diff(edges), axes, causes)
    return np.asarray(np.sqrt((groups - 1) * result.var(axis=1)))
