"""What triggered powers watch for (CR 9.2)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from ucgsim.effects.tree.values import Cause, Spot

if TYPE_CHECKING:
    from ucgsim.effects.tree.selectors import CharacterSet, Filters
    from ucgsim.effects.tree.values import Side, TurnPhase


class Event(StrEnum):
    """What happens; each says which kind of subjects it has."""

    THIS_ENTERS = "this_enters"
    """This character, or this scene, enters play."""
    CHARACTER_ENTERS = "character_enters"
    """A character of a `CharacterSet` enters play."""
    SCENE_ENTERS = "scene_enters"
    """A scene of a player of the side of a `CharacterSet` enters play."""
    SCENE_SET = "scene_set"
    """A player of the side of a `CharacterSet` sets a scene (CR 5.4.2), which no effect does (CR 6.2.2)."""
    DISCARD = "discard"
    """A player of the side of a `CharacterSet` discards one or more cards from the hand, as one batch."""
    THIS_MILLED = "this_milled"
    """This card goes from the deck to its owner's discard area."""
    THIS_SCENE_SENT = "this_scene_sent"
    """This card goes from the scene area to its owner's discard area."""
    ACTIVATE_RESOLVED = "activate_resolved"
    """A character of a `CharacterSet` completes an [Activate] effect."""
    ACTIVATES = "activates"
    """A player of the side of a `CharacterSet` completes an [Activate] effect, of a scene as of a character."""
    LEVELS_UP = "levels_up"
    """A character of a `CharacterSet` levels up, by the rules or by an effect (CR 5.6.1, 11.8)."""
    WINS = "wins"
    """A character of a `CharacterSet` has won its battle (CR 5.9.4)."""
    LOSES = "loses"
    """A character of a `CharacterSet` has lost its battle."""
    TIES = "ties"
    """The battle of a character of a `CharacterSet` was a tie (CR 5.9.5)."""
    LEAVES = "leaves"
    """All cards of a character of a `Departure` leave the field."""
    PUT_UNDER = "put_under"
    """A card was put at the bottom of the stack of a character of a `CharacterSet` (CR 11.17.4)."""
    CHARGED = "charged"
    """A Charge card was placed under a character of a `CharacterSet` (CR 11.17.1)."""
    SWAPPED = "swapped"
    """A character of a `CharacterSet` has swapped places (CR 11.9)."""
    DRAWS = "draws"
    """A player of the side of a `Movement` draws a card; cards are drawn one at a time (CR 11.10.1)."""
    DRAWS_SOME = "draws_some"
    """A player of that side draws one or more cards: one event for a draw of several."""
    CARD_MOVES = "card_moves"
    """Cards of a `Movement` change zones."""
    THIS_MOVES = "this_moves"
    """This card changes zones as a `Movement` says."""
    PHASE_BEGINS = "phase_begins"
    """A phase of a `Beginning`."""
    BECOMES_LEAD = "becomes_lead"
    """A player of the side of a `CharacterSet` leads who did not lead in the turn before (CR 5.2.1)."""


@dataclass(frozen=True, slots=True)
class Movement:
    """Cards of a side that fit, on their way from one place to another."""

    side: Side
    origin: Spot = Spot.ANYWHERE
    to: Spot = Spot.ANYWHERE
    cause: Cause = Cause.ANY
    filters: Filters = ()


@dataclass(frozen=True, slots=True)
class Departure:
    """Characters as they were last on the field, and where their cards go."""

    characters: CharacterSet
    to: Spot = Spot.ANYWHERE
    cause: Cause = Cause.ANY


@dataclass(frozen=True, slots=True)
class Beginning:
    """The beginning of a phase; the turn ends with the last one (CR 5.10.1)."""

    phase: TurnPhase


@dataclass(frozen=True, slots=True)
class Trigger:
    """What is watched; ``subjects`` is ``None`` where the event speaks of this card alone."""

    event: Event
    subjects: CharacterSet | Movement | Departure | Beginning | None = None
