"""Numbers of the official wording: how they are compared, what is counted, and the table of what they mean.

A number is asked of one thing (`Measure`), summed or counted over several (`Amount`), and compared by one of five
comparisons with a fixed number, with another number, or with another number and a distance. The grammar
(``conditions.lark``) says which words these are; here is what they stand for. ``tests/effects/comparisons.py`` writes
every entry in official style and reads it back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ucgsim.cards.card import Kind
from ucgsim.effects import tree
from ucgsim.effects.official import meaning
from ucgsim.effects.official.wording.selections import Selections

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
            raise meaning.MeaningError("one number")
        other = self.number
        amount = _of_other(other, measure, self.comparison) if isinstance(other, Own) else other
        return tree.Plus(amount, self.more) if self.more else amount

    def counted(self) -> AmountAsked:
        """A number of things that are counted, where a number alone could mean exactly or at least so many."""
        if self.bare:
            raise meaning.MeaningError(HOW_MANY)
        return self


AT_LEAST_ONE = AmountAsked(tree.Comparison.AT_LEAST, 1)
NONE = AmountAsked(tree.Comparison.EQUAL, 0)


def _of_other(other: Own, measure: tree.Measure | None, comparison: tree.Comparison) -> tree.Amount:
    wanted = other.measure or measure
    if wanted is None:
        raise meaning.MeaningError("which number is compared")
    of = other.of
    if isinstance(of, meaning.Some) and of.quantity == tree.EVERY and not of.phrase.sources and not of.phrase.is_card:
        everyone = tree.CharacterSet(meaning.character_side(of), of.phrase.characters())
        if comparison is tree.Comparison.EQUAL:
            raise meaning.MeaningError("one that is known")
        return tree.Highest(wanted, everyone) if comparison in UPWARDS else tree.Lowest(wanted, everyone)
    return tree.Total(wanted, known(of))


def known(of: Any) -> tree.That | tree.OpponentOf | tree.Cards:
    """Something whose own number is asked for; raises `MeaningError` for one of several."""
    match of:
        case tree.That() | tree.OpponentOf(tree.That()):
            character: tree.That | tree.OpponentOf = of
            return character
        case tree.Cards(group) if not meaning.is_it(group):
            return tree.Cards(group)
    raise meaning.MeaningError("a character or a card that is known")


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


# Numbers of the official wording and how they are compared (`ucgsim.effects.official.wording.figures`).


# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is


def away_by(way: int, comparison: tree.Comparison, number: int) -> AmountAsked:
    """More than another number by so much, or less."""
    return AmountAsked(comparison, 0, more=way * number)


def with_another(comparison: tree.Comparison, measure: tree.Measure, other: tree.Amount | Own) -> tree.Filters:
    """A number that is compared with another; the same level as a card has is in common with it."""
    match comparison, measure, other:
        case tree.Comparison.EQUAL, tree.Measure.LEVEL, Own(None, tree.Cards() as card) if not meaning.is_it(
            card.group
        ):
            return (tree.SameAs(tree.Trait.LEVEL, card),)
    return measured(measure, AmountAsked(comparison, other))


class Figures(Selections):
    """Which number, and how it compares."""

    # --- how many

    # --- more than another

    # --- which number

    # --- numbers of what is looked for

    def has_extreme_of(
        self, peak: meaning.Peak, measure: tree.Measure, side: tree.Side, phrase: meaning.NounPhrase
    ) -> tree.Filters:
        """What has the highest number among some is one of these itself."""
        extreme = tree.Measures(measure, tree.Comparison.EQUAL, peak(measure, characters_of(side, phrase)))
        owned = () if side is tree.Side.BOTH else (tree.OwnedBy(side),)
        return (*owned, *phrase.characters(), extreme)


def characters_of(side: tree.Side, phrase: meaning.NounPhrase) -> tree.CharacterSet:
    """The characters of a side that a phrase speaks of."""
    return tree.CharacterSet(side, phrase.characters())


# What is counted in the official wording: "for each ...", "the number of ...".


# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is


@dataclass(frozen=True, slots=True)
class Multiple:
    """ "for every ``per`` of ``count``"."""

    per: int
    count: tree.Amount


_SCENE_AREA = tree.InZone(tree.Zone.SCENE_AREA, tree.Side.BOTH)
"""The one that both players share, of which a sentence says whose scene lies there."""


def lies_in_scene_area(sources: tuple[tree.Source, ...]) -> bool:
    """Whether all of it lies where only scenes are."""
    return all(isinstance(source, tree.InZone) and source.zone is tree.Zone.SCENE_AREA for source in sources)


def count_of(phrase: meaning.NounPhrase, side: tree.Side) -> tree.CountCards | tree.CountCharacters:
    """How many there are: cards where the phrase names a place of cards, characters of the side otherwise."""
    filters, sources = phrase.only("sources", "distinct"), phrase.sources
    if sources == (_SCENE_AREA,) or (phrase.is_scene and not sources):
        sources = (tree.InZone(tree.Zone.SCENE_AREA, side),)
    if not sources:
        return tree.CountCharacters(tree.CharacterSet(side, filters), phrase.distinct)
    if lies_in_scene_area(sources):
        filters = tuple(item for item in filters if item != tree.KindIn((Kind.SCENE,)))
    return tree.CountCards(tree.CardSet(sources, filters), phrase.distinct)


def charge_under(unit: Any) -> tree.Amount:
    """How many Charge cards lie under what is meant; raises `MeaningError` where somebody would have to choose."""
    match meaning.as_characters(unit):
        case tree.That() as who:
            return tree.CountCharge(who)
        case tree.OpponentOf(tree.That()) as opposed:
            return tree.Total(tree.Measure.CHARGE, opposed)
        case tree.PickCharacters(quantity, characters, None) if quantity == tree.EVERY:
            return tree.Total(tree.Measure.CHARGE, characters)
    raise meaning.MeaningError("characters that nobody has to choose")


def whose_count(
    phrase: meaning.NounPhrase, side: tree.Side, speaker: tree.Side | None = None
) -> tree.CountCards | tree.CountCharacters:
    """The count of a side, in the place of cards that the phrase names; raises `MeaningError` for another's."""
    places = [
        place for place in meaning.said(phrase.sources) if isinstance(place, tree.InZone) and place != _SCENE_AREA
    ]
    if any(place.side is not (speaker or side) for place in places):
        raise meaning.MeaningError("a place of the player who is spoken of")
    sources = (replace(place, side=side) if place in places else place for place in meaning.said(phrase.sources))
    return count_of(replace(phrase, sources=tuple(sources)), side)


class CountWords(Figures):
    """How many there are of something."""

    def count_different(self, trait: tree.Trait, *parts: Any) -> tree.Amount:
        *side, phrase = parts
        return count_of(phrase.with_more(meaning.NounPhrase(distinct=trait)), *(side or [tree.Side.BOTH]))

    def count_deed(self, phrase: meaning.NounPhrase, deed: tree.Cards) -> tree.Amount:
        return tree.CountCards(tree.CardSet((tree.Among(deed.group),), phrase.only("distinct")), phrase.distinct)

    def count_exiled(self, phrase: meaning.NounPhrase) -> tree.Amount:
        exiled = phrase.lying(tree.InZone(tree.Zone.EXILE, tree.Side.BOTH)).only("sources", "distinct")
        cards = tree.CardSet((tree.InZone(tree.Zone.EXILE, tree.Side.BOTH),), exiled)
        return meaning.ExiledSoFar(cards, phrase.distinct, self.at)

    def product(self, number: int, figure: tree.Amount | Own) -> tree.Amount:
        if not isinstance(figure, Own):
            return tree.Times(number, figure)
        if figure.measure is None:
            raise meaning.MeaningError("a number of things that are counted")
        return tree.Times(number, tree.Total(figure.measure, known(figure.of)))
