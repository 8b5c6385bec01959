"""Pairs of games counted by class of opening hand and by what each choice made of them."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.chances.hand_classes import HandClass
from ucgsim.stats.pairs import GAMES_PER_PAIR, PairCounts, paired_difference_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from ucgsim.simulate.redraws import RedrawPairs
    from ucgsim.stats.rates import Estimate

FOLDS = 2
"""Halves of the pairs: a rule that was made from one is tried on the other."""
POINTS = 5
"""A pair is worth 0 to 4 half points."""
CELLS = (POINTS, POINTS, POINTS)
KEPT, REDRAWN, POLICY = range(3)
"""Axes of a table of pairs, by half points of each choice."""


class RedrawCounts:
    """What was counted; it grows with the number of classes, not with the number of pairs."""

    def __init__(self) -> None:
        self._points: dict[HandClass, NDArray[np.int64]] = {}
        self._verdicts: dict[HandClass, NDArray[np.int64]] = {}

    def add(self, hands: NDArray[np.int64], pairs: RedrawPairs) -> None:
        """Count pairs; ``hands``: the class of each, int64[pairs, 4]."""
        rows, classes = np.unique(hands, axis=0, return_inverse=True)
        folds = np.arange(len(hands)) % FOLDS
        where = (classes.ravel(), folds, pairs.kept, pairs.redrawn, pairs.policy)
        points = _histogram(where, (len(rows), FOLDS, *CELLS))
        verdicts = _histogram((classes.ravel(), pairs.verdicts), (len(rows), GAMES_PER_PAIR + 1))
        for row, own_points, own_verdicts in zip(rows.tolist(), points, verdicts, strict=True):
            hand = HandClass(*row)
            self._points[hand] = self._points.get(hand, 0) + own_points
            self._verdicts[hand] = self._verdicts.get(hand, 0) + own_verdicts

    @property
    def classes(self) -> Iterable[HandClass]:
        """Classes that came up."""
        return self._points.keys()

    def fold(self, number: int) -> dict[HandClass, NDArray[np.int64]]:
        """The tables of pairs of one half, int64[5, 5, 5] by half points kept, redrawn, by policy."""
        return {hand: points[number] for hand, points in self._points.items()}

    @property
    def all_pairs(self) -> dict[HandClass, NDArray[np.int64]]:
        """The tables of both halves together."""
        return {hand: points.sum(axis=0) for hand, points in self._points.items()}

    @property
    def total(self) -> NDArray[np.int64]:
        """The table of all pairs of all classes, int64[5, 5, 5]."""
        return total_of(self.all_pairs)

    def pairs_of(self, hand: HandClass) -> int:
        """Pairs of a class."""
        return int(self._points[hand].sum())

    def verdict(self, hand: HandClass | None = None) -> Estimate:
        """How often the policy redraws hands of a class, or of all."""
        tables = self._verdicts.values() if hand is None else (self._verdicts[hand],)
        return PairCounts.from_sequence(reduce(np.add, tables).tolist()).estimate()

    @property
    def policy_redraws(self) -> dict[HandClass, bool]:
        """Which classes the policy redraws more often than it keeps them."""
        return {hand: self.verdict(hand).rate > 0.5 for hand in self.classes}


def total_of(tables: Mapping[HandClass, NDArray[np.int64]]) -> NDArray[np.int64]:
    """The sum of tables of pairs."""
    return np.asarray(reduce(np.add, tables.values(), np.zeros(CELLS, np.int64)))


def _histogram(where: tuple[NDArray[np.int64], ...], shape: tuple[int, ...]) -> NDArray[np.int64]:
    """How often each cell occurs."""
    cells = np.ravel_multi_index(where, shape)
    return np.bincount(cells, minlength=int(np.prod(shape))).reshape(shape)


def points_by(table: NDArray[np.int64], choice: int) -> NDArray[np.int64]:
    """Pairs by half points of one choice, int64[5]."""
    others = tuple(axis for axis in range(table.ndim) if axis != choice)
    return np.asarray(table.sum(axis=others))


def win_rate(points: NDArray[np.int64]) -> Estimate:
    """The share of the points with its interval; pairs by half points, int64[5], are the units."""
    return PairCounts.from_sequence(points.tolist()).estimate()


def joint(table: NDArray[np.int64], choice: int, other: int) -> NDArray[np.int64]:
    """Pairs by half points of one choice and of another, int64[5, 5]."""
    if choice == other:
        return np.diag(points_by(table, choice))
    both = table.sum(axis=({KEPT, REDRAWN, POLICY} - {choice, other}).pop())
    return np.asarray(both if choice < other else both.T)


def gain(both: NDArray[np.int64]) -> Estimate:
    """What the choice of the rows wins more than that of the columns, in win rate; pairs are the units."""
    return paired_difference_of(both).difference
