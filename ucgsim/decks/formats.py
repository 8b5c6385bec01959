"""The ways in which a decklist is written down, tables among them, taken apart into entries.

A reader here knows the form only: which text means a number, which for a count and which for a name, and on which
line. What is in JSON is read by `ucgsim.decks.shapes`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.cards.card import plain_text
from ucgsim.cards.other_names import key_of
from ucgsim.decks.deck import Problem
from ucgsim.decks.lines import Entry, bare_line, card_numbers, is_nearly_a_number, read_line, segments, two_counts
from ucgsim.decks.link import from_link, is_link
from ucgsim.decks.table import (
    CIRCLED,
    COUNT_KEYS,
    DELIMITERS,
    MOST,
    NAME_KEYS,
    NOT_ALONE,
    NUMBER_KEYS,
    SET_KEYS,
    P,
    said,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ucgsim.decks.lines import CardNames


class DeckFormat(StrEnum):
    """Forms of a decklist."""

    TEXT = "text"
    JSON = "json"
    NEBULA = "nebula"
    IDS = "ids"
    CSV = "csv"
    TABLETOP = "tabletop"
    LINK = "link"


@dataclass(frozen=True, slots=True)
class ListedCard:
    """A number or a name, as printed, and its count, not yet judged; ``count`` is None where none is given.

    ``rest``: what else is said of the card; ``level``: where it is marked as one; ``given``: whether a count is said;
    ``sure``: whether this is meant as a card, or may as well be a heading.
    """

    line: int
    number: str
    count: object
    rest: str = ""
    level: str = ""
    given: bool = True
    sure: bool = True


@dataclass(slots=True)
class Listing:
    """What a text was taken apart into: entries, problems, lines that hold no card, and cards that were left out.

    ``beside``: the heading of a section of cards that are not in the deck, with its line and its cards. ``name``: what
    the list calls itself, where its form has a place for that; ``notes``: what else was passed over.
    """

    entries: list[ListedCard] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    skipped: list[int] = field(default_factory=list)
    beside: tuple[str, int] | None = None
    left_out: list[ListedCard] = field(default_factory=list)
    name: str = ""
    notes: list[str] = field(default_factory=list)


def link_in(text: str) -> str:
    """The link of the page that a text is, comments apart; blank where it is anything else."""
    # A link from `#d=` on looks like a comment.
    lines = [line for line in text.splitlines() if is_link(line) or not is_comment(line)]
    return lines[0].strip() if len(lines) == 1 and is_link(lines[0]) else ""


def link_entries(link: str) -> Listing:
    """The cards of a link of the page; of one to several decks, those of the first. Raises UcgsimError as it does."""
    first, *others = from_link(link)
    listing = Listing([ListedCard(1, number, copies) for number, copies in first.counts], name=first.name)
    if others:
        listing.notes.append(said("link_of_many", count=len(others) + 1))
    return listing


def is_comment(line: str) -> bool:
    """Whether a line holds nothing but a comment, or nothing."""
    return P["comment"].search(line) is not None


def unfenced(text: str) -> str:
    """The text without the fences in which chats and pages put it; its lines stay where they are."""
    if "```" not in text and "~~~" not in text:
        return text
    return "\n".join("" if P["fence"].search(line) else line for line in text.splitlines())


def text_entries(text: str, names: CardNames | None, *, beside: bool = False) -> Listing:
    """Take an `unfenced` list of lines apart, tables by their heads; ``beside``: take in a sideboard as well."""
    reading = _Text(names, take=beside)
    lines = _cards_joined(_numbered_in_circles(text.splitlines()))
    at = 0
    while at < len(lines):
        line = lines[at]
        head = None if is_comment(line) else find_head(line)
        at += 1
        if head is not None:
            at = reading.table(lines, at, head)
        elif is_comment(line):
            reading.heading(P["comment_signs"].sub("", line), at)
        else:
            for part in segments(line):
                reading.part(part, at)
    return reading.listing


def _numbered_in_circles(lines: list[str]) -> list[str]:
    """The lines; where those that begin with a number in a circle count 1, 2, 3 it is no count of cards."""
    circled = [CIRCLED[line.lstrip()[0]] for line in lines if P["circled"].search(line)]
    if len(circled) < 2 or circled != [str(place) for place in range(1, len(circled) + 1)]:
        return lines
    numbers = iter(circled)
    return [f"{next(numbers)}. {line.lstrip()[1:]}" if P["circled"].search(line) else line for line in lines]


def _cards_joined(lines: list[str]) -> list[str]:
    """Cards over several lines, as the text of a picture is: number, name, copies. Each moves into its first line."""
    joined = list(lines)
    for at in range(len(lines) - 1):
        bare = bare_line(lines[at])
        if [match[0] for match in card_numbers(bare)] != [bare]:
            continue
        for end in (at + 1, at + 2):
            following = bare_line(lines[end]) if end < len(lines) else ""
            if P["copies_alone"].search(following):
                joined[at : end + 1] = [" ".join(lines[at : end + 1]), *[""] * (end - at)]
                break
            if end == len(lines) or card_numbers(following):
                break
    return joined


class _Text:
    """A list of lines that is being read; ``is_beside``: whether its lines are of a list next to the deck."""

    def __init__(self, names: CardNames | None, *, take: bool) -> None:
        self.names = names
        self.take = take
        self.is_beside = False
        self.listing = Listing()

    def heading(self, text: str, at: int) -> None:
        """Take note of a heading."""
        if is_beside(text):
            self.is_beside = not self.take
            self.listing.beside = self.listing.beside or (text.strip(" :=-*()"), at)
        elif text and (P["main"].search(text) or (self.is_beside and not self.listing.left_out)):
            self.is_beside = False

    def part(self, part: str, at: int) -> None:
        """Read one line, or a part of it that a page shows as one."""
        if not part.strip():
            return
        one = P["beside_line"].search(part)
        text, comment = uncommented(part[one.end() :] if one else part)
        bare = "" if P["rule"].search(part) or P["reactions"].search(part) else bare_line(text)
        if not bare or is_heading(bare):
            self.heading(bare, at)
            self.listing.skipped.append(at)
            return
        if one and not self.take:
            self.listing.beside = self.listing.beside or ("SB", at)
        out = (self.is_beside or bool(one)) and not self.take
        for entry in read_line(bare, self.names):
            self._take(entry, at, comment, out=out)

    def _take(self, entry: Entry, at: int, comment: str, *, out: bool) -> None:
        problem = entry.problem
        if not problem and not entry.given and P["count_in_comment"].search(comment):
            problem = said("in_comment", count=comment.strip())
        if problem:
            self.listing.problems.append(Problem(at, entry.card, problem))
            return
        sure = entry.numbered or (entry.given and not entry.weak) or is_nearly_a_number(entry.card)
        card = ListedCard(at, entry.card, entry.count, entry.rest, entry.level, entry.given, sure)
        (self.listing.left_out if out else self.listing.entries).append(card)

    def table(self, lines: Sequence[str], at: int, head: Head) -> int:
        """Read the rows below a head, from ``at`` on; where the lines behind the table begin."""
        while at < len(lines) and (head.mark != "|" or "|" in lines[at]):
            at += 1
            if not is_comment(lines[at - 1]):
                self._row(head.cells(lines[at - 1]), at, head)
        return at

    def _row(self, row: Sequence[str], at: int, head: Head) -> None:
        listing, right = self.listing, said("row")
        text = " ".join(cell for cell in row if cell.strip())
        card, counts, name = head.number_in(row), head.counts_in(row), head.cell(row, head.name)
        called = name if head.name is not None else head.cell(row, head.number)
        if not text:
            return
        if head.mark != "|" and any(cell.lstrip().startswith('"') for cell in row):
            listing.problems.append(Problem(at, "", said("row_quotes", right=right)))
        elif P["rule"].search(text) or (not card and is_heading(bare_line(text))):
            listing.skipped.append(at)
        elif len(counts) > 1:
            listing.problems.append(Problem(at, card or called[: MOST["shown"]], two_counts(sorted(counts))))
        elif counts or (not card and is_nearly_a_number(text)):
            count = next(iter(counts), None)
            listing.entries.append(ListedCard(at, card or called, count, name if card else ""))
        elif card or (called and called == head.cell(row, head.number)):
            listing.problems.append(Problem(at, card or called[: MOST["shown"]], said("row_count", right=right)))
        else:
            listing.skipped.append(at)


def is_beside(text: str) -> bool:
    """Whether words are the heading of cards next to the deck; this game has none (CR 4.1)."""
    return P["beside"].search(text) is not None


def is_heading(text: str) -> bool:
    """Whether a line without a card number is a heading or a total by its words."""
    if any(P[each].search(text) for each in ("beside", "main", "heading")):
        return not card_numbers(text)
    words = P["letters"].findall(text)
    # `Hero` and `Zero` alone are cards and characters as well, and a count alone is that of a card.
    return all(P["heading_word"].search(word) for word in words) and any(
        word.lower() not in NOT_ALONE for word in words
    )


def uncommented(line: str) -> tuple[str, str]:
    """A line and the comment behind it; a ``#`` before its first card number is none."""
    match = P["comment_behind"].search(line)
    if match is None:
        return line, ""
    before, behind = line[: match.start()], line[match.end() :]
    if match[0] == "#" and not card_numbers(bare_line(before)) and card_numbers(bare_line(behind)):
        return f"{before} {behind}", ""
    return before, behind


