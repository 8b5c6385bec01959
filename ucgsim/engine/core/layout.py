"""How the tables of cards are laid out that a compiled game is given; `engine.core.tables` fills them.

One small network a kind of decision: what it sees of the position and of one option goes through ``HIDDEN`` units, and
straight to the answer besides.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.engine.core.constants import AREAS, CARDS, LOG_ROWS, NAMES, NONE, OPTIONS, PLAYERS, SEATS, Switch

if TYPE_CHECKING:
    from numpy.typing import NDArray


NETS = 6
"""Networks that one player has."""
SCHOOLS = 2
"""Sets of networks at a table: its players may have learned apart."""
HIDDEN = 32
POSITION = 48
"""Room for what is seen of a position: eights of places, at most 64. So is the next."""
OPTION = 56
"""Room for what is seen of one option."""

DECKS: Any = [np.int16, 2]
"""What an entry is given as decks: rows of the card table, shape (2, cards)."""

RAISES = 64
"""Level-ups that are looked at while a card is set, at most."""

STEP = 500
"""Points of BP from one chance against a card of a list to the next."""
STEPS = 64

ROWS = 384
"""Rows of the card table, at most: cards of both decks, and of all lists of a field where lists are closed."""
KIN = ROWS * ROWS // 4
"""Pairs of rows of which one lies on the other, at most: their levels are one apart, so one is even and one is odd."""

LEARNED = np.dtype(
    [
        ("of_position", "f4", (SCHOOLS * NETS, POSITION, HIDDEN)),  # first layer, what is seen of the position
        ("of_option", "f4", (SCHOOLS * NETS, OPTION, HIDDEN)),  # first layer, what is seen of an option
        ("bias", "f4", (SCHOOLS * NETS, HIDDEN)),
        ("second", "f4", (SCHOOLS * NETS, HIDDEN)),
        ("skip_position", "f4", (SCHOOLS * NETS, POSITION)),
        ("skip_option", "f4", (SCHOOLS * NETS, OPTION)),
        ("last", "f4", (SCHOOLS * NETS,)),  # what is added in the end
        ("taught", "i8", (PLAYERS,)),  # where the networks of each player begin
        ("which", "i8"),  # where those of the player who looks begin
        # which rows of the card table lie on which, listed when a game asks for the first time
        ("listed", "i8"),
        ("above", "i2", (KIN,)),  # rows that fit on row 0, on row 1, ...
        ("above_ends", "i2", (ROWS + 1,)),  # where those of each row end; before the first one 0
        ("below", "i2", (KIN,)),  # rows that row 0, row 1, ... fits on
        ("below_ends", "i2", (ROWS + 1,)),
        # what is printed on a card of each row, as it is seen of an option; put down when it is first looked at
        ("printed", "f8", (ROWS, OPTION)),
        ("is_printed", "i1", (ROWS,)),
        # a list of each player, and what it says of any opening hand and of what lies face-down
        ("list_mark", "i8", (PLAYERS,)),  # what its cards come to; 0 before the first
        ("list_left", "i2", (PLAYERS, ROWS)),  # its cards of each row
        ("list_row", "i2", (PLAYERS, ROWS)),  # rows of its characters
        ("list_rows", "i8", (PLAYERS,)),  # how many these are
        ("list_asks", "i8", (PLAYERS,)),  # bits of the states in which one of them asks for its battle opponent
        ("list_plain", "i8", (PLAYERS,)),  # whether what they ask is printed on the two cards that meet
        # BP with which a row of the other list, as SINGLE or DOUBLE against SINGLE or DOUBLE, last met one of its cards
        # of which either asks for the other; and its chance then
        ("asked_bp", "f8", (PLAYERS, ROWS, 4)),
        ("asked_chance", "f8", (PLAYERS, ROWS, 4)),
        ("list_chance", "f8", (PLAYERS, STEPS)),  # chance of a battle against one of its cards, by BP
        ("list_above", "i2", (PLAYERS, ROWS)),  # its cards that fit on a row
        ("list_below", "i2", (PLAYERS, ROWS)),  # its cards that a row fits on
        ("list_seen", "f8", (PLAYERS, POSITION)),
        # what follows is void between decisions
        ("left", "i2", (ROWS,)),  # cards of each row in the own deck
        ("held", "i8", (SEATS,)),  # rows of the cards in hand
        ("settable", "i8"),  # bits of their places, of those that may be set
        ("over", "i8"),  # of those that lie on the card that is looked at
        ("under", "i8"),  # of those that it lies on and that may be set
        ("akin", "i8"),  # of others with a name in common
        ("copies", "i8"),  # of those of the same row
        ("carried", "i8", (SEATS,)),  # bits of the places in hand of what lies on the card at each place
        ("reached", "f8", (2, ROWS)),  # chances that a card of the row can be leveled up to from the hand
        ("position", "f8", (POSITION,)),
        ("option", "f8", (OPTION,)),
        ("common", "f4", (HIDDEN,)),  # first layer after the position
        ("own", "f8", (AREAS,)),  # BP of the own side
        ("theirs", "f8", (AREAS,)),  # BP to reckon with opposite
        ("chance", "f8", (AREAS,)),  # battles won on average
        ("odds", "f8", (AREAS,)),  # the same where the other list says what may lie face-down
        ("raised", "f8", (AREAS,)),  # the same after a level-up
        ("wins", "f8", (AREAS + 1,)),  # chances of so many battles won
        ("win", "f8"),  # chance that this judgement wins the game
        ("lose", "f8"),
        ("win_before", "f8"),  # the same before a level-up
        ("lose_before", "f8"),
        ("answer", "f8"),  # BP of a character opposite after the best level-up of its list
        ("fitted", "f8"),  # chance that the other hand holds a level-up for it
        ("beaten", "f8"),  # and one that beats the own character as it is
        ("outdone", "f8"),  # and as it is after a level-up
        ("unsure", "i8", (AREAS,)),  # whether a face-down card lies opposite, or none yet
        ("after", "f8", (OPTIONS,)),  # BP after a level-up
        ("plan_odds", "f8", (OPTIONS,)),  # chance of its battle after a level-up
        ("rated", "f8", (OPTIONS,)),  # what the network makes of every level-up
        ("plan_wins", "f8", (OPTIONS,)),  # chances of the best plan that begins with it, to win and not to lose
        ("plan_loses", "f8", (OPTIONS,)),
        ("plan_win", "f8"),  # the best chance to win the game by this judgement, of several level-ups together
        ("plan_lose", "f8"),  # the least chance to lose it, by the same
        ("raises", "i8"),  # level-ups that the hand offers while a card is set: card, area, chance of the battle
        ("raise_card", "i8", (RAISES,)),
        ("raise_area", "i8", (RAISES,)),
        ("raise_odds", "f8", (RAISES,)),
    ],
    align=True,
)


# Which cards of a table go with which: found once, so that a game looks it up.


class Kin(IntEnum):
    """Bits of what one card is to another one by what is printed on both."""

    LIES_ON = 1
    """It may lie directly on the other one (CR 12.1.1)."""
    FOLLOWS = 2
    """The same for a name in common (CR 5.6.1)."""
    SHARES_NAME = 4
    """They have a character name in common (CR 2.3.2)."""
    CARRIES = 8
    """The other one may lie directly on it."""


def fill_kin(tables: np.record, n: int) -> None:
    """Write down what each of the first ``n`` cards of the tables is to each of them; done again where cards change."""
    tables["kin"][:n, :n] = kin_of(tables["cards"][:n], tables["rules"])


def kin_of(cards: NDArray[np.void], rules: NDArray[np.int64]) -> NDArray[np.int8]:
    """What each of some cards, dtype CARD, is to each of them: bits of Kin, shape (n, n)."""
    level = cards["level"].astype(int)
    above = level[:, None] == level[None, :] + 1
    names = _share_names(cards["character"] if rules[Switch.SEVERAL_NAMES] else cards["character"][:, :1])
    teams = (cards["teams"][:, None] & cards["teams"][None, :] != 0) & bool(rules[Switch.TEAM])
    lies_on = (names | teams) & above
    kin = np.where(names, Kin.SHARES_NAME, 0) + np.where(names & above, Kin.FOLLOWS, 0)
    return np.asarray(kin + np.where(lies_on, Kin.LIES_ON, 0) + np.where(lies_on.T, Kin.CARRIES, 0), np.int8)


def _share_names(names: NDArray[Any]) -> NDArray[np.bool_]:
    """Whether rows of name ids have one in common, shape (n, n)."""
    same = names[:, None, :, None] == names[None, :, None, :]
    shared: NDArray[np.bool_] = (same & (names != NONE)[:, None, :, None]).any(axis=(2, 3))
    return shared


# How the tables of cards are laid out that a compiled game is given; `engine.core.tables` fills them.


MAX_CARDS = ROWS
"""Distinct cards in one run: every card of both players may be another, and so may those of other lists."""
LISTS = 64
"""Lists of a field, one of which an opponent's deck is taken to be."""
MAX_TESTS = 256
MAX_POWERS = 512
MAX_LINES = 256
MAX_EXPRESSIONS = 8192
MAX_STEPS = 8192
POLICY_NUMBERS = 12

CARD = np.dtype(
    [
        ("bp", "i4", (5,)),  # SINGLE, DOUBLE, TRIPLE, QUAD, EXTRA in points; NO_BP where none is printed
        ("reads", "i2", (4,)),  # column that each state reads: its own, or the nearest printed one
        ("teams", "i8"),  # bit a team (CR 11.18)
        ("kinds", "i2"),  # KindBit (CR 2.2)
        ("keywords", "i4"),  # a bit for each of cards.keywords.KEYWORDS that it has
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
        ("asks_opposite", "i2"),  # bits of the states in which one of them asks for its battle opponent
        ("asks_more", "i2"),  # whether one asks for more than what is printed on its character and that one
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
        ("late", "i2"),  # whether it asks for BP (`ucgsim.engine.bp`)
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
        ("kin", "i1", (MAX_CARDS, MAX_CARDS)),  # bits of engine.core.layout.Kin: what a card is to another one
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
"""What a compiled function is given next to the record, itself one record: a bare pointer costs nothing to pass on,
where a bundle of arrays costs twenty arguments and reference counts a call. Only the log,
what a learned player sees and whether games are to stop are ever written."""
