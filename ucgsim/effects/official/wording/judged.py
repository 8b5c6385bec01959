# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is
"""How counts are asked for, and what is asked of battles and of the turn so far, in the official wording (CR 5.9)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeGuard

from lark import v_args

from ucgsim.effects.official.meaning.filters import Alike, ItIsRound, MeaningError, NounPhrase, just_one
from ucgsim.effects.official.meaning.owners import refuse_another
from ucgsim.effects.official.wording.counts import Counts
from ucgsim.effects.tree.amounts import FieldRound
from ucgsim.effects.tree.battles import Fought, Wins
from ucgsim.effects.tree.conditions import (
    ActivateUsed,
    All,
    CausedByEffect,
    Compare,
    Condition,
    HandCardReturned,
    TopCardTaken,
)
from ucgsim.effects.tree.selectors import (
    Amount,
    CardSet,
    CharacterSet,
    CountCards,
    CountCharacters,
    Filters,
    InZone,
    Not,
    Opposes,
)
from ucgsim.effects.tree.values import Comparison, Result, Side, Trait, Zone

if TYPE_CHECKING:
    from ucgsim.effects.official.wording.comparisons import AmountAsked
    from ucgsim.effects.tree.values import Edge


def at_least_one(count: Amount) -> Compare:
    """There is at least one."""
    return Compare(count, Comparison.AT_LEAST, 1)


def compared(count: Amount, asked: AmountAsked) -> Condition:
    """A count, which a bare number leaves open."""
    if _is_alike(count):
        return some_share(count, asked)
    return number_is(count, asked.counted())


def as_asked(count: Amount, asked: AmountAsked) -> Condition:
    """A count of what was done: who did more has done so many as well, where only the number is said."""
    if _is_alike(count):
        return some_share(count, asked)
    if asked.bare:
        asked = replace(asked, comparison=Comparison.AT_LEAST, bare=False)
    return number_is(count, asked)


def _is_alike(count: Amount) -> TypeGuard[CountCards | CountCharacters]:
    match count:
        case CountCards(CardSet(_, filters)) | CountCharacters(CharacterSet(_, filters)):
            return sharing(filters) is not None
    return False


def sharing(filters: Filters) -> Trait | None:
    """What several that are looked for have in common with each other: "two Kaiju with the same level"."""
    return next((item.trait for item in filters if isinstance(item, Alike)), None)


def some_share(count: CountCards | CountCharacters, asked: AmountAsked) -> Condition:
    """Two of them are alike: they show fewer different values than they are. Others are not known to the tree."""
    of: Any = count.cards if isinstance(count, CountCards) else count.characters
    trait = sharing(of.filters)
    if asked.number != 2 or asked.most is not None or not (asked.bare or asked.comparison is Comparison.AT_LEAST):
        raise MeaningError('"two or more" that are alike, or two')
    if trait is None or count.distinct is not None:
        raise MeaningError("what they have in common")
    plain = replace(of, filters=tuple(item for item in of.filters if not isinstance(item, Alike)))
    kind: Any = type(count)
    return Compare(kind(plain, trait), Comparison.FEWER, kind(plain))


def number_is(number: Amount, asked: AmountAsked) -> Condition:
    """A number as it is asked for, between two of them as well."""
    ends = tuple(Compare(number, end.comparison, end.right()) for end in asked.ends())
    return ends[0] if len(ends) == 1 else All(ends)


@v_args(inline=True)
class Judged(Counts):
    """How battles were judged, who faces whom, and what happened this turn."""

    def was_won(self) -> Result:
        return Result.WON

    def was_lost(self) -> Result:
        return Result.LOST

    def was_tied(self) -> Result:
        return Result.TIED

    def has_fought(self, result: Result) -> Filters:
        return (Fought(result),)

    def has_not_fought(self, result: Result) -> Filters:
        return (Not((Fought(result),)),)

    def faces(self, phrase: NounPhrase) -> Filters:
        return (Opposes(CharacterSet(Side.BOTH, phrase.filters)),)

    # --- battles won (CR 1.3.2)

    def have_wins(self, amount: AmountAsked) -> Condition:
        return compared(Wins(Side.YOU), amount)

    def opponent_has_wins(self, amount: AmountAsked) -> Condition:
        return compared(Wins(Side.OPPONENT), amount)

    def have_no_win(self) -> Condition:
        return Compare(Wins(Side.YOU), Comparison.EQUAL, 0)

    def opponent_has_no_win(self) -> Condition:
        return Compare(Wins(Side.OPPONENT), Comparison.EQUAL, 0)

    def more_wins_than_theirs(self, asked: AmountAsked, *_: Side) -> Condition:
        return Compare(Wins(Side.YOU), asked.comparison, replace(asked, number=Wins(Side.OPPONENT)).right())

    def more_wins_than_yours(self, asked: AmountAsked) -> Condition:
        return Compare(Wins(Side.OPPONENT), asked.comparison, replace(asked, number=Wins(Side.YOU)).right())

    # --- what happened this turn

    def by_character(self, number: int) -> bool:
        just_one(number)
        return True

    def top_card_taken(self, *parts: Any) -> Condition:
        at = next(place for place, item in enumerate(parts) if isinstance(item, NounPhrase))
        side, phrase = parts[0] if at else Side.BOTH, parts[at]
        refuse_another(parts[at + 1] or side, side)
        return TopCardTaken(CharacterSet(side, phrase.filters), by_your_character=True in parts)

    def hand_card_returned(self, side: Side, edge: Edge, whose: Side | None) -> Condition:
        refuse_another(whose or side, side)
        return HandCardReturned(side, edge)

    def activate_used(self, side: Side, phrase: NounPhrase) -> Condition:
        return ActivateUsed(CharacterSet(side, phrase.filters))

    def caused_by_effect(self, whose: Side | None) -> Condition:
        refuse_another(whose or Side.YOU, Side.YOU)
        return CausedByEffect()

    # --- how many there are of what everybody sees

    def battle_areas(self, amount: AmountAsked) -> Condition:
        return compared(FieldRound(), amount)

    def field_round_is(self, number: int, *up: bool) -> Condition:
        ways = {(): Comparison.EQUAL, (True,): Comparison.AT_LEAST, (False,): Comparison.AT_MOST}
        return ItIsRound(FieldRound(), ways[up], number)

    def is_empty(self, side: Side, zone: Zone) -> Condition:
        return Compare(CountCards(CardSet((InZone(zone, side),))), Comparison.EQUAL, 0)

    def deck_has(self, side: Side, amount: AmountAsked) -> Condition:
        return self.deck_holds(amount, side)

    def deck_holds(self, amount: AmountAsked, side: Side) -> Condition:
        """How many cards a deck has is public; which ones is not, so that nothing else is asked of it."""
        return compared(CountCards(CardSet((InZone(Zone.DECK, side),))), amount)
