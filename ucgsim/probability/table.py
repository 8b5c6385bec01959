"""The card to pin to the wall: how often so many copies show up, for one card and no condition at all."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError
from ucgsim.probability.copies import CopiesRow, CopyOdds
from ucgsim.probability.counting.lattice import HAND
from ucgsim.probability.sheets import copies_sheet
from ucgsim.report.result import Drawn

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from matplotlib.figure import Figure

DECK_SIZE = 50
MOST_COPIES = 20
TURNS = (2, 3, 4)
MAX_DECK = 500


@dataclass(frozen=True, slots=True)
class CopiesTable(CopyOdds, Drawn):
    """One row a number of copies, for decks of ``deck_size`` cards, and its picture."""

    def figure(self) -> Figure:
        """The chances by number of copies as a matplotlib figure."""
        from ucgsim.probability.plots import plot_copies  # noqa: PLC0415 - loads matplotlib

        return plot_copies(self)

    def _repr_html_(self) -> str:
        """The table, for a notebook."""
        return copies_sheet(self).html()


def copies_table(
    deck_size: int = DECK_SIZE,
    copies: Iterable[int] = range(1, MOST_COPIES + 1),
    turns: Sequence[int] = TURNS,
) -> CopiesTable:
    """Compute the table for a deck size, numbers of copies and turns.

    Raises:
        UcgsimError: a deck of fewer than twelve cards (no redraw of six) or more copies than cards.
    """
    wanted = sorted(set(copies))
    if not 2 * HAND <= deck_size <= MAX_DECK:
        raise UcgsimError(f"a deck of {deck_size} cards; the table is for {2 * HAND} to {MAX_DECK}")
    if not wanted or wanted[0] < 0 or wanted[-1] > deck_size:
        raise UcgsimError(f"the copies must lie between 0 and the {deck_size} cards of the deck")
    if not turns or min(turns) < 1:
        raise UcgsimError("turns count from 1")
    rows = tuple(_row(deck_size, number, turns) for number in wanted)
    return CopiesTable(deck_size, tuple(turns), rows)


def _row(size: int, copies: int, turns: Iterable[int]) -> CopiesRow:
    missed = _missed(size, copies, HAND)
    missed_again = missed * _missed(size - HAND, copies, HAND)
    # The old six are back in the deck by now but hold no copy, so all copies are among the size - 6 cards.
    later = (_missed(size - HAND, copies, min(turn - 1, size - HAND)) for turn in turns)
    return CopiesRow(
        copies, 1 - missed, 1 - missed_again, 1 - missed**2, tuple(1 - missed_again * rest for rest in later)
    )


def _missed(size: int, copies: int, drawn: int) -> Fraction:
    """The chance that none of the copies is among the drawn cards."""
    return Fraction(comb(size - copies, drawn), comb(size, drawn)) if copies <= size else Fraction(0)
