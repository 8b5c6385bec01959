"""Lines of a decklist as people write them: which card, how many copies, and what else a line says of the card.

The number of a card and its count may be anywhere in a line. A count that a line does not make clear is asked for
and never guessed: ``BP01-012 Ultraman Arc 4`` may as well name a level. A line without any trace of a count is one
copy.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from ucgsim.cards.card import NamedCards, in_deck_order, name_key, number_in, plain_text
from ucgsim.cards.labels import shown_label, shown_title, title_in, titles_in, told_apart
from ucgsim.decks.table import MOST, STRONG, P, group, put, said
from ucgsim.errors import UcgsimError
from ucgsim.language import INTERFACE, marked
from ucgsim.language import gettext as _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ucgsim.cards.catalog import Catalog


def is_nearly_a_number(text: str) -> bool:
    """Whether something in a text was meant as a card number and is none; a product's code in a title was not."""
    left = P["product"].sub(" ", text)
    return P["nearly"].search(left) is not None or (left != text and P["stands_alone"].search(left) is not None)


class CardNames(Protocol):
    """What a line may ask about the names of the card whose number it holds."""

    def hide(self, number: str, text: str) -> str:
        """The text with those names of the card blanked out that a count could be read from."""

    def level(self, number: str) -> int | None:
        """The level of a character, the Round of a scene; None where the number is not known."""

    def is_sure(self, number: str, name: str) -> bool:
        """Whether the last digits of a number, written without zeros behind a name, can be no level of that name."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A number as printed, or what may be a name, with its count; ``problem`` says why it can't be read.

    ``given``: whether the line says the count; ``rest``: what else it says of the card, as its name; ``level``: where
    the line marks it as one; ``numbered``: whether ``card`` is a number; ``weak``: whether the count behind a name may
    as well be that of a heading (``Scenes: 8``).
    """

    card: str
    count: str = "1"
    problem: str = ""
    given: bool = True
    rest: str = ""
    level: str = ""
    numbered: bool = True
    weak: bool = False


def segments(line: str) -> list[str]:
    """A line of a file without markup, in the parts that a page would show as lines of their own."""
    return [put("page", part) for part in P["cut"].split(line)] if "<" in line else [line]


@lru_cache(maxsize=1024)
def bare_line(line: str) -> str:
    """The words of a line: without markup, addresses, pictures and bullets, numbers of cards as we write them."""
    text = put("markup", P["code_point"].sub(_letter, line))
    if not text.isascii():
        text = "".join(" " if unicodedata.category(each) in _PICTURES or each == "\ufe0f" else each for each in text)
    return put("plain", plain_text(text))


_PICTURES = {"So", "Cf", "Co", "Sk"}
_MOST_CODE = 0xD800
"""Code points below it are letters; above them are halves of those that hardly a name has."""


def _letter(code: re.Match[str]) -> str:
    return chr(int(code[1])) if int(code[1]) < _MOST_CODE else " "


def read_line(bare: str, names: CardNames | None = None) -> list[Entry]:
    """The cards of a `bare_line` without its comment; one that a list of several cards is on is taken apart."""
    numbers = card_numbers(bare)
    if not numbers:
        return [_placed_card(bare, names) or _named(bare)]
    if len(numbers) == 1:
        return [_numbered(bare, numbers[0], names)]
    for split in (r"[,;]", r"[,;|]"):
        parts = [part.strip() for part in re.split(split, bare) if part.strip()]
        if all(len(card_numbers(part)) == 1 for part in parts):
            return [entry for part in parts for entry in read_line(part, names)]
    if not any(letter.isalnum() for letter in P["number"].sub("", bare)):
        return [Entry(_card(number), given=False) for number in numbers]
    return [Entry(_card(numbers[0]), problem=said("shares", card=_card(numbers[1])))]


def card_numbers(text: str) -> list[re.Match[str]]:
    """The card numbers of a text; those in parentheses count only where there is no other."""
    # A count in parentheses looks like the mark of a print, which has two digits.
    opening = P["opening"].search(text)
    numbers = list(P["number"].finditer(text, opening.end() if opening else 0))
    outside = [number for number in numbers if text[: number.start()].count("(") == text[: number.start()].count(")")]
    return outside or numbers


def _card(number: re.Match[str]) -> str:
    return put("card", number[0])


