# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is
"""Conditions and counts of the official wording."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from ucgsim.effects import tree
from ucgsim.effects.official import meaning
from ucgsim.effects.official.wording.facts import (
    SHARES_WITH_OPPONENT,
    Deeds,
    at_least_one,
    compared,
    counted,
    has_wins,
    known_is,
    number_is,
    some_among_each_other,
)
from ucgsim.effects.official.wording.figures import (
    AmountAsked,
    Own,
    characters_of,
    count_of,
    measured,
    whose_count,
)


def has(side: tree.Side, amount: AmountAsked, phrase: meaning.NounPhrase) -> tree.Condition:
    """A side has so many."""
    if amount.another:
        phrase = phrase.adding(tree.Not((tree.IsThis(),)))
    if phrase.distinct is tree.Trait.TYPE and not phrase.sources:
        raise meaning.MeaningError("the number of different TYPEs among them, since a character may have several")
    if phrase.joined and amount.number == 1:
        raise meaning.MeaningError('"both", or "or" between them')
    return compared(count_of(phrase, side) if side is tree.Side.BOTH else whose_count(phrase, side), amount)


def place_has(zone: tree.Zone, side: tree.Side, amount: AmountAsked, phrase: meaning.NounPhrase) -> tree.Condition:
    """So many cards lie in a place of cards."""
    return has(side, amount, phrase.lying(tree.InZone(zone, side)))


def has_none(side: tree.Side, *parts: Any) -> tree.Condition:
    """A side has none."""
    return tree.Compare(count_of(parts[-1], side), tree.Comparison.EQUAL, 0)


def has_more(side: tree.Side, asked: AmountAsked, phrase: meaning.NounPhrase, *_: object) -> tree.Condition:
    """A side has more than the other, or fewer, or as many."""
    other = replace(asked, number=whose_count(phrase, tree.ACROSS[side], side))
    return tree.Compare(whose_count(phrase, side), asked.comparison, other.right())


def neither(conditions: tuple[tree.Condition, ...]) -> tree.Condition:
    """None of the conditions holds."""
    return tree.All(tuple(map(tree.No, conditions)))


_Way: TypeAlias = Callable[[tuple[tree.Condition, ...]], tree.Condition]
"""How several conditions become one: all of them hold, or any, or none."""


def those_asked(total: int, asked: AmountAsked | None, *of: Any) -> meaning.Several:
    """Some of a player's characters, or of cards that were handled; ``total``: how many there are, if that is said."""
    those = of[0] if len(of) == 1 else meaning.Some(tree.EVERY, of[1], of[0])
    return meaning.Several((those, asked, *([total] if total else [])))


@dataclass(frozen=True, slots=True)
class Linked:
    """What "you" is said of once: "you lead and have a Kaiju"."""

    condition: tree.All | tree.Any


def all_or_any(way: type[tree.All | tree.Any], *facts: Any) -> tree.Condition:
    """Conditions with one word between them: "and" next to "or" would leave open which goes first."""
    if any(isinstance(fact, Linked) and not isinstance(fact.condition, way) for fact in facts) and len(facts) > 1:
        raise meaning.MeaningError('"and" or "or" alone between the conditions')
    plain = tuple(fact.condition if isinstance(fact, Linked) else fact for fact in facts)
    return plain[0] if len(plain) == 1 else way(plain)


def has_each(way: _Way, side: tree.Side, *phrases: meaning.NounPhrase) -> tree.Condition:
    """At least one, asked of each; a place of cards that is said at the end is that of all."""
    sources = phrases[-1].sources
    if sources and any(not (each.sources or each.is_card or each.is_scene) for each in phrases):
        raise meaning.MeaningError("where each of them is")
    placed = (each if each.sources else each.lying(*sources) for each in phrases)
    return way(tuple(at_least_one(count_of(each, side)) for each in placed))


def one_has_other_lacks(way: _Way, side: tree.Side, *parts: Any) -> tree.Condition:
    """So many of the one player, and none of the other."""
    amount, phrase = (part for part in parts if not isinstance(part, tree.Side))
    count = whose_count(phrase, tree.ACROSS[side], side)
    if phrase.joined or amount.another:
        raise meaning.MeaningError("what the other does not have")
    return way((compared(whose_count(phrase, side), amount), tree.Compare(count, tree.Comparison.EQUAL, 0)))


def only_one_has(side: tree.Side, *parts: Any) -> tree.Condition:
    """The one player has such a thing and the other has none."""
    phrase: meaning.NounPhrase = parts[-1]
    none = tree.Compare(whose_count(phrase, tree.ACROSS[side], side), tree.Comparison.EQUAL, 0)
    return tree.All((at_least_one(whose_count(phrase, side)), none))


def each_has_wins(way: _Way, amount: AmountAsked) -> tree.Condition:
    """Each of the players has won so many battles, or either."""
    return way(tuple(has_wins(side, amount) for side in (tree.Side.YOU, tree.Side.OPPONENT)))


