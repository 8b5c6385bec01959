"""What to do with each class of hand, and what a way to choose that gains on hands it was not made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.stats.weighted import LEADS
from ucgsim.studies.redraw.counts import (
    FOLDS,
    KEPT,
    POINTS,
    POLICY,
    REDRAWN,
    RedrawCounts,
    gain,
    joint,
    points_by,
    total_of,
    win_rate,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from ucgsim.chances.hand_classes import HandClass
    from ucgsim.stats.rates import Estimate

    Tables = Mapping[HandClass, NDArray[np.int64]]
    """Hands of each class by half points kept, redrawn, by the policy, int64[3, 3, 3]."""
    Choices = Mapping[HandClass, bool]
    """Whether each class is redrawn."""

FEWEST_HANDS = 100
"""Hands below which a class shows no rate: its interval would be wider than twenty points."""


@dataclass(frozen=True, slots=True)
class CrossFitted:
    """What a way to choose that was made from half of the hands reaches on the other half, both ways added up.

    Gains are in win rate, 0.01 a percentage point.
    """

    win_rate: Estimate
    over_keeping: Estimate
    over_policy: Estimate


def by_class(tables: Tables, *, fewest: int, policy: Choices) -> dict[HandClass, bool]:
    """The finest choice: redraw the classes for which redrawing won more.

    A class of fewer than ``fewest`` hands follows all hands with the same chain; where these are too few as
    well, it follows the policy (``policy``: whether that redraws a class).
    """
    means = {hand: _mean_gain(hand, tables, fewest) for hand in policy}
    return {hand: policy[hand] if mean is None else mean > 0 for hand, mean in means.items()}


def _mean_gain(hand: HandClass, tables: Tables, fewest: int) -> float | None:
    """What a redraw gains on average, from the class or from all hands with its chain; None from too few."""
    own = {hand: tables[hand]} if hand in tables else {}
    alike = {other: table for other, table in tables.items() if other.chain == hand.chain}
    for each in (own, alike):
        table = total_of(each)
        played = int(table.sum())
        if played >= fewest:
            return float((LEADS * joint(table, REDRAWN, KEPT)).sum()) / played
    return None


def cross_fitted(counts: RedrawCounts, choose: Callable[[Tables], Choices]) -> CrossFitted:
    """Choose by each half of the hands and try it on the other half; ``choose`` says it of every class there is.

    What is tried on the hands it was made from would look better than it is (Hastie, Tibshirani & Friedman 2009,
    The Elements of Statistical Learning, section 7.10).
    """
    points = np.zeros(POINTS, np.int64)
    over_keeping, over_policy = (np.zeros((POINTS, POINTS), np.int64) for _ in range(2))
    for number in range(FOLDS):
        redraws = choose(counts.fold(1 - number))
        for hand, table in counts.fold(number).items():
            choice = REDRAWN if redraws[hand] else KEPT
            points += points_by(table, choice)
            over_keeping += joint(table, choice, KEPT)
            over_policy += joint(table, choice, POLICY)
    return CrossFitted(win_rate(points), gain(over_keeping), gain(over_policy))
