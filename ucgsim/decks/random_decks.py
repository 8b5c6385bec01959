"""Random legal decks, built so that a chosen card gets to do what it does."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from ucgsim.cards.versions import rules_version
from ucgsim.decks.checking import DECK_SIZE, unknown_to_version
from ucgsim.decks.deck import Deck
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from random import Random

    from ucgsim.cards.card import Card

COPIES = 4
"""Copies of a card in such a deck, if it may have as many (CR 4.1.2)."""
PARTNERS = 4
"""Most character names that a deck takes up because the card speaks of them."""
SCENES = 8
"""Scenes that a deck holds at most, apart from the chosen card; more would leave too few characters."""

FROM_ANYWHERE = 12
"""Cards of such a deck that may be of another product than the chosen card."""


class DeckBuilder:
    """Builds decks of 50 cards from the cards that a version of the rules knows.

    Raises UcgsimError where the cards don't fill a deck.
    """

    def __init__(self, cards: Iterable[Card], rules: str) -> None:
        version = rules_version(rules)
        known = (card for card in cards if not list(unknown_to_version(card, version)))
        self.cards = {card.number: card for card in known}
        self.by_name: dict[str, list[Card]] = defaultdict(list)
        for card in self.cards.values():
            for name in card.characters:
                self.by_name[name].append(card)
        room = sum(COPIES if card.copy_limit is None else card.copy_limit for card in self.cards.values())
        if room < DECK_SIZE or not any(card.is_settable for card in self.cards.values()):
            raise UcgsimError(f"{len(self.cards)} cards are known to rules {rules}; too few for a deck of {DECK_SIZE}")

    def around(self, card: Card, names: Collection[str], chance: Random, *, focused: bool = False) -> Deck:
        """A random legal deck with ``card``, what it levels up from, and characters of the ``names`` it speaks of.

        The rest are cards of its product and others; in a ``focused`` deck, as far as they go, only cards of its
        own and those names.
        """
        building = _Building(chance)
        building.add(card)
        partners = sorted(set(names) & self.by_name.keys())
        lines = [*card.characters[:1], *chance.sample(partners, min(len(partners), PARTNERS))]
        for name in lines:
            highest = (card.level or 1) - 1 if name in card.characters else chance.choice((1, 2, 3, 4))
            self._add_line(building, name, highest)
        if focused:
            self._fill(building, [other for name in lines for other in self.by_name[name]], DECK_SIZE)
        kin = [other for other in self.cards.values() if other.set_code == card.set_code]
        self._fill(building, kin, DECK_SIZE - FROM_ANYWHERE)
        self._fill(building, list(self.cards.values()), DECK_SIZE)
        for other in self.cards.values():
            building.add(other)
        return Deck(f"around {card.number}", tuple(building.counts.items()))

    def _add_line(self, building: _Building, name: str, highest: int) -> None:
        """A card of each level of a character, from the first up to ``highest`` (CR 5.6.2)."""
        for level in range(1, highest + 1):
            of_level = [card for card in self.by_name[name] if card.level == level]
            if of_level:
                building.add(building.chance.choice(of_level))

    def _fill(self, building: _Building, cards: Sequence[Card], size: int) -> None:
        """Add characters with those they level up from, and some scenes, until there are ``size`` cards."""
        for card in building.chance.sample(cards, len(cards)):
            if building.size >= size:
                return
            if card.is_scene and building.scenes >= SCENES:
                continue
            building.add(card, building.chance.choice((2, 3, COPIES)))
            if (card.level or 1) > 1:
                self._add_line(building, card.characters[0], (card.level or 1) - 1)


class _Building:
    """A deck under construction."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.counts: Counter[str] = Counter()
        self.scenes = 0

    @property
    def size(self) -> int:
        return self.counts.total()

    def add(self, card: Card, copies: int = COPIES) -> None:
        """Add copies as far as the card's limit and the deck's size allow."""
        limit = DECK_SIZE if card.copy_limit is None else card.copy_limit
        more = min(copies, limit - self.counts[card.number], DECK_SIZE - self.size)
        if more > 0:
            self.counts[card.number] += more
            self.scenes += more if card.is_scene else 0
