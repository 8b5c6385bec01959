"""A redraw rule in words: boxes of hands, such as "level 1 TIGA >= 1 and level 2 TIGA == 0"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction

    from numpy.typing import NDArray

MAX_LINES = 8
"""More than this nobody can follow at a table."""

MEETS = "what you ask for"
"""The line for hands that meet the condition already."""


@dataclass(frozen=True, slots=True)
class BestRule:
    """The best redraw rule as a person can follow it.

    ``lines`` describe hands, and one of them must fit; those hands are kept if ``keeps``, else redrawn, and
    every other hand the other way round. ``whole`` says whether this is the very rule; if not, it is a
    shorter one that reaches ``chance`` instead.
    """

    lines: tuple[str, ...]
    keeps: bool
    whole: bool
    chance: Fraction

    def sentences(self) -> list[str]:
        """The rule, one line a sentence."""
        doing, other = ("Keep", "redraw") if self.keeps else ("Redraw", "keep")
        if not self.lines:
            return [f"{other.capitalize()} every hand."]
        if len(self.lines) == 1:
            return [f"{doing} a hand with {self.lines[0]} and {other} every other."]
        return [
            f"{doing} a hand with one of these and {other} every other:",
            *(f"  {line}" for line in self.lines),
        ]


def word_rule(
    counts: NDArray[np.int64],
    redraw: NDArray[np.bool_],
    met: NDArray[np.bool_],
    *,
    weights: NDArray[np.float64],
    labels: Sequence[str],
    sizes: Sequence[int],
    reached: Callable[[NDArray[np.bool_]], Fraction],
) -> BestRule:
    """Put a rule into words, whole where that takes few lines, else its weightiest lines.

    Where all hands that meet the condition are kept, as nearly always, it is the first line itself.

    Args:
        counts: int64[hands, classes].
        redraw: bool[hands], what the rule says.
        met: bool[hands], which hands meet the condition already.
        weights: how often each hand comes, in any unit.
        labels: names of the classes.
        sizes: cards of each class in the deck.
        reached: the chance that a rule reaches, for bool[hands].
    """
    rules = []
    nothing = np.zeros_like(met)
    for keeps, start in ((True, nothing), (True, met), (False, nothing)):
        chosen = ~redraw if keeps else redraw
        if (start & ~chosen).any():
            continue
        boxes, covered = _cover(counts, chosen, start, weights)
        lines = ((MEETS,) if start.any() else ()) + tuple(_word_box(box, labels, sizes) for box in boxes)
        followed = ~covered if keeps else covered
        rules.append(BestRule(lines, keeps, bool((followed == redraw).all()), reached(followed)))
    return min(rules, key=lambda rule: (not rule.whole, -rule.chance, len(rule.lines)))


Box = tuple["NDArray[np.int64]", "NDArray[np.int64]"]


def _cover(
    counts: NDArray[np.int64],
    inside: NDArray[np.bool_],
    start: NDArray[np.bool_],
    weights: NDArray[np.float64],
) -> tuple[list[Box], NDArray[np.bool_]]:
    """Boxes that hold hands of ``inside`` only, the weightiest hands first, and all hands they hold.

    Hands of ``start`` need no box.
    """
    covered = start.copy()
    boxes: list[Box] = []
    top = counts.max(axis=0, initial=0)
    while len(boxes) < MAX_LINES and (open_hands := np.flatnonzero(inside & ~covered)).size:
        seed = open_hands[weights[open_hands].argmax()]
        box = _widen(counts[seed], counts[~inside], top)
        boxes.append(box)
        covered |= ((counts >= box[0]) & (counts <= box[1])).all(axis=1)
    return boxes, covered


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
    unbounded = high >= min(size, 6)
    if low == high:
        return f"{label} == {low}"
    if unbounded:
        return f"{label} >= {low}" if low else ""
    return f"{label} between {low} and {high}" if low else f"{label} <= {high}"
