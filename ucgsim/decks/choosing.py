"""Cards for a new deck, as people call them: ``4 BP01-001``, ``4 Ultraman Tiga``, ``tiga 3``, ``Zeperion``."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ucgsim.cards.naming import NamedCards, card_label, card_title, in_deck_order
from ucgsim.cards.numbers import base_number, plain_text
from ucgsim.decks.lines import read_line
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from ucgsim.cards.catalog import Catalog

MOST_COPIES = 999
MOST_LETTERS = 120
"""Letters of what may still be a card."""
MOST_SHOWN = 12
"""Cards that an unclear name lists."""
RIGHT = "a card is said like '4 BP01-012' or '4 Ultraman Arc'"


@dataclass(frozen=True, slots=True)
class Choice:
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
            for text in (card_title(card), f"{'/'.join(card.characters)} {card.level}"):
                self._titles[_key(text)].append(card.number)

    def read(self, text: str) -> Choice:
        """What a text means. Raises UcgsimError where its count is unclear, or it says several cards, or none."""
        if len(text) > MOST_LETTERS:
            raise UcgsimError(f"{text[:40]}...: has {len(text):,} letters, which no card has; {RIGHT}")
        entries = read_line(text)
        if len(entries) != 1:
            raise UcgsimError(f"{text}: says {len(entries)} cards; say one at a time")
        entry = entries[0]
        if entry.problem:
            raise UcgsimError(f"{entry.card or text}: {entry.problem}")
        if not entry.count.lstrip("+").isdecimal() or not 1 <= int(entry.count) <= MOST_COPIES:
            raise UcgsimError(f"{entry.card}: has the count {entry.count!r}; it is a number from 1 to {MOST_COPIES}")
        numbers = self._numbers(entry.card)
        near = () if numbers else (*self._names.nearest(entry.card), *self.catalog.nearest(entry.card))
        return Choice(int(entry.count), numbers, near)

    def _numbers(self, text: str) -> tuple[str, ...]:
        """Cards of a number, a whole name, a character with its level, or else with this in their names."""
        try:
            number = base_number(text)
        except UcgsimError:
            number = ""
        if number:
            return (number,) if number in self.catalog else ()
        numbers = self._names.find(text) or tuple(dict.fromkeys(self._titles.get(_key(text), ())))
        return tuple(sorted(numbers, key=self._order)) if numbers else self._holding(text)

    def _holding(self, text: str) -> tuple[str, ...]:
        part = _key(text)
        cards = [
            card
            for card in self.catalog.values()
            if part and (part in _key(card.full_name) or part in _key(card_title(card)))
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

    def unclear(self, choice: Choice) -> str:
        """Why a choice is no card, with what it may mean."""
        if not choice.numbers:
            near = f"; nearest are {', '.join(choice.near)}" if choice.near else f"; {RIGHT}"
            return f"is no card{near}"
        labels = [card_label(self.catalog[number]) for number in choice.numbers[:MOST_SHOWN]]
        more = f" and {len(choice.numbers) - MOST_SHOWN} more" if len(choice.numbers) > MOST_SHOWN else ""
        return f"may be any of {len(choice.numbers)} cards, {', '.join(labels)}{more}; say which by its number"


def _key(text: str) -> str:
    return " ".join("".join(letter if letter.isalnum() else " " for letter in plain_text(text).casefold()).split())
