"""The small words of the effect tree: closed lists of values, amounts that depend on nothing else, and battles."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntFlag, StrEnum


class State(IntFlag):
    """States of a stack as a mask (CR 7.2, 2.3.5.2); a gate may name any of them, SINGLE with TRIPLE too."""

    SINGLE = 1
    DOUBLE = 2
    TRIPLE = 4
    QUAD = 8


class Side(StrEnum):
    """A player, or whose thing: seen from the controller of the effect."""

    YOU = "you"
    OPPONENT = "opponent"
    BOTH = "both"
    """Either player's, where something is looked for; each player, where something is done."""


ACROSS = {Side.YOU: Side.OPPONENT, Side.OPPONENT: Side.YOU, Side.BOTH: Side.BOTH}
"""A side as the opponent sees it."""


class Zone(StrEnum):
    """Where a card lies when it is looked for (CR 3.1)."""

    HAND = "hand"
    DECK = "deck"
    DISCARD = "discard"
    EXILE = "exile"
    SCENE_AREA = "scene_area"


class Spot(StrEnum):
    """Where a card was before something happened to it, or lies after it (CR 3.1)."""

    HAND = "hand"
    DECK = "deck"
    DISCARD = "discard"
    EXILE = "exile"
    SCENE_AREA = "scene_area"
    STACK = "stack"
    """In a character's stack."""
    CHARGE = "charge"
    """Face-down and sideways under a character (CR 11.17)."""
    FIELD = "field"
    """In a stack or in the scene area (CR 3.1.3)."""
    ANYWHERE = "anywhere"


class Cause(StrEnum):
    """By what something happened, costs being parts of effects (RULINGS A11)."""

    ANY = "any"
    EFFECT = "effect"
    YOUR_EFFECT = "your_effect"
    THEIR_EFFECT = "their_effect"
    YOU = "you"
    """An effect that you carry out, whoever controls it."""
    OPPONENT = "opponent"


class TurnPhase(StrEnum):
    """A phase at whose beginning something may trigger (CR 5.1.2); "the turn" begins and ends with the outer two."""

    START = "start"
    DRAW = "draw"
    SCENE = "scene"
    SET = "set"
    LEVEL_UP = "level_up"
    ACTIVATE = "activate"
    JUDGEMENT = "judgement"
    END = "end"


class Destination(StrEnum):
    """Where a card is moved; always the zone of its owner (CR 3.1.2)."""

    HAND = "hand"
    DISCARD = "discard"
    EXILE = "exile"
    DECK_TOP = "deck_top"
    DECK_BOTTOM = "deck_bottom"
    DECK_TOP_OR_BOTTOM = "deck_top_or_bottom"
    """The controller chooses, card by card."""


class Edge(StrEnum):
    """Which end of a deck, a stack or a pile of Charge cards."""

    TOP = "top"
    BOTTOM = "bottom"
    EITHER = "top_or_bottom"
    """The controller chooses."""
    ANY = "any"
    """Any card of a stack that the filters fit, or any Charge card, wherever it lies; the controller chooses."""


class Duration(StrEnum):
    """How long a modification holds (CR 5.10.2, 9.3.1)."""

    THIS_TURN = "this_turn"
    NEXT_TURN = "next_turn"
    """During the next turn only; the text gives no effect in the turn in which it is resolved."""
    THIS_AND_NEXT_TURN = "this_and_next_turn"
    """From now on until the end of the next turn."""
    WHILE_ACTIVE = "while_active"
    """As long as the continuous power is active."""


class Moment(StrEnum):
    """To when something is put off (CR 5.2, 5.10.2)."""

    END_OF_TURN = "end of turn"
    START_OF_NEXT_TURN = "start of next turn"
    END_OF_NEXT_TURN = "end of next turn"


class Deed(StrEnum):
    """What a player can be kept from (CR 1.2.2)."""

    DRAW = "draw"
    """Drawing, whether by a rule or by an effect (CR 5.3.2, 6.2, 11.10)."""
    SET_SCENE = "set_scene"
    """Setting a scene card (CR 5.4); that an effect puts one into play is no setting (6.2.1, 6.2.2)."""
    ACTIVATE = "activate"
    """Using payment powers, of a scene as of a character (CR 9.4)."""
    LEVEL_UP = "level_up"
    """Leveling up the own characters, by a rule or by an effect (CR 5.6, 11.8)."""


class Group(StrEnum):
    """Card groups in the memory of one run: what this effect, its cost included, did so far.

    A group holds all cards of its kind, in the order in which they came. It may be empty.
    """

    REVEALED = "revealed"
    """Revealed by this effect, still revealed or already moved."""
    REST = "rest"
    """Of REVEALED and LOOKED those that still lie where they were seen."""
    CHOSEN = "chosen"
    """Cards that a `ChooseCards` named."""
    SENT = "sent"
    """Sent to a discard area from anywhere but a hand (a scene and cards of a stack included)."""
    DISCARDED = "discarded"
    """Discarded from a hand."""
    EXILED = "exiled"
    """Exiled from the game."""
    DRAWN = "drawn"
    """Drawn (CR 11.10); a draw from an empty deck adds nothing."""
    TO_HAND = "to_hand"
    """Put into or returned to a hand other than by drawing."""
    RETURNED = "returned"
    """Returned to a deck, at either end."""
    ON_TOP = "on_top"
    """Of RETURNED those that went to the top."""
    PLAYED = "played"
    """Put into play, on top, under, in place, or as a scene."""
    EACH = "each"
    """The one card at which a `ForEach` stands."""
    PLACED = "placed"
    """The one card that the statement being performed puts into play ("it" in "able to level up with it")."""
    LOOKED = "looked"
    """Looked at by this effect (CR 12.3), still there or already moved."""
    THIS = "this"
    """The card itself that bears the power, wherever it lies."""