# --------------------------------------------------------------------------------------------------- tables


class Head(NamedTuple):
    """Where a table holds what: the mark between its cells, and the places of number, counts, name and product."""

    mark: str
    number: int
    counts: tuple[int, ...]
    name: int | None
    product: int | None

    def cells(self, line: str) -> list[str]:
        """The cells of a row."""
        return _cells(line, self.mark)

    def cell(self, row: Sequence[str], place: int | None) -> str:
        """A cell as plain text; blank where there is none."""
        return bare_line(row[place]) if place is not None and place < len(row) else ""

    def number_in(self, row: Sequence[str]) -> str:
        """The one card number of a row, as printed; blank where its cell holds none, or several."""
        text = self.cell(row, self.number)
        numbers = card_numbers(text)
        if not numbers and self.product is not None and P["place"].search(text):
            numbers = card_numbers(f"{self.cell(row, self.product)}-{text}")
        return numbers[0][0] if len(numbers) == 1 else ""

    def counts_in(self, row: Sequence[str]) -> set[str]:
        """The different counts that a row says."""
        cells = {plain_text(row[place]).strip('" *`') for place in self.counts if place < len(row)} - {""}
        return {match[1] if (match := P["whole_cell"].search(cell)) else cell for cell in cells}


def _cells(line: str, mark: str) -> list[str]:
    if mark == "|":
        return [cell.strip() for cell in P["pipes"].sub("", line).split("|")]
    cells = P[f"cells {mark}"].finditer(f"{mark}{line.rstrip()}")
    return [cell[2] if cell[1] is None else cell[1].replace('""', "") for cell in cells]


def find_head(line: str) -> Head | None:
    """The head that a line is; None where it names no column of numbers, or none of counts."""
    for mark in DELIMITERS if len(line) <= MOST["head"] else "":
        names = [key_of(name) for name in _cells(line, mark)] if mark in line else []
        number = _first(names, NUMBER_KEYS)
        counts = tuple(place for place, name in enumerate(names) if name in COUNT_KEYS)
        if number is not None and counts:
            return Head(mark, number, counts, _first(names, NAME_KEYS), _first(names, SET_KEYS))
    return None


def _first(names: list[str], keys: Iterable[str]) -> int | None:
    return next((names.index(each) for each in keys if each in names), None)
