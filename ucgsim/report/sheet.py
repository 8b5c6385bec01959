"""A table described once: what stands in its cells and what they are sorted by.

A page draws it as a table that sorts on click, a terminal as plain lines, a notebook as HTML.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING

from ucgsim.report.fitting import fitted, plain_lines, table_lines
from ucgsim.report.numbers import PICKED, interval, percent
from ucgsim.stats.rates import Method

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ucgsim.stats.rates import Estimate


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table: what stands there, what it is sorted by, how it looks, and it in fewer letters, if so."""

    text: str
    order: str | float
    kind: str = ""
    link: str = ""
    short: str = ""

    @property
    def sorted_by(self) -> str:
        """What it is sorted by, in no more letters than it takes."""
        return f"{self.order:.6g}" if isinstance(self.order, float) else str(self.order)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: a caption, the names of its columns, its rows, and a note of one or more lines under it.

    ``least`` names the columns that a narrow terminal can best do without, those first that go first.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    least: tuple[str, ...] = ()

    @property
    def has_stars(self) -> bool:
        """Whether a cell is marked as certain."""
        return any("certain" in cell.kind.split() for row in self.rows for cell in row)

    def first(self, rows: int) -> Sheet:
        """No more of it than so many rows."""
        return replace(self, rows=self.rows[:rows])

    def without(self, column: str) -> Sheet:
        """The same without a column."""
        place = self.columns.index(column)
        rows = tuple((*row[:place], *row[place + 1 :]) for row in self.rows)
        return replace(self, columns=(*self.columns[:place], *self.columns[place + 1 :]), rows=rows)

    def linked(self, links: Mapping[str, str]) -> Sheet:
        """The same with links from first cells by what stands in them."""
        rows = tuple((replace(head, link=links.get(head.text, head.link)), *rest) for head, *rest in self.rows)
        return replace(self, rows=rows)

    def shortened(self) -> Sheet:
        """The same for a reader with less room: cells in fewer letters, where they can be said so."""
        rows = tuple(tuple(replace(cell, text=cell.short or cell.text) for cell in row) for row in self.rows)
        return replace(self, rows=rows)

    def lines(self, width: int | None = None, *, full: bool = False) -> Iterator[str]:
        """The table as lines of plain text: caption if it has one, names, rows, note.

        Of a ``width`` no line is longer; ``full`` shows all columns all the same, one part under the other.
        """
        yield from plain_lines(self.caption, width) if self.caption else ()
        rows = [[cell.text for cell in row] for row in self.rows]
        if width is None:
            yield from table_lines(self.columns, rows)
        else:
            yield from fitted(self.columns, rows, width, spare=self.least, full=full)
        yield from plain_lines(self.note, width) if self.note else ()

    def html(self) -> str:
        """The table as a notebook shows it, without caption and note."""
        head = "".join(f"<th>{escape(column)}</th>" for column in self.columns)
        rows = ("".join(f"<td>{escape(cell.text)}</td>" for cell in row) for row in self.rows)
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def label(text: object, kind: str = "", link: str = "") -> Cell:
    """A cell of text, which may lead to a file beside the page."""
    return Cell(str(text), str(text).lower(), kind, link)


def number(value: float, text: str | None = None) -> Cell:
    """A cell of a number."""
    return Cell(f"{value:,}" if text is None else text, value, "number")


def rate(estimate: Estimate, text: str = "", kind: str = "") -> Cell:
    """A cell of a rate with its interval, unless another ``text`` says it; a rate of nothing sorts last."""
    return Cell(
        text or interval(estimate), estimate.rate if estimate.rate == estimate.rate else -1.0, f"number {kind}".strip()
    )


def picked(estimate: Estimate, text: str = "") -> Cell:
    """A cell of a rate, marked where it allows for the choice of what is named because it is the most extreme."""
    return rate(estimate, (text or interval(estimate)) + PICKED * (estimate.method is Method.PICKED))


def share(value: float) -> Cell:
    """A cell of a share of a whole, which has no interval."""
    return number(value, percent(value))


def sheet(
    caption: str, columns: Sequence[str], rows: Sequence[Sequence[Cell]], note: str = "", least: Sequence[str] = ()
) -> Sheet:
    """A table."""
    return Sheet(caption, tuple(columns), tuple(map(tuple, rows)), note, tuple(least))
