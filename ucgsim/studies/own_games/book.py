"""The file of the user's games: one line a game, added to, read, handed on to others and taken over from them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.cards.home import home
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import digest
from ucgsim.files.lines import LineFile
from ucgsim.files.reading import DELIMITERS, csv_rows, encoding_of, read_csv, text_of
from ucgsim.files.writing import csv_text, write_text_file
from ucgsim.studies.own_games.game import COLUMNS, NEEDED, OwnGame, as_id, read_game

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from ucgsim.files.reading import CsvRow

FILE = "games.csv"
WHAT = "a table of games, as `ucgsim log` writes it"
MOST_WRONG = 20
"""Lines that are named as wrong; of more only their number is said."""
MOST_OF_A_HEAD = 200
"""Bytes in which the first line of a table is."""
PRIVATE = ("event", "note")
"""Columns that say who was met, and where."""


class Imported(NamedTuple):
    """What became of a table of games: how many were new, and how many were there already."""

    added: int
    doubles: int


class Book:
    """The games in a file, which need not be there yet; None for the usual one in the user's folder."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = home() / FILE if path is None else path
        self._lines = LineFile(self.path, ",".join(COLUMNS), WHAT, _is_whole, self._as_written, self._read)

    def games(self) -> list[OwnGame]:
        """All games in the order of the file. Raises UcgsimError with every line that is none."""
        data = self._lines.read()
        return self._read(data) if data else []

    def refuse_as_output(self, path: Path) -> None:
        """Raise UcgsimError where something else is about to be written over the games."""
        if os.path.realpath(path) == os.path.realpath(self.path):
            raise UcgsimError(f"{path}: is the file of your games; name another one to write to")

    def add(self, game: OwnGame) -> None:
        """Write down a game, on the disk when this returns. Raises UcgsimError where it can't be written."""
        self._lines.add(_text([game.cells()]))

    def take_over(self, path: Path) -> Imported:
        """Add the games of another table that are not here yet, by their ids: all of them or, where one is bad, none.

        Raises UcgsimError with every line that is none.
        """
        games = read_table(path)
        counts: list[Imported] = []

        def choose(data: bytes) -> bytes:
            known = {game.id for game in self._read(data)}
            # A dict keeps the first of those that have one id.
            new = {game.id: game for game in reversed(games) if game.id not in known}
            counts.append(Imported(len(new), len(games) - len(new)))
            return _text(game.cells() for game in reversed(new.values()))

        self._lines.add_chosen(choose)
        return counts[-1]

    def _as_written(self, data: bytes) -> bytes:
        """What is in the file, in UTF-8 with commas: spreadsheets also save Shift-JIS, UTF-16, semicolons and tabs."""
        head = data[:MOST_OF_A_HEAD].replace(b"\0", b"")
        delimiter = next((each for each in DELIMITERS if each.join(COLUMNS).encode() in head), ",")
        if delimiter == "," and encoding_of(data) == "utf-8-sig":
            return data
        text = text_of(data, self.path, WHAT)
        return text.encode() if delimiter == "," else _text(row.cells for row in csv_rows(text, self.path, delimiter))

    def _read(self, data: bytes) -> list[OwnGame]:
        rows = csv_rows(text_of(data, self.path, WHAT), self.path)
        return _games(rows[1:], COLUMNS, self.path)


def hand_on(games: Sequence[OwnGame], path: Path, *, events: bool) -> tuple[str, ...]:
    """Write games without notes, and without events unless they are wanted, for somebody else; the columns.

    Raises UcgsimError where the file can't be written.
    """
    columns = tuple(name for name in COLUMNS if name not in PRIVATE or (name == "event" and events))
    places = [COLUMNS.index(name) for name in columns]
    rows = ([game.cells()[place] for place in places] for game in games)
    write_text_file(path, csv_text([columns, *rows]))
    return columns


def read_table(path: Path) -> list[OwnGame]:
    """The games of a table whose first line names its columns in any order; every game has an id.

    One without gets an id that follows from the bytes of the file and its line, so that the same file again brings
    nothing new. Raises UcgsimError with every line that is none.
    """
    rows = read_csv(path, WHAT)
    columns = tuple(name.strip().lower() for name in rows[0].cells)
    odd = [name for name in columns if name not in COLUMNS]
    absent = [name for name in NEEDED if name not in columns]
    if odd or absent or len(set(columns)) < len(columns):
        why = f"has a column {odd[0][:40]!r}" if odd else f"lacks {absent[0]}" if absent else "names a column twice"
        raise UcgsimError(
            f"{path}, line 1: {why}; the columns are {','.join(COLUMNS)}, and it needs {', '.join(NEEDED)}"
        )
    whole = digest(repr([row.cells for row in rows]).encode())
    return _games(rows[1:], columns, path, whole)


def _games(rows: Sequence[CsvRow], columns: Sequence[str], place: Path, whole: str = "") -> list[OwnGame]:
    games, wrong = [], []
    for row in rows:
        try:
            games.append(_game(row, columns, whole))
        except UcgsimError as error:
            wrong.append(f"{place}, line {row.line}: {error}")
    if len(wrong) > MOST_WRONG:
        wrong[MOST_WRONG:] = [f"{place}: {len(wrong) - MOST_WRONG} more lines are wrong"]
    if wrong:
        raise UcgsimError(*wrong)
    return games


def _game(row: CsvRow, columns: Sequence[str], whole: str) -> OwnGame:
    if len(row.cells) != len(columns):
        raise UcgsimError(f"has {len(row.cells)} cells; it must have {len(columns)}: {','.join(columns)}")
    texts = dict(zip(columns, row.cells, strict=True))
    if not texts.get("id", "").strip():
        texts["id"] = as_id(digest(f"{whole} {row.line} {row.cells}".encode()))
    return read_game(texts)


def _text(rows: Iterable[Sequence[str]]) -> bytes:
    return csv_text(rows).encode()


def _is_whole(line: str) -> bool:
    """Whether nothing is missing of a line of the file; the id, which is the last of it, says so."""
    try:
        (row,) = csv_rows(line, FILE)
        return bool(row.cells[-1].strip()) and bool(_game(row, COLUMNS, ""))
    except (UcgsimError, ValueError):
        return False
