"""Conditions of the effect tree: what an effect or a power may ask of the game and of its memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from ucgsim.effects.tree.selectors import Amount, CharacterSelector, CharacterSet, Filters
    from ucgsim.effects.tree.values import Comparison, Edge, Role, Side


@dataclass(frozen=True, slots=True)
class Compare:
    """Two amounts; "if you have X" is a count of at least one (CR 11.5)."""

    left: Amount
    comparison: Comparison
    right: Amount


@dataclass(frozen=True, slots=True)
class Is:
    """A known character exists and fits ("this character's battle opponent is a Kaiju")."""

    who: CharacterSelector
    filters: Filters


@dataclass(frozen=True, slots=True)
class ShareType:
    """There is such a character, and a TYPE that all of them have now (CR 2.3.4)."""

    characters: CharacterSet


@dataclass(frozen=True, slots=True)
class Leads:
    """You are the Lead, or the Next, Player of this turn."""

    role: Role


@dataclass(frozen=True, slots=True)
class TopCardTaken:
    """This turn the top card of a character that fitted then was put into its owner's hand.

    ``by_your_character``: by an effect of one of your characters; otherwise whatever did it.
    """

    characters: CharacterSet
    by_your_character: bool


@dataclass(frozen=True, slots=True)
class HandCardReturned:
    """This turn a card was returned from a hand of that side to that end of its deck."""

    side: Side
    edge: Edge


@dataclass(frozen=True, slots=True)
class ActivateUsed:
    """This turn a payment power of a character that fitted then was used."""

    characters: CharacterSet


@dataclass(frozen=True, slots=True)
class CausedByEffect:
    """What triggered this power was done by an effect, not by a rule."""


@dataclass(frozen=True, slots=True)
class All:
    """Every one of the conditions."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Any:
    """At least one of the conditions."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class No:
    """The condition does not hold."""

    condition: Condition


Condition: TypeAlias = (
    Compare | Is | ShareType | Leads | TopCardTaken | HandCardReturned | ActivateUsed | CausedByEffect | All | Any | No
)
