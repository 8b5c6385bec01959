"""The text of a decklist read card by card: which, how many, what is wrong, and what was passed over.

All that it does follows from the text and the cards; files, names of lists and layouts are those of
`ucgsim.decks.reading`. The page reads lists by this very code (`ucgsim.web.script`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.cards.card import number_in
from ucgsim.cards.labels import told_apart
from ucgsim.decks.deck import Problem
from ucgsim.decks.formats import link_entries, link_in, text_entries, unfenced
from ucgsim.decks.lines import is_nearly_a_number
from ucgsim.decks.names import sort_out
from ucgsim.decks.shapes import json_entries, shown
from ucgsim.decks.table import MOST, P, said
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ucgsim.decks.formats import ListedCard, Listing
    from ucgsim.decks.names import Lexicon


class Placed(NamedTuple):
    """A card that was read: on which line, which, how many, and what else the line says of it."""

    line: int
    number: str
    copies: int
    rest: str


@dataclass(slots=True)
class Reading:
    """What was read of a text: its cards, what is wrong with lines, and those whose name several cards bear.

    ``name``: what the list calls itself; ``skipped``: its lines that hold words and no card; ``in_lines``: whether it
    is a list of lines, and so may have a layout.
    """

    in_lines: bool = True
    name: str = ""
    cards: list[Placed] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    unclear: list[Problem] = field(default_factory=list)
    skipped: list[int] = field(default_factory=list)
    notes: tuple[str, ...] = ()


def read_text(text: str, names: Lexicon, *, pool: bool = False) -> Reading:
    """Read a text; ``pool``: the cards of a sideboard count as well.

    Raises UcgsimError for what is far longer than any deck, a page of the web, or a link that can't be read.
    """
    lines = text.splitlines()
    _refuse("lines", len(lines))
    if P["web_page"].search(text):
        raise UcgsimError(said("web_page", right=said("line")))
    whole = unfenced(text)
    link = link_in(whole)
    if text.strip() and not link and all(P["web_link"].search(line) for line in lines):
        raise UcgsimError(said("links", right=said("line")))
    reading = Reading(in_lines=not link and not P["json"].search(whole))
    if reading.in_lines:
        listing = text_entries(whole, names, beside=pool)
        listing.name = next((name[1] for line in lines if (name := P["name"].search(line.strip()))), "")
    else:
        listing = link_entries(link) if link else json_entries(whole, names, beside=pool)
    _refuse("entries", len(listing.entries))
    near = Nearest(names)
    sort_out(listing, names, lambda each: bool(near.names_like(each)))
    reading.name, reading.problems, reading.skipped = listing.name, listing.problems, listing.skipped
    for entry in listing.entries:
        _read_entry(entry, near, reading)
    if not listing.entries and not reading.problems:
        reading.problems.append(Problem(None, "", said("empty", right=said("line"))))
    reading.notes = _notes(listing)
    return reading


def _refuse(what: str, many: int) -> None:
    if many > MOST[what]:
        raise UcgsimError(said(what, count=f"{many:,}", most=f"{MOST[what]:,}"))


class Nearest:
    """What a list may have meant by what isn't there: looked for a few times only, for it takes long."""

    def __init__(self, names: Lexicon) -> None:
        self.names = names
        self.asked = 0

    def like(self, text: str, *, named: bool = False) -> list[str]:
        """The nearest numbers; where there are none, and a text may be ``named``, the nearest names."""
        if not self._is_worth_it(text):
            return []
        numbers = self.names.numbers_like(text)
        return numbers if numbers or not named else self.names.names_like(text)

    def names_like(self, text: str) -> list[str]:
        """The nearest names."""
        return self.names.names_like(text) if self._is_worth_it(text) else []

    def _is_worth_it(self, text: str) -> bool:
        self.asked += 1
        return self.asked <= MOST["nearest"] and len(text) <= MOST["letters"]


def _read_entry(entry: ListedCard, near: Nearest, reading: Reading) -> None:
    number = number_in(entry.number)
    if number and (wrong := _contradicted(number, entry, near.names)):
        reading.problems.append(Problem(entry.line, "", wrong))
        return
    number = number or _by_name(entry, near, reading)
    if not number:
        return
    count = copies_in(entry.count)
    if count:
        reading.cards.append(Placed(entry.line, number, count, entry.rest))
    else:
        what = said("copies", count=f"'{shown(entry.count)}'", most=MOST["copies"])
        reading.problems.append(Problem(entry.line, number, what))


