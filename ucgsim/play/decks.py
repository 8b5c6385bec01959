"""What a game is dealt from: a deck, a decklist, or card numbers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ucgsim.decks.deck import Deck
from ucgsim.decks.reading import read_deck
from ucgsim.engine.core.constants import CARDS
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ucgsim.cards.card import Card


def cards_of(deck: Deck | Path | str | Iterable[str], catalog: Mapping[str, Card]) -> list[Card]:
    """Cards of a deck in the order in which they are dealt, whatever names it; at most CARDS."""
    if isinstance(deck, str | Path):
        deck = read_deck(Path(deck), catalog)  # type: ignore[arg-type]
    if not isinstance(deck, Deck):
        numbers = list(deck)
        deck = Deck("deck", tuple((number, 1) for number in numbers))
    if not 0 < deck.size <= CARDS:
        raise UcgsimError(f"{deck.name}: has {deck.size} cards; a game takes from 1 to {CARDS}")
    return deck.cards(catalog)
