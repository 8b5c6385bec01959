"""Games that the user has played at a table: written down, counted, and compared with simulated ones."""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from dataclasses import astuple, dataclass
from datetime import date, timedelta
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.home import home
from ucgsim.decks.finding import STDIN, find_deck, is_folder
from ucgsim.decks.reading import name_of_deck, scan_deck
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import digest
from ucgsim.files.lines import LineFile
from ucgsim.files.reading import DELIMITERS, csv_rows, encoding_of, read_csv, text_of
from ucgsim.files.writing import csv_text, write_text_file
from ucgsim.remarks import remark
from ucgsim.report.sheet import Parts, Sheet, foot, in_words, label, number, plain, rate, sheet
from ucgsim.safe_text import UNSAFE, cell, plural
from ucgsim.stats.rates import wilson

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from ucgsim.files.reading import CsvRow
    from ucgsim.stats.rates import Estimate

# One game that was played at a table: what is written down of it, and how it is read from a row of a table.


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


# What the decks of written games are called, and which list was played.


def called(named: Path | str) -> str:
    """What the list of one's own deck calls itself; UcgsimError where no deck is called so."""
    if find_deck(named) == STDIN:
        raise UcgsimError("-: a written game needs a deck with a name; put the list into a file")
    return tidy(name_of_deck(named))


def called_if_known(text: str) -> str:
    """The name of the deck that a text calls; the text itself where it calls none."""
    return tidy(text) if (name := _known(text)) is None else name


def is_known(text: str) -> bool:
    """Whether a deck is called so."""
    return _known(text) is not None


def _known(text: str) -> str | None:
    with suppress(UcgsimError, ValueError):
        place = find_deck(text)
        if place != STDIN and not is_folder(place):
            return tidy(name_of_deck(text))
    return None


def list_of(named: Path | str) -> str:
    """The fingerprint of a deck's list as it is now; blank, which a remark says, where it can't be read."""
    try:
        deck, problems = scan_deck(named, load_catalog())
        if not problems:
            return deck.fingerprint
        why = str(problems[0])
    except UcgsimError as error:
        why = str(error)
    remark(f"{named}: the list can't be read, so the game has no version ({why})")
    return ""


def lists_now(names: Iterable[str]) -> dict[str, str]:
    """The fingerprints of the lists that these decks have now, of those that can be read."""
    lists, catalog = {}, load_catalog()
    for name in names:
        with suppress(UcgsimError, ValueError):
            deck, problems = scan_deck(name, catalog)
            if not problems:
                lists[name] = deck.fingerprint
    return lists


def of_deck(games: Iterable[OwnGame], named: str) -> list[OwnGame]:
    """The games with a deck, by its name or that of its file. UcgsimError, with the names there are, for none."""
    listed = list(games)
    wanted = {tidy(named).casefold(), called_if_known(named).casefold()}
    picked = [game for game in listed if game.deck.casefold() in wanted]
    if listed and not picked:
        decks = ", ".join(sorted({game.deck for game in listed}))
        raise UcgsimError(f"{named}: no game with a deck of that name is written down; there are {decks}")
    return picked


def between(games: Iterable[OwnGame], deck: str, rival: str) -> list[OwnGame]:
    """The games with a deck against a rival, by their names, those of their files, or the words that were written."""
    mine, other = ({tidy(named).casefold(), called_if_known(named).casefold()} for named in (deck, rival))
    return [game for game in games if game.deck.casefold() in mine and game.rival.casefold() in other]


# The file of the user's games: one line a game, added to, read, handed on to others and taken over from them.


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


# How often the user won: by deck, by rival, by list and by Lead, each with its interval and its games.


NOTES = "95 % intervals (Wilson)"
DRAWN = "a draw counts half"
UNSAID = "not written down"


class GameTally(NamedTuple):
    """Games that were won, lost and drawn."""

    won: int
    lost: int
    drawn: int

    @property
    def games(self) -> int:
        """All of them."""
        return sum(self)

    @property
    def points(self) -> float:
        """A point for a win, half of one for a draw."""
        return self.won + self.drawn / 2

    @property
    def rate(self) -> Estimate:
        """The share of the points; NaN and [0, 1] without a game."""
        return wilson(self.points, self.games)

    @property
    def words(self) -> str:
        """Such as ``7-3``, or ``7-3-1`` with a draw."""
        return "-".join(map(str, self if self.drawn else self[:2]))

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"games": self.games, **self._asdict(), "win_rate": plain(self.rate)}


