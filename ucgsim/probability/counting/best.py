"""The best redraw: for every starting hand, what keeping it promises against what a redraw promises."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, cast

import numpy as np

from ucgsim.probability.counting.lattice import HAND, SAFE_INTEGER, Lattice
from ucgsim.probability.counting.rule import word_rule

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from ucgsim.probability.counting.lattice import Integers
    from ucgsim.probability.counting.rule import BestRule
    from ucgsim.probability.counting.terms import Horizon


@dataclass(frozen=True, slots=True)
class BestAnswer:
    """What the best rule reaches at each horizon, how often it redraws, what it redraws, and its wording.

    ``rule_chance`` is what a player reaches at the target who follows the wording.
    """

    chances: Mapping[Horizon, Fraction]
    redraw_rate: Fraction
    class_shares: tuple[Fraction, ...]
    rule: BestRule
    rule_chance: Fraction
    states: int


@dataclass(frozen=True, slots=True)
class _Hands:
    """All starting hands by class: how many deals give each, and the value of keeping and redrawing it.

    ``kept`` and ``redrawn`` share one scale, so that they can be compared.
    """

    counts: NDArray[np.int64]
    deals: Integers

    def total(self, redraw: NDArray[np.bool_], kept: Integers, redrawn: Integers) -> int:
        """Sum over all deals of the value of what is done with them."""
        return int((self.deals * np.where(redraw, redrawn, kept)).sum())


def find_best(
    lattice: Lattice,
    labels: Sequence[str],
    met: NDArray[np.bool_],
    futures: Mapping[Horizon, tuple[Sequence[Integers], int]],
    target: Horizon,
    *,
    official: bool,
) -> BestAnswer:
    """The rule that maximises the chance at the target horizon; a hand is kept where both promise the same.

    Args:
        lattice: states of the question.
        labels: names of the classes.
        met: where the condition holds, for each state.
        futures: for each horizon the subset sums of :class:`~ucgsim.probability.counting.exact.Future` and their scale.
        target: the horizon whose chance is maximised.
        official: whether a redraw can't bring back the hand that was given back.
    """
    whole = Lattice((*lattice.sizes, lattice.rest), _hand_caps(lattice), 0, HAND)
    first, last = whole.reach[HAND - 1], whole.reach[HAND]
    hands = _Hands(whole.counts[first:last], whole.ways()[first:last, HAND].astype(np.object_))
    rows = lattice.rows(np.minimum(whole.counts[:, :-1], lattice.caps))
    values = {
        horizon: _values(lattice, whole, rows, subsets, official=official) for horizon, (subsets, _) in futures.items()
    }
    kept, redrawn = values[target]
    redraw = np.asarray(redrawn > kept, dtype=np.bool_)
    deals = comb(lattice.total, HAND)
    second = comb(lattice.total - HAND, HAND) if official else deals
    chances = {
        horizon: Fraction(hands.total(redraw, *values[horizon]), deals * second * scale)
        for horizon, (_, scale) in futures.items()
    }
    given_back = hands.deals * redraw
    shares = tuple(Fraction(int((given_back * column).sum()), deals) for column in hands.counts.T[:-1])

    scale = deals * second * futures[target][1]
    rule, followed = word_rule(
        hands.counts[:, :-1],
        redraw,
        met[rows[first:last]],
        stakes=(hands.deals * abs(redrawn - kept) / scale).astype(np.float64),
        labels=labels,
        sizes=lattice.sizes,
    )
    reached = Fraction(hands.total(followed, kept, redrawn), scale)
    return BestAnswer(chances, Fraction(int(given_back.sum()), deals), shares, rule, reached, len(whole.counts))


def _hand_caps(lattice: Lattice) -> tuple[int, ...]:
    return tuple(min(HAND, size) for size in (*lattice.sizes, lattice.rest))


def _values(
    lattice: Lattice, whole: Lattice, rows: NDArray[np.int64], subsets: Sequence[Integers], *, official: bool
) -> tuple[Integers, Integers]:
    """The value of keeping and of redrawing each hand, on one scale."""
    first, last = whole.reach[HAND - 1], whole.reach[HAND]
    kept = subsets[HAND][rows[first:last]]
    redrawn: Integers
    if official:
        redrawn = _avoiding(whole, _by_subset(whole, rows, subsets))[first:last]
        second = comb(lattice.total - HAND, HAND)
    else:
        redrawn = np.full(last - first, int(subsets[0][0]), dtype=np.object_)
        second = comb(lattice.total, HAND)
    return kept.astype(np.object_) * second, redrawn.astype(np.object_)


def _by_subset(whole: Lattice, rows: NDArray[np.int64], subsets: Sequence[Integers]) -> Integers:
    """For each set of up to six cards, the signed sum over the hands that contain it."""
    parts: list[Integers] = []
    for size in range(HAND + 1):
        first, last = (whole.reach[size - 1] if size else 0), whole.reach[size]
        parts.append((-1) ** size * subsets[size][rows[first:last]])
    signed = cast("Integers", np.concatenate(parts))
    # The sums that follow are up to 2**6 times as large as the largest of these.
    return signed if int(abs(signed).max()) < SAFE_INTEGER // 2**HAND else signed.astype(np.object_)


def _avoiding(whole: Lattice, signed: Integers) -> Integers:
    """For each set of cards the sum over the hands that hold none of them.

    Inclusion and exclusion, ``sum over i <= h of prod C(h_c, i_c) * signed(i)``, one class after the other.
    """
    values: Integers = signed.copy()
    for index, cap in enumerate(whole.caps):
        for held in range(cap, 0, -1):
            rows = np.flatnonzero(whole.counts[:, index] == held)
            # From many cards to few, so that the entries below are still those of before this class.
            terms = [comb(held, n) * values[whole.below(rows, index, n)] for n in range(held + 1)]
            values[rows] = np.add.reduce(terms)
    return values
