"""The field that the user met: how often each rival, as a file that ``--field`` takes."""

from __future__ import annotations

import calendar
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.errors import UcgsimError
from ucgsim.files.writing import csv_text, write_text_file
from ucgsim.studies.own_games.decks import is_known
from ucgsim.studies.weights import HEAD

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date
    from pathlib import Path

    from ucgsim.studies.own_games.game import OwnGame


class MetField(NamedTuple):
    """Games against each rival that is a deck, and against what is none and left out; the most first."""

    decks: dict[str, int]
    left_out: dict[str, int]

    @property
    def games(self) -> int:
        """Games against decks."""
        return sum(self.decks.values())


def months_before(day: date, months: int) -> date:
    """The day so many months before, or the last one of that month."""
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    if year < 1:
        return day.min
    return day.replace(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def field_met(games: Iterable[OwnGame], since: date) -> MetField:
    """What the games since a day were played against, each game counted once."""
    counts = Counter(game.rival for game in games if game.date >= since)
    ordered = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    known = {name for name in counts if is_known(name)}
    decks, others = ({name: many for name, many in ordered if (name in known) is of} for of in (True, False))
    return MetField(decks, others)


def write_met(met: MetField, path: Path) -> None:
    """Write it as a file of decks and weights. UcgsimError where no deck was met, or it can't be written."""
    if not met.decks:
        raise UcgsimError("no game against a known deck is written down in that time, so there is no field to write")
    write_text_file(path, csv_text([HEAD, *met.decks.items()]))