def tally(games: Sequence[OwnGame]) -> GameTally:
    """The games counted."""
    return GameTally(*counted(games))


@dataclass(frozen=True, eq=False)
class Record:
    """The games that were asked for, and where they are from; ``since`` a day, or all of them."""

    games: Sequence[OwnGame]
    source: Path
    since: date | None = None

    @cached_property
    def all(self) -> GameTally:
        """All of them."""
        return tally(self.games)

    def by(self, *keys: str) -> dict[tuple[str, ...], GameTally]:
        """The games by one or more of their fields, the most first."""
        groups: dict[tuple[str, ...], list[OwnGame]] = {}
        for game in self.games:
            groups.setdefault(tuple(str(getattr(game, key)) for key in keys), []).append(game)
        return {each: tally(groups[each]) for each in sorted(groups, key=lambda each: (-len(groups[each]), each))}

    @cached_property
    def versions(self) -> dict[tuple[str, ...], GameTally]:
        """By deck and list; the list that the deck has now is called ``now`` as well."""
        return self.by("deck", "version")

    @cached_property
    def _now(self) -> dict[str, str]:
        return lists_now({game.deck for game in self.games})

    def headline(self) -> str:
        """The answer in one sentence."""
        if not self.games:
            return "No game is written down that is asked for; ucgsim log add DECK RIVAL win writes one down."
        decks = self.by("deck")
        what = next(iter(decks))[0] if len(decks) == 1 else plural(len(decks), "deck")
        return f"{plural(self.all.games, 'game')} with {what}: you win {in_words(self.all.rate)}."

    def parts(self) -> Parts:
        """What the terminal shows: each table that tells something apart."""
        if not self.games:
            return Parts([self.headline()], foot=foot(str(self.source)))
        decks = self.by("deck")
        tables = [
            *([_sheet(["deck"], decks)] if len(decks) > 1 else []),
            _sheet(["deck", "rival"], self.by("deck", "rival")),
            *([_sheet(["deck", "list"], self._listed())] if len(self.versions) > len(decks) else []),
            *([_sheet(["deck", "Lead"], self._led())] if any(game.lead for game in self.games) else []),
        ]
        notes = foot(
            plural(self.all.games, "game"),
            f"since {self.since}" if self.since else "",
            NOTES,
            DRAWN if self.all.drawn else "",
        )
        return Parts([self.headline(), *tables], foot=notes)

    def _listed(self) -> dict[tuple[str, ...], GameTally]:
        now = self._now
        return {
            (deck, f"{version or UNSAID}{' (now)' * (version == now.get(deck, UNSAID))}"): each
            for (deck, version), each in self.versions.items()
        }

    def _led(self) -> dict[tuple[str, ...], GameTally]:
        words = {"lead": "led", "next": "went next", "": UNSAID}
        return {(deck, words[lead]): each for (deck, lead), each in self.by("deck", "lead").items()}

    def to_json(self) -> dict[str, Any]:
        """All of it as plain values; a list says whether it is the one that the deck has now."""
        lists = [
            each | {"now": each["version"] == self._now.get(each["deck"], UNSAID)} for each in self._rows("version")
        ]
        return {
            "file": self.source,
            "since": None if self.since is None else str(self.since),
            **self.all.to_json(),
            "decks": [{"deck": deck, **each.to_json()} for (deck,), each in self.by("deck").items()],
            "versions": lists,
            "rivals": self._rows("rival"),
            "leads": self._rows("lead"),
        }

    def _rows(self, field: str) -> list[dict[str, Any]]:
        return [
            {"deck": deck, field: value, **each.to_json()} for (deck, value), each in self.by("deck", field).items()
        ]


def _sheet(columns: Sequence[str], rows: dict[tuple[str, ...], GameTally]) -> Sheet:
    return sheet(
        "",
        [*columns, "games", "won-lost", "you win"],
        [[*map(label, key), number(each.games), label(each.words), rate(each.rate)] for key, each in rows.items()],
    )
