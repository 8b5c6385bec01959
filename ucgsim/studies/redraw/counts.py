"""Opening hands counted by class and by what each choice made of them."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.probability.hand_classes import HandClass
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.pairs import paired_difference_of
from ucgsim.stats.rates import wilson

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from ucgsim.simulate.hands.redraws import RedrawHands
    from ucgsim.stats.rates import Estimate

FOLDS = 2
"""Halves of the hands: a rule that was made from one is tried on the other. Either side wins the throw of every second
game, so each half takes two games at a time: both hold as many hands of either Player."""
POINTS = 3
"""A game is worth 0 to 2 half points."""
CELLS = (POINTS, POINTS, POINTS)
KEPT, REDRAWN, POLICY = range(3)
"""Axes of a table of hands, by half points of each choice."""


class RedrawCounts:
    """What was counted; it grows with the number of classes, not with the number of hands."""

    def __init__(self) -> None:
        self._points: dict[HandClass, NDArray[np.int64]] = {}
        self._verdicts: dict[HandClass, NDArray[np.int64]] = {}

    def add(self, classes_of: NDArray[np.int64], played: RedrawHands) -> None:
        """Count hands; ``classes_of``: the class of each, int64[hands, 4]."""
        rows, classes = np.unique(classes_of, axis=0, return_inverse=True)
        folds = np.arange(len(classes_of)) // 2 % FOLDS
        where = (classes.ravel(), folds, played.kept, played.redrawn, played.policy)
        points = _histogram(where, (len(rows), FOLDS, *CELLS))
        verdicts = _histogram((classes.ravel(), played.verdicts), (len(rows), 2))
        for row, own_points, own_verdicts in zip(rows.tolist(), points, verdicts, strict=True):
            hand = HandClass(*row)
            self._points[hand] = self._points.get(hand, 0) + own_points
            self._verdicts[hand] = self._verdicts.get(hand, 0) + own_verdicts

    @property
    def classes(self) -> Iterable[HandClass]:
        """Classes that came up."""
        return self._points.keys()

    def fold(self, number: int) -> dict[HandClass, NDArray[np.int64]]:
        """The tables of hands of one half, int64[3, 3, 3] by half points kept, redrawn, by policy."""
        return {hand: points[number] for hand, points in self._points.items()}

    @property
    def all_hands(self) -> dict[HandClass, NDArray[np.int64]]:
        """The tables of both halves together."""
        return {hand: points.sum(axis=0) for hand, points in self._points.items()}

    @property
    def total(self) -> NDArray[np.int64]:
        """The table of all hands of all classes, int64[3, 3, 3]."""
        return total_of(self.all_hands)

    def hands_of(self, hand: HandClass) -> int:
        """Hands of a class."""
        return int(self._points[hand].sum())

    def verdict(self, hand: HandClass | None = None) -> Estimate:
        """How often the policy redraws hands of a class, or of all."""
        tables = self._verdicts.values() if hand is None else (self._verdicts[hand],)
        kept, redrawn = (int(count) for count in reduce(np.add, tables))
        return wilson(redrawn, kept + redrawn)

    @property
    def verdict_rates(self) -> dict[HandClass, float]:
        """How often the policy redraws each class, from 0 to 1."""
        return {hand: self.verdict(hand).rate for hand in self.classes}

    def against(self, redraws: Mapping[HandClass, bool]) -> int:
        """Hands with which the policy does the opposite of what is said of their class."""
        return sum(int(self._verdicts[hand][1 - int(redraws[hand])]) for hand in self.classes)

    @property
    def policy_redraws(self) -> dict[HandClass, bool]:
        """Which classes the policy redraws more often than it keeps them."""
        return {hand: self.verdict(hand).rate > 0.5 for hand in self.classes}


def total_of(tables: Mapping[HandClass, NDArray[np.int64]]) -> NDArray[np.int64]:
    """The sum of tables of hands."""
    return np.asarray(reduce(np.add, tables.values(), np.zeros(CELLS, np.int64)))


def _histogram(where: tuple[NDArray[np.int64], ...], shape: tuple[int, ...]) -> NDArray[np.int64]:
    """How often each cell occurs."""
    cells = np.ravel_multi_index(where, shape)
    return np.bincount(cells, minlength=int(np.prod(shape))).reshape(shape)


def points_by(table: NDArray[np.int64], choice: int) -> NDArray[np.int64]:
    """Hands by half points of one choice, int64[3]."""
    others = tuple(axis for axis in range(table.ndim) if axis != choice)
    return np.asarray(table.sum(axis=others))


def win_rate(points: NDArray[np.int64]) -> Estimate:
    """The share of the points with its interval, from hands by half points, int64[3]."""
    return Outcomes.of(points).estimate()


def joint(table: NDArray[np.int64], choice: int, other: int) -> NDArray[np.int64]:
    """Hands by half points of one choice and of another, int64[3, 3]."""
    if choice == other:
        return np.diag(points_by(table, choice))
    both = table.sum(axis=({KEPT, REDRAWN, POLICY} - {choice, other}).pop())
    return np.asarray(both if choice < other else both.T)


def gain(both: NDArray[np.int64]) -> Estimate:
    """What the choice of the rows wins more than that of the columns, in win rate."""
    return paired_difference_of(both).difference
