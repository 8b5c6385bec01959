"""Import of an open catalog, or of the official list's JSON: one row a print in, one card a number out.

Such a file is read as it is. What can be mended is mended and reported, a row that cannot be used is refused
with its reason, and the others go on.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from ucgsim.cards.card import Card, Kind, base_number, number_in, set_code
from ucgsim.cards.feed import FOREIGN, TYPES, feed_rows, is_feed
from ucgsim.cards.keywords import parse_kinds, read_keywords
from ucgsim.cards.other_names import in_english, key_of
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import CONTROL, UNCLOSED, parse_csv, read_text
from ucgsim.safe_text import one_line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from pathlib import Path

REQUIRED_COLUMNS = (
    "number",
    "name",
    "feature",
    "character_name",
    "level",
    "type",
    "round",
    "battle_power_1",
    "battle_power_2",
    "battle_power_3",
    "effect",
)
"""Without these a card cannot be played."""

_NEWER_COLUMN = "round"
"""Open catalogs have it since November 2025; one without is whole, but too old to play scenes by (CR 2.4.2, 6.3)."""

OPTIONAL_COLUMNS = ("id", "type_name", "battle_power_4", "battle_power_ex")
"""Columns that older files lack; absent ones count as blank."""

_BP_COLUMNS = ("battle_power_1", "battle_power_2", "battle_power_3", "battle_power_4")
_NAME_COLUMNS = ("name", "type_name", "character_name", "type")
_MAX_NAME = 200
_KEY_COLUMNS = ("section", "bundle_version", "serial")
_WHAT = "an open catalog of cards (CSV)"
WAITING = "known in another language alone, it waits for an English one"
"""Why the text of a card that waits can't be read."""
EXPLAINED = "docs/new-cards.md shows such a file"


@dataclass(frozen=True, slots=True)
class Note:
    """What was mended in, or why refused, a row; ``row`` counts as a spreadsheet does, the header being 1."""

    row: int
    number: str
    what: str

    unit: ClassVar[str] = "row"

    def __str__(self) -> str:
        return one_line(f"{self.unit} {self.row}{f' ({self.number[:40]})' if self.number else ''}: {self.what}")