class CharacterRef(StrEnum):
    """Characters that are named without a choice."""

    THIS = "this"
    """The character whose top card bears the power."""
    CHOSEN = "chosen"
    """What the latest statement with a selector (other than a `That`) designated, one character or
    several.
    """
    LATEST = "latest"
    """In a power that has chosen characters by name of it: what a later statement with a selector designated."""
    PLAYED = "played"
    """The characters that hold a card of `Group.PLAYED`."""
    REMOVED = "removed"
    """The character that this effect moved as a whole, as it was last on the field (state, names, TYPEs)."""
    SUBJECT = "itself"
    """The one of which a filter asks, so that it may be compared with its own battle opponent."""
    EVENT = "event"
    """The character of the trigger: the one that entered play, or that resolved its [Activate] effect."""


class Trait(StrEnum):
    """A property by which cards or characters are distinguished."""

    NAME = "name"
    TYPE = "type"
    """A character has those that it has now, which may be several (CR 2.3.4); a card the printed one."""
    PRINTED_TYPE = "printed_type"
    LEVEL = "level"


class Measure(StrEnum):
    """A number that a character or a card has by itself; not every one has each."""

    BP = "bp"
    """BP of a character now (CR 8.1, 11.6, 11.7)."""
    SINGLE_BP = "single_bp"
    """Printed on its topmost card, or on the card, for this state (CR 2.3.7); the next three likewise."""
    DOUBLE_BP = "double_bp"
    TRIPLE_BP = "triple_bp"
    QUAD_BP = "quad_bp"
    EXTRA_BP = "extra_bp"
    """Printed EXTRA BP (CR 2.3.7.3)."""
    LEVEL = "level"
    """A scene has none."""
    ROUND = "round"
    """Printed on a scene (CR 2.4.2); a character has none."""
    CHARGE = "charge"
    """How many Charge cards lie under a character (CR 11.17)."""
    TYPES = "types"
    """How many TYPEs a character has now (CR 2.3.4)."""


PRINTED_BP = (Measure.SINGLE_BP, Measure.DOUBLE_BP, Measure.TRIPLE_BP, Measure.QUAD_BP, Measure.EXTRA_BP)
"""Printed BP in the order of a card's columns (CR 2.3.7.2)."""


class Change(StrEnum):
    """Kinds of change to a character's BP, each by its sign (CR 11.6, 11.7)."""

    GRADE_UP = "grade_up"
    GRADE_DOWN = "grade_down"
    BP_PLUS = "bp_plus"
    BP_MINUS = "bp_minus"


class DictatedOutcome(StrEnum):
    """Dictated outcome of a battle (CR 11.16)."""

    WIN = "win"
    TIE = "tie"


class Result(StrEnum):
    """How a battle was judged, seen from one of its characters (CR 5.9.4, 5.9.5)."""

    WON = "won"
    LOST = "lost"
    TIED = "tied"


class Role(StrEnum):
    """Lead or Next Player of this turn (CR 5.2.1)."""

    LEAD = "lead"
    NEXT = "next"


class Comparison(StrEnum):
    """How two amounts are compared."""

    AT_LEAST = ">="
    AT_MOST = "<="
    EQUAL = "=="
    MORE = ">"
    FEWER = "<"


# Amounts that depend on nothing else that a card says.


@dataclass(frozen=True, slots=True)
class PrintedRound:
    """The Round printed on the scene cards of a group, summed."""

    group: Group


@dataclass(frozen=True, slots=True)
class ChosenBP:
    """The BP value that a `ChooseBP` named; less than nothing where there was none to name."""


@dataclass(frozen=True, slots=True)
class FieldRound:
    """The number of battle areas (CR 2.4.2.3)."""


@dataclass(frozen=True, slots=True)
class ByState:
    """A number by the state of this character, SINGLE to QUAD."""

    values: tuple[int, int, int, int]


# What the tree says of battles: how they were judged, how many were won, where the newest one is fought (CR 5.9).


@dataclass(frozen=True, slots=True)
class AreaBetween:
    """A character in a battle area whose Round lies between the two, both included; ``None`` leaves an end open."""

    least: int | None
    most: int | None


@dataclass(frozen=True, slots=True)
class InNewestArea:
    """A character in the battle area that was opened last (CR 5.5.5)."""


@dataclass(frozen=True, slots=True)
class Fought:
    """A character whose battle was judged so this turn; before the judgement it has fought none (CR 5.9)."""

    result: Result


@dataclass(frozen=True, slots=True)
class Wins:
    """How many battles a side won in the last judgement, as its upright characters show (CR 1.3.2, 5.9.4.2)."""

    side: Side