def _numbered(text: str, number: re.Match[str], names: CardNames | None) -> Entry:
    card = _card(number)
    base = number_in(card) or card
    before, behind = re.sub(r"[(\[]\s*$", " ", text[: number.start()]), text[number.end() :]
    rest = f"{before} {behind}"
    if names is not None:
        before, behind = names.hide(base, before), names.hide(base, behind)
    levels = {level[1] for level in P["level"].finditer(rest)}
    before, behind = P["level"].sub(" ", before), P["level"].sub(" ", behind)
    entry = Entry(card, rest=_without_counts(rest), level=levels.pop() if len(levels) == 1 else "")
    left = f"{before} {behind}"
    counts = {group(match) for part in (before, behind) for pattern in STRONG for match in pattern.finditer(part)}
    places = ((before, "first"), (before, "second"), (behind, "behind"), (behind, "at_end"))
    counts |= {group(match) for part, place in places if (match := P[place].search(part))}
    counts = counts or _in_table(text, behind)
    if "~~" in text:
        problem = said("struck")
    elif len(counts) > 1:
        problem = two_counts(sorted(counts))
    elif P["sum"].search(f"{before} ~ {behind}"):
        problem = said("sum", card=card)
    elif counts:
        (count,) = counts
        other = _another(behind, count, None if names is None else names.level(base))
        return replace(entry, count=count, problem=two_counts(sorted((count, other))) if other else "")
    elif lone := P["lone"].findall(left):
        problem = said("lone", count=lone[-1], card=card)
    elif P["trace"].search(P["print_behind"].sub(" ", left)):
        problem = said("no_count", card=card)
    else:
        problem = ""
    return replace(entry, problem=problem, given=False)


def two_counts(counts: Iterable[str]) -> str:
    """That a line has two counts."""
    return said("two_counts", counts=said("and").join(counts))


def _in_table(text: str, behind: str) -> set[str]:
    """``(4)`` behind a number, else the one cell of a row that is a whole number; both only where no other count is."""
    brackets = P["brackets"].search(behind) or P["last_brackets"].search(behind)
    if brackets and not brackets[1].startswith("0"):
        return {brackets[1]}
    cells = [cell.strip() for cell in re.split(r"[|;,]", text)]
    counts = [cell for cell in cells if P["digits"].search(cell)]
    return {counts[0]} if len(counts) == 1 and len(cells) > 2 else set()


def _another(behind: str, count: str, level: int | None) -> str:
    """A second number at the end of a line, or alone in a cell of it, that is neither its count nor the level."""
    if level is None or not P["whole"].search(count):
        return ""
    last = P["last_lone"].search(behind)
    cells = [cell.strip() for cell in re.split(r"[|;,]", behind)[1:]]
    lone = [*([last[1]] if last else []), *(cell for cell in cells if re.fullmatch(r"\d\d?", cell))]
    return next((each for each in lone if int(each) not in {int(count), level} and not each.startswith("0")), "")


def _without_counts(text: str) -> str:
    """What a line says besides number and count: a name, if it says one."""
    for pattern in (*STRONG, P["level"], P["front"]):
        text = pattern.sub(" ", text)
    return text


def _placed_card(text: str, names: CardNames | None) -> Entry | None:
    """``4 Ultraman Dyna (BP02) 46``, as tools of other games write a number."""
    match = P["by_place"].search(text)
    if match is None or names is None:
        return None
    count, name, within, code, place = match.groups()
    number = f"{(within or code).upper()}-{int(place):03}"
    if names.is_sure(number, name):
        return Entry(number, count, rest=name)
    return Entry(name, problem=said("place", card=number, count=count), numbered=False)


def _named(text: str) -> Entry:
    """A line without a card number: a name, perhaps with a count before it or ``x4`` behind it."""
    glued = P["glued_before_name"].search(text)
    before = P["before_name"].search(text) or glued
    name = text[before.end() if before else 0 :]
    behind = P["behind_name"].search(name)
    counts = {group(match) for match in (before, behind) if match}
    weak = before is glued and (glued is not None or (behind is not None and behind[0][0] in "|;:,"))
    name = P["around_name"].sub("", name[: behind.start()] if behind else name)
    if not any(letter.isalpha() for letter in name) or P["count_alone"].search(text):
        shown = text if len(text) <= MOST["shown"] else f"{text[: MOST['shown'] - 3]}..."
        return Entry("", problem=said("no_number", text=f"'{shown}'", right=said("line")), numbered=False)
    if len(counts) > 1:
        return Entry(name, problem=two_counts(sorted(counts)), numbered=False)
    return Entry(name, next(iter(counts), "1"), given=bool(counts), numbered=False, weak=weak)


