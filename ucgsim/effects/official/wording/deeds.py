# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is
"""What the effect itself has done: "if you discarded … with this effect"."""

from __future__ import annotations

from typing import Any

from lark import v_args

from ucgsim.effects import tree
from ucgsim.effects.official.meaning.filters import (
    Did,
    NounPhrase,
)
from ucgsim.effects.official.meaning.owners import refuse_another
from ucgsim.effects.official.wording.comparisons import AmountAsked
from ucgsim.effects.official.wording.judged import Judged, as_asked


@v_args(inline=True)
class Deeds(Judged):
    """What was drawn, sent, discarded, exiled, taken or returned."""

    def drew(self, *_: object) -> tree.Condition:
        return _did(tree.Group.DRAWN)

    def did_draw(self, amount: AmountAsked) -> tree.Condition:
        return _did(tree.Group.DRAWN, NounPhrase((tree.OwnedBy(tree.Side.YOU),)), amount)

    def did_reveal(self, amount: AmountAsked, phrase: NounPhrase) -> tree.Condition:
        return _did(tree.Group.REVEALED, phrase, amount)

    def did_send(self, amount: AmountAsked, phrase: NounPhrase, whose: tree.Side | None = None) -> tree.Condition:
        return _did(tree.Group.SENT, phrase, amount, whose)

    def did_discard(self, amount: AmountAsked, phrase: NounPhrase) -> tree.Condition:
        return _did(tree.Group.DISCARDED, phrase, amount)

    def did_exile(self, amount: AmountAsked, phrase: NounPhrase) -> tree.Condition:
        return _did(tree.Group.EXILED, phrase, amount)

    def did_take(self, amount: AmountAsked, phrase: NounPhrase, whose: tree.Side | None) -> tree.Condition:
        return _did(tree.Group.TO_HAND, phrase, amount, whose)

    def did_take_character(self, _: AmountAsked, phrase: NounPhrase, whose: tree.Side | None) -> tree.Condition:
        refuse_another(whose or tree.Side.YOU, tree.Side.YOU)
        return tree.Is(tree.That(tree.CharacterRef.REMOVED), phrase.filters)

    def did_return(self, amount: AmountAsked, phrase: NounPhrase, *where: Any) -> tree.Condition:
        group = tree.Group.ON_TOP if tree.Edge.TOP in where else tree.Group.RETURNED
        return _did(group, phrase, amount, next((item for item in where if isinstance(item, tree.Side)), None))


def _did(
    group: tree.Group,
    phrase: NounPhrase | None = None,
    amount: AmountAsked | None = None,
    whose: tree.Side | None = None,
) -> tree.Condition:
    """What this effect did; what went to the opponent's zone is a card of the opponent (CR 3.1.2)."""
    owned = (tree.OwnedBy(tree.Side.OPPONENT),) if whose is tree.Side.OPPONENT else ()
    cards = tree.CountCards(
        tree.CardSet((tree.Among(group),), (*owned, *(phrase.filters if phrase is not None else ())))
    )
    match as_asked(cards, amount or AmountAsked(tree.Comparison.AT_LEAST, 1)):
        case tree.Compare(left, comparison, right):
            return Did(left, comparison, right)
        case asked:
            return asked
