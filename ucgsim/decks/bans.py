"""Dated ban files: how many copies of a number a deck may hold, from which day on.

A ban file is CSV with the columns ``number,from,limit``: a card number, a day (``2026-04-01``), and the
copies that are allowed from that day on, 0 for a ban, ``any`` or a higher number to lift one. Lines that
begin with ``#`` are comments. Of several lines for a number the newest that is in force counts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from ucgsim.cards.numbers import base_number
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import csv_rows, plain_newlines, read_text

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_COLUMNS = ("number", "from", "limit")
_RIGHT = "right is 'number,from,limit' and below it rows like 'BP01-105,2026-04-01,1'"


@dataclass(frozen=True, slots=True)
class Ban:
    """Copies of a number that are allowed from a day on; None for no limit of its own."""

    number: str
    start: date
    limit: int | None


def read_bans(path: Path) -> tuple[Ban, ...]:
    """Read a ban file. Raises UcgsimError with every line that cannot be read."""
    text = plain_newlines(read_text(path, "a ban file (CSV number,from,limit)"))
    # A comment line becomes a blank one, so that line numbers stay.
    lines = ["" if line.lstrip().startswith("#") else line for line in text.split("\n")]
    rows = csv_rows("\n".join(lines), path)
    header = [name.strip().lower() for name in rows[0].cells] if rows else []
    if sorted(header) != sorted(_COLUMNS):
        raise UcgsimError(f"{path}: is no ban file; {_RIGHT}")
    bans, wrong = [], []
    for row in rows[1:]:
        try:
            bans.append(_read_ban(header, [cell.strip() for cell in row.cells]))
        except UcgsimError as error:
            wrong.append(f"{path}, line {row.line}: {error}; {_RIGHT}")
    if wrong:
        raise UcgsimError(*wrong)
    return tuple(bans)


def _read_ban(header: list[str], cells: list[str]) -> Ban:
    if len(cells) != len(header):
        raise UcgsimError(f"has {len(cells)} columns")
    row = dict(zip(header, cells, strict=True))
    limit = row["limit"].lower()
    if limit != "any" and not re.fullmatch("[0-9]{1,3}", limit):
        raise UcgsimError(f"limit {row['limit'][:20]!r} is neither a number of copies nor 'any'")
    try:
        start = date.fromisoformat(row["from"])
    except ValueError:
        raise UcgsimError(f"{row['from'][:20]!r} is no day like 2026-04-01") from None
    return Ban(base_number(row["number"]), start, None if limit == "any" else int(limit))


def in_force(bans: Iterable[Ban], on: date) -> dict[str, Ban]:
    """Return, by number, the newest ban that is in force on a day."""
    return {ban.number: ban for ban in sorted(bans, key=lambda ban: ban.start) if ban.start <= on}
