"""The ids by which the official card list and the deck builders made on it call prints of cards: a fact of each.

Those that ship are added to by the user's own, which an import of cards keeps next to the imported catalog.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from ucgsim.cards.home import home
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import csv_rows, own_text, read_text
from ucgsim.files.writing import csv_text, drop_file, write_text_file

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

FILE = "ids.csv"
_HEAD = ("id", "number")
_WHAT = "the ids of imported cards; import them again"


@cache
def _shipped() -> dict[int, str]:
    return _parse(own_text(files("ucgsim.cards").joinpath("data", FILE)), FILE)


def _parse(text: str, place: Path | str) -> dict[int, str]:
    ids: dict[int, str] = {}
    for row in csv_rows(text, place)[1:]:
        if len(row.cells) != len(_HEAD) or not re.fullmatch("[0-9]{1,18}", row.cells[0]):
            raise UcgsimError(f"{place}, line {row.line}: is no id with a card number; {_WHAT}")
        ids[int(row.cells[0])] = row.cells[1]
    return ids


def own_ids_path() -> Path:
    """Where the ids of imported cards are kept; there may be none."""
    return home() / FILE


def own_ids() -> dict[int, str]:
    """Card numbers of the prints that the user imported, by id. Raises UcgsimError where the file is none of ids."""
    own = own_ids_path()
    return _parse(read_text(own, _WHAT), own) if own.is_file() else {}


def keep_ids(ids: Mapping[int, str]) -> None:
    """Keep ids of imported cards, instead of those that were kept; none drop the file."""
    if ids:
        write_text_file(own_ids_path(), csv_text([_HEAD, *sorted(ids.items())]))
    elif own_ids_path().is_file():
        drop_file(own_ids_path())


def _stamp() -> int:
    """Which state the user's file is in, 0 for none: what was read of it holds until it is written again."""
    try:
        return own_ids_path().stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=1)
def _known(_own: Path, _at: int) -> dict[int, str]:
    # What ships wins: people number the rows of a table of their own as they like.
    return own_ids() | _shipped()


@lru_cache(maxsize=1)
def _prints(own: Path, at: int) -> dict[str, list[int]]:
    ids: dict[str, list[int]] = defaultdict(list)
    for number, card in sorted(_known(own, at).items()):
        ids[card].append(number)
    return dict(ids)


def number_of(official: int) -> str | None:
    """The card number of a print, None for an id that is not known."""
    return _known(own_ids_path(), _stamp()).get(official)


def ids_of(number: str) -> list[int]:
    """The ids of a card's prints, sorted."""
    return _prints(own_ids_path(), _stamp()).get(number, [])


def id_of(number: str) -> int | None:
    """The lowest id of a card's prints, None for a card that has none yet."""
    return next(iter(ids_of(number)), None)
