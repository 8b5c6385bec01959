"""The four ways in which a decklist is written down, taken apart into entries.

A reader here knows the form only: which text stands for a number and which for a count, and on which line.
"""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from ucgsim.cards.numbers import KNOWN_CODE, OTHER_CODE, plain_text
from ucgsim.decks.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class DeckFormat(StrEnum):
    """Forms of a decklist."""

    TEXT = "text"
    JSON = "json"
    NEBULA = "nebula"
    CSV = "csv"


@dataclass(frozen=True, slots=True)
class Entry:
    """A number, as printed, and its count, not yet judged; ``count`` is None where none is given."""

    line: int
    number: str
    count: object


_PRINT_MARK = r"(?:\([^()]*\)|[A-Z]{2}\d{2}-?Re|(?:AP-S|AP|SSSP|SP|UR|ExP)(?:\d{2})?)\s*"
_PRINTED = rf"(?:{_PRINT_MARK})*(?:{KNOWN_CODE}|{OTHER_CODE})(?!\w)"
_TIMES = r"[x×*]"
_CARD_LINE = re.compile(
    rf"(?:(?P<before>[+-]?\d+)\s*{_TIMES}?\s*|{_TIMES}\s*(?P<times>\d+)\s+)?(?P<number>{_PRINTED})(?P<rest>.*)",
    re.IGNORECASE,
)
_COUNT_BEHIND = re.compile(
    rf"\s*[:,=]?\s*(?P<only>[+-]?\d+)|\s*[:,=]?\s*{_TIMES}\s*(?P<first>[+-]?\d+)(?:\s.*)?|.*\s{_TIMES}\s*(?P<last>[+-]?\d+)",
    re.IGNORECASE,
)
_CSV_LINE = re.compile(rf"\"?(?:{_PRINTED})\"?\s*[,;\t]\s*\"?[+-]?\d+\"?\s*(?:[,;\t].*)?", re.IGNORECASE)
_NUMBER_COLUMNS = ("number", "card_number", "card", "key", "id")
_COUNT_COLUMNS = ("count", "copies", "quantity", "qty", "amount")
_DELIMITERS = ",;\t"
_RIGHT_JSON = """right is {"BP01-012": 4}"""
_RIGHT_LINE = "a line is like '4 BP01-012 Ultraman Arc'"


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


def entries(text: str, form: DeckFormat, problems: list[Problem]) -> list[Entry]:
    """Take a decklist of a known form apart; what cannot be taken apart is added to ``problems``."""
    readers: dict[DeckFormat, Callable[[str, list[Problem]], Iterator[Entry]]] = {
        DeckFormat.TEXT: _text_entries,
        DeckFormat.JSON: _json_entries,
        DeckFormat.NEBULA: _json_entries,
        DeckFormat.CSV: _csv_entries,
    }
    return list(readers[form](text, problems))


def _text_entries(text: str, problems: list[Problem]) -> Iterator[Entry]:
    for at, line in enumerate(text.splitlines(), start=1):
        if is_comment(line):
            continue
        bare = plain_text(re.split(r"#|\s//", line, maxsplit=1)[0])
        found = _CARD_LINE.fullmatch(bare)
        if found is None:
            problems.append(Problem(at, "", f"{_short(bare)} holds no card number; {_RIGHT_LINE}"))
            continue
        counts = {count for count in (found["before"], found["times"], _count_behind(found["rest"])) if count}
        if len(counts) > 1:
            problems.append(Problem(at, found["number"], f"has two counts, {' and '.join(sorted(counts))}"))
            continue
        yield Entry(at, found["number"], next(iter(counts), "1"))


def _count_behind(rest: str) -> str | None:
    found = _COUNT_BEHIND.fullmatch(rest)
    return None if found is None else found["only"] or found["first"] or found["last"]


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:37]}...")


def _csv_columns(line: str) -> tuple[str, int, int] | None:
    """Return delimiter and the places of number and count where a line is the header of a CSV list."""
    for delimiter in _DELIMITERS:
        names = [name.strip(' "').lower() for name in line.split(delimiter)]
        number = next((names.index(name) for name in _NUMBER_COLUMNS if name in names), None)
        count = next((names.index(name) for name in _COUNT_COLUMNS if name in names), None)
        if number is not None and count is not None:
            return delimiter, number, count
    return None


def _csv_entries(text: str, problems: list[Problem]) -> Iterator[Entry]:
    # A comment line becomes a blank one, so that line numbers stay.
    lines = ["" if is_comment(line) else line for line in text.splitlines()]
    at = next(index for index, line in enumerate(lines) if line)
    columns = _csv_columns(lines[at])
    if columns is not None:
        lines[at] = ""
    delimiter, number, count = columns or (_guess_delimiter(lines[at]), 0, 1)
    reader = csv.reader(io.StringIO("\n".join(lines)), delimiter=delimiter)
    try:
        for row in reader:
            if not any(value.strip() for value in row):
                continue
            if len(row) <= max(number, count):
                problems.append(Problem(reader.line_num, "", "has no count; a row is like 'BP01-012,4'"))
                continue
            yield Entry(reader.line_num, row[number], row[count].strip())
    except csv.Error as error:
        problems.append(Problem(reader.line_num, "", f"is not CSV ({error}); a row is like 'BP01-012,4'"))


def _guess_delimiter(line: str) -> str:
    return max(_DELIMITERS, key=line.count)


class _Pairs(list[tuple[str, Any]]):
    """A JSON object with its keys in order, twice where they stand twice."""


def _json_entries(text: str, problems: list[Problem]) -> Iterator[Entry]:
    try:
        value = json.loads(text, object_pairs_hook=_Pairs)
    except json.JSONDecodeError as error:
        problems.append(Problem(error.lineno, "", f"is not JSON ({error.msg}, column {error.colno})"))
        return
    except (RecursionError, ValueError):
        problems.append(Problem(None, "", f"is JSON, but no decklist; {_RIGHT_JSON}"))
        return
    lines = _Lines(text)
    cards = dict(value).get("cards", value) if isinstance(value, _Pairs) else value
    if isinstance(cards, _Pairs):
        for key, count in cards:
            yield Entry(lines.of(key), key, count)
    elif not isinstance(cards, list):
        problems.append(Problem(None, "", f"is JSON, but no decklist; {_RIGHT_JSON}"))
    else:
        yield from _listed_entries(cards, lines, problems)


def _listed_entries(cards: list[Any], lines: _Lines, problems: list[Problem]) -> Iterator[Entry]:
    for place, item in enumerate(cards, start=1):
        fields = dict(item) if isinstance(item, _Pairs) else {}
        number = next((fields[name] for name in ("key", "number") if name in fields), None)
        if not isinstance(number, str) or "count" not in fields:
            what = f'entry {place} of cards has no key or no count; right is {{"key": "BP01-012", "count": 4}}'
            problems.append(Problem(None, "", what))
            continue
        yield Entry(lines.of(number), number, fields["count"])


class _Lines:
    """The lines on which the texts of a JSON file stand, looked for from the last one on."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._from = 0

    def of(self, key: str) -> int:
        at = max(
            self._text.find(json.dumps(key), self._from),
            self._text.find(json.dumps(key, ensure_ascii=False), self._from),
        )
        if at >= 0:
            self._from = at + 1
        return self._text.count("\n", 0, self._from) + 1
