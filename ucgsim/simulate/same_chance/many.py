"""Many builds of a deck against one opponent on the same chance: one table for all of them, one shuffle a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.engine.core.constants import NONE
from ucgsim.engine.core.layout import MAX_CARDS
from ucgsim.engine.core.record import new_game
from ucgsim.engine.core.tables import fold
from ucgsim.errors import UcgsimError
from ucgsim.simulate.loops.match import LONGEST_GAME, ROW, play_chosen
from ucgsim.simulate.own.referee import referee_of
from ucgsim.simulate.same_chance.compare import align, half_points
from ucgsim.simulate.table import lay_out_with

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from ucgsim.cards.card import Card
    from ucgsim.decks.deck import Deck
    from ucgsim.simulate.table import Table
    from ucgsim.simulate.terms import Terms

MOST_NEW = 48
"""Cards that the builds of one table have and the deck has not: a table is laid out once for all of them, and still
fits the nearest cache."""

HIGHER = 1_000
"""Than the level of any card."""


@dataclass(frozen=True, eq=False)
class Builds:
    """Builds of a deck against one opponent at one table.

    ``rows``: card rows of each build, (builds, cards); ``begins``: which cards of the table stacks begin with where
    that build plays, (builds, MAX_CARDS).
    """

    table: Table
    rows: NDArray[np.int16]
    begins: NDArray[np.int16]
    matchup: int

    def but(self, places: slice) -> Builds:
        """Some of the builds."""
        return Builds(self.table, self.rows[places], self.begins[places], self.matchup)


def orders_of(deck: Deck, builds: Sequence[Deck], catalog: Mapping[str, Card]) -> list[list[Card]]:
    """The cards of each build, what it shares with the deck in the same places."""
    cards = deck.cards(catalog)
    return [align(cards, build.cards(catalog)) for build in builds]


def lay_out_builds(deck: Deck, orders: Sequence[Sequence[Card]], opponent: Deck, matchup: int, terms: Terms) -> Builds:
    """Lay out builds of a deck, their cards in the ``orders`` of `orders_of`, against an opponent.

    ``matchup`` tells the opponent's chance from that of others. Every game is the one that ``lay_out_meetings`` has
    for the build by itself. Raises UcgsimError as ``lay_out`` does.
    """
    catalog = terms.catalog
    numbers = sorted({card.number for cards in orders for card in cards})
    table, index = lay_out_with((deck, opponent), terms, [catalog[number] for number in numbers])
    rows = np.array([[index[card.number] for card in cards] for cards in orders], np.int16)
    present = np.zeros((len(orders), MAX_CARDS), bool)
    np.put_along_axis(present, rows.astype(np.int64), values=True, axis=1)
    present[:, [index[number] for number, _ in opponent.counts]] = True
    known = [*(catalog[number] for number in numbers), *opponent.cards(catalog)]
    return Builds(table, rows, _begins(present, known, index), matchup)


def _begins(present: NDArray[np.bool_], cards: Iterable[Card], index: Mapping[str, int]) -> NDArray[np.int16]:
    """Which cards stacks begin with where only those that are ``present`` are played, (builds, MAX_CARDS) both.

    They are those of the lowest level of one of their names, as `card_book` marks them.
    """
    levels: dict[str, dict[int, int]] = {}
    for card in cards:
        for name in map(fold, card.characters):
            levels.setdefault(name, {})[index[card.number]] = card.level or 0
    begins = np.zeros(present.shape, np.int16)
    for of_name in levels.values():
        places, level = np.array(list(of_name)), np.array(list(of_name.values()))
        here = present[:, places]
        lowest = np.where(here, level, HIGHER).min(axis=1, keepdims=True)
        begins[:, places] |= here & (level == lowest)
    return begins


def play_builds(builds: Builds, seed: int, games: range) -> NDArray[np.uint8]:
    """Half points of every build in the games of these indices, (builds, games).

    Raises UcgsimError for a game that meets a limit of the program.
    """
    return np.array([_points(rows, seed, games) for rows in _played(builds, seed, games)], np.uint8).reshape(
        len(builds.rows), len(games)
    )


def _played(builds: Builds, seed: int, games: range) -> Iterator[NDArray[np.void]]:
    """The rows of the games of each build; they are written anew for the next one."""
    table = builds.table
    tables, decks = table.tables.copy(), table.decks.copy()
    count = len(games)
    indices, leads = np.arange(games.start, games.stop, dtype=np.int64), np.full(count, NONE, np.int64)
    rows, ends = np.zeros(count, ROW), np.empty(count, np.int64)
    battles, game = np.empty(LONGEST_GAME * (count + 1), np.uint8), new_game()
    for cards, begins in zip(builds.rows, builds.begins, strict=True):
        tables.cards["begins"] = begins
        decks[0] = NONE
        decks[0, : len(cards)] = cards
        call = (indices, leads, rows.view(np.recarray), battles, ends)
        play_chosen(game, tables, decks, seed, builds.matchup, *call, referee_of(table.own))
        yield rows


def _points(rows: NDArray[np.void], seed: int, games: range) -> NDArray[np.int64]:
    for row in rows[rows["fault"] > 0]:
        raise UcgsimError(f"game {row['index']} of {games} of seed {seed} meets limit {row['fault']} of the program")
    return half_points(rows)
