"""Redraw rules that a person can follow at a table: all that few words say, and the best of them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.stats.weighted import LEADS
from ucgsim.studies.redraw.counts import KEPT, REDRAWN, joint
from ucgsim.studies.redraw.rule import cross_fitted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from ucgsim.probability.hand_classes import HandClass, HandClasses
    from ucgsim.studies.redraw.counts import RedrawCounts
    from ucgsim.studies.redraw.rule import CrossFitted

MOST_IN_BOX = 3
"""Bounds that one line of a rule has; a rule of two lines has a bound less in each."""
LITTLE = 0.002
"""Win rate that a shorter rule may lose, however many hands there are."""
PRIOR_HANDS = 200
"""Hands that what the policy does weighs as much as: where few were played, they alone say little. Of 300 hands of
four decks, rules made with it won 0.2 to 0.9 points more on other hands than those made without."""
PRIOR_GAIN = 0.1
"""What those hands are taken to win by what the policy does with them rather than by the opposite."""
WORTH_A_BOUND = 0.01
"""Share of hands that a longer rule must say better what a policy does with."""
CHAIN_WORDS = {"chain of 3": "three levels in a row", "chain": "two levels in a row"}
NOUNS = {"settable": ("character to set", "characters to set"), "scene": ("scene", "scenes")}


class Bound(NamedTuple):
    """A hand holds ``number`` or more of a feature, or fewer where ``fewer``; ``name`` as conditions have it."""

    place: int
    name: str
    number: int
    fewer: bool

    @property
    def words(self) -> str:
        """What a hand is with, such as ``at most 1 scene``."""
        if self.name in CHAIN_WORDS:
            return f"no {CHAIN_WORDS[self.name]}" if self.fewer else CHAIN_WORDS[self.name]
        one, several = NOUNS.get(self.name, (self.name, f"of {self.name}"))
        if self.number == 1:
            return f"no {one}" if self.fewer else f"a {one}"
        if not self.fewer:
            return f"{self.number} or more {several}"
        most = self.number - 1
        return f"at most {most} {one if most == 1 and self.name in NOUNS else several}"

    @property
    def lacks(self) -> bool:
        """Whether it says what a hand has none of."""
        return self.fewer and self.number == 1

    @property
    def condition(self) -> str:
        """The same as ``ucgsim odds`` reads it, where a chain is there or not and is not counted."""
        if self.name in CHAIN_WORDS:
            return f"not {self.name}" if self.fewer else self.name
        return f"{self.name} <= {self.number - 1}" if self.fewer else f"{self.name} >= {self.number}"


@dataclass(frozen=True, slots=True)
class SimpleRule:
    """``boxes`` describe hands, all bounds of one of them must hold; those are kept if ``keeps``, else redrawn.

    Every other hand is treated the other way round; without boxes that is every hand.
    """

    boxes: tuple[tuple[Bound, ...], ...]
    keeps: bool

    @property
    def length(self) -> int:
        """How much there is to remember."""
        return sum(map(len, self.boxes))

    @property
    def asks_for_chain(self) -> bool:
        """Whether it speaks of levels in a row."""
        return any(bound.name in CHAIN_WORDS for box in self.boxes for bound in box)

    @property
    def redraws_none(self) -> bool:
        """Whether it keeps every hand."""
        return not self.boxes and not self.keeps

    @property
    def sentence(self) -> str:
        """The rule in words."""
        doing, other = ("Keep", "redraw") if self.keeps else ("Redraw", "keep")
        if not self.boxes:
            return f"{other.capitalize()} every hand."
        hands = ", or with ".join(_said(box) for box in self.boxes)
        return f"{doing} a hand with {hands}; {other} every other."

    @property
    def condition(self) -> str:
        """The hands to redraw as a condition of ``ucgsim odds --redraw-when``."""
        if not self.boxes:
            return "settable >= 0" if self.keeps else "settable < 0"
        lines = [" and ".join(bound.condition for bound in box) for box in self.boxes]
        fits = lines[0] if len(lines) == 1 else " or ".join(f"({line})" for line in lines)
        return f"not ({fits})" if self.keeps else fits


def _said(box: Sequence[Bound]) -> str:
    """A box in words, what a hand lacks at the end: ``a level 1 and at most 1 scene but no two levels in a row``."""
    has, lacks = ([bound.words for bound in box if bound.lacks == lacking] for lacking in (False, True))
    return " but ".join(_listed(words) for words in (has, lacks) if words)


def _listed(words: Sequence[str]) -> str:
    """Words one after another: ``a, b and c``."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


KEEP_EVERY = SimpleRule((), keeps=False)
REDRAW_EVERY = SimpleRule((), keeps=True)


