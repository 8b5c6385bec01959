# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is
"""Conditions and counts of the official wording."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from lark import v_args

from ucgsim.effects import tree
from ucgsim.effects.official import meaning
from ucgsim.effects.official.wording.facts import (
    Deeds,
    all_fit,
    at_least_one,
    compared,
    counted,
    known_is,
    number_is,
    some_among_each_other,
)
from ucgsim.effects.official.wording.figures import (
    AT_LEAST_ONE,
    NONE,
    AmountAsked,
    Own,
    charge_under,
    count_of,
    measured,
    whose_count,
)
from ucgsim.effects.official.wording.noun_phrases import always, reads


def _asked(side: tree.Side, amount: AmountAsked, phrase: meaning.NounPhrase) -> tree.Condition:
    if amount.another:
        phrase = phrase.adding(tree.Not((tree.IsThis(),)))
    if phrase.distinct is tree.Trait.TYPE and not phrase.sources:
        raise meaning.MeaningError("the number of different TYPEs among them, since a character may have several")
    if phrase.joined and amount.number == 1:
        raise meaning.MeaningError('"both", or "or" between them')
    return compared(count_of(phrase, side) if side is tree.Side.BOTH else whose_count(phrase, side), amount)


def _asked_not(side: tree.Side, amount: AmountAsked, phrase: meaning.NounPhrase) -> tree.Condition:
    return tree.No(_asked(side, amount, phrase))


def _place_has(zone: tree.Zone, side: tree.Side, amount: AmountAsked, phrase: meaning.NounPhrase) -> tree.Condition:
    return _asked(side, amount, phrase.lying(tree.InZone(zone, side)))


def _has_none(side: tree.Side, *parts: Any) -> tree.Condition:
    return tree.Compare(count_of(parts[-1], side), tree.Comparison.EQUAL, 0)


def _has_and_lacks(side: tree.Side, amount: AmountAsked, phrase: meaning.NounPhrase, *rest: Any) -> tree.Condition:
    return tree.All((_asked(side, amount, phrase), _has_none(side, *rest)))


def _has_only(side: tree.Side, phrase: meaning.NounPhrase) -> tree.Condition:
    return all_fit(meaning.NounPhrase(), phrase.characters(), side)


def _more_than_other(side: tree.Side, asked: AmountAsked, phrase: meaning.NounPhrase, *_: object) -> tree.Condition:
    other = replace(asked, number=whose_count(phrase, tree.ACROSS[side], side))
    return tree.Compare(whose_count(phrase, side), asked.comparison, other.right())


def _none(conditions: tuple[tree.Condition, ...]) -> tree.Condition:
    return tree.All(tuple(map(tree.No, conditions)))


_Way: TypeAlias = Callable[[tuple[tree.Condition, ...]], tree.Condition]
"""How several conditions become one: all of them hold, or any, or none."""


def _those_asked(total: int, asked: AmountAsked | None, *of: Any) -> meaning.Several:
    """Some of a player's characters, or of cards that were handled; ``total``: how many there are, if that is said."""
    those = of[0] if len(of) == 1 else meaning.Some(tree.EVERY, of[1], of[0])
    return meaning.Several((those, asked, *([total] if total else [])))


@dataclass(frozen=True, slots=True)
class _Chain:
    """What "you" is said of once: "you lead and have a Kaiju"."""

    condition: tree.All | tree.Any


def _chain(way: type[tree.All | tree.Any], *facts: tree.Condition) -> _Chain:
    return _Chain(way(facts))


def _joined(way: type[tree.All | tree.Any], *facts: Any) -> tree.Condition:
    """Conditions with one word between them: "and" next to "or" would leave open which goes first."""
    if any(isinstance(fact, _Chain) and not isinstance(fact.condition, way) for fact in facts) and len(facts) > 1:
        raise meaning.MeaningError('"and" or "or" alone between the conditions')
    plain = tuple(fact.condition if isinstance(fact, _Chain) else fact for fact in facts)
    return plain[0] if len(plain) == 1 else way(plain)


def _each_of(way: _Way, side: tree.Side, *phrases: meaning.NounPhrase) -> tree.Condition:
    """At least one, asked of each; a place of cards that is said at the end is that of all."""
    sources = phrases[-1].sources
    if sources and any(not (each.sources or each.is_card or each.is_scene) for each in phrases):
        raise meaning.MeaningError("where each of them is")
    placed = (each if each.sources else each.lying(*sources) for each in phrases)
    return way(tuple(at_least_one(count_of(each, side)) for each in placed))


