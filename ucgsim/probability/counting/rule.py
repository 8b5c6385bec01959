"""A redraw rule in words: boxes of hands, such as "level 1 TIGA >= 1 and level 2 TIGA == 0"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.language import gettext as _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

MAX_LINES = 8
"""The most that a player can follow at a table."""

FEW_LINES = 3
"""Up to this many lines the very rule is given; beyond it a shorter one, if that costs next to nothing."""

NEXT_TO_NOTHING = 0.0005
"""Chance that a shorter rule may cost."""

MEETS = "what you ask for"
"""The line for hands that meet the condition already."""


@dataclass(frozen=True, slots=True)
class BestRule:
    """The best redraw rule as a person can follow it.

    ``lines`` describe hands, and one of them must fit; those hands are kept if ``keeps``, else redrawn, and
    every other hand the other way round. ``cost`` is the chance that is lost against the very rule; zero if
    this is that rule.
    """

    lines: tuple[str, ...]
    keeps: bool
    cost: float

    @property
    def whole(self) -> bool:
        """Whether nothing is lost."""
        return self.cost == 0

    def sentences(self) -> list[str]:
        """The rule, one line a sentence."""
        if not self.lines:
            return [_("Redraw every hand.") if self.keeps else _("Keep every hand.")]
        if len(self.lines) == 1:
            text = _("Keep a hand with {cards} and redraw every other.")
            if not self.keeps:
                text = _("Redraw a hand with {cards} and keep every other.")
            return [text.format(cards=self.lines[0])]
        text = _("Keep a hand with one of these and redraw every other:")
        if not self.keeps:
            text = _("Redraw a hand with one of these and keep every other:")
        return [text, *(f"  {line}" for line in self.lines)]


def word_rule(
    counts: NDArray[np.int64],
    redraw: NDArray[np.bool_],
    met: NDArray[np.bool_],
    *,
    stakes: NDArray[np.float64],
    labels: Sequence[str],
    sizes: Sequence[int],
) -> tuple[BestRule, NDArray[np.bool_]]:
    """Put a rule into words: the very rule where that takes few lines, else one that loses next to nothing.

    Where all hands that meet the condition are kept, as nearly always, it may be the first line itself.

    Args:
        counts: int64[hands, classes].
        redraw: bool[hands], what the rule says.
        met: bool[hands], which hands meet the condition already.
        stakes: chance that is lost where a hand is treated the wrong way.
        labels: names of the classes.
        sizes: cards of each class in the deck.

    Returns:
        The rule in words, and bool[hands] of what it says.
    """
    nothing = np.zeros_like(met)
    worded: list[tuple[BestRule, NDArray[np.bool_]]] = []
    for keeps, start in ((True, nothing), (True, met), (False, nothing)):
        chosen = ~redraw if keeps else redraw
        if (start & ~chosen).any():
            continue
        lines: tuple[str, ...] = (MEETS,) if start.any() else ()
        for box, covered in _cover(counts, chosen, start, stakes):
            lines += () if box is None else (_word_box(box, labels, sizes),)
            wrong = covered != chosen
            cost = float(stakes[wrong].sum()) if wrong.any() else 0.0
            worded.append((BestRule(lines, keeps, cost), ~covered if keeps else covered))

    def burden(entry: tuple[BestRule, NDArray[np.bool_]]) -> tuple[int, float, float]:
        return _burden(entry[0], int((entry[1] != redraw).sum()))

    return min(worded, key=burden)


def _burden(rule: BestRule, strays: int) -> tuple[int, float, float]:
    """What makes a wording worse: that it loses something, then its length.

    ``strays`` are hands that it treats otherwise, which costs nothing where both choices promise the same.
    """
    length = len(rule.lines)
    if rule.whole and length <= FEW_LINES:
        return 0, bool(strays), length
    return (1, length, rule.cost) if rule.cost <= NEXT_TO_NOTHING else (2, rule.cost, length)


Box = tuple["NDArray[np.int64]", "NDArray[np.int64]"]


def _cover(
    counts: NDArray[np.int64],
    inside: NDArray[np.bool_],
    start: NDArray[np.bool_],
    stakes: NDArray[np.float64],
) -> Iterator[tuple[Box | None, NDArray[np.bool_]]]:
    """Boxes that hold hands of ``inside`` only, those with most at stake first.

    With each box come the hands that are covered by it, by the boxes before, or by ``start``; the first entry
    is ``start`` alone.
    """
    covered = start
    yield None, covered
    top = counts.max(axis=0, initial=0)
    for _line in range(MAX_LINES):
        missing = np.flatnonzero(inside & ~covered)
        if not missing.size:
            return
        box = _widen(counts[missing[stakes[missing].argmax()]], counts[~inside], top)
        covered = covered | ((counts >= box[0]) & (counts <= box[1])).all(axis=1)
        yield box, covered


def _widen(seed: NDArray[np.int64], outside: NDArray[np.int64], top: NDArray[np.int64]) -> Box:
    """The hand ``seed`` made into a box as wide as it gets without a hand of ``outside``.

    Upper bounds go first and lower bounds down to zero next: "at least" is easier to follow than "at most".
    """
    low, high = seed.copy(), seed.copy()
    for bound, limits in ((high, top), (low, np.zeros_like(top))):
        for index in range(len(seed)):
            _stretch(index, bound, int(limits[index]), (low, high), outside)
    return low, high


def _stretch(
    index: int,
    bound: NDArray[np.int64],
    limit: int,
    box: Box,
    outside: NDArray[np.int64],
) -> None:
    """Move one bound of a box towards ``limit`` until a hand of ``outside`` would get in; in place."""
    fits = (outside >= box[0]) & (outside <= box[1])
    fits[:, index] = True
    blocked = outside[fits.all(axis=1), index]
    if limit > bound[index]:
        above = blocked[blocked > bound[index]]
        bound[index] = min(limit, int(above.min()) - 1) if above.size else limit
    elif limit < bound[index]:
        below = blocked[blocked < bound[index]]
        bound[index] = max(limit, int(below.max()) + 1) if below.size else limit


def _word_box(box: Box, labels: Sequence[str], sizes: Sequence[int]) -> str:
    parts = [
        _word_bounds(label, int(low), int(high), size)
        for label, low, high, size in zip(labels, *box, sizes, strict=True)
    ]
    return " and ".join(part for part in parts if part) or "any hand"


def _word_bounds(label: str, low: int, high: int, size: int) -> str:
    if high >= min(size, 6):
        return f"{label} >= {low}" if low else ""
    if low == high:
        return f"{label} == {low}"
    return f"{label} between {low} and {high}" if low else f"{label} <= {high}"
