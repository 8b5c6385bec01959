"""The card to pin to the wall: how often so many copies show up, for one card and no condition at all."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING, Any

from ucgsim.errors import UcgsimError
from ucgsim.language import gettext as _
from ucgsim.language import marked
from ucgsim.probability.counting.lattice import HAND
from ucgsim.probability.result import exact_percent
from ucgsim.report.result import Drawn
from ucgsim.report.sheet import Sheet, number, sheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import pandas as pd
    import polars as pl
    from matplotlib.figure import Figure

DECK_SIZE = 50
MOST_COPIES = 20
TURNS = (2, 3, 4)
MAX_DECK = 500


@dataclass(frozen=True, slots=True)
class CopiesRow:
    """Chances to have seen at least one of ``copies`` copies.

    ``six``: in the opening six. ``redrawn`` and ``reshuffled``: in the hand after a redraw that is taken when
    there is none in the first, in the official procedure (CR 4.2.3) and in the folk one. ``by_turn``: with
    the official redraw and the draws of the later turns.
    """

    copies: int
    six: float
    redrawn: float
    reshuffled: float
    by_turn: tuple[float, ...]

    @property
    def chances(self) -> tuple[float, ...]:
        """All columns, in the order of :attr:`CopiesTable.headings`."""
        return (self.six, self.redrawn, self.reshuffled, *self.by_turn)


@dataclass(frozen=True, slots=True)
class CopiesTable(Drawn):
    """One row a number of copies, for decks of ``deck_size`` cards, and its picture."""

    deck_size: int
    turns: tuple[int, ...]
    rows: tuple[CopiesRow, ...]

    @property
    def headings(self) -> tuple[str, ...]:
        """Names of the columns, without the copies."""
        return ("six", "redraw", "reshuffled", *(f"by turn {turn}" for turn in self.turns))

    def as_json(self) -> dict[str, Any]:
        """The table in types that JSON has; chances from 0 to 1."""
        rows = [
            {"copies": row.copies}
            | {
                name.replace(" ", "_"): {"probability": chance}
                for name, chance in zip(self.headings, row.chances, strict=True)
            }
            for row in self.rows
        ]
        return {"deck_size": self.deck_size, "exact": True, "redraw": "unless", "rows": rows}

    def to_pandas(self) -> pd.DataFrame:
        """The table with chances from 0 to 1."""
        import pandas as pd  # noqa: PLC0415 - slower to import than the table to compute

        return pd.DataFrame(self._records())

    def to_polars(self) -> pl.DataFrame:
        """The table with chances from 0 to 1."""
        import polars as pl  # noqa: PLC0415

        return pl.DataFrame(self._records())

    def _records(self) -> list[dict[str, float]]:
        return [{"copies": row.copies} | dict(zip(self.headings, row.chances, strict=True)) for row in self.rows]

    def sheet(self) -> Sheet:
        """The chance of at least one of so many copies."""
        rows = [[number(row.copies), *(number(each, exact_percent(each)) for each in row.chances)] for row in self.rows]
        by_turn = (_("by turn {turn}").format(turn=turn) for turn in self.turns)
        return sheet("", [marked("copies"), "six", marked("redraw"), marked("reshuffled"), *by_turn], rows)

    def _repr_html_(self) -> str:
        """The table, for a notebook."""
        return self.sheet().html()

    def figure(self) -> Figure:
        """The chances of the table by number of copies."""
        from ucgsim.probability.plots import percentages, question_figure  # noqa: PLC0415 - loads matplotlib

        sample, exact = f"{self.deck_size} cards", "exact: counted, nothing sampled"
        with question_figure("at least one copy", sample, exact) as (figure, axes):
            copies = [row.copies for row in self.rows]
            for index, heading in enumerate(self.headings):
                axes.plot(copies, [100 * row.chances[index] for row in self.rows], marker=".", label=heading)
            percentages(axes, "copies in the deck")
        return figure


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


def _missed(size: int, copies: int, drawn: int) -> float:
    """The chance that none of the copies is among the drawn cards."""
    return comb(size - copies, drawn) / comb(size, drawn) if copies <= size else 0.0
