"""What to do with each class of hand, and what a way to choose that gains on hands it was not made from."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.stats.rates import normal_quantile
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

    from ucgsim.probability.hand_classes import HandClass
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

    Gains are in win rate, 0.01 a percentage point. ``redraws``: what was chosen by each half, of every class.
    """

    win_rate: Estimate
    over_keeping: Estimate
    over_policy: Estimate
    redraws: tuple[Choices, ...]


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
    chosen = tuple(choose(counts.fold(1 - number)) for number in range(FOLDS))
    for number, redraws in enumerate(chosen):
        for hand, table in counts.fold(number).items():
            choice = REDRAWN if redraws[hand] else KEPT
            points += points_by(table, choice)
            over_keeping += joint(table, choice, KEPT)
            over_policy += joint(table, choice, POLICY)
    return CrossFitted(win_rate(points), gain(over_keeping), gain(over_policy), chosen)


def of_one_rule(gain: Estimate, redraws: Choices, tried: CrossFitted, tables: Tables) -> Estimate:
    """What was measured of two rules from halves, said of the one rule from all hands: with a wider interval.

    Where a half chose otherwise than all hands did, neither choice is known to be better: what they differ by there is
    about as large as its standard error in one half of the hands, and the mean of both halves has half that variance.
    """
    hands = sum(int(table.sum()) for table in tables.values())
    squares = sum(
        float((LEADS**2 * joint(table, REDRAWN, KEPT)).sum())
        for chosen in tried.redraws
        for hand, table in tables.items()
        if chosen[hand] != redraws[hand]
    )
    wider = normal_quantile(gain.confidence) ** 2 * squares / FOLDS / hands**2
    below, above = (math.sqrt(end**2 + wider) for end in (gain.rate - gain.low, gain.high - gain.rate))
    return replace(gain, low=max(gain.rate - below, -1.0), high=min(gain.rate + above, 1.0))
