"""A matrix as one thing: a heat map that is a table, whose rows can be sorted and whose cells lead on."""

from __future__ import annotations

from dataclasses import dataclass

HOTTEST, FULL = 0.62, 0.3
"""How much of its colour a cell takes at most, so that letters on it can be read, and how far from even that is."""


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
        return f"{HOTTEST * min(abs(self.rate - 0.5) / FULL, 1.0):.2f}"

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
