"""Decklists read: which form it is, which cards and counts, which names and groups."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from ucgsim.cards.naming import NamedCards
from ucgsim.cards.numbers import base_number
from ucgsim.decks.deck import Deck
from ucgsim.decks.finding import STDIN, deck_text, find_deck
from ucgsim.decks.formats import DeckFormat, entries, find_format
from ucgsim.decks.lines import RIGHT_LINE
from ucgsim.decks.problem import Problem, by_line, refuse
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.formats import ListedCard

MAX_NEAREST = 10
MOST_TOLD = 10
"""Lines of a text without any card that are still told one by one."""
MAX_NUMBER = 60
"""Characters of what may still be a number or a name with a slip in it."""
MAX_SHOWN = 40
MAX_ENTRIES = 10_000
MAX_LINES = 25_000
MAX_COUNT = 999
"""A count above this is a slip of the keyboard, not a deck."""

_NAME = re.compile(r"(?:#|//)\s*name\s*:\s*(?P<name>.*\S)", re.IGNORECASE)
_GROUP = re.compile(r"(?:#|//)\s*group\s+(?P<group>[^\W\d][\w-]*)\s*:\s*(?P<numbers>.*)", re.IGNORECASE)


def read_deck(path: Path | str, catalog: Catalog) -> Deck:
    """Read a decklist, whatever its form; a list that breaks a rule of deck building is read all the same.

    Raises UcgsimError with one line for each thing that cannot be read and each number that the catalog does
    not hold.
    """
    deck, problems = scan_deck(path, catalog)
    refuse([*problems, *unknown_numbers(deck, catalog)], deck.source, deck.name)
    return deck


def name_of_deck(named: Path | str) -> str:
    """What the deck of a path or a name calls itself. Raises UcgsimError where there is none, or it can't be read."""
    place = find_deck(named)
    lines = deck_text(place).splitlines()
    return next((name["name"] for line in lines if (name := _NAME.match(line.strip()))), place.stem)


def scan_deck(path: Path | str, catalog: Catalog) -> tuple[Deck, list[Problem]]:
    """Read a decklist, by its path or its name, which becomes its source, and return what could be read and what not.

    Raises UcgsimError where the file itself cannot be read.
    """
    place = find_deck(path)
    name = "stdin" if place == STDIN else place.stem
    return parse_deck(deck_text(place), catalog, name=name, source=Path(path))


def parse_deck(
    text: str, catalog: Catalog, *, name: str = "deck", source: Path | None = None
) -> tuple[Deck, list[Problem]]:
    """Read the text of a decklist and return what could be read, with what could not.

    ``name`` is taken where the text gives none in a comment ``# name: ...``. Raises UcgsimError for what is far
    longer than any deck.
    """
    problems: list[Problem] = []
    _refuse_many(len(text.splitlines()), MAX_LINES, "lines", source or name)
    _refuse_page(text, source or name)
    form = find_format(text)
    listed = entries(text, form, problems)
    _refuse_many(len(listed), MAX_ENTRIES, "cards", source or name)
    near = _Nearest(catalog)
    names = NamedCards(catalog)
    counts: list[tuple[str, int]] = []
    lines: dict[str, list[int]] = defaultdict(list)
    for entry in listed:
        pair = _read_entry(entry, near, names, problems)
        if pair is not None:
            counts.append(pair)
            lines[pair[0]].append(entry.line)
    if not listed and not problems:
        problems.append(Problem(None, "", "holds no card; a line is like '4 BP01-012 Ultraman Arc'"))
    named, groups = (None, {}) if form in (DeckFormat.JSON, DeckFormat.NEBULA) else _read_comments(text, near, problems)
    deck = Deck(named or name, tuple(counts), groups, source, {number: tuple(at) for number, at in lines.items()})
    return deck, by_line(problems) if counts else _in_few_lines(by_line(problems))


def _refuse_page(text: str, place: Path | str) -> None:
    if re.match(r"\s*<(?:!doctype|html|\?xml|head|body)\b", text, re.IGNORECASE):
        raise UcgsimError(f"{place}: is a page of the web, no decklist; save the list itself, {RIGHT_LINE}")


def _in_few_lines(problems: list[Problem]) -> list[Problem]:
    """The problems of a text in which no line is a card's; of a long one only that it is no decklist."""
    if len(problems) <= MOST_TOLD:
        return problems
    first = problems[0]
    where = f"; the first, line {first.line}: {first.what}" if first.line else ""
    return [Problem(None, "", f"is no decklist: none of its {len(problems)} lines can be read as a card{where}")]


