# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is
"""How counts are asked for, and what is asked of battles and of the turn so far, in the official wording (CR 5.9)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeGuard

from lark import v_args

from ucgsim.effects import tree
from ucgsim.effects.official.meaning.filters import Alike, ItIsRound, MeaningError, NounPhrase, just_one
from ucgsim.effects.official.meaning.owners import refuse_another
from ucgsim.effects.official.wording.counts import Counts

if TYPE_CHECKING:
    from ucgsim.effects.official.wording.comparisons import AmountAsked


def at_least_one(count: tree.Amount) -> tree.Compare:
    """There is at least one."""
    return tree.Compare(count, tree.Comparison.AT_LEAST, 1)


def compared(count: tree.Amount, asked: AmountAsked) -> tree.Condition:
    """A count, which a bare number leaves open."""
    if _is_alike(count):
        return some_share(count, asked)
    return number_is(count, asked.counted())


def as_asked(count: tree.Amount, asked: AmountAsked) -> tree.Condition:
    """A count of what was done: who did more has done so many as well, where only the number is said."""
    if _is_alike(count):
        return some_share(count, asked)
    if asked.bare:
        asked = replace(asked, comparison=tree.Comparison.AT_LEAST, bare=False)
    return number_is(count, asked)


def _is_alike(count: tree.Amount) -> TypeGuard[tree.CountCards | tree.CountCharacters]:
    match count:
        case tree.CountCards(tree.CardSet(_, filters)) | tree.CountCharacters(tree.CharacterSet(_, filters)):
            return sharing(filters) is not None
    return False


def sharing(filters: tree.Filters) -> tree.Trait | None:
    """What several that are looked for have in common with each other: "two Kaiju with the same level"."""
    return next((item.trait for item in filters if isinstance(item, Alike)), None)


def some_share(count: tree.CountCards | tree.CountCharacters, asked: AmountAsked) -> tree.Condition:
    """Two of them are alike: they show fewer different values than they are. Others are not known to the tree."""
    of: Any = count.cards if isinstance(count, tree.CountCards) else count.characters
    trait = sharing(of.filters)
    if asked.number != 2 or asked.most is not None or not (asked.bare or asked.comparison is tree.Comparison.AT_LEAST):
        raise MeaningError('"two or more" that are alike, or two')
    if trait is None or count.distinct is not None:
        raise MeaningError("what they have in common")
    plain = replace(of, filters=tuple(item for item in of.filters if not isinstance(item, Alike)))
    kind: Any = type(count)
    return tree.Compare(kind(plain, trait), tree.Comparison.FEWER, kind(plain))


def number_is(number: tree.Amount, asked: AmountAsked) -> tree.Condition:
    """A number as it is asked for, between two of them as well."""
    ends = tuple(tree.Compare(number, end.comparison, end.right()) for end in asked.ends())
    return ends[0] if len(ends) == 1 else tree.All(ends)


@v_args(inline=True)
class Judged(Counts):
    """How battles were judged, who faces whom, and what happened this turn."""

    def was_won(self) -> tree.Result:
        return tree.Result.WON

    def was_lost(self) -> tree.Result:
        return tree.Result.LOST

    def was_tied(self) -> tree.Result:
        return tree.Result.TIED

    def has_fought(self, result: tree.Result) -> tree.Filters:
        return (tree.Fought(result),)

    def has_not_fought(self, result: tree.Result) -> tree.Filters:
        return (tree.Not((tree.Fought(result),)),)

    def faces(self, phrase: NounPhrase) -> tree.Filters:
        return (tree.Opposes(tree.CharacterSet(tree.Side.BOTH, phrase.filters)),)

    # --- battles won (CR 1.3.2)

    def have_wins(self, amount: AmountAsked) -> tree.Condition:
        return compared(tree.Wins(tree.Side.YOU), amount)

    def opponent_has_wins(self, amount: AmountAsked) -> tree.Condition:
        return compared(tree.Wins(tree.Side.OPPONENT), amount)

    def have_no_win(self) -> tree.Condition:
        return tree.Compare(tree.Wins(tree.Side.YOU), tree.Comparison.EQUAL, 0)

    def opponent_has_no_win(self) -> tree.Condition:
        return tree.Compare(tree.Wins(tree.Side.OPPONENT), tree.Comparison.EQUAL, 0)

    def more_wins_than_theirs(self, asked: AmountAsked, *_: tree.Side) -> tree.Condition:
        return tree.Compare(
            tree.Wins(tree.Side.YOU), asked.comparison, replace(asked, number=tree.Wins(tree.Side.OPPONENT)).right()
        )

    def more_wins_than_yours(self, asked: AmountAsked) -> tree.Condition:
        return tree.Compare(
            tree.Wins(tree.Side.OPPONENT), asked.comparison, replace(asked, number=tree.Wins(tree.Side.YOU)).right()
        )

    # --- what happened this turn

    def by_character(self, number: int) -> bool:
        just_one(number)
        return True

    def top_card_taken(self, *parts: Any) -> tree.Condition:
        at = next(place for place, item in enumerate(parts) if isinstance(item, NounPhrase))
        side, phrase = parts[0] if at else tree.Side.BOTH, parts[at]
        refuse_another(parts[at + 1] or side, side)
        return tree.TopCardTaken(tree.CharacterSet(side, phrase.filters), by_your_character=True in parts)

    def hand_card_returned(self, side: tree.Side, edge: tree.Edge, whose: tree.Side | None) -> tree.Condition:
        refuse_another(whose or side, side)
        return tree.HandCardReturned(side, edge)

    def activate_used(self, side: tree.Side, phrase: NounPhrase) -> tree.Condition:
        return tree.ActivateUsed(tree.CharacterSet(side, phrase.filters))

    def caused_by_effect(self, whose: tree.Side | None) -> tree.Condition:
        refuse_another(whose or tree.Side.YOU, tree.Side.YOU)
        return tree.CausedByEffect()

    # --- how many there are of what everybody sees

    def battle_areas(self, amount: AmountAsked) -> tree.Condition:
        return compared(tree.FieldRound(), amount)

    def field_round_is(self, number: int, *up: bool) -> tree.Condition:
        ways = {(): tree.Comparison.EQUAL, (True,): tree.Comparison.AT_LEAST, (False,): tree.Comparison.AT_MOST}
        return ItIsRound(tree.FieldRound(), ways[up], number)

    def is_empty(self, side: tree.Side, zone: tree.Zone) -> tree.Condition:
        return tree.Compare(tree.CountCards(tree.CardSet((tree.InZone(zone, side),))), tree.Comparison.EQUAL, 0)

    def deck_has(self, side: tree.Side, amount: AmountAsked) -> tree.Condition:
        return self.deck_holds(amount, side)

    def deck_holds(self, amount: AmountAsked, side: tree.Side) -> tree.Condition:
        """How many cards a deck has is public; which ones is not, so that nothing else is asked of it."""
        return compared(tree.CountCards(tree.CardSet((tree.InZone(tree.Zone.DECK, side),))), amount)
