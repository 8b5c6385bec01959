"""Answers for several decks that differ in a few cards, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

    from ucgsim.probability.result import Odds


@dataclass(frozen=True, slots=True)
class VaryRow:
    """The answer for one deck: cards of each variable in ``counts``, of the filler in ``filler``."""

    counts: tuple[int, ...]
    filler: int
    result: Odds


@dataclass(frozen=True, slots=True)
class VariedOdds:
    """Answers for all decks of a variation, as plain data. ``now`` are the counts of the deck as it is."""

    question: str
    variables: tuple[str, ...]
    filler: str
    now: tuple[int, ...]
    rows: tuple[VaryRow, ...]

    @property
    def best(self) -> VaryRow:
        """The row with the highest chance; the first of equals."""
        return max(self.rows, key=lambda row: row.result.probability)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know of the deck: that it is not whole."""
        return self.rows[0].result.notes

    def as_json(self) -> dict[str, Any]:
        """The table in types that JSON has."""
        rows = [
            {"counts": list(row.counts), "filler": row.filler, "exact": row.result.exact}
            | row.result.chance.as_json()
            | row.result.without.as_json("without_redraw")
            | row.result.redraws.as_json("redraw_rate")
            | {"method": row.result.method}
            for row in self.rows
        ]
        return {
            "question": self.question,
            "vary": list(self.variables),
            "filler": self.filler,
            "now": list(self.now),
            "notes": list(self.notes),
            "rows": rows,
        }

    def to_pandas(self) -> pd.DataFrame:
        """One row a deck."""
        import pandas as pd  # noqa: PLC0415 - slower to import than the answers to compute

        return pd.DataFrame(self._records())

    def to_polars(self) -> pl.DataFrame:
        """One row a deck."""
        import polars as pl  # noqa: PLC0415

        return pl.DataFrame(self._records())

    def _records(self) -> list[dict[str, Any]]:
        return [
            dict(zip(self.variables, row.counts, strict=True))
            | {"filler": row.filler, "probability": row.result.probability}
            | {"low": row.result.low, "high": row.result.high}
            | {"without_redraw": row.result.without_redraw, "redraw_rate": row.result.redraw_rate}
            for row in self.rows
        ]