# Cards for a new deck, as people call them: ``4 BP01-001``, ``4 Ultraman Tiga``, ``tiga 3``, ``Zeperion``.


MOST_LETTERS = 120
"""Letters of what may still be a card."""
MOST_SHOWN = 12
"""Cards that an unclear name lists."""
RIGHT = marked("a card is said like '4 BP01-012' or '4 Ultraman Arc'")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a text may mean: so many copies of any of these numbers, one where it is clear; else names near it."""

    count: int
    numbers: tuple[str, ...]
    near: tuple[str, ...] = ()


class Chooser:
    """Reads what people call cards of a catalog."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self._names = NamedCards(catalog)
        self._titles: dict[str, list[str]] = defaultdict(list)
        for card in catalog.values():
            titles = set().union(*(titles_in(card, each) for each in INTERFACE))
            for text in (*titles, f"{'/'.join(card.characters)} {card.level}"):
                self._titles[name_key(text)].append(card.number)

    def read(self, text: str) -> Meaning:
        """What a text means. Raises UcgsimError where its count is unclear, or it says several cards, or none."""
        if len(text) > MOST_LETTERS:
            wrong = _("{text}...: has {letters:,} letters, which no card has; {right}")
            raise UcgsimError(wrong.format(text=text[:40], letters=len(text), right=_(RIGHT)))
        entries = read_line(bare_line(text))
        if len(entries) != 1:
            wrong = _("{text}: says {count} cards; say one at a time")
            raise UcgsimError(wrong.format(text=text, count=len(entries)))
        entry = entries[0]
        if entry.problem:
            raise UcgsimError(f"{entry.card or text}: {entry.problem}")
        if not P["whole"].search(entry.count) or not 1 <= int(entry.count) <= MOST["copies"]:
            wrong = _("{card}: has the count {count}; it is a number from 1 to {most}")
            raise UcgsimError(wrong.format(card=entry.card, count=repr(entry.count), most=MOST["copies"]))
        numbers = self._numbers(entry.card)
        near = () if numbers else (*self._names.nearest(entry.card), *self.catalog.nearest(entry.card))
        return Meaning(int(entry.count), numbers, near)

    def _numbers(self, text: str) -> tuple[str, ...]:
        """Cards of a number, a whole name, a character with its level, or else with this in their names."""
        if number := number_in(text):
            return (number,) if number in self.catalog else ()
        numbers = self._names.find(text) or tuple(dict.fromkeys(self._titles.get(name_key(text), ())))
        return tuple(sorted(numbers, key=self._order)) if numbers else self._holding(text)

    def _holding(self, text: str) -> tuple[str, ...]:
        part = name_key(text)
        cards = [
            card
            for card in self.catalog.values()
            if part and (part in name_key(card.full_name) or part in name_key(title_in(card, "en")))
        ]
        return tuple(card.number for card in sorted(cards, key=in_deck_order))

    def _order(self, number: str) -> tuple[bool, str, int, str]:
        return in_deck_order(self.catalog[number])

    def one(self, text: str) -> tuple[str, int]:
        """The one number that a text means, with its count. Raises UcgsimError that lists what it may mean."""
        choice = self.read(text)
        if len(choice.numbers) == 1:
            return choice.numbers[0], choice.count
        raise UcgsimError(f"{text}: {self.unclear(choice)}")

    def unclear(self, choice: Meaning) -> str:
        """Why a choice is no card, with what it may mean."""
        if not choice.numbers:
            text = _("is no card; nearest are {near}") if choice.near else _("is no card; {right}")
            return text.format(near=", ".join(choice.near), right=_(RIGHT))
        cards = [self.catalog[number] for number in choice.numbers[:MOST_SHOWN]]
        labels = [shown_label(card) for card in cards]
        if len({shown_title(card) for card in cards}) < len(cards):
            labels = [f"{shown_title(card)} ({each})" for card, each in zip(cards, told_apart(cards), strict=True)]
        text = _("may be any of {count} cards, {cards}; say which by its number")
        if len(choice.numbers) > MOST_SHOWN:
            text = _("may be any of {count} cards, {cards} and {more} more; say which by its number")
        many = len(choice.numbers)
        return text.format(count=many, cards=", ".join(labels), more=many - MOST_SHOWN)
