"""Chances of at least one copy by number of copies, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fractions import Fraction

    import pandas as pd
    import polars as pl


@dataclass(frozen=True, slots=True)
class CopiesRow:
    """Chances to have seen at least one of ``copies`` copies.

    ``six``: in the opening six. ``redrawn`` and ``reshuffled``: in the hand after a redraw that is taken when
    there is none in the first, in the official procedure (CR 4.2.3) and in the folk one. ``by_turn``: with
    the official redraw and the draws of the later turns.
    """

    copies: int
    six: Fraction
    redrawn: Fraction
    reshuffled: Fraction
    by_turn: tuple[Fraction, ...]

    @property
    def chances(self) -> tuple[Fraction, ...]:
        """All columns, in the order of :attr:`CopyOdds.headings`."""
        return (self.six, self.redrawn, self.reshuffled, *self.by_turn)


@dataclass(frozen=True, slots=True)
class CopyOdds:
    """As plain data: one row a number of copies, for decks of ``deck_size`` cards."""

    deck_size: int
    turns: tuple[int, ...]
    rows: tuple[CopiesRow, ...]

    @property
    def headings(self) -> tuple[str, ...]:
        """Names of the columns, without the copies."""
        return ("six", "redraw", "reshuffled", *(f"by turn {turn}" for turn in self.turns))

    def as_json(self) -> dict[str, Any]:
        """The table in types that JSON has; chances with their fractions."""
        rows = [
            {"copies": row.copies}
            | {
                name.replace(" ", "_"): {"probability": float(chance), "fraction": str(chance)}
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
        return [
            {"copies": row.copies}
            | {name: float(chance) for name, chance in zip(self.headings, row.chances, strict=True)}
            for row in self.rows
        ]
