"""The one place where cards are given to the engine for a game in slow motion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.engine.tables import CardBook, card_book

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ucgsim.cards.card import Card


def book_of(cards: Iterable[Card], rules: str, *, reshuffle: bool = False) -> CardBook:
    """Tables of ``cards`` under a rules version, with the event log on."""
    return card_book(cards, rules, logging=True, reshuffle=reshuffle)