class LineNote(Note):
    """A note on a card in JSON; ``row`` is its line."""

    __slots__ = ()
    unit = "line"


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an open catalog held.

    ``cards`` are sorted by number; ``prints`` counts the rows that were used, ``set_prints`` by product;
    ``texts`` holds the effect text of each number that has one, as printed. ``ids``: card numbers by the ids of their
    prints in the official list; ``foreign``: numbers of which the file holds no English print, ``waiting`` those of
    them with a text: their facts are known, and what they do is not. ``abroad``: numbers with what prints in another
    language call their character, ``named`` the English names that follow from that, by those.
    """

    source: Path
    cards: tuple[Card, ...]
    prints: int
    mended: tuple[Note, ...]
    refused: tuple[Note, ...]
    texts: dict[str, str] = field(repr=False)
    set_prints: dict[str, int]
    absent: tuple[str, ...] = ()
    ids: dict[int, str] = field(default_factory=dict, repr=False)
    foreign: frozenset[str] = frozenset()
    abroad: frozenset[tuple[str, str]] = frozenset()
    named: dict[str, str] = field(default_factory=dict)

    @property
    def waiting(self) -> tuple[str, ...]:
        """Numbers of cards whose text is there in another language alone, sorted."""
        return tuple(card.number for card in self.cards if card.number in self.foreign and card.has_text)

    def settled(self, known: Mapping[str, Card]) -> ImportReport:
        """A report in which cards without an English print in the file have the facts that are known of them.

        A character that a number has in another language and one that it has in English are one: so are called all
        cards of that character, unless two numbers contradict each other.
        """
        here = {number for number in self.foreign & known.keys() if not FOREIGN.search(known[number].name)}
        named = self._named({card.number: card for card in self.cards if card.number not in self.foreign} | dict(known))
        more = {key_of(name): english for name, english in named.items()}
        cards = (
            replace(
                card,
                characters=tuple(in_english(name, more) if FOREIGN.search(name) else name for name in card.characters),
            )
            for card in self.cards
        )
        return replace(
            self,
            named=named,
            cards=tuple(known[card.number] if card.number in here else card for card in cards),
            mended=tuple(note for note in self.mended if number_in(note.number) not in here),
            foreign=self.foreign - here,
        )

    def _named(self, english: Mapping[str, Card]) -> dict[str, str]:
        """English names of the characters that the file has in another language, of those that are clear."""
        pairs: dict[str, set[str]] = defaultdict(set)
        for number, name in self.abroad:
            if number in english and len(english[number].characters) == 1:
                pairs[name] |= {each for each in english[number].characters if not FOREIGN.search(each)}
        return {name: next(iter(names)) for name, names in sorted(pairs.items()) if len(names) == 1}

    @property
    def sets(self) -> dict[str, tuple[int, int]]:
        """Prints and distinct numbers of each product."""
        numbers: dict[str, int] = defaultdict(int)
        for card in self.cards:
            numbers[card.set_code] += 1
        return {code: (self.set_prints[code], count) for code, count in sorted(numbers.items())}


class _RefusedError(Exception):
    """A row that cannot be used; the message is the reason."""


@dataclass(frozen=True, slots=True)
class _Print:
    """A row: its facts from the columns alone, its text, and whether they are in another language than English."""

    row: int
    printed: str
    age: int | None
    card: Card
    text: str
    foreign: bool = False

    @property
    def is_main(self) -> bool:
        return self.printed == self.card.number


def without_english_name(cards: Iterable[Card]) -> dict[str, tuple[str, ...]]:
    """Characters and TYPEs that are known in another language alone, with the numbers of their cards."""
    numbers: dict[str, tuple[str, ...]] = {}
    for card in cards:
        for name in (*card.characters, card.type or ""):
            if FOREIGN.search(name):
                numbers[name] = (*numbers.get(name, ()), card.number)
    return numbers


def import_catalog(path: Path) -> ImportReport:
    """Read an open catalog CSV, whatever its column order, newlines or byte order mark, or the official list's JSON.

    Facts come from the plain main print of a number, the text from the newest print (highest id), since
    wordings are corrected in reprints; prints in English come before all others. Raises UcgsimError where the file as
    a whole cannot be used: not there, no text, no header, a needed column absent, cut off in the middle of a row, no
    usable row.
    """
    text = read_text(path, _WHAT, controls=True)
    return _import_feed(text, path) if is_feed(text) else _import_table(text, path)


def _import_table(text: str, path: Path) -> ImportReport:
    mended: list[Note] = []
    refused: list[Note] = []
    header, rows = _read_rows(text, path, refused)
    prints: list[_Print] = []
    for row, values in rows:
        try:
            prints.append(_read_print(row, _named(header, _plain(row, values, mended)), mended))
        except _RefusedError as reason:
            at = header.index("number")
            refused.append(Note(row, values[at].strip() if at < len(values) else "", str(reason)))
    if not text.endswith(("\n", "\r")):
        mended.append(Note(rows[-1][0], "", "the file ends without a newline; its last value may be cut off"))
    return _report(path, prints, mended, refused, header)


def _import_feed(text: str, path: Path) -> ImportReport:
    mended: list[Note] = []
    refused: list[Note] = []
    columns = (*REQUIRED_COLUMNS, *OPTIONAL_COLUMNS, *_KEY_COLUMNS, "rarity")
    header, rows = feed_rows(text, path, columns)
    prints: list[_Print] = []
    for line, values in rows:
        if values is None:
            refused.append(LineNote(line, "", "is no card, which is an object with a number"))
            continue
        try:
            prints.append(_read_print(line, values, mended))
        except _RefusedError as reason:
            refused.append(LineNote(line, values["number"].strip(), str(reason)))
    report = _report(path, prints, mended, refused, header)
    return replace(report, mended=tuple(LineNote(note.row, note.number, note.what) for note in report.mended))


def _report(
    path: Path, prints: list[_Print], mended: list[Note], refused: list[Note], header: Collection[str]
) -> ImportReport:
    """One card of each number. Raises UcgsimError where there is none."""
    if not prints:
        why = f"; the first reason: {refused[0]}" if refused else ""
        raise UcgsimError(f"{path}: holds no usable card{why}")
    by_number: dict[str, list[_Print]] = defaultdict(list)
    for each in prints:
        by_number[each.card.number].append(each)
    merged = [_merge(by_number[number], mended) for number in sorted(by_number)]
    foreign = frozenset(number for number, each in by_number.items() if all(one.foreign for one in each))
    return ImportReport(
        source=path,
        cards=tuple(card for card, _ in merged),
        prints=len(prints),
        mended=tuple(sorted(mended, key=lambda note: note.row)),
        refused=tuple(refused),
        texts={card.number: text for card, text in merged if text and card.number not in foreign},
        set_prints=_count_prints(by_number),
        absent=tuple(column for column in OPTIONAL_COLUMNS if column not in header),
        ids={each.age: each.card.number for each in prints if each.age is not None},
        foreign=foreign,
        abroad=frozenset(
            (each.card.number, name) for each in prints for name in each.card.characters if FOREIGN.search(name)
        ),
    )


def _count_prints(prints: dict[str, list[_Print]]) -> dict[str, int]:
    counts: dict[str, int] = defaultdict(int)
    for number, printed in prints.items():
        counts[set_code(number)] += len(printed)
    return dict(counts)


def _read_rows(text: str, path: Path, refused: list[Note]) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """Return the column names and the rows with their row numbers; blank rows are left out."""
    records = list(_records(text, path, refused))
    if not records or records[0][0] != 1:
        raise UcgsimError(f"{path}, row 1: is not the header of {_WHAT}")
    header = [name.strip().lower() for name in records[0][1]]
    missing = [name for name in REQUIRED_COLUMNS if name not in header]
    if missing == [_NEWER_COLUMN]:
        raise UcgsimError(
            f"{path}, row 1: has no column {_NEWER_COLUMN}, without which no scene card can be played; "
            "catalogs since November 2025 have it: import a newer file"
        )
    if missing:
        raise UcgsimError(
            f"{path}, row 1: is not the header of {_WHAT}; absent: {', '.join(missing)} "
            f"(needed: {', '.join(REQUIRED_COLUMNS)}); {EXPLAINED}"
        )
    twice = sorted(name for name, times in Counter(header).items() if name and times > 1)
    if twice:
        raise UcgsimError(f"{path}, row 1: has the column {one_line(twice[0][:40])} twice")
    rows = [(row, values) for row, values in records[1:] if any(value.strip() for value in values)]
    if not rows:
        raise UcgsimError(f"{path}: holds a header and no row; {_WHAT} was expected; {EXPLAINED}")
    row, values = rows[-1]
    if len(values) < len(header):
        raise UcgsimError(
            f"{path}, row {row}: the file ends in the middle of a row ({len(values)} of {len(header)} "
            "columns); it is cut off, a whole one is needed"
        )
    return header, rows


def _records(text: str, path: Path, refused: list[Note]) -> Iterator[tuple[int, list[str]]]:
    for row, record in enumerate(parse_csv(text), start=1):
        if record.problem == UNCLOSED:
            what = "the file ends inside a quoted text; it is cut off, a whole one is needed"
            raise UcgsimError(f"{path}, row {row}: {what}")
        if record.problem:
            refused.append(Note(row, "", record.problem))
        else:
            yield row, record.cells


def _plain(row: int, values: list[str], mended: list[Note]) -> list[str]:
    """Values with a blank for each control character, which some tables hold for a line break."""
    if CONTROL.search("".join(values)) is None:
        return values
    mended.append(Note(row, "", "a control character was read as a blank"))
    return [CONTROL.sub(" ", value) for value in values]


def _named(header: list[str], values: list[str]) -> dict[str, str]:
    if len(values) != len(header):
        raise _RefusedError(f"has {len(values)} columns where the header has {len(header)}")
    return dict(zip(header, values, strict=True))


def _blank(value: str) -> str:
    """Return a value without outer and doubled blanks; ``-`` means none in these files."""
    tidy = " ".join(value.split())
    return "" if tidy == "-" else tidy


def _read_print(row: int, values: dict[str, str], mended: list[Note]) -> _Print:
    printed = " ".join(values["number"].split())
    try:
        number = base_number(printed)
    except UcgsimError as error:
        raise _RefusedError(str(error)) from None
    notes: list[str] = []
    text = values["effect"].strip()
    text = "" if text == "-" else text
    card = _read_facts(number, values, notes)
    _note_columns(number, printed, values, notes)
    mended.extend(Note(row, printed, what) for what in notes)
    if printed == number:
        card = replace(card, rarity=_read_rarity(values.get("rarity", "")))
    foreign = FOREIGN.search(f"{values['name']} {text}") is not None
    return _Print(row, printed, _read_age(values.get("id", "")), card, text, foreign)


def _read_rarity(value: str) -> str:
    """The rarity of the main print, which says how often packs hold the card; blank where it is none."""
    return value.strip().upper() if re.fullmatch(r"\s*[A-Za-z]{1,6}\s*", value) else ""


def _read_age(value: str) -> int | None:
    return int(value) if re.fullmatch("[0-9]{1,18}", value.strip()) else None


def _note_columns(number: str, printed: str, values: dict[str, str], notes: list[str]) -> None:
    """Say where the product columns name another card than the number does; the number is right."""
    if printed == number or not all(values.get(column, "").strip() for column in _KEY_COLUMNS):
        return
    section, bundle, serial = (values[column].strip() for column in _KEY_COLUMNS)
    if number != f"{section}{bundle}-{serial}":
        notes.append(f"product columns say {section}{bundle}-{serial}; the number says {number}")


def _read_facts(number: str, values: dict[str, str], notes: list[str]) -> Card:
    kinds = parse_kinds(values["feature"])
    if not kinds:
        raise _RefusedError(f"card type {values['feature'].strip()[:40]!r} is none of {', '.join(Kind)}")
    long = next((column for column in _NAME_COLUMNS if len(values.get(column, "")) > _MAX_NAME), None)
    if long is not None:
        raise _RefusedError(f"{long} has {len(values[long]):,} characters; at most {_MAX_NAME} are read")
    name, subtitle = _read_name(values, notes)
    if not name:
        raise _RefusedError("has no card name")
    card = Card(number=number, name=name, subtitle=subtitle, kinds=kinds, set_code=set_code(number))
    if card.is_scene:
        return replace(card, round=_read_number(values, "round", needed=True))
    character = _read_character(values, notes)
    bp = tuple(_read_number(values, column) for column in _BP_COLUMNS)
    if all(value is None for value in bp):
        raise _RefusedError("is a character card without any BP")
    return replace(
        card,
        name=_split_glued(name, character, notes),
        subtitle=_needless(subtitle, name, values, notes),
        characters=(character,),
        level=_read_number(values, "level", needed=True),
        type=_read_type(values),
        bp=(bp[0], bp[1], bp[2], bp[3]),
        extra=_read_number(values, "battle_power_ex"),
    )


def _read_name(values: dict[str, str], notes: list[str]) -> tuple[str, str]:
    raw, subtitle = values["name"].strip(), _blank(values.get("type_name", ""))
    if "\t" in raw and not subtitle:
        notes.append("the subtitle stood in the name, after a tab")
        raw, _, subtitle = raw.partition("\t")
    return _blank(raw), _blank(subtitle)


def _split_glued(name: str, character: str, notes: list[str]) -> str:
    """Part the character's name from the word before it: ``The Space NinjaAlien Baltan``."""
    match = re.fullmatch(rf"(.*[a-z])({re.escape(character)})", name, re.IGNORECASE)
    if match is None or not match[1][-1].islower() or not match[2][0].isupper():
        return name
    notes.append("a blank was missing in the card name")
    return f"{match[1]} {match[2]}"


