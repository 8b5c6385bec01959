"""How the tables of a game are to be read by people: its cards and what the numbers stand for, without the tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ucgsim.cards.card import Card
    from ucgsim.engine.core.tables import CardBook, Names


class Legend(NamedTuple):
    """The cards of a book, and its names."""

    cards: tuple[Card, ...]
    names: Names

    @classmethod
    def of(cls, book: CardBook) -> Legend:
        """That of a book."""
        return cls(book.cards, book.names)