def _one_has_other_lacks(way: _Way, side: tree.Side, *parts: Any) -> tree.Condition:
    """So many of the one player, and none of the other."""
    amount, phrase = (part for part in parts if not isinstance(part, tree.Side))
    count = whose_count(phrase, tree.ACROSS[side], side)
    if phrase.joined or amount.another:
        raise meaning.MeaningError("what the other does not have")
    return way((compared(whose_count(phrase, side), amount), tree.Compare(count, tree.Comparison.EQUAL, 0)))


def _only_one_has(side: tree.Side, *parts: Any) -> tree.Condition:
    """The one player has such a thing and the other has none."""
    phrase: meaning.NounPhrase = parts[-1]
    none = tree.Compare(whose_count(phrase, tree.ACROSS[side], side), tree.Comparison.EQUAL, 0)
    return tree.All((at_least_one(whose_count(phrase, side)), none))


def _each_asked(way: _Way, amount: AmountAsked, phrase: meaning.NounPhrase) -> tree.Condition:
    """Each of the players has so many, or any of them, or none, in "their" place of cards."""
    if any(getattr(source, "side", None) not in (meaning.THEIRS, tree.Side.BOTH) for source in phrase.sources):
        raise meaning.MeaningError('"their" place of cards, which is that of each player', phrase.at)
    counts = (whose_count(phrase, side, tree.Side.OPPONENT) for side in (tree.Side.YOU, tree.Side.OPPONENT))
    return way(tuple(compared(count, amount) for count in counts))


