# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is
"""What the effect itself has done: "if you discarded … with this effect"."""

from __future__ import annotations

from typing import Any

from lark import v_args

from ucgsim.effects.official.meaning.filters import (
    Did,
    NounPhrase,
)
from ucgsim.effects.official.meaning.owners import refuse_another
from ucgsim.effects.official.wording.comparisons import AmountAsked
from ucgsim.effects.official.wording.judged import Judged, as_asked
from ucgsim.effects.tree.conditions import (
    Compare,
    Condition,
    Is,
)
from ucgsim.effects.tree.selectors import (
    Among,
    CardSet,
    CountCards,
    OwnedBy,
    That,
)
from ucgsim.effects.tree.values import (
    CharacterRef,
    Comparison,
    Edge,
    Group,
    Side,
)


@v_args(inline=True)
class Deeds(Judged):
    """What was drawn, sent, discarded, exiled, taken or returned."""

    def drew(self, *_: object) -> Condition:
        return _did(Group.DRAWN)

    def did_draw(self, amount: AmountAsked) -> Condition:
        return _did(Group.DRAWN, NounPhrase((OwnedBy(Side.YOU),)), amount)

    def did_reveal(self, amount: AmountAsked, phrase: NounPhrase) -> Condition:
        return _did(Group.REVEALED, phrase, amount)

    def did_send(self, amount: AmountAsked, phrase: NounPhrase, whose: Side | None = None) -> Condition:
        return _did(Group.SENT, phrase, amount, whose)

    def did_discard(self, amount: AmountAsked, phrase: NounPhrase) -> Condition:
        return _did(Group.DISCARDED, phrase, amount)

    def did_exile(self, amount: AmountAsked, phrase: NounPhrase) -> Condition:
        return _did(Group.EXILED, phrase, amount)

    def did_take(self, amount: AmountAsked, phrase: NounPhrase, whose: Side | None) -> Condition:
        return _did(Group.TO_HAND, phrase, amount, whose)

    def did_take_character(self, _: AmountAsked, phrase: NounPhrase, whose: Side | None) -> Condition:
        refuse_another(whose or Side.YOU, Side.YOU)
        return Is(That(CharacterRef.REMOVED), phrase.filters)

    def did_return(self, amount: AmountAsked, phrase: NounPhrase, *where: Any) -> Condition:
        group = Group.ON_TOP if Edge.TOP in where else Group.RETURNED
        return _did(group, phrase, amount, next((item for item in where if isinstance(item, Side)), None))


def _did(
    group: Group, phrase: NounPhrase | None = None, amount: AmountAsked | None = None, whose: Side | None = None
) -> Condition:
    """What this effect did; what went to the opponent's zone is a card of the opponent (CR 3.1.2)."""
    owned = (OwnedBy(Side.OPPONENT),) if whose is Side.OPPONENT else ()
    cards = CountCards(CardSet((Among(group),), (*owned, *(phrase.filters if phrase is not None else ()))))
    match as_asked(cards, amount or AmountAsked(Comparison.AT_LEAST, 1)):
        case Compare(left, comparison, right):
            return Did(left, comparison, right)
        case asked:
            return asked
