"""How one deck differs from another: cards that leave, cards that come in."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ucgsim.cards.naming import in_deck_order

if TYPE_CHECKING:
    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck


@dataclass(frozen=True, slots=True)
class Difference:
    """A number of which two decks hold other counts; 0 where one holds none."""

    number: str
    before: int
    after: int

    @property
    def change(self) -> int:
        """Copies that come in, below 0 such that leave."""
        return self.after - self.before


def differences(before: Deck, after: Deck, catalog: Catalog) -> list[Difference]:
    """Every number whose count differs, by character and level, scenes last."""
    first, second = Counter(dict(before.counts)), Counter(dict(after.counts))
    numbers = [number for number in sorted(first | second) if first[number] != second[number]]
    ordered = sorted(numbers, key=lambda number: in_deck_order(catalog[number]))
    return [Difference(number, first[number], second[number]) for number in ordered]


def levels_of(deck: Deck, catalog: Catalog) -> dict[str, int]:
    """Cards by what they are: levels of characters, Rounds of scenes; in that order."""
    cards = sorted(deck.cards(catalog), key=lambda card: (card.is_scene, card.level or card.round or 0))
    return dict(Counter(f"scene, Round {card.round}" if card.is_scene else f"level {card.level}" for card in cards))
