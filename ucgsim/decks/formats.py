"""The four ways in which a decklist is written down, taken apart into entries.

A reader here knows the form only: which text stands for a number and which for a count, and on which line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from ucgsim.decks.lines import PRINTED, read_line
from ucgsim.decks.problem import Problem
from ucgsim.files.reading import JsonList, JsonObject, MalformedError, parse_csv, parse_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class DeckFormat(StrEnum):
    """Forms of a decklist."""

    TEXT = "text"
    JSON = "json"
    NEBULA = "nebula"
    CSV = "csv"


@dataclass(frozen=True, slots=True)
class ListedCard:
    """A number, as printed, and its count, not yet judged; ``count`` is None where none is given."""

    line: int
    number: str
    count: object


_CSV_LINE = re.compile(rf"\"?(?:{PRINTED})\"? *[,;\t]\s*+\"?[+-]?\d+\"? *(?:[,;\t].*)?", re.IGNORECASE)
_NUMBER_COLUMNS = ("number", "card_number", "card", "key", "id")
_COUNT_COLUMNS = ("count", "copies", "quantity", "qty", "amount")
_DELIMITERS = ",;\t"
_RIGHT_JSON = """right is {"BP01-012": 4}"""


def find_format(text: str) -> DeckFormat:
    """Tell by its content in which form a decklist is written."""
    if text.lstrip().startswith(("{", "[")):
        return DeckFormat.NEBULA if re.search(r'"cards"\s*:\s*\[', text) else DeckFormat.JSON
    lines = [line for line in text.splitlines() if not is_comment(line)]
    if lines and (_csv_columns(lines[0]) is not None or all(_CSV_LINE.fullmatch(line.strip()) for line in lines)):
        return DeckFormat.CSV
    return DeckFormat.TEXT


def is_comment(line: str) -> bool:
    """Whether a line holds nothing but a comment, or nothing."""
    return not line.strip() or line.lstrip().startswith(("#", "//"))


def entries(text: str, form: DeckFormat, problems: list[Problem]) -> list[ListedCard]:
    """Take a decklist of a known form apart; what cannot be taken apart is added to ``problems``."""
    readers: dict[DeckFormat, Callable[[str, list[Problem]], Iterator[ListedCard]]] = {
        DeckFormat.TEXT: _text_entries,
        DeckFormat.JSON: _json_entries,
        DeckFormat.NEBULA: _json_entries,
        DeckFormat.CSV: _csv_entries,
    }
    return list(readers[form](text, problems))


def _text_entries(text: str, problems: list[Problem]) -> Iterator[ListedCard]:
    for at, line in enumerate(text.splitlines(), start=1):
        if is_comment(line):
            continue
        for entry in read_line(re.split(r"#|\s//", line, maxsplit=1)[0]):
            if entry.problem:
                problems.append(Problem(at, entry.card, entry.problem))
            else:
                yield ListedCard(at, entry.card, entry.count)


def _csv_columns(line: str) -> tuple[str, int, int] | None:
    """Return delimiter and the places of number and count where a line is the header of a CSV list."""
    for delimiter in _DELIMITERS:
        names = [name.strip(' "').lower() for name in line.split(delimiter)]
        number = next((names.index(name) for name in _NUMBER_COLUMNS if name in names), None)
        count = next((names.index(name) for name in _COUNT_COLUMNS if name in names), None)
        if number is not None and count is not None:
            return delimiter, number, count
    return None


def _csv_entries(text: str, problems: list[Problem]) -> Iterator[ListedCard]:
    # A comment line becomes a blank one, so that line numbers stay.
    lines = ["" if is_comment(line) else line for line in text.splitlines()]
    at = next(index for index, line in enumerate(lines) if line)
    columns = _csv_columns(lines[at])
    if columns is not None:
        lines[at] = ""
    delimiter, number, count = columns or (_guess_delimiter(lines[at]), 0, 1)
    for row in parse_csv("\n".join(lines), delimiter):
        if row.problem:
            problems.append(Problem(row.line, "", f"{row.problem}; a row is like 'BP01-012,4'"))
        elif len(row.cells) > max(number, count):
            yield ListedCard(row.line, row.cells[number], row.cells[count].strip())
        elif any(cell.strip() for cell in row.cells):
            problems.append(Problem(row.line, "", "has no count; a row is like 'BP01-012,4'"))


def _guess_delimiter(line: str) -> str:
    return max(_DELIMITERS, key=line.count)


def _json_entries(text: str, problems: list[Problem]) -> Iterator[ListedCard]:
    try:
        # A number that stands there twice is counted together, as in the other forms.
        value = parse_json(text, "", f"a decklist ({_RIGHT_JSON})", repeats=True)
    except MalformedError as error:
        problems.append(Problem(error.line, "", error.why))
        return
    cards = value.get("cards", value) if isinstance(value, JsonObject) else value
    if isinstance(cards, JsonObject):
        yield from (ListedCard(line, key, count) for key, count, line in cards.pairs)
    elif isinstance(cards, JsonList):
        yield from _listed_entries(cards, problems)
    else:
        problems.append(Problem(None, "", f"is JSON, but no decklist; {_RIGHT_JSON}"))


def _listed_entries(cards: JsonList, problems: list[Problem]) -> Iterator[ListedCard]:
    for item, line in zip(cards, cards.lines, strict=True):
        fields = item if isinstance(item, JsonObject) else {}
        number = next((fields[name] for name in ("key", "number") if name in fields), None)
        if not isinstance(number, str) or "count" not in fields:
            what = 'an entry of cards has no key or no count; right is {"key": "BP01-012", "count": 4}'
            problems.append(Problem(line, "", what))
            continue
        yield ListedCard(line, number, fields["count"])