def _needless(subtitle: str, name: str, values: dict[str, str], notes: list[str]) -> str:
    """Drop a subtitle that only repeats the card name or the TYPE."""
    if not subtitle:
        return ""
    if name.casefold().endswith(subtitle.casefold()) or subtitle.casefold() == values["type"].strip().casefold():
        notes.append(f"the subtitle {subtitle!r} only repeated the card name or the TYPE")
        return ""
    return subtitle


def _read_character(values: dict[str, str], notes: list[str]) -> str:
    name = _blank(values["character_name"])
    if not name:
        raise _RefusedError("is a character card without a character name")
    if FOREIGN.search(name):
        return in_english(name).upper()
    if name != name.upper():
        notes.append(f"character name {name} written {name.upper()}")
    return name.upper()


def _read_type(values: dict[str, str]) -> str:
    name = _blank(values["type"])
    if not name:
        raise _RefusedError("is a character card without a TYPE")
    return TYPES.get(key_of(name), name.upper())


def _read_number(values: dict[str, str], column: str, *, needed: bool = False) -> int | None:
    value = _blank(values.get(column, ""))
    if not value and not needed:
        return None
    if not value.isascii() or not value.isdigit() or len(value) > 6:
        raise _RefusedError(f"{column} is {value[:40]!r}, not a number")
    return int(value)


