"""What a searching player writes on: records to play in, the cards that may lie hidden, the values found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ucgsim.engine.core.constants import OPTIONS, PLAYERS, SEATS
from ucgsim.engine.core.layout import LISTS, ROWS
from ucgsim.engine.core.record import GAME
from ucgsim.errors import UcgsimError
from ucgsim.policies.spec import PARAMETERS, PolicyId, fast_row

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_WORLDS = 512
"""Worlds that one decision may look at."""

POOL = np.dtype(
    [
        ("n", "i2"),  # cards of one owner that the viewer can't place
        ("n_held", "i2"),  # how many of them are known to be held
        ("n_down", "i2"),  # how many of the places are on the field; they come first
        ("n_left", "i2"),  # how many held cards are left for the hand, in the world that is being dealt
        ("n_hand", "i2"),  # how many are in the hand; those in the deck follow
        ("cards", "i2", (SEATS,)),  # the card that lies in each place, whatever it is
        ("on", "i2", (SEATS,)),  # what lay directly below that card, where it lies face-down; NONE for nothing
        ("rows", "i2", (SEATS,)),  # rows of the card table to be dealt, held ones first, each part sorted
        ("dealt", "i2", (SEATS,)),  # what a world has in each place
        ("likely", "i2", (SEATS,)),  # the way that is taken of several to deal a world
        ("counts", "i2", (ROWS,)),  # cards of each row, while they are sorted
        ("bound", "f8", (SEATS,)),  # of the places on the field: no way to fill one weighs more
        ("weight", "f8", (SEATS,)),  # of each row, for the place that is being filled
    ],
    align=True,
)
SEARCH = np.dtype(
    [
        ("games", GAME, (3,)),  # the game as its viewer knows it, one world, and the game that is played on
        ("pools", POOL, (PLAYERS,)),
        ("n_lots", "i2"),  # cards in lots
        ("lot_cards", "i2", (PLAYERS * SEATS,)),  # lot by lot
        ("lot_ends", "i2", (PLAYERS * SEATS,)),  # where the lot of each ends
        ("lot_rows", "i2", (PLAYERS * SEATS,)),  # the rows to be dealt within each lot, sorted
        ("dealt_rows", "i2", (PLAYERS * SEATS,)),
        ("fast", "f8", (PLAYERS, 1 + PARAMETERS)),  # id and numbers of the policy that plays on for each searcher
        ("numbers", "f8", (PLAYERS, 1 + PARAMETERS)),  # id and numbers of each player that searches
        ("viewer", "i4"),  # player as whom the game is known
        ("n_seen", "i2"),  # cards of the other deck that the viewer knows, where lists are closed
        ("seen_rows", "i2", (SEATS,)),  # their rows, sorted
        ("left_rows", "i2", (SEATS,)),  # what a list leaves of itself without them
        ("list_lacks", "i4", (LISTS,)),  # of each list of the field: how many of the cards seen it lacks
        ("list_weight", "f8", (LISTS,)),  # how likely it is
        ("usual", "i4"),  # option of that policy
        ("worlds", "i4"),  # worlds looked at in the latest decision
        ("asked", "i8"),  # decisions searched with this scratch
        ("playouts", "i8"),
        ("tried", "i4", (OPTIONS,)),  # worlds in which each option was tried; fewer where it was clearly worse
        ("values", "f4", (OPTIONS, MOST_WORLDS)),  # what came of it in each world for the deciding player, 0 to 1
        ("average", "f8", (OPTIONS,)),  # over the worlds in which it was tried
        ("gain", "f8", (OPTIONS,)),  # mean difference to the option of the fast policy in the same worlds
        ("error", "f8", (OPTIONS,)),  # standard error of that
    ],
    align=True,
)


def new_scratch() -> np.recarray:
    """One zeroed record of dtype SEARCH, shape (1,)."""
    return np.zeros(1, SEARCH).view(np.recarray)


def scratch_for(tables: np.record, *, asks: bool = False) -> NDArray[np.void]:
    """Scratch for the players seated in ``tables``: one record if any of them tries things, none else; dtype SEARCH.

    UcgsimError where a policy of the user's own is seated and the one who plays does not ask it.
    """
    if not asks and any(int(numbers[0]) == PolicyId.OWN for numbers in tables.policies):
        raise UcgsimError("a policy of your own does not play here; name greedy, planner or search")
    if not any(int(numbers[0]) in (PolicyId.SEARCH, PolicyId.PLANNER) for numbers in tables.policies):
        return _NOTHING
    scratch = new_scratch()
    for player, numbers in enumerate(tables.policies):
        scratch[0].fast[player] = fast_row(numbers)
        if int(numbers[0]) == PolicyId.SEARCH:  # others have other numbers in the same places
            scratch[0].numbers[player] = numbers
    return scratch


_NOTHING = np.zeros(0, SEARCH).view(np.recarray)
