"""How the tables of cards are laid out that a compiled game is given; `engine.core.tables` fills them."""

from __future__ import annotations

import numpy as np

from ucgsim.engine.core.constants import CARDS, LOG_ROWS, NAMES, PLAYERS, Switch
from ucgsim.engine.core.learned import LEARNED, ROWS

MAX_CARDS = ROWS
"""Distinct cards in one run: every card of both players may be another, and so may those of other lists."""
LISTS = 64
"""Lists of a field, one of which an opponent's deck is taken to be."""
MAX_TESTS = 256
MAX_POWERS = 512
MAX_LINES = 256
MAX_EXPRESSIONS = 8192
MAX_STEPS = 8192
POLICY_NUMBERS = 10

CARD = np.dtype(
    [
        ("bp", "i4", (5,)),  # SINGLE, DOUBLE, TRIPLE, QUAD, EXTRA in points; NO_BP where none is printed
        ("reads", "i2", (4,)),  # column that each state reads: its own, or the nearest printed one
        ("teams", "i8"),  # bit a team (CR 11.18)
        ("kinds", "i2"),  # KindBit (CR 2.2)
        ("level", "i2"),  # 0 for a scene
        ("type", "i4"),  # bit of the printed TYPE, 0 for none (CR 2.3.4)
        ("scene_round", "i2"),  # -1 for a character (CR 2.4.2); a record has a method of the shorter name
        ("character", "i2", (NAMES,)),  # character name ids, -1 where there is none (CR 2.3.2)
        ("begins", "i2"),  # whether no card of the same character in this run has a lower level
        ("first_power", "i2"),  # powers [first_power, first_power + n_powers)
        ("n_powers", "i2"),
        ("watched", "i4"),  # bits of effects.compile.opcodes.Watch that they watch for
        ("has_payments", "i2"),  # whether one of them is a payment power
        ("first_line", "i2"),  # continuous lines [first_line, first_line + n_lines)
        ("n_lines", "i2"),
        ("line_kinds", "i4"),  # bits of Modifier that its own continuous lines give its character
        ("wide_kinds", "i4"),  # bits of those that they give other characters
    ],
    align=True,
)

POWER = np.dtype(
    [
        ("kind", "i2"),  # opcodes.PowerCode (CR 9.1.1)
        ("gate", "i2"),  # bits of the states in which it is active (CR 2.3.5.2)
        ("limit", "i2"),  # uses per turn (CR 9.4.2), 0 for any
        ("per_game", "i2"),  # whether they are uses in the whole game
        ("watch", "i2"),  # effects.compile.opcodes.Watch, NONE unless triggered (CR 9.2)
        ("watch_seats", "i2"),  # whose event, seen from the controller
        ("watch_filter", "i4"),  # expression over the character or card of the event, NONE for any
        ("watch_from", "i4"),  # bits of Spot, or of phases from the start of the turn on; 0 for any
        ("watch_to", "i4"),  # bits of Spot, 0 for any
        ("watch_cause", "i2"),  # effects.compile.opcodes.Cause
        ("watch_self", "i2"),  # whether it speaks of its own character alone
        ("condition", "i4"),  # use-condition of a payment power, NONE for none (CR 9.4.4)
        ("payable", "i4"),  # expression: the whole cost can be paid
        ("start", "i4"),  # first step: the cost, then the effect
        ("effect", "i4"),  # first step of the effect
    ],
    align=True,
)
LINE = np.dtype(
    [
        ("power", "i2"),
        ("condition", "i4"),  # expression, NONE for none
        ("to_self", "i2"),  # whether it speaks of its own character alone
        ("seats", "i2"),  # else: whose characters
        ("filter", "i4"),  # expression over the character
        ("kind", "i2"),  # Modifier
        ("amount", "i4"),  # expression
        ("stacks", "i2"),
        ("late", "i2"),  # whether it asks for BP (`ucgsim.engine.bp.settling`)
    ],
    align=True,
)


LIST = np.dtype(
    [
        ("share", "f8"),  # of the field
        ("n", "i2"),
        ("rows", "i2", (CARDS,)),  # rows of its cards, sorted
    ],
    align=True,
)

TABLES = np.dtype(
    [
        ("cards", CARD, (MAX_CARDS,)),  # sorted by card number
        ("rules", "i8", (len(Switch),)),  # switches of the rules version
        ("fits", "i1", (MAX_TESTS, MAX_CARDS)),  # static tests: bits of the names under which a card fits, 0 for none
        ("kin", "i1", (MAX_CARDS, MAX_CARDS)),  # bits of engine.core.kin.Kin: what a card is to another one
        ("many_names", "i8"),  # whether a card has several names, and the rules know that (CR 11.21)
        ("powers", POWER, (MAX_POWERS,)),
        ("lines", LINE, (MAX_LINES,)),  # what continuous powers do
        ("expressions", "i4", (MAX_EXPRESSIONS, 4)),  # effects.compile.opcodes.Ex
        ("steps", "i4", (MAX_STEPS, 8)),  # effects.compile.opcodes.Do
        ("watched", "i8"),  # bits of effects.compile.opcodes.Watch that some power watches for
        ("has_payments", "i8"),
        ("has_lines", "i8"),  # whether any continuous power is there
        ("asks_bp", "i8"),  # whether any expression asks for BP
        ("late_lines", "i8"),  # whether any continuous power does
        ("wide_kinds", "i8"),  # bits of Modifier that continuous powers give other characters
        ("given_kinds", "i8"),  # bits of those that they give any character
        ("policies", "f8", (PLAYERS, POLICY_NUMBERS)),  # id and numbers of each player's policy
        ("n_lists", "i8"),
        ("lists", LIST, (LISTS,)),  # of the field from which a player with closed lists takes the other deck to be
        ("halted", "i8"),  # whether games are to stop at their next turn (engine.core.halting)
        ("logging", "i8"),  # whether events are written
        ("log", "i4", (LOG_ROWS, 6)),  # events since the log was last emptied; row 0 holds their count
        ("learned", LEARNED),  # what a learned player knows and sees
    ],
    align=True,
)
"""What a compiled function is given beside the record, itself one record: a bare pointer costs nothing to pass on,
where a bundle of arrays costs twenty arguments and reference counts a call. Only the log,
what a learned player sees and whether games are to stop are ever written."""