def _contradicted(number: str, entry: ListedCard, names: Lexicon) -> str:
    """Why the name or the level that a line says is not that of its number; blank where nothing speaks against it."""
    card = names.catalog.get(number)
    if card is None:
        return ""
    if other := names.contradiction(number, entry.rest):
        return said("other", number=number, card=card.full_name, other=other)
    level = names.level(number)
    if entry.level and level is not None and int(entry.level) != level:
        what = "other_round" if card.is_scene else "other_level"
        return said(what, number=number, card=card.full_name, level=level, other=entry.level)
    return ""


def _by_name(entry: ListedCard, near: Nearest, reading: Reading) -> str:
    """The number of the one card that bears a name; blank, with what is wrong, where there is none."""
    numbers = () if is_nearly_a_number(entry.number) else near.names.find(entry.number)
    numbers = numbers or near.names.find(P["lone_x"].sub("", entry.number))
    card = entry.number.strip()[: MOST["shown"]]
    if len(numbers) == 1:
        return numbers[0]
    if numbers:
        what = _several(numbers, near.names)
        reading.unclear.append(Problem(entry.line, card, what, candidates=numbers))
        return ""
    close = near.like(entry.number, named=True)
    what = said("near_card", near=", ".join(close)) if close else said("no_card", right=said("line"))
    reading.problems.append(Problem(entry.line, card, what, candidates=near.names.numbers_of(close)))
    return ""


def _several(numbers: Sequence[str], names: Lexicon) -> str:
    """That a name is that of several cards, and of which."""
    listed, right, most = list(numbers), said("by_level"), MOST["unclear"]
    if len({names.level(number) for number in numbers}) == 1:
        # No level tells these apart.
        listed, right, most = told_apart([names.catalog[each] for each in numbers]), said("by_number"), MOST["apart"]
    more = len(numbers) - most
    key = "several_more" if more > 0 else "several"
    return said(key, count=len(numbers), cards=", ".join(listed[:most]), more=more, right=right)


def copies_in(value: object) -> int:
    """The copies that a count says; 0 where it is no whole number of them."""
    if isinstance(value, str) and P["whole"].search(value):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 1 <= value <= MOST["copies"]:
        return 0
    return int(value) if value == int(value) else 0


def unknown(numbers: Iterable[str], lines: Mapping[str, int], names: Lexicon) -> list[Problem]:
    """A problem for each number that is in no catalog; ``lines``: where they are."""
    near = Nearest(names)
    problems = []
    for number in numbers:
        if number not in names.catalog:
            close = tuple(near.like(number))
            what = said("near_unknown", near=", ".join(close)) if close else said("unknown")
            problems.append(Problem(lines.get(number), number, what, candidates=close))
    return problems


def _notes(listing: Listing) -> tuple[str, ...]:
    """What was passed over, in words."""
    notes = [*listing.notes]
    if skipped := sorted(set(listing.skipped)):
        key = "skipped" if len(skipped) == 1 else "skipped_many"
        notes.append(said(key, count=len(skipped), lines=some(skipped)))
    if listing.beside is not None and listing.left_out:
        title, line = listing.beside
        cards = sum(copies_in(card.count) for card in listing.left_out)
        notes.append(said("left_out", count=cards, title=title[: MOST["shown"]], line=line))
    return tuple(notes)


def in_few_lines(problems: list[Problem]) -> list[Problem]:
    """The problems of a text in which no line is a card's; of a long one only that it is no decklist."""
    if len(problems) <= MOST["listed"]:
        return problems
    first = problems[0]
    what = said("no_list_first" if first.line else "no_list", count=len(problems), line=first.line, what=first.what)
    return [Problem(None, "", what)]


def some(lines: Sequence[int]) -> str:
    """The first of some lines."""
    dots = ", ..." if len(lines) > MOST["listed"] else ""
    return ", ".join(str(line) for line in lines[: MOST["listed"]]) + dots
