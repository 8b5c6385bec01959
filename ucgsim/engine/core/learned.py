"""Room in the tables for a learned player: the numbers of its networks, and where it puts down what it sees.

One small network a kind of decision: what it sees of the position and of one option goes through ``HIDDEN`` units, and
straight to the answer besides.
"""

from __future__ import annotations

import numpy as np

from ucgsim.engine.core.constants import AREAS, CARDS, OPTIONS, PLAYERS, SEATS

NETS = 6
"""Networks that one player has."""
HIDDEN = 32
POSITION = 40
"""Room for what is seen of a position: eights of places, at most 64. So is the next."""
OPTION = 48
"""Room for what is seen of one option."""

ROWS = 384
"""Rows of the card table, at most: cards of both decks, and of all lists of a field where lists are closed."""
KIN = ROWS * ROWS // 4
"""Pairs of rows of which one lies on the other, at most: their levels are one apart, so one is even and one is odd."""

LEARNED = np.dtype(
    [
        ("of_position", "f4", (NETS, POSITION, HIDDEN)),  # first layer, what is seen of the position
        ("of_option", "f4", (NETS, OPTION, HIDDEN)),  # first layer, what is seen of an option
        ("bias", "f4", (NETS, HIDDEN)),
        ("second", "f4", (NETS, HIDDEN)),
        ("skip_position", "f4", (NETS, POSITION)),
        ("skip_option", "f4", (NETS, OPTION)),
        ("last", "f4", (NETS,)),  # what is added in the end
        # which rows of the card table lie on which, listed when a game asks for the first time
        ("listed", "i8"),
        ("above", "i2", (KIN,)),  # rows that fit on row 0, on row 1, ...
        ("above_ends", "i2", (ROWS + 1,)),  # where those of each row end; before the first one 0
        ("below", "i2", (KIN,)),  # rows that row 0, row 1, ... fits on
        ("below_ends", "i2", (ROWS + 1,)),
        # what is printed on a card of each row, as it is seen of an option; put down when it is first looked at
        ("printed", "f8", (ROWS, OPTION)),
        ("is_printed", "i1", (ROWS,)),
        # a list of each player, by the rows of its cards as they are numbered, and what it says of any opening hand
        ("list_size", "i8", (PLAYERS,)),  # 0 before the first
        ("list_rows", "i2", (PLAYERS, CARDS)),
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
        ("unsure", "i8", (AREAS,)),  # whether a face-down card lies opposite, or none yet
        ("after", "f8", (OPTIONS,)),  # BP after a level-up
    ],
    align=True,
)
