"""A table described once: its columns make the sheet of a terminal and a page, the records of a data frame, and JSON.

A column is named here and nowhere else: by its key in records and JSON, by its heading in sheets. A table whose columns
follow from the result, such as one for each rival, is made of such columns too; where cells of one row are of different
kinds, a sheet is written by hand (`report.sheet`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ucgsim.report.columns import Meaning, frame, of_estimate
from ucgsim.report.sheet import Cell, Sheet, alone_values, label, number, plain, rate, sheet
from ucgsim.stats.rates import Estimate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import polars as pl


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Column(Generic[T]):
    """One column of rows of type ``T``: what is in it and where it is shown.

    ``kind``: the type of its values, ``Estimate``, ``float``, ``int``, ``bool`` or ``str``; only plain values have
    others. Without a ``heading`` no sheet has it, without a ``meaning`` no record, and with ``json`` False no plain
    values. In records an estimate becomes several columns, named by ``prefix`` and rate, low, high, n, confidence and
    method, all null where it is None; ``units`` are those that it rests on. ``alone`` is what these games alone say of
    it, which records and plain values have next to it. ``show`` makes its cell of a row, or ``display`` of its value,
    where that is not the usual one of its kind.
    """

    key: str
    value: Callable[[T], Any]
    heading: str | None = None
    meaning: str = ""
    kind: type = Estimate
    show: Callable[[T], Cell] | None = None
    display: Callable[[Any], Cell] | None = None
    prefix: str = ""
    units: str = "games"
    names_row: bool = False
    json: bool = True
    alone: Callable[[T], Estimate | None] | None = None

    def cell(self, row: T) -> Cell:
        """What a sheet shows of a row."""
        if self.show is not None:
            return self.show(row)
        value = self.value(row)
        if self.display is not None:
            return self.display(value)
        if self.kind is Estimate:
            return rate(value)
        return number(value) if self.kind in (int, float) else label(value)

    def record(self, row: T) -> dict[str, Any]:
        """What a data frame holds of a row."""
        if self.kind is not Estimate:
            return {self.key: self.value(row)}
        return {f"{self.prefix}{name}": value for name, value in self._values(row).items()}

    def plain(self, row: T) -> dict[str, Any]:
        """What plain values hold of a row: an estimate whole, under its key or, without one, in the row itself."""
        values = self._values(row) if self.kind is Estimate else self.value(row)
        return {self.key: values} if self.key else values

    def _values(self, row: T) -> dict[str, Any]:
        return _values(self.value(row)) | ({} if self.alone is None else alone_values(_values(self.alone(row))))

    @property
    def meanings(self) -> dict[str, Meaning]:
        """What the columns of a data frame mean that it makes."""
        if self.kind is Estimate:
            return of_estimate(self.meaning, self.prefix, self.units, alone=self.alone is not None)
        return {self.key: Meaning(self.meaning, self.kind, self.names_row)}


def estimated(  # noqa: PLR0917 - a table has one such line a column
    key: str,
    value: Callable[[T], Estimate | None],
    heading: str | None = None,
    meaning: str = "",
    units: str = "games",
    display: Callable[[Any], Cell] | None = None,
    *,
    show: Callable[[T], Cell] | None = None,
    alone: Callable[[T], Estimate | None] | None = None,
) -> Column[T]:
    """A column of estimates that records call by its key: ``key_rate``, ``key_low`` and so on."""
    return Column(key, value, heading, meaning, show=show, display=display, prefix=f"{key}_", units=units, alone=alone)


@dataclass(frozen=True, slots=True)
class Table(Generic[T]):
    """Rows and the columns that say what is shown of them; ``caption``, ``note`` and ``least`` as of a sheet."""

    columns: Sequence[Column[T]]
    rows: Sequence[T]
    caption: str = ""
    note: str = ""
    least: Sequence[str] = ()

    def sheet(self) -> Sheet:
        """As a terminal and a page show it."""
        shown = [(column.heading, column) for column in self.columns if column.heading is not None]
        rows = [[column.cell(row) for _, column in shown] for row in self.rows]
        return sheet(self.caption, [heading for heading, _ in shown], rows, self.note, self.least)

    def records(self) -> list[dict[str, Any]]:
        """One flat dictionary a row, of those columns that have a meaning."""
        shown = [column for column in self.columns if column.meaning]
        return [_merged(column.record(row) for column in shown) for row in self.rows]

    def to_json(self) -> list[dict[str, Any]]:
        """One dictionary of plain values a row; an estimate is one value, whole."""
        shown = [column for column in self.columns if column.json]
        return [_merged(column.plain(row) for column in shown) for row in self.rows]

    def by_row(self) -> dict[str, dict[str, Any]]:
        """The values of the table by the names of its rows."""
        return dict(zip(map(str, self.rows), self.to_json(), strict=True))

    def by_column(self) -> dict[str, dict[str, Any]]:
        """The table by the keys of its columns: what each of them holds, by the names of the rows."""
        rows = self.by_row()
        return {each.key: {name: row[each.key] for name, row in rows.items()} for each in self.columns if each.json}

    def to_polars(self) -> pl.DataFrame:
        """The records as a data frame of polars."""
        return frame(self.records(), self.meanings())

    def meanings(self) -> dict[str, Meaning]:
        """What each column of the records means, in their order."""
        return _merged(column.meanings for column in self.columns if column.meaning)


def _values(estimate: Estimate | None) -> dict[str, Any]:
    return dict.fromkeys(of_estimate("")) if estimate is None else plain(estimate)


def _merged(parts: Iterable[dict[str, Any]]) -> dict[str, Any]:
    return {name: value for part in parts for name, value in part.items()}