class SimpleRules:
    """All rules in few words that differ on some classes of hands, each in its shortest words."""

    def __init__(self, hands: Sequence[HandClass], classes: HandClasses) -> None:
        self.hands = sorted(hands)
        features = classes.features(self.hands)
        bounds = [
            (Bound(place, name, number, fewer), (features[:, place] < number) == fewer)
            for place, name in enumerate(classes.feature_names)
            for number in range(1, int(features[:, place].max(initial=0)) + 1)
            for fewer in (False, True)
        ]
        every = np.ones(len(self.hands), np.bool_)
        rules = {redraws.tobytes(): (rule, redraws) for rule, redraws in ((KEEP_EVERY, ~every), (REDRAW_EVERY, every))}
        for rule, fits in sorted(_rules(bounds), key=lambda each: each[0].length):
            for each, redraws in ((rule, ~fits), (SimpleRule(rule.boxes, keeps=False), fits)):
                rules.setdefault(redraws.tobytes(), (each, redraws))
        self.rules = [rule for rule, _ in rules.values()]
        self.lengths = np.array([rule.length for rule in self.rules])
        self.redraws = np.array([redraws for _, redraws in rules.values()])
        """Which class each rule redraws, bool[rules, hands]."""

    def choices(self, rule: SimpleRule) -> dict[HandClass, bool]:
        """What a rule of these does with each class: whether it redraws it."""
        return dict(zip(self.hands, self.redraws[self.rules.index(rule)].tolist(), strict=True))

    def best(self, tables: Mapping[HandClass, NDArray[np.int64]], verdicts: Mapping[HandClass, float]) -> SimpleRule:
        """The shortest rule that is within a standard error of the one that won most, ``LITTLE`` at least.

        ``tables`` of hands by half points of each choice; ``verdicts``: how often the policy redraws a class, which
        counts like ``PRIOR_HANDS`` hands. Source: the one-standard-error rule, Breiman, Friedman, Olshen & Stone 1984,
        Classification and Regression Trees, section 3.4.3.
        """
        hands, leads, squares = np.array([_moments(tables.get(hand)) for hand in self.hands]).T
        played = max(hands.sum(), 1.0)
        said = 2 * np.array([verdicts[hand] for hand in self.hands]) - 1
        worth = self.redraws @ (leads + PRIOR_HANDS * PRIOR_GAIN * hands / played * said)
        first = int(worth.argmax())
        apart = self.redraws ^ self.redraws[first]
        behind = apart @ np.where(self.redraws[first], leads, -leads)
        error = np.sqrt(np.maximum(apart @ squares - behind**2 / played, 0))
        near = worth[first] - worth <= np.maximum(error, LITTLE * played)
        shortest = near & (self.lengths == self.lengths[near].min())
        return self.rules[int(np.where(shortest, worth, -np.inf).argmax())]

    def nearest(
        self, shares: Mapping[HandClass, float], verdicts: Mapping[HandClass, float]
    ) -> tuple[SimpleRule, float]:
        """The rule that does most like the policy, and with what share of hands it does otherwise.

        A further bound is worth a hand in a hundred.
        """
        often = np.array([verdicts[hand] for hand in self.hands])
        missed = abs(self.redraws - often) @ np.array([shares[hand] for hand in self.hands])
        place = int((missed + WORTH_A_BOUND * self.lengths).argmin())
        return self.rules[place], float(missed[place])


def try_on_halves(rules: SimpleRules, counts: RedrawCounts) -> CrossFitted:
    """What the best of ``rules`` for one half of the hands reaches on the other half, both ways."""
    verdicts = counts.verdict_rates
    return cross_fitted(counts, lambda tables: rules.choices(rules.best(tables, verdicts)))


_Single = tuple[Bound, "NDArray[np.bool_]"]
_Box = tuple[tuple[Bound, ...], "NDArray[np.bool_]"]
"""Bounds, and which classes keep within them."""


def _rules(bounds: Sequence[_Single]) -> Iterator[tuple[SimpleRule, NDArray[np.bool_]]]:
    """Rules that keep what fits one box or one of two, and which classes do."""
    boxes = [box for size in range(1, MOST_IN_BOX + 1) for box in _boxes(bounds, size)]
    for box, fits in boxes:
        yield SimpleRule((box,), keeps=True), fits
    for one, other in combinations([box for box in boxes if len(box[0]) < MOST_IN_BOX], 2):
        yield SimpleRule((one[0], other[0]), keeps=True), one[1] | other[1]


def _boxes(bounds: Sequence[_Single], size: int) -> Iterator[_Box]:
    """So many bounds of different features together."""
    for parts in combinations(bounds, size):
        if len({bound.place for bound, _ in parts}) == size:
            yield tuple(bound for bound, _ in parts), np.logical_and.reduce([fits for _, fits in parts])


def _moments(table: NDArray[np.int64] | None) -> tuple[float, float, float]:
    """Hands of a class, the sum of what a redraw of each won more, in games, and the sum of its squares."""
    if table is None:
        return 0.0, 0.0, 0.0
    both = joint(table, REDRAWN, KEPT)
    return float(both.sum()), float((LEADS * both).sum()), float((LEADS**2 * both).sum())
