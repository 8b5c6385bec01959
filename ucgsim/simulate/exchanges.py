"""Cards of a deck exchanged, on the shuffles of the deck as it is: many at random, or chosen ones (`loops.builds`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.engine.core.constants import NONE
from ucgsim.errors import UcgsimError
from ucgsim.simulate.loops.builds import FIRST, MOST_EXCHANGED, play_exchanges, screen_builds
from ucgsim.simulate.table import lay_out_with

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from ucgsim.decks.deck import Deck
    from ucgsim.simulate.plan import Terms
    from ucgsim.simulate.table import Table

HALF_POINTS = 3
BUILDS_A_GAME = 6
"""Builds on one shuffle of a screening."""
CARDS_A_BUILD = 2
"""Cards that such a build exchanges."""


def columns_of(outs: Sequence[str], entrants: Sequence[str]) -> tuple[dict[str, int], dict[str, int]]:
    """The columns of a screening: of the cards that leave, and of those that come in; the last one is the result's."""
    first = FIRST + len(outs)
    return (
        {number: FIRST + place for place, number in enumerate(outs)},
        {number: first + place for place, number in enumerate(entrants)},
    )


@dataclass(frozen=True, eq=False)
class Bench:
    """A deck against one opponent at a table that holds the cards that may come in.

    ``limits``: copies of each that a build may have. ``matchup`` separates the opponent's chance from that of others.
    """

    table: Table
    rows: Mapping[str, int]
    deck: Deck
    limits: Mapping[str, int]
    matchup: int

    @cached_property
    def numbers(self) -> list[str]:
        """Numbers of the deck's cards in the order in which the table has them."""
        return [number for number, count in sorted(self.deck.counts) for _ in range(count)]

    def screen(self, seed: int, games: range, entrants: Sequence[str], every: Sequence[str]) -> NDArray[np.int64]:
        """Play builds in which some of ``entrants`` come in; sums of products of all columns, (columns, columns).

        ``every``: all that may come in, which have columns. Raises UcgsimError for a game that meets a limit.
        """
        outs, into = columns_of(sorted(dict(self.deck.counts)), every)
        leaves = np.array([outs[number] for number in self.numbers], np.int64)
        comes = np.array([[self.rows[each], self.limits[each], into[each]] for each in entrants], np.int64)
        width = FIRST + len(outs) + len(into) + 1
        gram = np.zeros((width, width), np.int64)
        shape = (BUILDS_A_GAME, CARDS_A_BUILD)
        call = (leaves, comes, seed, self.matchup, games.start, len(games), *shape, gram)
        self._refuse(screen_builds(self.table.tables.copy(), self.table.decks, *call), seed)
        return gram

    def exchange(
        self, seed: int, games: range, exchanges: Sequence[tuple[Sequence[str], Sequence[str]]]
    ) -> NDArray[np.int64]:
        """Play exchanges of cards that leave for as many that come in; games by half points of the deck and of each
        exchange, (exchanges, 3, 3).

        Raises UcgsimError for a game that meets a limit.
        """
        rows = np.full((len(exchanges), 2 * MOST_EXCHANGED), NONE, np.int64)
        for row, (out, into) in zip(rows, exchanges, strict=True):
            row[: 2 * len(out) : 2] = [self.rows[number] for number in out]
            row[1 : 2 * len(into) : 2] = [self.rows[number] for number in into]
        pairs = np.zeros((len(exchanges), HALF_POINTS, HALF_POINTS), np.int64)
        call = (rows, seed, self.matchup, games.start, len(games), pairs)
        self._refuse(play_exchanges(self.table.tables.copy(), self.table.decks, *call), seed)
        return pairs

    def _refuse(self, fault: int, seed: int) -> None:
        if fault:
            raise UcgsimError(f"a game of seed {seed} with other cards meets limit {fault} of the program")


def bench_of(deck: Deck, opponent: Deck, matchup: int, terms: Terms, limits: Mapping[str, int]) -> Bench:
    """Lay out a deck against an opponent with all cards of ``limits``; UcgsimError as ``lay_out`` raises it."""
    catalog = terms.catalog
    table, rows = lay_out_with((deck, opponent), terms, [catalog[number] for number in sorted(limits)])
    return Bench(table, rows, deck, limits, matchup)
