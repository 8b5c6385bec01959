"""A matrix as one thing: a heat map that is a table, whose rows can be sorted and whose cells lead on."""

from __future__ import annotations

from dataclasses import dataclass

HOTTEST = 0.62
"""How much of its colour a cell at 0 or 1 takes; letters on it can be read, in light and dark."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A cell: what stands there, what stands small below it, the rate that colours it, its mark and its link."""

    text: str
    rate: float
    small: str = ""
    kind: str = ""
    link: str = ""

    @property
    def side(self) -> str:
        """Whether the row or the column wins more."""
        return "good" if self.rate >= 0.5 else "bad"

    @property
    def heat(self) -> str:
        """How strong its colour is."""
        return f"{HOTTEST * abs(2 * self.rate - 1):.2f}"

    @property
    def order(self) -> str:
        """What it is sorted by."""
        return f"{self.rate:.5f}"


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows against columns; the first column of tiles is the answer of a row and stays in sight beside its name."""

    caption: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Tile, ...]], ...]
    note: str = ""
    choice: tuple[int, ...] = ()
    """The places of the rows' players, where a reader may see those of one alone."""

    @property
    def is_wide(self) -> bool:
        """Whether it takes the whole width of a page."""
        return len(self.columns) > 7
