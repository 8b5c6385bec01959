# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is
"""Conditions and counts of the official wording."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from lark import Token, v_args

from ucgsim.cards.card import Kind
from ucgsim.effects.conditions import (
    ActivateUsed,
    All,
    CausedByEffect,
    Compare,
    Condition,
    HandCardReturned,
    Is,
    Leads,
    TopCardTaken,
)
from ucgsim.effects.meanings import ANOTHER, IT, MeaningError, NounPhrase, Some, as_characters
from ucgsim.effects.nouns import (
    EVERY,
    Adjacent,
    Affected,
    Among,
    Amount,
    Cards,
    CardSet,
    CharacterSet,
    CountCards,
    CountCharacters,
    CountCharge,
    FieldRound,
    Filter,
    Filters,
    InArea,
    InZone,
    IsThis,
    KindIn,
    LevelBetween,
    Not,
    OpponentOf,
    PrintedRound,
    SameAs,
    That,
    Total,
)
from ucgsim.effects.selections import Selections
from ucgsim.effects.words import Change, CharacterRef, Comparison, Edge, Group, Measure, Role, Side, Trait, Zone


@dataclass(frozen=True, slots=True)
class AmountAsked:
    """How many a condition asks for."""

    comparison: Comparison
    number: int
    another: bool = False


@dataclass(frozen=True, slots=True)
class Multiple:
    """ "for every ``per`` of ``count``"."""

    per: int
    count: Amount


def count_of(phrase: NounPhrase, side: Side) -> CountCards | CountCharacters:
    """How many there are: cards where the phrase names a place of cards, characters of the side otherwise."""
    filters = phrase.filters
    sources = phrase.sources
    if phrase.is_scene and not sources:
        sources = (InZone(Zone.SCENE_AREA, Side.BOTH),)
    if not sources:
        return CountCharacters(CharacterSet(side, filters), phrase.distinct)
    if sources == (InZone(Zone.SCENE_AREA, Side.BOTH),):
        sources = (InZone(Zone.SCENE_AREA, side),)
        filters = tuple(item for item in filters if item != KindIn((Kind.SCENE,)))
    return CountCards(CardSet(sources, filters), phrase.distinct)


def _whose_count(phrase: NounPhrase, side: Side) -> CountCards | CountCharacters:
    """The count of a side, whosever place of cards the phrase names."""
    sources = tuple(replace(source, side=side) if isinstance(source, InZone) else source for source in phrase.sources)
    return count_of(replace(phrase, sources=sources), side)


def at_least_one(count: Amount) -> Compare:
    """There is at least one."""
    return Compare(count, Comparison.AT_LEAST, 1)


def _asked(amount: AmountAsked, phrase: NounPhrase, side: Side) -> Compare:
    if amount.another:
        phrase = replace(phrase, filters=(*phrase.filters, Not((IsThis(),))))
    return Compare(count_of(phrase, side), amount.comparison, amount.number)


@v_args(inline=True)
class Facts(Selections):
    """What must be true, and what is counted."""

    # --- amounts that are asked for

    def at_least_one(self) -> AmountAsked:
        return AmountAsked(Comparison.AT_LEAST, 1)

    def another_one(self) -> AmountAsked:
        return AmountAsked(Comparison.AT_LEAST, 1, another=True)

    def at_least(self, number: int) -> AmountAsked:
        return AmountAsked(Comparison.AT_LEAST, number)

    def at_most(self, number: int) -> AmountAsked:
        return AmountAsked(Comparison.AT_MOST, number)

    def equal_to(self, number: int) -> AmountAsked:
        return AmountAsked(Comparison.EQUAL, number)

    def fewer_than(self, number: int) -> AmountAsked:
        return AmountAsked(Comparison.FEWER, number)

    def more_than(self, number: int) -> AmountAsked:
        return AmountAsked(Comparison.MORE, number)

    def fewer(self) -> Comparison:
        return Comparison.FEWER

    def more(self) -> Comparison:
        return Comparison.MORE

    # --- "for each …"

    def multiple(self, *found: Any) -> Multiple:
        return Multiple(found[0] if len(found) > 1 else 1, found[-1])

    def multiple_of(self, *found: Any) -> Multiple:
        side, phrase = found[-2:]
        return Multiple(found[0] if len(found) > 2 else 1, count_of(phrase, side))

    def count_yours(self, phrase: NounPhrase, *after: Any) -> Amount:
        return count_of(self._extended(phrase, after), Side.YOU)

    def count_theirs(self, phrase: NounPhrase, _: Side, *after: Any) -> Amount:
        return count_of(self._extended(phrase, after), Side.OPPONENT)

    def _extended(self, phrase: NounPhrase, after: tuple[Any, ...]) -> NounPhrase:
        more = self.np_noun(*after)
        return replace(
            phrase,
            filters=phrase.filters + more.filters,
            sources=more.sources or phrase.sources,
            distinct=more.distinct or phrase.distinct,
        )

    def count_round(self) -> Amount:
        return PrintedRound(Group.SENT)

    def count_charge(self, unit: Any) -> Amount:
        return CountCharge(as_characters(unit))

    def count_deed(self, phrase: NounPhrase, deed: Cards) -> Amount:
        return CountCards(CardSet((Among(deed.group),), phrase.filters), phrase.distinct)

    def count_np(self, phrase: NounPhrase) -> Amount:
        return count_of(phrase, Side.BOTH)

    # --- conditions

    def all_facts(self, *facts: Condition) -> Condition:
        return facts[0] if len(facts) == 1 else All(facts)

    def lead(self) -> Role:
        return Role.LEAD

    def next(self) -> Role:
        return Role.NEXT

    def leads(self, role: Role) -> Condition:
        return Leads(role)

    def have(self, amount: AmountAsked, phrase: NounPhrase) -> Condition:
        return _asked(amount, phrase, Side.YOU)

    def have_both(self, first: NounPhrase, second: NounPhrase) -> Condition:
        return All(tuple(at_least_one(count_of(phrase, Side.YOU)) for phrase in (first, second)))

    have_pair = have_both

    def opponent_has(self, amount: AmountAsked, phrase: NounPhrase) -> Condition:
        return _asked(amount, phrase, Side.OPPONENT)

    def opponent_has_both(self, first: NounPhrase, second: NounPhrase) -> Condition:
        return All(tuple(at_least_one(count_of(phrase, Side.OPPONENT)) for phrase in (first, second)))

    def there_is(self, amount: AmountAsked, phrase: NounPhrase) -> Condition:
        return _asked(amount, phrase, Side.BOTH)

    def there_is_no(self, phrase: NounPhrase) -> Condition:
        return Compare(count_of(phrase, Side.BOTH), Comparison.EQUAL, 0)

    def among_has(self, amount: AmountAsked, phrase: NounPhrase) -> Condition:
        return _asked(amount, replace(phrase, sources=(Among(IT),)), Side.BOTH)

    def has_charge(self, amount: AmountAsked, unit: Any) -> Condition:
        return Compare(CountCharge(as_characters(unit)), amount.comparison, amount.number)

    def np_fact(self, phrase: NounPhrase, least: int) -> Condition:
        neighbours = CharacterSet(Side.YOU, (*phrase.filters, Adjacent()))
        return Compare(CountCharacters(neighbours), Comparison.AT_LEAST, least)

    def exiled_total(self, amount: AmountAsked) -> Condition:
        exiled = CardSet((InZone(Zone.EXILE, Side.BOTH),))
        return Compare(CountCards(exiled), amount.comparison, amount.number)

    def have_none(self, phrase: NounPhrase) -> Condition:
        return Compare(count_of(phrase, Side.YOU), Comparison.EQUAL, 0)

    def have_no_other(self, phrase: NounPhrase) -> Condition:
        return self.have_none(replace(phrase, filters=(*phrase.filters, ANOTHER)))

    def have_only(self, phrase: NounPhrase) -> Condition:
        return _all_fit(NounPhrase(), phrase.filters, Side.YOU)

    def opponent_has_none(self, phrase: NounPhrase) -> Condition:
        return Compare(count_of(phrase, Side.OPPONENT), Comparison.EQUAL, 0)

    def different_among(self, amount: AmountAsked, trait: Trait, *found: Any) -> Condition:
        side = next((item for item in found if isinstance(item, Side)), Side.BOTH)
        return _asked(amount, replace(found[-1], distinct=trait), side)

    def only_one_trait(self, number: int, trait: Trait, phrase: NounPhrase, side: Side) -> Condition:
        values = CountCharacters(CharacterSet(side, phrase.filters), trait)
        return Compare(values, Comparison.EQUAL, number)

    def only_one_of_yours(self, unit: Any, phrase: NounPhrase) -> Condition:
        alone = Compare(count_of(phrase, Side.YOU), Comparison.EQUAL, 1)
        return All((_known_is(unit, phrase.filters), alone))

    def adjacent_to_np(self, unit: Any, phrase: NounPhrase) -> Condition:
        if unit != That(CharacterRef.THIS):
            raise MeaningError("this character")
        return self.np_fact(phrase, 1)

    def discard_has(self, side: Side, amount: AmountAsked, phrase: NounPhrase) -> Condition:
        return _asked(amount, replace(phrase, sources=(InZone(Zone.DISCARD, side),)), side)

    def hand_has(self, side: Side, amount: AmountAsked, phrase: NounPhrase) -> Condition:
        return _asked(amount, replace(phrase, sources=(InZone(Zone.HAND, side),)), side)

    def deck_has(self, side: Side, amount: AmountAsked) -> Condition:
        return self.deck_holds(amount, side)

    def deck_holds(self, amount: AmountAsked, side: Side) -> Condition:
        """How many cards a deck has is public; which ones is not, so that nothing else is asked of it."""
        return Compare(CountCards(CardSet((InZone(Zone.DECK, side),))), amount.comparison, amount.number)

    def battle_areas(self, amount: AmountAsked) -> Condition:
        return Compare(FieldRound(), amount.comparison, amount.number)

    def total_level(self, side: Side, phrase: NounPhrase, amount: AmountAsked) -> Condition:
        return Compare(Total(Measure.LEVEL, CharacterSet(side, phrase.filters)), amount.comparison, amount.number)

    def more_than_theirs(self, comparison: Comparison, phrase: NounPhrase, _: Side) -> Condition:
        return Compare(_whose_count(phrase, Side.YOU), comparison, _whose_count(phrase, Side.OPPONENT))

    def more_than_yours(self, comparison: Comparison, phrase: NounPhrase) -> Condition:
        return Compare(_whose_count(phrase, Side.OPPONENT), comparison, _whose_count(phrase, Side.YOU))

    def opponent_leads(self, role: Role) -> Condition:
        return Leads(Role.NEXT if role is Role.LEAD else Role.LEAD)

    def np_adjacent(self) -> int:
        return 1

    def np_adjacent_both(self) -> int:
        return 2

    # --- what a known thing is

    def fact(self, *found: Any) -> Condition:
        found_last: Condition = found[-1]
        return found_last

    def unit_fact(self, unit: Any, *facts: Filters) -> Condition:
        return _known_is(unit, tuple(item for filters in facts for item in filters))

    def is_trait(self, filters: Any) -> Any:
        return filters

    def level_is(self, level: int) -> Filters:
        return (LevelBetween(level, level),)

    def level_reaches(self, level: int, up: bool) -> Filters:  # noqa: FBT001
        return (self.level_range(level, up),)

    def round_asked(self, rounds: Filter) -> Filters:
        return (rounds,)

    def is_in_area(self, number: int) -> Filters:
        return (InArea(number),)

    def this_in_area(self, number: int) -> Condition:
        return Is(That(CharacterRef.THIS), (InArea(number),))

    def has_type(self, types: tuple[Filters, bool]) -> Filters:
        return types[0]

    def has_no_type(self, types: tuple[Filters, bool]) -> Filters:
        return (Not(types[0]),)

    def shares_type(self, other: Any) -> Filters:
        return (SameAs(Trait.TYPE, other),)

    def up(self) -> int:
        return 1

    def down(self) -> int:
        return -1

    def grade_is_changed(self, way: int) -> Filters:
        return (Affected(Change.GRADE_UP if way > 0 else Change.GRADE_DOWN),)

    # --- what this effect did

    def drew(self, *_: object) -> Condition:
        return _did(Group.DRAWN)

    def did_send(self, amount: AmountAsked, phrase: NounPhrase, *_: object) -> Condition:
        return _did(Group.SENT, phrase, amount)

    def did_discard(self, amount: AmountAsked, phrase: NounPhrase) -> Condition:
        return _did(Group.DISCARDED, phrase, amount)

    def did_exile(self, amount: AmountAsked, phrase: NounPhrase) -> Condition:
        return _did(Group.EXILED, phrase, amount)

    def did_take(self, amount: AmountAsked, phrase: NounPhrase, *_: object) -> Condition:
        return _did(Group.TO_HAND, phrase, amount)

    def did_take_character(self, _: AmountAsked, phrase: NounPhrase, *__: object) -> Condition:
        return Is(That(CharacterRef.REMOVED), phrase.filters)

    def did_return(self, amount: AmountAsked, phrase: NounPhrase, *where: Any) -> Condition:
        group = Group.ON_TOP if Edge.TOP in where else Group.RETURNED
        return _did(group, phrase, amount)

    # --- what happened this turn

    def by_character(self, *_: object) -> bool:
        return True

    def top_card_taken(self, *found: Any) -> Condition:
        side = next((item for item in found if isinstance(item, Side)), Side.BOTH)
        phrase = next(item for item in found if isinstance(item, NounPhrase))
        return TopCardTaken(CharacterSet(side, phrase.filters), by_your_character=True in found)

    def hand_card_returned(self, side: Side, edge: Edge, *_: object) -> Condition:
        return HandCardReturned(side, edge)

    def activate_used(self, side: Side, phrase: NounPhrase) -> Condition:
        return ActivateUsed(CharacterSet(side, phrase.filters))

    def caused_by_effect(self, *_: object) -> Condition:
        return CausedByEffect()

    def opponent(self, number: int = 1) -> Side:
        if number != 1:
            raise MeaningError("one opponent")
        return Side.OPPONENT

    def owner(self, *_: object) -> Token | None:
        return None


def _did(group: Group, phrase: NounPhrase | None = None, amount: AmountAsked | None = None) -> Condition:
    cards = CardSet((Among(group),), phrase.filters if phrase is not None else ())
    asked = amount or AmountAsked(Comparison.AT_LEAST, 1)
    return Compare(CountCards(cards), asked.comparison, asked.number)


def _all_fit(phrase: NounPhrase, filters: Filters, side: Side) -> Condition:
    """There are some, and none of them does not fit (RULINGS C19)."""
    others = replace(phrase, filters=(*phrase.filters, Not(filters)))
    return All((at_least_one(count_of(phrase, side)), Compare(count_of(others, side), Comparison.EQUAL, 0)))


def _known_is(unit: Any, filters: Filters) -> Condition:
    """A character that is known, or a card that was just handled, fits."""
    if isinstance(unit, Cards):
        return at_least_one(CountCards(CardSet((Among(unit.group),), filters)))
    if isinstance(unit, Some) and unit.quantity == EVERY and unit.side is not None:
        return _all_fit(unit.phrase, filters, unit.side)
    if isinstance(unit, Some):
        phrase = replace(unit.phrase, filters=unit.phrase.filters + filters)
        return at_least_one(count_of(phrase, unit.side or Side.BOTH))
    who = as_characters(unit) if isinstance(unit, OpponentOf) else unit
    return Is(who, filters)