def each_player_has(way: _Way, amount: AmountAsked, phrase: meaning.NounPhrase) -> tree.Condition:
    """Each of the players has so many, or any of them, or none, in "their" place of cards."""
    if any(getattr(source, "side", None) not in (meaning.THEIRS, tree.Side.BOTH) for source in phrase.sources):
        raise meaning.MeaningError('"their" place of cards, which is that of each player', phrase.at)
    counts = (whose_count(phrase, side, tree.Side.OPPONENT) for side in (tree.Side.YOU, tree.Side.OPPONENT))
    return way(tuple(compared(count, amount) for count in counts))


def scenes_of(side: tree.Side) -> tree.Amount:
    """How many scenes lie in the scene area, whoever put them there."""
    return tree.CountCards(tree.CardSet((tree.InZone(tree.Zone.SCENE_AREA, side),)))


class Facts(Deeds):
    """What must be true."""

    # --- conditions

    def np_fact(self, phrase: meaning.NounPhrase, least: int) -> tree.Condition:
        filters = phrase.characters("distinct") if least > 1 else phrase.characters()
        neighbours = tree.CharacterSet(tree.Side.YOU, (*filters, tree.Adjacent()))
        return tree.Compare(tree.CountCharacters(neighbours, phrase.distinct), tree.Comparison.AT_LEAST, least)

    def different_among(self, amount: AmountAsked, trait: tree.Trait, *parts: Any) -> tree.Condition:
        side = next((item for item in parts if isinstance(item, tree.Side)), tree.Side.BOTH)
        return compared(count_of(parts[-1].with_more(meaning.NounPhrase(distinct=trait)), side), amount)

    def only_one_trait(self, number: int, trait: tree.Trait, *parts: tree.Side | meaning.NounPhrase) -> tree.Condition:
        (side,) = (item for item in parts if isinstance(item, tree.Side))
        (phrase,) = (item for item in parts if isinstance(item, meaning.NounPhrase))
        values = tree.CountCharacters(tree.CharacterSet(side, phrase.characters()), trait)
        return tree.Compare(values, tree.Comparison.EQUAL, number)

    def only_one_of_yours(self, *parts: Any) -> tree.Condition:
        unit, phrase = parts if len(parts) > 1 else (tree.That(tree.CharacterRef.THIS), *parts)
        alone = tree.Compare(count_of(phrase, tree.Side.YOU), tree.Comparison.EQUAL, 1)
        return tree.All((known_is(unit, phrase.only()), alone))

    def pair_fact(self, unit: Any, other: Any, filters: tree.Filters) -> tree.Condition:
        if isinstance(other, tree.OpponentOf) and isinstance(other.of, tree.That) and meaning.is_pronoun(other.of.ref):
            other = tree.OpponentOf(unit)
        said: tuple[Any, ...] = filters
        if said == (meaning.Mutual(tree.Trait.TYPE, all_differ=False),) and other == tree.OpponentOf(unit):
            return known_is(unit, (SHARES_WITH_OPPONENT,))
        if said == (meaning.Mutual(tree.Trait.LEVEL, all_differ=False),):
            return known_is(unit, measured(tree.Measure.LEVEL, AmountAsked(tree.Comparison.EQUAL, Own(None, other))))
        return tree.All((known_is(unit, filters), known_is(other, filters)))

    def either_fact(self, unit: Any, other: Any, filters: tree.Filters) -> tree.Condition:
        both = self.pair_fact(unit, other, filters)
        if not isinstance(both, tree.All):
            raise meaning.MeaningError('"and" between two that are alike')
        return tree.Any(both.conditions)

    def figure_is(self, figure: tree.Amount | Own, asked: AmountAsked) -> tree.Condition:
        if isinstance(figure, Own) and figure.measure is not None:
            return known_is(figure.of, measured(figure.measure, asked))
        if isinstance(figure, Own):
            raise meaning.MeaningError("which number is compared")
        match figure, asked.number:
            case tree.Total(measure, tree.CharacterSet()), Own(None, meaning.Some(tree.EVERY, phrase, side)) if side:
                asked = replace(asked, number=tree.Total(measure, characters_of(side, phrase)))
        return number_is(figure, asked)

    # --- some of those that are there

    def some_are(self, selection: meaning.Several, *facts: tree.Filters) -> tree.Condition:
        of, asked, *total = selection.parts
        filters = tuple(item for fact in facts for item in fact)
        if any(isinstance(item, meaning.Mutual) for item in filters):
            return some_among_each_other(of, filters, asked, total)
        there = tree.Compare(counted(of, ()), tree.Comparison.EQUAL, total[0]) if total else None
        if asked is not None:
            some = compared(counted(of, filters), asked)
            return tree.All((there, some)) if there else some
        if there:
            return tree.All((there, tree.Compare(counted(of, (tree.Not(filters),)), tree.Comparison.EQUAL, 0)))
        return known_is(meaning.Those(of.group) if isinstance(of, tree.Cards) else of, filters)

    # --- what a known thing is

    def is_thing(self, phrase: meaning.NounPhrase) -> tree.Filters:
        """ "It is a Kaiju card" is said of a card alone."""
        return (*phrase.only(), *((meaning.IsCard(tree.Group.THIS),) if phrase.is_card else ()))

    # --- what this effect did


OTHER_ROLE = {tree.Role.LEAD: tree.Role.NEXT, tree.Role.NEXT: tree.Role.LEAD}
