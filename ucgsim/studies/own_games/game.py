"""One game that was played at a table: what is written down of it, and how it is read from a row of a table."""

from __future__ import annotations

import re
import secrets
from contextlib import suppress
from dataclasses import astuple, dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError
from ucgsim.safe_text import UNSAFE, cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

COLUMNS = ("date", "deck", "version", "rival", "lead", "result", "event", "note", "id")
NEEDED = ("date", "deck", "rival", "result")
"""Columns that no table of games can do without."""
MOST_LETTERS = 200
MOST_OF_A_NOTE = 2000
"""Letters of a note; `MOST_LETTERS` are those of any other text."""
LEADS = ("lead", "next", "")
"""Whether the user led the first turn, did not, or nobody wrote it down."""
_YEAR_FIRST = re.compile(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?: 0?0:00(?::00)?)?")
_YEAR_LAST = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?: 0?0:00(?::00)?)?")
"""Days as spreadsheets write them, the second day first or month first."""
_ID = re.compile(r"g[0-9a-f]{15}")
_MARKS = re.compile(r"^'+(?=[=+\-@])")


class OwnResult(StrEnum):
    """How a game ended for the user."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game: the deck that the user played, the list of it that was played, and what it met; texts may be blank.

    ``version`` is the fingerprint of a list or a name of the user's; ``lead`` one of `LEADS`; ``id`` is random,
    and a game is known again by it.
    """

    date: date
    deck: str
    version: str
    rival: str
    lead: str
    result: OwnResult
    event: str = ""
    note: str = ""
    id: str = ""

    def cells(self) -> tuple[str, ...]:
        """Values of the columns; a spreadsheet takes none of it for a formula."""
        return tuple(cell(str(each)) for each in astuple(self))


def new_id() -> str:
    """An id that no other game has."""
    return as_id(secrets.token_hex(8))


def as_id(digits: str) -> str:
    """An id of hexadecimal digits; the letter before them keeps a spreadsheet from taking it for a number."""
    return f"g{digits[:15]}"


def tidy(text: str) -> str:
    """A text as it is kept: on one line, without the mark that keeps a spreadsheet from reckoning."""
    return _MARKS.sub("", " ".join(text.split()))


def read_game(row: Mapping[str, str], today: date | None = None) -> OwnGame:
    """The game in a row by the names of its columns. Raises UcgsimError, without a place, for the first bad value."""
    texts = {name: tidy(row.get(name, "")) for name in COLUMNS}
    for name, text in texts.items():
        _refuse_text(name, text)
    result = texts["result"].lower()
    if result not in list(OwnResult):
        raise UcgsimError(f"the result is {texts['result'][:20]!r}; it must be one of {', '.join(OwnResult)}")
    lead = texts["lead"].lower()
    if lead not in LEADS:
        raise UcgsimError(f"the lead is {texts['lead'][:20]!r}; it must be lead, next or blank")
    if texts["id"] and not _ID.fullmatch(texts["id"]):
        raise UcgsimError(f"the id is {texts['id'][:20]!r}; it must be g and fifteen digits of 0-9 and a-f, or blank")
    values = {name: texts[name] for name in ("deck", "version", "rival", "event", "note", "id")}
    return OwnGame(read_day(texts["date"], today), lead=lead, result=OwnResult(result), **values)


def read_day(text: str, today: date | None = None) -> date:
    """A day that has come; year, month or day first. Raises UcgsimError for anything else, and for what may be two."""
    days = sorted(set(_days(text)))
    if len(days) != 1:
        why = f": it may be {' or '.join(map(str, days))}" if days else ""
        raise UcgsimError(f"{text[:20]!r} is no day like 2026-04-01{why}")
    day = days[0]
    # Somewhere it is a day later than here.
    if day > (today or date.today()) + timedelta(days=1):
        raise UcgsimError(f"{day} is still to come; a game is written down when it was played")
    return day


def _days(text: str) -> Iterator[date]:
    """The days that a text may mean."""
    wanted: set[tuple[str, ...]] = set()
    if first := _YEAR_FIRST.fullmatch(text):
        wanted = {first.groups()}
    elif last := _YEAR_LAST.fullmatch(text):
        one, two, year = last.groups()
        wanted = {(year, one, two), (year, two, one)}
    for year, month, day in wanted:
        with suppress(ValueError):
            yield date(int(year), int(month), int(day))


def _refuse_text(name: str, text: str) -> None:
    if name in NEEDED and not text:
        raise UcgsimError(f"the {name} is blank; a game needs {', '.join(NEEDED)}")
    most = MOST_OF_A_NOTE if name == "note" else MOST_LETTERS
    if len(text) > most:
        raise UcgsimError(f"the {name} has {len(text):,} letters; it may have {most:,}")
    if match := UNSAFE.search(text):
        raise UcgsimError(f"the {name} holds U+{ord(match[0]):04X}, which is no character of a text; take it out")


def counted(games: Iterable[OwnGame]) -> tuple[int, int, int]:
    """How many were won, lost and drawn."""
    results = [game.result for game in games]
    won, lost, drawn = (results.count(each) for each in OwnResult)
    return won, lost, drawn
