"""A table described once: what stands in its cells and what they are sorted by.

A page draws it as a table that sorts on click, a terminal as plain lines, a notebook as HTML.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape
from io import StringIO
from typing import TYPE_CHECKING

from ucgsim.report.numbers import interval

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ucgsim.stats.rates import Estimate

WIDEST = 10_000
"""Columns of a plain table: whoever reads it may scroll, and no number is cut off."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table: what stands there, what it is sorted by, how it looks, and it in fewer letters, if so."""

    text: str
    order: str | float
    kind: str = ""
    link: str = ""
    short: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: a caption, the names of its columns, its rows, and a note of one or more lines under it."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""

    def first(self, rows: int) -> Sheet:
        """No more of it than so many rows."""
        return replace(self, rows=self.rows[:rows])

    def without(self, column: str) -> Sheet:
        """The same without a column."""
        place = self.columns.index(column)
        rows = tuple((*row[:place], *row[place + 1 :]) for row in self.rows)
        return replace(self, columns=(*self.columns[:place], *self.columns[place + 1 :]), rows=rows)

    def shortened(self) -> Sheet:
        """The same for a reader with less room: cells in fewer letters, where they can be said so."""
        rows = tuple(tuple(replace(cell, text=cell.short or cell.text) for cell in row) for row in self.rows)
        return replace(self, rows=rows)

    def lines(self) -> Iterator[str]:
        """The table as lines of plain text: caption if it has one, names, rows, note."""
        yield from self.caption.splitlines()
        yield from _plain_table([self.columns, *(tuple(cell.text for cell in row) for row in self.rows)])
        yield from self.note.splitlines()

    def html(self) -> str:
        """The table as a notebook shows it, without caption and note."""
        head = "".join(f"<th>{escape(column)}</th>" for column in self.columns)
        rows = ("".join(f"<td>{escape(cell.text)}</td>" for cell in row) for row in self.rows)
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _plain_table(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Lines of a plain table, the head first: the first column to the left, the others to the right."""
    from rich.console import Console  # noqa: PLC0415 - takes long to import
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for place in range(len(rows[0])):
        table.add_column(justify="right" if place else "left", no_wrap=True)
    for row in rows:
        table.add_row(*map(Text, row))
    out = StringIO()
    Console(file=out, width=WIDEST, color_system=None).print(table)
    return [f"  {line}".rstrip() for line in out.getvalue().splitlines()]


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


def sheet(caption: str, columns: Sequence[str], rows: Sequence[Sequence[Cell]], note: str = "") -> Sheet:
    """A table."""
    return Sheet(caption, tuple(columns), tuple(map(tuple, rows)), note)
