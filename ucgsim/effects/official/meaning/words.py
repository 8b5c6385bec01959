"""Words that stand for something, wherever they are in a tree."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any, cast

from ucgsim.effects.official.meaning.filters import (
    MeaningError,
    Pronoun,
    Stands,
    is_pronoun,
)
from ucgsim.effects.tree.amounts import PrintedRound
from ucgsim.effects.tree.conditions import Is
from ucgsim.effects.tree.selectors import Among, Cards, SameAs, That, Total
from ucgsim.effects.tree.statements import If, Modify
from ucgsim.effects.tree.triggers import Event
from ucgsim.effects.tree.values import CharacterRef, Group

OF_THIS_CARD = (Event.THIS_MILLED, Event.THIS_SCENE_SENT, Event.THIS_MOVES)
OF_A_CHARACTER = (
    Event.CHARACTER_ENTERS,
    Event.ACTIVATE_RESOLVED,
    Event.LEVELS_UP,
    Event.WINS,
    Event.LOSES,
    Event.TIES,
    Event.PUT_UNDER,
    Event.CHARGED,
    Event.SWAPPED,
)
"""Events that happen to a character, and to the card that bears the power."""


def has_pronoun(node: Any) -> bool:
    """Whether a tree holds a word that stands for something."""
    if isinstance(node, tuple):
        return any(map(has_pronoun, node))
    if is_dataclass(node):
        return isinstance(node, Pronoun) or any(has_pronoun(getattr(node, item.name)) for item in fields(node))
    return False


def names(node: Any, part: Any) -> bool:
    """Whether a tree names something that is known."""
    if isinstance(node, tuple):
        return any(names(item, part) for item in node)
    if not is_dataclass(node):
        return False
    return node == part or any(names(getattr(node, item.name), part) for item in fields(node))


def compares_with_this_card(node: Any) -> bool:
    """Whether a tree asks for a number or a trait of the card that bears it."""
    match node:
        case Among(Group.THIS) | Total(of=Cards(Group.THIS)) | SameAs(other=Cards(Group.THIS)):
            return True
        case PrintedRound(Group.THIS):
            return True
        case tuple():
            return any(map(compares_with_this_card, node))
    return is_dataclass(node) and any(compares_with_this_card(getattr(node, item.name)) for item in fields(node))


def as_character(group: Any) -> CharacterRef:
    """The same word where a character is meant."""
    return replace(cast("Pronoun", group), stands=Stands.WHO).as_ref()


def is_them(group: object) -> bool:
    """Whether it is a word for several cards that were spoken of."""
    return isinstance(group, Pronoun) and not group.one


def is_of_this_alone(line: object) -> bool:
    """Whether a line asks this character alone and changes it alone."""
    match line:
        case If(Is(That(CharacterRef.THIS) as this), Modify(target), None):
            return target == this
    return False


def is_pronoun_of(node: Any) -> bool:
    """Whether what is done, or whose cards are meant, is said by a pronoun alone."""
    who = getattr(node, "target", None) or getattr(node, "of", None)
    return isinstance(who, That) and is_pronoun(who.ref)


def card_or_character(word: Pronoun) -> MeaningError:
    """The refusal of a word that could stand for either."""
    return MeaningError(f'a card or a character, not both, for which "{word.word}" stands', word.at)
