"""Opening hands dealt by the game itself: what is done with them, what the first turns show, how the game ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.engine.core.constants import STARTING_HAND
from ucgsim.engine.core.record import new_game
from ucgsim.errors import UcgsimError
from ucgsim.simulate.hands.slow_openings import Dealing, open_slowly
from ucgsim.simulate.loops.redraws import NOT_REACHED, OPENING, Choice, play_openings
from ucgsim.simulate.plan import First

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ucgsim.cards.card import Card
    from ucgsim.simulate.table import Table


class Openings(NamedTuple):
    """``rows``: dtype OPENING, (n,); ``seen``: bits of the cards that side a has held or played by the end of
    the scene phase of each turn, int64[n, turns]; bit k is card k of its deck in the order of numbers.

    ``drawn``: the cards that the same deck would have shown by a draw a turn, nothing being played, int64[n, turns];
    ``reached``: whether the game came to the turn, bool[n, turns]. Where it did not, ``seen`` is as it ended.
    """

    rows: NDArray[np.void]
    seen: NDArray[np.int64]
    drawn: NDArray[np.int64]
    reached: NDArray[np.bool_]


class Chance(NamedTuple):
    """What decides the luck of a game, beside its index."""

    seed: int
    matchup: int = 0
    first: First = First.THROW


def open_games(
    table: Table,
    chance: Chance,
    indices: NDArray[np.int64],
    choices: NDArray[np.int8],
    *,
    turns: int = 0,
    play_out: bool = False,
    hands: NDArray[np.int16] | None = None,
) -> Openings:
    """Play games until turn ``turns`` has had its scene phase, or to their end.

    ``indices``, ``choices`` (``Choice``): shape (n,). ``hands``: card rows to deal side a, (n, 6); as shuffled
    where None. Two games of one index see the same chance whatever is chosen. Raises UcgsimError for a game that
    meets a limit of the program.
    """
    seen = np.zeros((len(indices), 2, turns), np.int64)
    dealt = np.empty((0, STARTING_HAND), np.int16) if hands is None else hands
    if table.own is not None:
        dealing = Dealing(chance.seed, chance.matchup, chance.first)
        rows = open_slowly(table, dealing, indices, choices, hands=dealt, seen=seen, play_out=play_out)
    else:
        rows = np.zeros(len(indices), OPENING)
        call = (table.tables, table.decks, chance.seed, chance.matchup, indices, chance.first.code, dealt, choices)
        play_openings(new_game(), *call, play_out, rows.view(np.recarray), seen)
    for index in indices[rows["fault"] > 0]:
        raise UcgsimError(f"game {index} of seed {chance.seed} meets limit {rows['fault'].max()} of the program")
    reached = seen[:, 1] != NOT_REACHED
    return Openings(rows, seen[:, 0], np.where(reached, seen[:, 1], 0), reached)


def policy_redraws(table: Table, deck: Sequence[Card], hands: Sequence[Sequence[Card]], seed: int) -> NDArray[np.bool_]:
    """Which opening hands the policy of side a would give back as Lead Player (CR 4.2.3), bool[hands].

    ``deck``: the cards of side a sorted by number, six of which are each hand.
    """
    row = {card.number: table.decks[0, place] for place, card in enumerate(deck)}
    dealt = np.array([[row[card.number] for card in hand] for hand in hands], np.int16)
    played = open_games(
        table,
        Chance(seed, first=First.A),
        np.arange(len(hands)),
        np.full(len(hands), Choice.KEEP, np.int8),
        hands=dealt,
    )
    return played.rows["verdict"].astype(np.bool_)


def cards_of(bits: NDArray[np.int64], size: int) -> NDArray[np.bool_]:
    """The bits of card sets as flags: int64[...] in, bool[..., size] out."""
    return (bits[..., None] >> np.arange(size) & 1).astype(np.bool_)