@v_args(inline=True)
class Facts(Deeds):
    """What must be true."""

    # --- conditions

    all_facts = reads(_joined, tree.All)

    you_chain_all = reads(_chain, tree.All)
    you_chain_any = reads(_chain, tree.Any)

    lead = always(tree.Role.LEAD)
    next = always(tree.Role.NEXT)

    leads = tree.Leads
    have = reads(_asked, tree.Side.YOU)
    have_pair = reads(_each_of, tree.All, tree.Side.YOU)

    def have_name_and_scene(self, phrase: meaning.NounPhrase) -> tree.Condition:
        scene = tree.Compare(
            tree.CountCards(tree.CardSet((tree.InZone(tree.Zone.SCENE_AREA, tree.Side.YOU),))),
            tree.Comparison.AT_LEAST,
            1,
        )
        return tree.All((at_least_one(count_of(phrase, tree.Side.YOU)), scene))

    have_and_lack = reads(_has_and_lacks, tree.Side.YOU)
    opponent_has_and_lacks = reads(_has_and_lacks, tree.Side.OPPONENT)

    opponent_has = reads(_asked, tree.Side.OPPONENT)
    opponent_has_both = reads(_each_of, tree.All, tree.Side.OPPONENT)
    only_you_have = reads(_only_one_has, tree.Side.YOU)
    only_they_have = reads(_only_one_has, tree.Side.OPPONENT)
    you_have_they_lack = reads(_one_has_other_lacks, tree.All, tree.Side.YOU)
    they_have_you_lack = reads(_one_has_other_lacks, tree.All, tree.Side.OPPONENT)
    you_have_or_they_lack = reads(_one_has_other_lacks, tree.Any, tree.Side.YOU)
    they_have_or_you_lack = reads(_one_has_other_lacks, tree.Any, tree.Side.OPPONENT)

    have_either = reads(_each_of, tree.Any, tree.Side.YOU)
    have_neither = reads(_each_of, _none, tree.Side.YOU)
    opponent_has_neither = reads(_each_of, _none, tree.Side.OPPONENT)

    opponent_has_either = reads(_each_of, tree.Any, tree.Side.OPPONENT)

    there_is = reads(_asked, tree.Side.BOTH)
    there_is_no = reads(_has_none, tree.Side.BOTH)

    def among_has(self, amount: AmountAsked, phrase: meaning.NounPhrase) -> tree.Condition:
        return _asked(tree.Side.BOTH, amount, phrase.lying(tree.Among(self._cards("them", one=False))))

    def has_charge(self, amount: AmountAsked, unit: Any) -> tree.Condition:
        return compared(charge_under(unit), amount)

    def np_fact(self, phrase: meaning.NounPhrase, least: int) -> tree.Condition:
        filters = phrase.characters("distinct") if least > 1 else phrase.characters()
        neighbours = tree.CharacterSet(tree.Side.YOU, (*filters, tree.Adjacent()))
        return tree.Compare(tree.CountCharacters(neighbours, phrase.distinct), tree.Comparison.AT_LEAST, least)

    def exiled_total(self, amount: AmountAsked) -> tree.Condition:
        exiled = tree.CardSet((tree.InZone(tree.Zone.EXILE, tree.Side.BOTH),))
        return compared(tree.CountCards(exiled), amount)

    have_none = reads(_has_none, tree.Side.YOU)

    def have_no_other(self, phrase: meaning.NounPhrase) -> tree.Condition:
        return _has_none(tree.Side.YOU, phrase.adding(meaning.ANOTHER))

    have_only = reads(_has_only, tree.Side.YOU)

    opponent_has_none = reads(_has_none, tree.Side.OPPONENT)

    def different_among(self, amount: AmountAsked, trait: tree.Trait, *parts: Any) -> tree.Condition:
        side = next((item for item in parts if isinstance(item, tree.Side)), tree.Side.BOTH)
        return compared(count_of(parts[-1].with_more(meaning.NounPhrase(distinct=trait)), side), amount)

    def only_one_trait(self, number: int, trait: tree.Trait, *parts: tree.Side | meaning.NounPhrase) -> tree.Condition:
        (side,) = (item for item in parts if isinstance(item, tree.Side))
        (phrase,) = (item for item in parts if isinstance(item, meaning.NounPhrase))
        values = tree.CountCharacters(tree.CharacterSet(side, phrase.characters()), trait)
        return tree.Compare(values, tree.Comparison.EQUAL, number)

    def only_one_of_yours(self, unit: Any, phrase: meaning.NounPhrase) -> tree.Condition:
        alone = tree.Compare(count_of(phrase, tree.Side.YOU), tree.Comparison.EQUAL, 1)
        return tree.All((known_is(unit, phrase.only()), alone))

    def adjacent_to_np(self, unit: Any, phrase: meaning.NounPhrase) -> tree.Condition:
        if unit != tree.That(tree.CharacterRef.THIS):
            raise meaning.MeaningError("this character")
        return self.np_fact(phrase, 1)

    def adjacent_to_several(self, unit: Any, number: int, phrase: meaning.NounPhrase) -> tree.Condition:
        if unit != tree.That(tree.CharacterRef.THIS) or number != 2:
            raise meaning.MeaningError("this character, which has two neighbours")
        return self.np_fact(phrase, 2)

    def pair_fact(self, unit: Any, other: Any, filters: tree.Filters) -> tree.Condition:
        if isinstance(other, tree.OpponentOf) and isinstance(other.of, tree.That) and meaning.is_pronoun(other.of.ref):
            other = tree.OpponentOf(unit)
        said: tuple[Any, ...] = filters
        if said == (meaning.Mutual(tree.Trait.TYPE, all_differ=False),) and other == tree.OpponentOf(unit):
            return known_is(unit, self.shares_with_opponent())
        return tree.All((known_is(unit, filters), known_is(other, filters)))

    def neither_fact(self, unit: Any, other: Any, filters: tree.Filters) -> tree.Condition:
        return self.pair_fact(unit, other, (tree.Not(filters),))

    def cards_include(self, cards: tree.Cards, amount: AmountAsked, phrase: meaning.NounPhrase) -> tree.Condition:
        return _asked(tree.Side.BOTH, amount, phrase.lying(tree.Among(cards.group)))

    discard_has = reads(_place_has, tree.Zone.DISCARD)
    hand_has = reads(_place_has, tree.Zone.HAND)

    def figure_count_of(self, side: tree.Side, phrase: meaning.NounPhrase) -> tree.Amount:
        return count_of(phrase, side)

    def total_is(
        self, side: tree.Side, phrase: meaning.NounPhrase, measure: tree.Measure, asked: AmountAsked
    ) -> tree.Condition:
        return number_is(self.figure_total(measure, side, phrase), asked)

    def figure_is(self, figure: tree.Amount | Own, asked: AmountAsked) -> tree.Condition:
        if isinstance(figure, Own) and figure.measure is not None:
            return known_is(figure.of, measured(figure.measure, asked))
        if isinstance(figure, Own):
            raise meaning.MeaningError("which number is compared")
        return number_is(figure, asked)

    more_than_theirs = reads(_more_than_other, tree.Side.YOU)
    more_than_yours = reads(_more_than_other, tree.Side.OPPONENT)

    def more_than_those(
        self, asked: AmountAsked, phrase: meaning.NounPhrase, others: meaning.NounPhrase
    ) -> tree.Condition:
        right = replace(asked, number=count_of(others, tree.Side.YOU)).right()
        return tree.Compare(count_of(phrase, tree.Side.YOU), asked.comparison, right)

    have_not = reads(_asked_not, tree.Side.YOU)
    opponent_has_not = reads(_asked_not, tree.Side.OPPONENT)
    each_has = reads(_each_asked, tree.All)
    either_has = reads(_each_asked, tree.Any)
    neither_has = reads(_each_asked, _none)

    def leads_not(self, role: tree.Role) -> tree.Condition:
        return tree.Leads(_OTHER_ROLE[role])

    # --- some of those that are there

    some_of_those = reads(_those_asked, 0)
    any_of_those = reads(_those_asked, 0, AT_LEAST_ONE)
    none_of_those = reads(_those_asked, 0, NONE)
    neither_of_those = reads(_those_asked, 2, NONE)
    both_of_those = reads(_those_asked, 2, None)
    all_of_those = reads(_those_asked, 0, None)

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

    def unit_either(self, unit: Any, *facts: tree.Filters) -> tree.Condition:
        return known_is(unit, meaning.any_of(facts))

    any_fact = reads(_joined, tree.Any)

    def its_measure(self, measure: tree.Measure, asked: AmountAsked) -> tree.Condition:
        return known_is(tree.Cards(self._cards("its")), measured(measure, asked))

    opponent_has_only = reads(_has_only, tree.Side.OPPONENT)

    np_adjacent = always(1)
    np_adjacent_both = always(2)

    # --- what a known thing is

    def fact(self, *parts: Any) -> tree.Condition:
        condition: tree.Condition = parts[-1]
        return condition

    def unit_fact(self, unit: Any, *facts: tree.Filters) -> tree.Condition:
        return known_is(unit, tuple(item for filters in facts for item in filters))

    def this_in_area(self, areas: tree.Filters) -> tree.Condition:
        return tree.Is(tree.That(tree.CharacterRef.THIS), areas)

    def this_opponent(self, of: Any) -> Any:
        if not isinstance(of, tree.That):
            raise meaning.MeaningError("a character that is known")
        return tree.OpponentOf(of)

    def is_any_np(self, *phrases: meaning.NounPhrase) -> tree.Filters:
        return meaning.any_of(tuple(phrase.only() for phrase in phrases))

    def is_thing(self, phrase: meaning.NounPhrase) -> tree.Filters:
        """ "It is a Kaiju card" is said of a card alone."""
        return (*phrase.only(), *((meaning.IsCard(tree.Group.THIS),) if phrase.is_card else ()))

    shares_with_opponent = always((tree.SameAs(tree.Trait.TYPE, meaning.BATTLE_OPPONENT),))
    shares_none_with_opponent = always((tree.Not((tree.SameAs(tree.Trait.TYPE, meaning.BATTLE_OPPONENT),)),))

    def are_alike(self, trait: tree.Trait) -> tuple[meaning.Mutual]:
        return (meaning.Mutual(trait, all_differ=False),)

    def all_differ(self, trait: tree.Trait) -> tuple[meaning.Mutual]:
        return (meaning.Mutual(trait, all_differ=True),)

    up = always(1)
    down = always(-1)

    def grade_is_not_changed(self, way: int) -> tree.Filters:
        return (tree.Not(self.grade_is_changed(way)),)

    def grade_is_changed(self, way: int) -> tree.Filters:
        return (tree.Affected(tree.Change.GRADE_UP if way > 0 else tree.Change.GRADE_DOWN),)

    # --- what this effect did

    def opponent(self, number: int = 1) -> tree.Side:
        if number != 1:
            raise meaning.MeaningError("one opponent")
        return tree.Side.OPPONENT

    whoever_owns_it = always(None)


_OTHER_ROLE = {tree.Role.LEAD: tree.Role.NEXT, tree.Role.NEXT: tree.Role.LEAD}
