"""The words of the rules as numbers: phases, decisions, states, outcomes, and the sizes of the record."""

from __future__ import annotations

from enum import IntEnum

PLAYERS = 2
"""CR 1.1.1."""
CARDS = 60
"""Cards that one player may own in a game; a set of them fits the bits of one 64-bit number."""
SEATS = 64
"""Room per player in every zone; card and character ``k`` of player ``p`` is number ``p * SEATS + k``."""
AREAS = 64
"""Battle areas; every turn opens one and fills it with a card of each player, so ``CARDS`` bounds them."""
OPTIONS = 320
"""Options that one decision may have."""
MODIFIERS = 64
"""Modifiers in force at a time; equal ones on one character are kept as one."""
NONE = -1
"""No card, no character, no player."""
NO_BP = -1
"""A BP column without a printed value; zero is a value (CR 2.3.7, 11.15.1)."""
NAMES = 3
"""Character names that one card may have (CR 11.21); the record of a card holds no more."""
LOG_ROWS = 2048
"""Events between two readings of the log; it is read after every step."""
STARTING_HAND = 6
"""CR 4.2.3."""
WINS_NEEDED = 3
"""CR 1.3.2."""


class Phase(IntEnum):
    """Where a game stands: two steps of preparation (CR 4.2), the nine phases (CR 5.1.2), the end."""

    THROW = 0
    REDRAW = 1
    START = 2
    DRAW = 3
    SCENE = 4
    SET = 5
    LEVEL_UP = 6
    OPEN = 7
    ACTIVATE = 8
    JUDGEMENT = 9
    END = 10
    OVER = 11


class Decision(IntEnum):
    """What a player is asked for."""

    NOTHING = 0
    LEAD = 1
    REDRAW = 2
    SCENE = 3
    SET = 4
    LEVEL_UP = 5
    RESOLVE = 6
    ACTIVATE = 7
    OPTIONAL = 8
    CHARACTER = 9
    CARD = 10
    TYPE = 11
    PLACE = 12
    NUMBER = 13
    ORDER = 14


class Option(IntEnum):
    """Options that are no card, character or number; those are zero or more."""

    DECLINE = -1
    YES = -2
    LEAD = -3
    NEXT = -4
    TOP = -5
    BOTTOM = -6


class Grade(IntEnum):
    """Columns of BP (CR 2.3.7.2); the first four are also the states (CR 2.3.5.2)."""

    SINGLE = 0
    DOUBLE = 1
    TRIPLE = 2
    QUAD = 3
    EXTRA = 4


class Outcome(IntEnum):
    """Result of a battle (CR 5.9.3): won by player 0 or 1, a tie, or no battle at all."""

    A = 0
    B = 1
    TIE = 2
    NO_RESULT = 3


class Reason(IntEnum):
    """Why a game is over."""

    RUNNING = 0
    BATTLES = 1
    NO_CHARACTER = 2
    FAULT = 3


class KindBit(IntEnum):
    """Card types as bits (CR 2.2)."""

    ULTRA_HERO = 1
    KAIJU = 2
    ULTRA_MECH = 4
    SCENE = 8


class Switch(IntEnum):
    """Columns of the rules versions that the engine asks; the versions are rows of them."""

    QUAD = 0
    NO_SINGLE = 1
    VACANT_AREAS = 2
    EXTRA_COUNTS_AS_SHIFTED = 3
    SCENE_DRAW_AFTER_EFFECT = 4
    TRIGGERS_WAIT = 5
    CONTINUOUSLY_ACTIVE = 6
    NEW_OBJECT_ON_ZONE_CHANGE = 7
    TRIM_FROM_TOP = 8
    CHARGE = 9
    CHARGE_REVEALS_FIRST = 10
    TEAM = 11
    SEVERAL_NAMES = 12
    RESHUFFLE_BEFORE_REDRAW = 13
    BATON_TOUCH = 14


class Event(IntEnum):
    """What a transcript tells, one row each: event, player, three numbers."""

    THROW = 1
    CHOICE = 2
    PHASE = 3
    DRAW = 4
    NO_CARD_TO_DRAW = 5
    REDRAW = 6
    SCENE_SET = 7
    SCENE_LEAVES = 8
    SET = 9
    LEVEL_UP = 10
    TURNED_UP = 11
    BATTLE = 12
    LEAD_NEXT = 13
    GAME_OVER = 14
    CANNOT_SET = 15
    MOVED = 16
    EFFECT = 17
    MODIFIED = 18
    LOOKED = 19
    BANNED = 20
    NEGATED = 21


class Stream(IntEnum):
    """Separate streams of chance, so that what one player does leaves the other's luck alone."""

    SHUFFLE_A = 0
    SHUFFLE_B = 1
    TABLE = 2
    POLICY_A = 3
    POLICY_B = 4


class Fault(IntEnum):
    """Why a game was stopped: a limit of the program that it met, which is reported, or the end of the command."""

    NOTHING = 0
    TOO_MANY_OPTIONS = 1
    TOO_MANY_MODIFIERS = 2
    TOO_DEEP = 3
    ILLEGAL_ANSWER = 4
    TOO_MANY_WAITING = 5
    TOO_LONG = 6
    HALTED = 7