def _refuse_many(many: int, most: int, what: str, place: Path | str) -> None:
    if many > most:
        raise UcgsimError(f"{place}: has {many:,} {what}; a decklist of at most {most:,} was expected")


def unknown_numbers(deck: Deck, catalog: Catalog) -> list[Problem]:
    """Return a problem for each number of a deck that the catalog does not hold."""
    near = _Nearest(catalog)
    return [
        Problem(_first(deck, number), number, f"is not in the catalog{near(number)}")
        for number, _ in deck.counts
        if number not in catalog
    ]


def _first(deck: Deck, number: str) -> int | None:
    return next(iter(deck.lines.get(number, ())), None)


class _Nearest:
    """What a list may have meant by numbers that aren't there: looked for `MAX_NEAREST` times, for it takes long."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self.asked = 0

    def __call__(self, text: str) -> str:
        self.asked += 1
        near = self.catalog.nearest(text) if self.asked <= MAX_NEAREST and len(text) <= MAX_NUMBER else []
        return f"; nearest are {', '.join(near)}" if near else ""

    def number_or_name(self, text: str, names: NamedCards) -> str:
        """The nearest numbers, else the nearest names, else what a line looks like."""
        if number := self(text):
            return number
        near = names.nearest(text) if self.asked <= MAX_NEAREST and len(text) <= MAX_NUMBER else []
        return f"; nearest are {', '.join(near)}" if near else f"; {RIGHT_LINE}"


def _read_entry(
    entry: ListedCard, near: _Nearest, names: NamedCards, problems: list[Problem]
) -> tuple[str, int] | None:
    try:
        number = base_number(entry.number)
    except UcgsimError:
        number = _by_name(entry, near, names, problems)
    if not number:
        return None
    count = _read_count(entry.count)
    if count is None:
        text = f"has the count {str(entry.count)[:20]!r}; it is a whole number from 1 to {MAX_COUNT}"
        problems.append(Problem(entry.line, number, text))
        return None
    return number, count


def _by_name(entry: ListedCard, near: _Nearest, names: NamedCards, problems: list[Problem]) -> str:
    """The number of the one card that bears a name; blank, with a problem that says why, where there is none."""
    numbers = names.find(entry.number) or names.find(re.sub("^[xX] ", "", entry.number))
    if len(numbers) == 1:
        return numbers[0]
    card = entry.number.strip()[:MAX_SHOWN]
    if numbers:
        more = f" and {len(numbers) - MOST_TOLD} more" if len(numbers) > MOST_TOLD else ""
        what = f"is the name of {len(numbers)} cards, {', '.join(numbers[:MOST_TOLD])}{more}; write the number"
    else:
        what = f"is no card number and no card's name{near.number_or_name(entry.number, names)}"
    problems.append(Problem(entry.line, card, what))
    return ""


def _read_count(value: object) -> int | None:
    if isinstance(value, str) and re.fullmatch(r"\+?[0-9]{1,9}", value):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if 1 <= value <= MAX_COUNT else None


def _read_comments(text: str, near: _Nearest, problems: list[Problem]) -> tuple[str | None, dict[str, tuple[str, ...]]]:
    """Read the name and the groups that stand in comment lines."""
    name = None
    groups: dict[str, dict[str, None]] = {}
    for at, line in enumerate(text.splitlines(), start=1):
        if named := _NAME.match(line.strip()):
            name = name or named["name"]
        elif group := _GROUP.match(line.strip()):
            numbers = [_read_member(part, at, near, problems) for part in _parts(group["numbers"])]
            known = groups.setdefault(group["group"], {})
            known.update(dict.fromkeys(number for number in numbers if number is not None))
    return name, {group: tuple(numbers) for group, numbers in groups.items()}


def _parts(listed: str) -> list[str]:
    return [part.strip() for part in re.split(r"[,;]", listed) if part.strip()]


def _read_member(text: str, line: int, near: _Nearest, problems: list[Problem]) -> str | None:
    try:
        number = base_number(text)
    except UcgsimError:
        number = ""
    if number in near.catalog:
        return number
    problems.append(Problem(line, text[:40], f"in a group is not in the catalog{near(text)}"))
    return None
