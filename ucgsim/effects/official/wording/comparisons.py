"""The table of what is compared: the words of the official text, and what they mean in the tree.

A number is asked of one thing (`Measure`), summed or counted over several (`Amount`), and compared by one of five
comparisons with a fixed number, with another number, or with another number and a distance. The grammar
(``conditions.lark``) says which words these are; here is what they stand for. ``tests/effects/comparisons.py`` writes
every entry in official style and reads it back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ucgsim.effects import tree
from ucgsim.effects.official.meaning.filters import MeaningError, Some, character_side, is_it

BY_WORDS = {
    "at_least": tree.Comparison.AT_LEAST,
    "at_most": tree.Comparison.AT_MOST,
    "equal_to": tree.Comparison.EQUAL,
    "more_than": tree.Comparison.MORE,
    "fewer_than": tree.Comparison.FEWER,
}
"""Comparisons by the rule of the grammar that holds their wordings."""
UPWARDS = (tree.Comparison.AT_LEAST, tree.Comparison.MORE)
HOW_MANY = 'how many are meant: "exactly two", "two or more", "two or fewer"'


@dataclass(frozen=True, slots=True)
class Own:
    """A number of something known, or of every one of some: "that of the revealed card".

    ``measure`` is ``None`` where the text leaves it to what it is compared with.
    """

    measure: tree.Measure | None
    of: Any


@dataclass(frozen=True, slots=True)
class AmountAsked:
    """How a number must compare with another, raised by ``more``.

    ``bare``: a number without a word, which says "exactly" of a level and leaves a count open.
    """

    comparison: tree.Comparison
    number: tree.Amount | Own
    another: bool = False
    bare: bool = False
    more: int = 0
    most: int | None = None
    """The greatest number of "between 2 and 4", both of them included."""

    def ends(self) -> tuple[AmountAsked, ...]:
        """What is asked, one comparison each."""
        if self.most is None:
            return (self,)
        return replace(self, most=None), AmountAsked(tree.Comparison.AT_MOST, self.most)

    def right(self, measure: tree.Measure | None = None) -> tree.Amount:
        """What the number is compared with; ``measure``: which number of it is meant if the text is silent."""
        if self.most is not None:
            raise MeaningError("one number")
        other = self.number
        amount = _of_other(other, measure, self.comparison) if isinstance(other, Own) else other
        return tree.Plus(amount, self.more) if self.more else amount

    def counted(self) -> AmountAsked:
        """The same of a count, where a number alone could mean exactly or at least so many."""
        if self.bare:
            raise MeaningError(HOW_MANY)
        return self


def _of_other(other: Own, measure: tree.Measure | None, comparison: tree.Comparison) -> tree.Amount:
    wanted = other.measure or measure
    if wanted is None:
        raise MeaningError("which number is compared")
    of = other.of
    if isinstance(of, Some) and of.quantity == tree.EVERY and not of.phrase.sources and not of.phrase.is_card:
        everyone = tree.CharacterSet(character_side(of), of.phrase.filters)
        if comparison is tree.Comparison.EQUAL:
            raise MeaningError("one that is known")
        return tree.Highest(wanted, everyone) if comparison in UPWARDS else tree.Lowest(wanted, everyone)
    return tree.Total(wanted, known(of))


def known(of: Any) -> tree.That | tree.OpponentOf | tree.Cards:
    """Something whose own number is asked for; raises `MeaningError` for one of several."""
    match of:
        case tree.That() | tree.OpponentOf(tree.That()):
            character: tree.That | tree.OpponentOf = of
            return character
        case tree.Cards(group) if not is_it(group):
            return tree.Cards(group)
    raise MeaningError("a character or a card that is known")


def measured(measure: tree.Measure, asked: AmountAsked) -> tree.Filters:
    """A number that something must have, in the one form that the tree has for it."""
    if asked.most is not None and measure is tree.Measure.LEVEL and isinstance(asked.number, int):
        return (tree.LevelBetween(asked.number, asked.most),)
    if asked.most is not None:
        return tuple(item for end in asked.ends() for item in measured(measure, end))
    right = asked.right(measure)
    if isinstance(right, int) and measure in (tree.Measure.LEVEL, tree.Measure.ROUND):
        return (_printed_between(measure, asked.comparison, right),)
    return (tree.Measures(measure, asked.comparison, right),)


def _printed_between(measure: tree.Measure, comparison: tree.Comparison, number: int) -> tree.Filter:
    ends: dict[tree.Comparison, tuple[int | None, int | None]] = {
        tree.Comparison.AT_LEAST: (number, None),
        tree.Comparison.AT_MOST: (None, number),
        tree.Comparison.EQUAL: (number, number),
        tree.Comparison.MORE: (number + 1, None),
        tree.Comparison.FEWER: (None, number - 1),
    }
    if measure is tree.Measure.ROUND:
        return tree.RoundBetween(*ends[comparison])
    return tree.LevelIn((number,)) if comparison is tree.Comparison.EQUAL else tree.LevelBetween(*ends[comparison])


def raised(asked: AmountAsked, by: int) -> AmountAsked:
    """The same comparison with a distance."""
    return replace(asked, more=by)
