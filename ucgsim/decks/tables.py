"""Tables of cards by their heads: which column holds the number, which the count, which the name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ucgsim.cards.numbers import plain_text
from ucgsim.decks.lines import bare_line, card_numbers
from ucgsim.files.reading import parse_csv

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NUMBER_COLUMNS = (
    "cardnumber",
    "cardno",
    "cardid",
    "cardcode",
    "collectornumber",
    "number",
    "code",
    "id",
    "key",
    "no",
    "card",
    "カード番号",
    "型番",
    "番号",
)
"""What the column of the card number is called, the surest first; signs and blanks make no difference."""
COUNT_COLUMNS = (
    "count",
    "quantity",
    "qty",
    "copies",
    "amount",
    "numberofcopies",
    "cardcount",
    "枚数",
    "数量",
)
NAME_COLUMNS = ("name", "cardname", "title", "カード名", "名前")
SET_COLUMNS = ("setcode", "set", "product", "edition")
_DELIMITERS = ",;\t|"
_WHOLE_CELL = re.compile(r"(?:[x×*]\s*)?([+-]?\d+)(?:\.0+)?\s*(?:[x×*]|枚)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Head:
    """Where a table holds what: its delimiter, and the places of number, counts, name and product."""

    delimiter: str
    number: int
    counts: tuple[int, ...]
    name: int | None = None
    product: int | None = None

    def rows(self, lines: Sequence[str], first: int) -> Iterator[tuple[int, list[str], str]]:
        """Line, cells and what is wrong of every row; ``first`` is the line of the first one."""
        if self.delimiter == "|":
            for at, line in enumerate(lines, start=first):
                yield at, _piped(line), ""
            return
        for row in parse_csv("\n".join(lines), self.delimiter):
            yield row.line + first - 1, row.cells, row.problem

    def cell(self, row: Sequence[str], place: int | None) -> str:
        """A cell as plain text; blank where there is none."""
        return bare_line(row[place]) if place is not None and place < len(row) else ""

    def number_in(self, row: Sequence[str]) -> str:
        """The one card number of a row, as printed; blank where its cell holds none, or several."""
        text = self.cell(row, self.number)
        numbers = card_numbers(text)
        if not numbers and self.product is not None and re.fullmatch(r"\d{3}", text):
            numbers = card_numbers(f"{self.cell(row, self.product)}-{text}")
        return numbers[0][0] if len(numbers) == 1 else ""

    def counts_in(self, row: Sequence[str]) -> set[str]:
        """The different counts that a row says."""
        cells = {self._cell_raw(row, place) for place in self.counts} - {""}
        return {match[1] if (match := _WHOLE_CELL.fullmatch(cell)) else cell for cell in cells}

    def _cell_raw(self, row: Sequence[str], place: int) -> str:
        return plain_text(row[place]).strip('" *`') if place < len(row) else ""

    def name_in(self, row: Sequence[str], *, named: bool = False) -> str:
        """What a row calls its card; where no column is for names, what stands for the number, unless ``named``."""
        if self.name is not None:
            return self.cell(row, self.name)
        return "" if named else self.cell(row, self.number)


def _piped(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def find_head(line: str) -> Head | None:
    """The head that a line is; None where it names no column of numbers, or none of counts."""
    if len(line) > 1_000 or not any(delimiter in line for delimiter in _DELIMITERS):
        return None
    for delimiter in _DELIMITERS:
        if delimiter not in line:
            continue
        names = [_column(name) for name in (_piped(line) if delimiter == "|" else line.split(delimiter))]
        number = next((names.index(each) for each in NUMBER_COLUMNS if each in names), None)
        counts = tuple(place for place, name in enumerate(names) if name in COUNT_COLUMNS)
        if number is not None and counts:
            called = next((names.index(each) for each in NAME_COLUMNS if each in names), None)
            product = next((names.index(each) for each in SET_COLUMNS if each in names), None)
            return Head(delimiter, number, counts, called, product)
    return None


def _column(name: str) -> str:
    return "".join(letter for letter in plain_text(name).casefold() if letter.isalnum())
