"""What became of every card in the games of a run, counted against who won."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.engine.core.constants import PLAYERS
from ucgsim.engine.core.record import new_game
from ucgsim.errors import UcgsimError
from ucgsim.simulate.loops.impact import IMPACT, ROUNDS, Fate, play_impact
from ucgsim.simulate.referee import referee_of
from ucgsim.simulate.workers import in_order

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ucgsim.simulate.plan import Plan
    from ucgsim.simulate.table import Table

PART = 5_000
"""Games of one part, at most."""
STATES = 5
"""What a game says of a card: nothing, or with (1, 2) or without it (3, 4), lost or won by its side."""
ASIDE, WITH_LOST, WITH_WON, WITHOUT_LOST, WITHOUT_WON = range(STATES)


class ImpactPart(NamedTuple):
    """Counts of a part: ``tables[side][card, fate, i]`` games in the state i."""

    tables: tuple[NDArray[np.int64], NDArray[np.int64]]
    games: int


@dataclass(frozen=True, eq=False)
class Subject:
    """What is played and watched: ``bits`` as ``play_impact`` reads them, ``cards`` the numbers by side."""

    plan: Plan
    table: Table
    cards: tuple[tuple[str, ...], tuple[str, ...]]
    bits: NDArray[np.int64]


def watch(plan: Plan, table: Table) -> Subject:
    """Watch every card number of both decks; the table is copied and keeps the log."""
    tables = table.tables.copy()
    tables.logging = 1
    bits = np.zeros((PLAYERS, len(tables.cards)), np.int64)
    for player, row in enumerate(table.decks):
        for place, card in enumerate(np.unique(row[row >= 0])):
            bits[player, card] = 1 << place
    # Rows of the card table are sorted by number, as the counts of a deck are.
    a, b = (tuple(number for number, _ in deck.counts) for deck in plan.decks)
    return Subject(plan, table.but(tables), (a, b), bits)


def play_part(subject: Subject, start: int, n: int) -> NDArray[np.void]:
    """Play games ``start`` ... of the plan: dtype IMPACT, shape (n,). UcgsimError for a limit of the program."""
    plan, table = subject.plan, subject.table
    rows = np.zeros(n, IMPACT)
    tables = table.tables.copy()
    call = (tables, table.decks, plan.seed, plan.matchup, start, plan.first.code, subject.bits)
    play_impact(new_game(), *call, rows.view(np.recarray), referee_of(table.own))
    for place in np.flatnonzero(rows["fault"]):
        raise UcgsimError(f"game {start + place} of seed {plan.seed} meets limit {rows['fault'][place]} of the program")
    return rows


def count_part(subject: Subject, start: int, n: int) -> ImpactPart:
    """Play and count games ``start`` ... of the plan."""
    rows = play_part(subject, start, n)
    a, b = (
        np.stack([_count(rows, side, fate, len(cards)) for fate in Fate], axis=1)
        for side, cards in enumerate(subject.cards)
    )
    return ImpactPart((a, b), n)


def _count(rows: NDArray[np.void], side: int, fate: Fate, cards: int) -> NDArray[np.int64]:
    """Games by their states, shape (cards, STATES)."""
    flags = (rows["fate"][:, side, fate, None] >> np.arange(cards)) & 1
    won = (rows["winner"] == side)[:, None]
    states = np.where(flags == 1, WITH_LOST, WITHOUT_LOST) + won
    by_round = Fate.OPENING < fate <= Fate.OPENING + ROUNDS
    if by_round:
        # A game that ended before the Round says nothing about a card that might have been drawn in it.
        states = np.where((rows["turns"] >= fate - Fate.OPENING)[:, None], states, ASIDE)
    codes = states + STATES * np.arange(cards)
    return np.bincount(codes.ravel(), minlength=cards * STATES).reshape(cards, STATES)


def count_cards(subject: Subject, *, jobs: int = 1) -> Iterator[ImpactPart]:
    """Play all games of the plan again, part by part, side by side where that pays; counts add up in any order."""
    games, size = subject.plan.games, min(PART, subject.plan.shard)
    parts = [partial(count_part, subject, start, min(size, games - start)) for start in range(0, games, size)]
    yield from in_order(parts, jobs)