def _merge(prints: list[_Print], mended: list[Note]) -> tuple[Card, str]:
    """Make one card of the prints of a number: facts of the main print, text of the newest that has any."""
    by_age = sorted(prints, key=_seniority)
    # What is in English is taken where there is any; of the others only facts are looked at.
    by_age = [each for each in by_age if not each.foreign] or by_age
    main = next((each for each in reversed(by_age) if each.is_main), by_age[-1])
    newest = next((each for each in reversed(by_age) if each.text), by_age[-1])
    for each in by_age:
        mended.extend(Note(each.row, each.printed, what) for what in _differences(each, main))
    otherwise = sum(1 for each in by_age if each.text and _bare(each.text) != _bare(newest.text))
    if otherwise:
        what = f"{otherwise} older print(s) of {main.card.number} are worded otherwise; this one's text is taken"
        mended.append(Note(newest.row, newest.printed, what))
    return _with_keywords(main.card, newest.text), newest.text


def _bare(text: str) -> str:
    return "".join(text.split())


def _with_keywords(card: Card, text: str) -> Card:
    words = read_keywords(text)
    kinds = tuple(dict.fromkeys((*card.kinds, *words.extra_kinds)))
    return replace(
        card,
        kinds=kinds,
        characters=tuple(dict.fromkeys((*card.characters, *words.characters))),
        teams=words.teams,
        copy_limit=words.copy_limit,
        keywords=words.keywords,
        has_text=bool(words.remainder),
    )


def _seniority(printed: _Print) -> tuple[int, int]:
    """Order prints by age; without an id the main print counts as the newest, as it is the one kept up."""
    if printed.age is not None:
        return (1, printed.age)
    return (2, 0) if printed.is_main else (0, -printed.row)


def _differences(other: _Print, main: _Print) -> Iterator[str]:
    """Say which facts differ between a print and the main one."""
    for what in ("kinds", "characters", "level", "type", "round", "bp", "extra"):
        theirs, ours = getattr(other.card, what), getattr(main.card, what)
        if theirs != ours:
            yield f"{what} {_text(theirs)} differs from {_text(ours)} of {main.printed}, which is taken"


def _text(value: object) -> str:
    if not isinstance(value, tuple):
        return str(value)
    return "/".join("" if each is None else str(each) for each in value)
