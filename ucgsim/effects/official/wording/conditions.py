# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is
"""Conditions and counts of the official wording."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from lark import v_args

from ucgsim.effects.official.meaning.filters import (
    ANOTHER,
    BATTLE_OPPONENT,
    MeaningError,
    Mutual,
    NounPhrase,
    Several,
    Some,
    Those,
    any_of,
    is_pronoun,
)
from ucgsim.effects.official.wording.comparisons import AmountAsked, Own, measured
from ucgsim.effects.official.wording.counts import charge_under, count_of, whose_count
from ucgsim.effects.official.wording.deeds import Deeds
from ucgsim.effects.official.wording.judged import at_least_one, compared, number_is
from ucgsim.effects.official.wording.known import all_fit, counted, known_is, some_among_each_other
from ucgsim.effects.tree.conditions import (
    All,
    Compare,
    Condition,
    Is,
    Leads,
    No,
)
from ucgsim.effects.tree.conditions import Any as AnyOfThese
from ucgsim.effects.tree.selectors import (
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
    Filters,
    InZone,
    IsThis,
    Not,
    OpponentOf,
    SameAs,
    That,
)
from ucgsim.effects.tree.values import (
    Change,
    CharacterRef,
    Comparison,
    Measure,
    Role,
    Side,
    Trait,
    Zone,
)


def _asked(amount: AmountAsked, phrase: NounPhrase, side: Side) -> Condition:
    if amount.another:
        phrase = replace(phrase, filters=(*phrase.filters, Not((IsThis(),))))
    if phrase.joined and amount.number == 1:
        raise MeaningError('"both", or "or" between them')
    return compared(count_of(phrase, side), amount)


@dataclass(frozen=True, slots=True)
class _Chain:
    """What "you" is said of once: "you lead and have a Kaiju"."""

    condition: All | AnyOfThese


def _joined(facts: tuple[Any, ...], way: type[All | AnyOfThese]) -> Condition:
    """Conditions with one word between them: "and" beside "or" would leave open which goes first."""
    if any(isinstance(fact, _Chain) and not isinstance(fact.condition, way) for fact in facts) and len(facts) > 1:
        raise MeaningError('"and" or "or" alone between the conditions')
    plain = tuple(fact.condition if isinstance(fact, _Chain) else fact for fact in facts)
    return plain[0] if len(plain) == 1 else way(plain)


@v_args(inline=True)
class Facts(Deeds):
    """What must be true."""

    # --- conditions

    def all_facts(self, *facts: Condition) -> Condition:
        return _joined(facts, All)

    def you_chain_all(self, *facts: Condition) -> _Chain:
        return _Chain(All(facts))

    def you_chain_any(self, *facts: Condition) -> _Chain:
        return _Chain(AnyOfThese(facts))

    def lead(self) -> Role:
        return Role.LEAD

    def next(self) -> Role:
        return Role.NEXT

    def leads(self, role: Role) -> Condition:
        return Leads(role)

    def have(self, amount: AmountAsked, phrase: NounPhrase) -> Condition:
        return _asked(amount, phrase, Side.YOU)

    def have_both(self, first: NounPhrase, second: NounPhrase) -> Condition:
        return All(_each_of((first, second), Side.YOU))

    def have_pair(self, *phrases: NounPhrase) -> Condition:
        return All(_each_of(phrases, Side.YOU))

    def have_name_and_scene(self, phrase: NounPhrase) -> Condition:
        scene = Compare(CountCards(CardSet((InZone(Zone.SCENE_AREA, Side.YOU),))), Comparison.AT_LEAST, 1)
        return All((at_least_one(count_of(phrase, Side.YOU)), scene))

    def have_and_lack(self, amount: AmountAsked, phrase: NounPhrase, *rest: Any) -> Condition:
        return All((self.have(amount, phrase), self.have_none(rest[-1])))

    def opponent_has_and_lacks(self, amount: AmountAsked, phrase: NounPhrase, *rest: Any) -> Condition:
        return All((self.opponent_has(amount, phrase), self.opponent_has_none(rest[-1])))

    def opponent_has(self, amount: AmountAsked, phrase: NounPhrase) -> Condition:
        return _asked(amount, phrase, Side.OPPONENT)

    def opponent_has_both(self, first: NounPhrase, second: NounPhrase) -> Condition:
        return All(_each_of((first, second), Side.OPPONENT))

    def only_you_have(self, *parts: Any) -> Condition:
        return _only_one_has(parts[-1], Side.YOU, Side.OPPONENT)

    def only_they_have(self, *parts: Any) -> Condition:
        return _only_one_has(parts[-1], Side.OPPONENT, Side.YOU)

    def you_have_they_lack(self, amount: AmountAsked, phrase: NounPhrase, *_: Side) -> Condition:
        return All(_one_has_other_lacks(amount, phrase, Side.YOU))

    def they_have_you_lack(self, _: Side, amount: AmountAsked, phrase: NounPhrase) -> Condition:
        return All(_one_has_other_lacks(amount, phrase, Side.OPPONENT))

    def you_have_or_they_lack(self, amount: AmountAsked, phrase: NounPhrase, *_: Side) -> Condition:
        return AnyOfThese(_one_has_other_lacks(amount, phrase, Side.YOU))

    def they_have_or_you_lack(self, _: Side, amount: AmountAsked, phrase: NounPhrase) -> Condition:
        return AnyOfThese(_one_has_other_lacks(amount, phrase, Side.OPPONENT))

    def have_either(self, *phrases: NounPhrase) -> Condition:
        return AnyOfThese(_each_of(phrases, Side.YOU))

    def have_neither(self, *phrases: NounPhrase) -> Condition:
        return All(tuple(map(No, _each_of(phrases, Side.YOU))))

    def opponent_has_neither(self, *phrases: NounPhrase) -> Condition:
        return All(tuple(map(No, _each_of(phrases, Side.OPPONENT))))

    def opponent_has_either(self, *phrases: NounPhrase) -> Condition:
        return AnyOfThese(_each_of(phrases, Side.OPPONENT))

    def there_is(self, amount: AmountAsked, phrase: NounPhrase) -> Condition:
        return _asked(amount, phrase, Side.BOTH)

    def there_is_no(self, phrase: NounPhrase) -> Condition:
        return Compare(count_of(phrase, Side.BOTH), Comparison.EQUAL, 0)

    def neither_side_has(self, _: Side, phrase: NounPhrase) -> Condition:
        return self.there_is_no(phrase)

    def among_has(self, amount: AmountAsked, phrase: NounPhrase) -> Condition:
        return _asked(amount, replace(phrase, sources=(Among(self._cards("them", one=False)),)), Side.BOTH)

    def has_charge(self, amount: AmountAsked, unit: Any) -> Condition:
        return compared(charge_under(unit), amount)

    def np_fact(self, phrase: NounPhrase, least: int) -> Condition:
        neighbours = CharacterSet(Side.YOU, (*phrase.filters, Adjacent()))
        return Compare(CountCharacters(neighbours), Comparison.AT_LEAST, least)

    def exiled_total(self, amount: AmountAsked) -> Condition:
        exiled = CardSet((InZone(Zone.EXILE, Side.BOTH),))
        return compared(CountCards(exiled), amount)

    def have_none(self, phrase: NounPhrase) -> Condition:
        return Compare(count_of(phrase, Side.YOU), Comparison.EQUAL, 0)

    def have_no_other(self, phrase: NounPhrase) -> Condition:
        return self.have_none(replace(phrase, filters=(*phrase.filters, ANOTHER)))

    def have_only(self, phrase: NounPhrase) -> Condition:
        return all_fit(NounPhrase(), phrase.filters, Side.YOU)

    def opponent_has_none(self, phrase: NounPhrase) -> Condition:
        return Compare(count_of(phrase, Side.OPPONENT), Comparison.EQUAL, 0)

    def different_among(self, amount: AmountAsked, trait: Trait, *parts: Any) -> Condition:
        side = next((item for item in parts if isinstance(item, Side)), Side.BOTH)
        return _asked(amount, replace(parts[-1], distinct=trait), side)

    def only_one_trait(self, number: int, trait: Trait, *parts: Side | NounPhrase) -> Condition:
        (side,) = (item for item in parts if isinstance(item, Side))
        (phrase,) = (item for item in parts if isinstance(item, NounPhrase))
        values = CountCharacters(CharacterSet(side, phrase.filters), trait)
        return Compare(values, Comparison.EQUAL, number)

    def only_one_of_yours(self, unit: Any, phrase: NounPhrase) -> Condition:
        alone = Compare(count_of(phrase, Side.YOU), Comparison.EQUAL, 1)
        return All((known_is(unit, phrase.filters), alone))

    def adjacent_to_np(self, unit: Any, phrase: NounPhrase) -> Condition:
        if unit != That(CharacterRef.THIS):
            raise MeaningError("this character")
        return self.np_fact(phrase, 1)

    def adjacent_to_several(self, unit: Any, number: int, phrase: NounPhrase) -> Condition:
        if unit != That(CharacterRef.THIS) or number != 2:
            raise MeaningError("this character, which has two neighbours")
        return self.np_fact(phrase, 2)

    def pair_fact(self, unit: Any, other: Any, filters: Filters) -> Condition:
        if isinstance(other, OpponentOf) and isinstance(other.of, That) and is_pronoun(other.of.ref):
            other = OpponentOf(unit)
        said: tuple[Any, ...] = filters
        if said == (Mutual(Trait.TYPE, all_differ=False),) and other == OpponentOf(unit):
            return known_is(unit, self.shares_with_opponent())
        return All((known_is(unit, filters), known_is(other, filters)))

    def neither_fact(self, unit: Any, other: Any, filters: Filters) -> Condition:
        return self.pair_fact(unit, other, (Not(filters),))

    def cards_include(self, cards: Cards, amount: AmountAsked, phrase: NounPhrase) -> Condition:
        return _asked(amount, replace(phrase, sources=(Among(cards.group),)), Side.BOTH)

    def discard_has(self, side: Side, amount: AmountAsked, phrase: NounPhrase) -> Condition:
        return _asked(amount, replace(phrase, sources=(InZone(Zone.DISCARD, side),)), side)

    def hand_has(self, side: Side, amount: AmountAsked, phrase: NounPhrase) -> Condition:
        return _asked(amount, replace(phrase, sources=(InZone(Zone.HAND, side),)), side)

    def figure_count_of(self, side: Side, phrase: NounPhrase) -> Amount:
        return count_of(phrase, side)

    def total_is(self, side: Side, phrase: NounPhrase, measure: Measure, asked: AmountAsked) -> Condition:
        return number_is(self.figure_total(measure, side, phrase), asked)

    def figure_is(self, figure: Amount | Own, asked: AmountAsked) -> Condition:
        if isinstance(figure, Own) and figure.measure is not None:
            return known_is(figure.of, measured(figure.measure, asked))
        if isinstance(figure, Own):
            raise MeaningError("which number is compared")
        return number_is(figure, asked)

    def more_than_theirs(self, asked: AmountAsked, phrase: NounPhrase, *_: object) -> Condition:
        theirs = replace(asked, number=whose_count(phrase, Side.OPPONENT, Side.YOU))
        return Compare(whose_count(phrase, Side.YOU), asked.comparison, theirs.right())

    def more_than_yours(self, asked: AmountAsked, phrase: NounPhrase) -> Condition:
        yours = replace(asked, number=whose_count(phrase, Side.YOU, Side.OPPONENT))
        return Compare(whose_count(phrase, Side.OPPONENT), asked.comparison, yours.right())

    def more_than_those(self, asked: AmountAsked, phrase: NounPhrase, others: NounPhrase) -> Condition:
        right = replace(asked, number=count_of(others, Side.YOU)).right()
        return Compare(count_of(phrase, Side.YOU), asked.comparison, right)

    def have_not(self, amount: AmountAsked, phrase: NounPhrase) -> Condition:
        return No(_asked(amount, phrase, Side.YOU))

    def opponent_has_not(self, amount: AmountAsked, phrase: NounPhrase) -> Condition:
        return No(_asked(amount, phrase, Side.OPPONENT))

    def each_has(self, amount: AmountAsked, phrase: NounPhrase) -> Condition:
        return All(_each_asked(amount, phrase))

    def either_has(self, amount: AmountAsked, phrase: NounPhrase) -> Condition:
        return AnyOfThese(_each_asked(amount, phrase))

    def neither_has(self, amount: AmountAsked, phrase: NounPhrase) -> Condition:
        return All(tuple(No(asked) for asked in _each_asked(amount, phrase)))

    def leads_not(self, role: Role) -> Condition:
        return Leads(_OTHER_ROLE[role])

    def opponent_leads_not(self, role: Role) -> Condition:
        return Leads(role)

    # --- some of those that are there

    def some_of_characters(self, asked: AmountAsked, side: Side, phrase: NounPhrase) -> Several:
        return Several((Some(EVERY, phrase, side), asked))

    def some_of_cards(self, asked: AmountAsked, cards: Cards) -> Several:
        return Several((cards, asked))

    def any_of_characters(self, side: Side, phrase: NounPhrase) -> Several:
        return Several((Some(EVERY, phrase, side), self.at_least_one()))

    def any_of_cards(self, cards: Cards) -> Several:
        return Several((cards, self.at_least_one()))

    def none_of_characters(self, side: Side, phrase: NounPhrase) -> Several:
        return Several((Some(EVERY, phrase, side), self.equal_to(0)))

    def none_of_cards(self, cards: Cards) -> Several:
        return Several((cards, self.equal_to(0)))

    def both_of_characters(self, side: Side, phrase: NounPhrase) -> Several:
        return Several((Some(EVERY, phrase, side), None, 2))

    def both_of_cards(self, cards: Cards) -> Several:
        return Several((cards, None, 2))

    def all_of_cards(self, cards: Cards) -> Several:
        return Several((cards, None))

    def some_are(self, selection: Several, *facts: Filters) -> Condition:
        of, asked, *total = selection.parts
        filters = tuple(item for fact in facts for item in fact)
        if any(isinstance(item, Mutual) for item in filters):
            return some_among_each_other(of, filters, asked, total)
        if asked is not None:
            return compared(counted(of, filters), asked)
        if total:
            there = Compare(counted(of, ()), Comparison.EQUAL, total[0])
            return All((there, Compare(counted(of, (Not(filters),)), Comparison.EQUAL, 0)))
        return known_is(Those(of.group) if isinstance(of, Cards) else of, filters)

    def unit_either(self, unit: Any, *facts: Filters) -> Condition:
        return known_is(unit, any_of(facts))

    def any_fact(self, *facts: Condition) -> Condition:
        return _joined(facts, AnyOfThese)

    def its_measure(self, measure: Measure, asked: AmountAsked) -> Condition:
        return known_is(Cards(self._cards("its")), measured(measure, asked))

    def opponent_has_only(self, phrase: NounPhrase) -> Condition:
        return all_fit(NounPhrase(), phrase.filters, Side.OPPONENT)

    def opponent_leads(self, role: Role) -> Condition:
        return Leads(_OTHER_ROLE[role])

    def np_adjacent(self) -> int:
        return 1

    def np_adjacent_both(self) -> int:
        return 2

    # --- what a known thing is

    def fact(self, *parts: Any) -> Condition:
        condition: Condition = parts[-1]
        return condition

    def unit_fact(self, unit: Any, *facts: Filters) -> Condition:
        return known_is(unit, tuple(item for filters in facts for item in filters))

    def is_trait(self, filters: Any) -> Any:
        return filters

    def is_in_area(self, areas: Filters) -> Filters:
        return areas

    def is_not_in_area(self, areas: Filters) -> Filters:
        return (Not(areas),)

    def this_in_area(self, areas: Filters) -> Condition:
        return Is(That(CharacterRef.THIS), areas)

    def has_type(self, types: tuple[Filters, bool]) -> Filters:
        return types[0]

    def has_no_type(self, types: tuple[Filters, bool]) -> Filters:
        return self.without_type(types)

    def shares_type(self, other: Any) -> Filters:
        return (SameAs(Trait.TYPE, other),)

    def this_opponent(self, of: Any) -> Any:
        if not isinstance(of, That):
            raise MeaningError("a character that is known")
        return OpponentOf(of)

    def is_any_np(self, *phrases: NounPhrase) -> Filters:
        return any_of(tuple(phrase.filters for phrase in phrases))

    def shares_with_opponent(self) -> Filters:
        return (SameAs(Trait.TYPE, BATTLE_OPPONENT),)

    def shares_none_with_opponent(self) -> Filters:
        return (Not(self.shares_with_opponent()),)

    def are_alike(self, trait: Trait) -> tuple[Mutual]:
        return (Mutual(trait, all_differ=False),)

    def all_differ(self, trait: Trait) -> tuple[Mutual]:
        return (Mutual(trait, all_differ=True),)

    def up(self) -> int:
        return 1

    def down(self) -> int:
        return -1

    def grade_is_not_changed(self, way: int) -> Filters:
        return (Not(self.grade_is_changed(way)),)

    def grade_is_changed(self, way: int) -> Filters:
        return (Affected(Change.GRADE_UP if way > 0 else Change.GRADE_DOWN),)

    # --- what this effect did

    def opponent(self, number: int = 1) -> Side:
        if number != 1:
            raise MeaningError("one opponent")
        return Side.OPPONENT

    def whoever_owns_it(self) -> None:
        return None


def _each_of(phrases: tuple[NounPhrase, ...], side: Side) -> tuple[Condition, ...]:
    """At least one, asked of each; a place of cards that is said at the end is that of all."""
    sources = phrases[-1].sources
    if sources and any(not (each.sources or each.is_card or each.is_scene) for each in phrases):
        raise MeaningError("where each of them is")
    placed = (each if each.sources else replace(each, sources=sources) for each in phrases)
    return tuple(at_least_one(count_of(each, side)) for each in placed)


def _one_has_other_lacks(amount: AmountAsked, phrase: NounPhrase, side: Side) -> tuple[Condition, Condition]:
    """So many of the one player, and none of the other."""
    other = Side.OPPONENT if side is Side.YOU else Side.YOU
    count = whose_count(phrase, other, side)
    if phrase.joined or amount.another:
        raise MeaningError("what the other does not have")
    return compared(whose_count(phrase, side), amount), Compare(count, Comparison.EQUAL, 0)


def _only_one_has(phrase: NounPhrase, side: Side, other: Side) -> Condition:
    """The one player has such a thing and the other has none."""
    return All(
        (at_least_one(whose_count(phrase, side)), Compare(whose_count(phrase, other, side), Comparison.EQUAL, 0))
    )


def _each_asked(amount: AmountAsked, phrase: NounPhrase) -> tuple[Condition, ...]:
    """The same of each player."""
    sources = tuple(replace(each, side=Side.OPPONENT) for each in phrase.sources if isinstance(each, InZone))
    phrase = replace(phrase, sources=sources)
    counts = (whose_count(phrase, side, Side.OPPONENT) for side in (Side.YOU, Side.OPPONENT))
    return tuple(compared(count, amount) for count in counts)


_OTHER_ROLE = {Role.LEAD: Role.NEXT, Role.NEXT: Role.LEAD}
