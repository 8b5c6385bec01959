"""The catalog: every card number that is known with its facts; a selection of it; how much of it can be played."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from ucgsim.cards.card import Card, Kind, plain_text
from ucgsim.cards.home import home
from ucgsim.cards.keywords import KEYWORDS
from ucgsim.cards.other_names import characters_called, is_called
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import CsvRow, csv_rows, own_text, read_text, refuse_controls
from ucgsim.files.writing import csv_text, write_text_file
from ucgsim.language import gettext as _
from ucgsim.safe_text import one_line

if TYPE_CHECKING:
    from ucgsim.cards.importing import ImportReport

LATER = ("rarity", *(keyword.name for keyword in KEYWORDS))
"""Columns that catalogs of earlier versions lack; absent ones count as blank."""

_BP_COLUMNS = ("single", "double", "triple", "quad")
_SEPARATOR = "|"
_ANY = "any"
_DIGITS = re.compile("[0-9]{1,6}")
_WHAT = "a catalog of card facts (CSV)"


class Catalog(Mapping[str, Card]):
    """Card number to card, sorted by number; it does not change."""

    __slots__ = ("_cards",)

    def __init__(self, cards: Iterable[Card]) -> None:
        self._cards = {card.number: card for card in sorted(cards, key=lambda card: card.number)}

    def __getitem__(self, number: str) -> Card:
        return self._cards[number]

    def __iter__(self) -> Iterator[str]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def __hash__(self) -> int:
        return hash(tuple(self._cards))

    def __repr__(self) -> str:
        return f"Catalog({len(self)} cards)"

    @property
    def sets(self) -> tuple[str, ...]:
        """Codes of the products that its cards belong to, sorted."""
        return tuple(sorted({card.set_code for card in self._cards.values()}))

    def nearest(self, text: str, n: int = 3) -> list[str]:
        """Return up to ``n`` known numbers that look most like a text, the likeliest first."""
        return difflib.get_close_matches(plain_text(text).upper(), self._cards, n=n, cutoff=0.6)


def imported_catalog_path() -> Path:
    """Return where an imported catalog is saved; there may be none."""
    return home() / "catalog.csv"


def load_catalog(path: Path | None = None) -> Catalog:
    """Return the catalog: of ``path``, else the one that the user imported, else the one that ships.

    ``path`` may also name an open catalog, which is then read as ``cards import`` does. Raises UcgsimError
    where the file cannot be used.
    """
    if path is not None:
        return read_catalog(path)
    imported = imported_catalog_path()
    return read_catalog(imported) if imported.exists() else shipped_catalog()


@cache
def shipped_catalog() -> Catalog:
    """Return the catalog that comes with the package, read once."""
    name = "data/catalog.csv"
    text = own_text(files("ucgsim.cards").joinpath(name))
    return _parse(text, Path(name))


def read_catalog(path: Path) -> Catalog:
    """Read a catalog of facts, or an open catalog or the official list's JSON as ``cards import`` does.

    Raises UcgsimError, with file, line and what is wrong, where the file cannot be used.
    """
    from ucgsim.cards.feed import is_feed  # noqa: PLC0415 - what ships needs neither, and they load slowly
    from ucgsim.cards.importing import import_catalog  # noqa: PLC0415 - as above

    text = read_text(path, _WHAT, controls=True)
    header = _header(text)
    # The two kinds of file share a few column names; only an open catalog calls a card type a feature.
    if "feature" in header or is_feed(text):
        return Catalog(import_catalog(path).settled(shipped_catalog()).cards)
    refuse_controls(text, path)
    return _parse(text, path)


def _header(text: str) -> list[str]:
    return [name.strip(' "').lower() for name in text.splitlines()[0].split(",")]


def read_new_cards(path: Path) -> ImportReport:
    """Read an open catalog, the official list's JSON, or a catalog of facts such as the one that ships, without texts.

    Raises UcgsimError where the file cannot be used.
    """
    from ucgsim.cards.feed import is_feed  # noqa: PLC0415 - as above
    from ucgsim.cards.importing import ImportReport, import_catalog  # noqa: PLC0415 - as above

    text = read_text(path, _WHAT, controls=True)
    if "feature" in (header := _header(text)) or is_feed(text) or not {"kinds", "copies"} <= {*header}:
        return import_catalog(path)
    refuse_controls(text, path)
    cards = tuple(sorted(_parse(text, path).values(), key=lambda card: card.number))
    prints = dict(Counter(card.set_code for card in cards))
    return ImportReport(path, cards, len(cards), mended=(), refused=(), texts={}, set_prints=prints)


def write_catalog(catalog: Mapping[str, Card], path: Path) -> None:
    """Write a catalog of facts, whole or not at all. Raises UcgsimError where it cannot be written."""
    rows = (["" if value is None else value for value in _row(card).values()] for card in catalog.values())
    write_text_file(path, csv_text([COLUMNS, *rows]))


def _row(card: Card) -> dict[str, object]:
    """The facts of a card by the columns of a catalog, in their order."""
    return {
        "number": card.number,
        "name": card.name,
        "subtitle": card.subtitle,
        "characters": _SEPARATOR.join(card.characters),
        "kinds": _SEPARATOR.join(card.kinds),
        "level": card.level,
        "type": card.type,
        "round": card.round,
        **dict(zip(_BP_COLUMNS, card.bp, strict=True)),
        "extra": card.extra,
        "teams": _SEPARATOR.join(card.teams),
        "set": card.set_code,
        "text": "yes" if card.has_text else "no",
        **{keyword.name: "yes" if keyword.name in card.keywords else "no" for keyword in KEYWORDS},
        "copies": _ANY if card.copy_limit is None else card.copy_limit,
        "rarity": card.rarity,
    }


COLUMNS = tuple(_row(Card(number="", name="")))
"""Columns of a catalog of facts."""


def _parse(text: str, path: Path) -> Catalog:
    header, *rows = csv_rows(text, path) or [CsvRow(1, [])]
    missing = [column for column in COLUMNS if column not in (*header.cells, *LATER)]
    if missing:
        raise UcgsimError(f"{path}, line {header.line}: is not the header of {_WHAT}; absent: {', '.join(missing)}")
    cards: dict[str, Card] = {}
    for row in rows:
        try:
            card = _card(header.cells, row.cells)
            if card.number in cards:
                raise ValueError(f"{card.number} is there twice")
        except ValueError as error:
            why = f"cannot be read as a card ({one_line(str(error))}); import it again"
            raise UcgsimError(f"{path}, line {row.line}: {why}") from None
        cards[card.number] = card
    if not cards:
        raise UcgsimError(f"{path}: holds no card; {_WHAT} was expected")
    return Catalog(cards.values())


def _card(header: list[str], cells: list[str]) -> Card:
    if len(cells) != len(header):
        raise ValueError(f"it needs {len(header)} columns")
    row = dict(zip(header, cells, strict=True))
    if not row["number"] or not row["name"]:
        raise ValueError("number or name is blank")
    single, double, triple, quad = (_number(row[column]) for column in _BP_COLUMNS)
    return Card(
        number=row["number"],
        name=row["name"],
        subtitle=row["subtitle"],
        characters=_several(row["characters"]),
        kinds=tuple(Kind(kind) for kind in _several(row["kinds"])),
        level=_number(row["level"]),
        type=row["type"] or None,
        round=_number(row["round"]),
        bp=(single, double, triple, quad),
        extra=_number(row["extra"]),
        teams=_several(row["teams"]),
        set_code=row["set"],
        has_text=_flag(row["text"]),
        keywords=tuple(keyword.name for keyword in KEYWORDS if _flag(row.get(keyword.name, "no"))),
        copy_limit=None if row["copies"] == _ANY else _copies(row["copies"]),
        rarity=row.get("rarity", ""),
    )


def _several(value: str) -> tuple[str, ...]:
    return tuple(value.split(_SEPARATOR)) if value else ()


def _number(value: str) -> int | None:
    if value and not _DIGITS.fullmatch(value):
        raise ValueError(f"{value[:20]!r} is no whole number of at most six digits")
    return int(value) if value else None


def _copies(value: str) -> int:
    number = _number(value)
    if number is None:
        raise ValueError(f"the number of copies is blank; it is a number or {_ANY!r}")
    return number


def _flag(value: str) -> bool:
    if value not in ("yes", "no"):
        raise ValueError(f"{value[:40]!r} is neither yes nor no")
    return value == "yes"


# Cards picked out of a catalog by what is printed on them.


@dataclass(frozen=True, slots=True)
class Query:
    """What a card must be: one of the values of each field that has any; ``name``: part of its name in any language."""

    sets: Collection[str] = ()
    kinds: Collection[Kind] = ()
    characters: Collection[str] = ()
    levels: Collection[int] = ()
    types: Collection[str] = ()
    rounds: Collection[int] = ()
    name: str = ""


def choose_cards(catalog: Catalog, wanted: Query) -> list[Card]:
    """Return the cards that are wanted, sorted by number; letter case does not matter, nor the language of names.

    Raises UcgsimError for a set, character name or TYPE that no card of the catalog has.
    """
    cards = list(catalog.values())
    wanted = replace(wanted, characters=[each for said in wanted.characters for each in _characters_meant(said)])
    _check(
        _("no card of the catalog has the set {name}; there are {known}"),
        wanted.sets,
        (card.set_code for card in cards),
    )
    people = _("no card of the catalog has the character name {name}; there are {known}")
    _check(people, wanted.characters, (name for card in cards for name in card.characters))
    _check(
        _("no card of the catalog has the TYPE {name}; there are {known}"),
        wanted.types,
        (card.type for card in cards if card.type),
    )
    return [card for card in cards if _matches(card, wanted)]


def _matches(card: Card, wanted: Query) -> bool:
    return (
        _any([card.set_code], _upper(wanted.sets))
        and _any(card.kinds, wanted.kinds)
        and _any(card.characters, _upper(wanted.characters))
        and _any([card.level], wanted.levels)
        and _any([card.type], _upper(wanted.types))
        and _any([card.round], wanted.rounds)
        and (wanted.name.casefold() in card.full_name.casefold() or is_called(card, wanted.name))
    )


def _characters_meant(name: str) -> list[str]:
    """The characters of a name in another language; the name itself where it is none of these."""
    return [name] if name.isascii() else characters_called(name) or [name]


def _any(values: Collection[object], wanted: Collection[object]) -> bool:
    return not wanted or any(value in wanted for value in values)


def _upper(values: Collection[str]) -> list[str]:
    return [value.strip().upper() for value in values]


def _check(text: str, wanted: Collection[str], known: Iterable[str]) -> None:
    names = sorted(set(known))
    for value in _upper(wanted):
        if value not in names:
            raise UcgsimError(text.format(name=repr(value), known=", ".join(names)))


# How much of a catalog can be played: what has no text, what does what it says, what can't be read.


_UNJUDGED = "its effect is not known"


@dataclass(frozen=True, slots=True)
class EffectCounts:
    """Card numbers by what is known of their effect; ``numbers`` is the sum of the other three."""

    numbers: int
    blank: int
    executable: int
    unreadable: int


@dataclass(frozen=True, slots=True)
class Coverage:
    """Counts of a catalog and of each of its products, and why a number is unreadable."""

    total: EffectCounts
    sets: dict[str, EffectCounts]
    reasons: dict[str, str]


def coverage(cards: Iterable[Card], judged: Mapping[str, str | None]) -> Coverage:
    """Count how many numbers are blank, executable or unreadable.

    ``judged`` holds, by number, None where the effect can be played and the reason where it cannot; a card with
    a text that it leaves out is unreadable.
    """
    kinds: dict[str, Counter[str]] = {}
    reasons: dict[str, str] = {}
    for card in cards:
        reason = judged.get(card.number, _UNJUDGED) if card.has_text else None
        kind = "unreadable" if reason is not None else "executable" if card.has_text else "blank"
        kinds.setdefault(card.set_code, Counter())[kind] += 1
        if reason is not None:
            reasons[card.number] = reason
    sets = {code: _counts(kinds[code]) for code in sorted(kinds)}
    return Coverage(_counts(sum(kinds.values(), Counter())), sets, dict(sorted(reasons.items())))


def _counts(kinds: Counter[str]) -> EffectCounts:
    names = ("blank", "executable", "unreadable")
    return EffectCounts(kinds.total(), *(kinds[name] for name in names))
