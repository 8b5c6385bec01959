"""Words that stand for something, wherever they are in a tree."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any, cast

from ucgsim.effects import tree
from ucgsim.effects.official.meaning.filters import (
    MeaningError,
    Pronoun,
    Stands,
    is_pronoun,
)

OF_THIS_CARD = (tree.Event.THIS_MILLED, tree.Event.THIS_SCENE_SENT, tree.Event.THIS_MOVES)
OF_A_CHARACTER = (
    tree.Event.CHARACTER_ENTERS,
    tree.Event.ACTIVATE_RESOLVED,
    tree.Event.LEVELS_UP,
    tree.Event.WINS,
    tree.Event.LOSES,
    tree.Event.TIES,
    tree.Event.PUT_UNDER,
    tree.Event.CHARGED,
    tree.Event.SWAPPED,
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
        case (
            tree.Among(tree.Group.THIS)
            | tree.Total(of=tree.Cards(tree.Group.THIS))
            | tree.SameAs(other=tree.Cards(tree.Group.THIS))
        ):
            return True
        case tree.PrintedRound(tree.Group.THIS):
            return True
        case tuple():
            return any(map(compares_with_this_card, node))
    return is_dataclass(node) and any(compares_with_this_card(getattr(node, item.name)) for item in fields(node))


def as_character(group: Any) -> tree.CharacterRef:
    """The same word where a character is meant."""
    return replace(cast("Pronoun", group), stands=Stands.WHO).as_ref()


def is_them(group: object) -> bool:
    """Whether it is a word for several cards that were spoken of."""
    return isinstance(group, Pronoun) and not group.one


def is_of_this_alone(line: object) -> bool:
    """Whether a line asks this character alone and changes it alone."""
    match line:
        case tree.If(tree.Is(tree.That(tree.CharacterRef.THIS) as this), tree.Modify(target), None):
            return target == this
    return False


def is_pronoun_of(node: Any) -> bool:
    """Whether what is done, or whose cards are meant, is said by a pronoun alone."""
    who = getattr(node, "target", None) or getattr(node, "of", None)
    return isinstance(who, tree.That) and is_pronoun(who.ref)


def card_or_character(word: Pronoun) -> MeaningError:
    """The refusal of a word that could stand for either."""
    return MeaningError(f'a card or a character, not both, for which "{word.word}" stands', word.at)
