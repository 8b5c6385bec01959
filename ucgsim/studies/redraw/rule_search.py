"""Redraw rules that a person can follow at a table: all that few words say, the best of them, and what it gains."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache, partial, reduce
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ucgsim.language import gettext as _
from ucgsim.language import marked, spoken
from ucgsim.probability.hands import HandClass, HandClasses
from ucgsim.simulate.plain import counts_of
from ucgsim.stats.means import LEADS
from ucgsim.stats.outcomes import Outcomes, paired_difference_of
from ucgsim.stats.rates import Estimate, normal_quantile, wilson
from ucgsim.stats.with_best import WithBest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from ucgsim.simulate.openings import RedrawHands

    Tables = Mapping[HandClass, NDArray[np.int64]]
    """Hands of each class by half points kept, redrawn, by the policy, int64[3, 3, 3]."""
    Choices = Mapping[HandClass, bool]
    """Whether each class is redrawn."""


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

    def merge(self, other: RedrawCounts) -> None:
        """Count what others have counted as well."""
        for mine, theirs in ((self._points, other._points), (self._verdicts, other._verdicts)):
            for hand, counts in theirs.items():
                mine[hand] = mine.get(hand, 0) + counts

    def to_plain(self) -> list[list[int]]:
        """A row of whole numbers for each class: what it holds, its points, its verdicts."""
        each = self._points.items()
        return [[*hand, *points.ravel().tolist(), *self._verdicts[hand].tolist()] for hand, points in each]

    @classmethod
    def of_plain(cls, value: Any, hands: int) -> RedrawCounts:
        """The counts of so many hands from their rows; ValueError or TypeError where these are none."""
        result, held = cls(), len(HandClass._fields)
        for row in counts_of(value, (len(value), held + FOLDS * POINTS**3 + 2)):
            hand = HandClass(*row[:held].tolist())
            result._points[hand], result._verdicts[hand] = row[held:-2].reshape(FOLDS, *CELLS), row[-2:]
        if any(sum(int(each.sum()) for each in kept.values()) != hands for kept in (result._points, result._verdicts)):
            raise ValueError("counts do not agree with the number of hands")
        return result

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


MOST_IN_BOX = 3
"""Bounds that one line of a rule has; a rule of two lines has a bound less in each."""
WORTH_A_BOUND = 0.01
"""Share of hands that a longer rule must say better what a policy does with."""
CHAIN_WORDS = {"chain of 3": marked("three levels in a row"), "chain": marked("two levels in a row")}
NOUNS = {"settable": (marked("character to set"), "characters to set"), "scene": (marked("scene"), "scenes")}


def shown_level(name: str) -> str:
    """A feature of a hand that is no card's kind, such as ``level 1``, in the language that is spoken."""
    word, _blank, level = name.partition(" ")
    return _("level {level}").format(level=level) if word == "level" else name


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
    def shown(self) -> str:
        """The rule in the language that is spoken; ``words`` is its English."""
        if spoken() == "en":
            return self.words
        if self.name in CHAIN_WORDS:
            held = _(CHAIN_WORDS[self.name])
            return _("no {cards}").format(cards=held) if self.fewer else held
        cards = _(NOUNS[self.name][0]) if self.name in NOUNS else shown_level(self.name)
        if self.number == 1:
            return (_("no {cards}") if self.fewer else _("a {cards}")).format(cards=cards)
        if self.fewer:
            return _("at most {count} {cards}").format(count=self.number - 1, cards=cards)
        return _("{count} or more {cards}").format(count=self.number, cards=cards)

    @property
    def condition(self) -> str:
        """The rule as ``ucgsim odds`` reads it, where a chain is there or not and is not counted."""
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
    def order(self) -> tuple[int, int, str]:
        """The simplest comes first: fewest conditions, then fewest words; what is left is settled by the alphabet."""
        sentence = self.sentence
        return self.length, len(sentence.split()), sentence

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
    def shown(self) -> str:
        """The rule in words of the language that is spoken."""
        if spoken() == "en":
            return self.sentence
        if not self.boxes:
            return _("Redraw every hand.") if self.keeps else _("Keep every hand.")
        hands = _(", or with ").join(_(" and ").join(bound.shown for bound in box) for box in self.boxes)
        if self.keeps:
            return _("Keep a hand with {cards}; redraw every other.").format(cards=hands)
        return _("Redraw a hand with {cards}; keep every other.").format(cards=hands)

    @property
    def condition(self) -> str:
        """The hands to redraw as a condition of ``ucgsim odds --redraw-when``."""
        if not self.boxes:
            return "settable >= 0" if self.keeps else "settable < 0"
        lines = [" and ".join(bound.condition for bound in box) for box in self.boxes]
        fits = lines[0] if len(lines) == 1 else " or ".join(f"({line})" for line in lines)
        return f"not ({fits})" if self.keeps else fits


@lru_cache(10_000)
def _said(box: tuple[Bound, ...]) -> str:
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
        tried = [(KEEP_EVERY, ~every), (REDRAW_EVERY, every)]
        for rule, fits in _rules(bounds):
            tried += (rule, ~fits), (SimpleRule(rule.boxes, keeps=False), fits)
        rules: dict[bytes, tuple[SimpleRule, NDArray[np.bool_]]] = {}
        for rule, redraws in sorted(tried, key=lambda each: each[0].order):
            rules.setdefault(redraws.tobytes(), (rule, redraws))
        self.rules = [rule for rule, _ in rules.values()]
        """Each in its simplest words, the simplest rule first."""
        self.lengths = np.array([rule.length for rule in self.rules])
        self.redraws = np.array([redraws for _, redraws in rules.values()])
        """Which class each rule redraws, bool[rules, hands]."""

    def choices(self, rule: SimpleRule) -> dict[HandClass, bool]:
        """What a rule of these does with each class: whether it redraws it."""
        return dict(zip(self.hands, self.redraws[self.rules.index(rule)].tolist(), strict=True))

    def compared(self, tables: Tables, share: float = 1.0) -> WithBest:
        """All rules, compared on the same hands; ``share``: of those that a comparison would have, they are so many."""
        _, leads, squares = np.array([_moments(tables.get(hand)) for hand in self.hands]).T
        return WithBest(self.redraws, leads, squares, share)

    def most(self, tables: Tables) -> SimpleRule:
        """The rule that won most, the simplest of equals."""
        return self.rules[self.compared(tables).first]

    def best(self, tables: Tables, share: float = 1.0) -> SimpleRule:
        """The simplest rule that may win as much as the one that won most; ``share`` as for ``compared``."""
        compared = self.compared(tables, share)
        return next(rule for place, rule in enumerate(self.rules) if compared.is_with_best(place))

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


def try_on_halves(rules: SimpleRules, counts: RedrawCounts, *, most: bool = False) -> CrossFitted:
    """What a rule for one half of the hands reaches on the other half, both ways.

    It is the simplest that can't be told from the best, by differences that all hands would show; with ``most`` the
    rule that won most.
    """
    choose = rules.most if most else partial(rules.best, share=1 / FOLDS)
    return cross_fitted(counts, lambda tables: rules.choices(choose(tables)))


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
