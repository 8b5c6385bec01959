"""What the page knows of cards and decks: one file of all cards, by column, and one of the decks that ship."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ucgsim.cards.card import card_title, in_deck_order
from ucgsim.cards.versions import rules_version
from ucgsim.effects.library import EffectLibrary, known_effects
from ucgsim.effects.plain.sentences import plain_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ucgsim.cards.card import Card
    from ucgsim.decks.deck import Deck

FORMAT = 1
"""Version of the form of both files; the page refuses what it doesn't know."""


def cards_file(catalog: Mapping[str, Card], library: EffectLibrary | None = None) -> bytes:
    """All cards of a catalog as JSON for ``openCards`` of the page: a column for each fact, sorted by number.

    The same catalog and effects give the same bytes. ``library``: the effects to tell in plain English, those that
    ship and the user's own when nothing is said.
    """
    cards = sorted(catalog.values(), key=lambda card: card.number)
    rules = rules_version()
    effects = known_effects() if library is None else library
    orders = {card.number: place for place, card in enumerate(sorted(cards, key=in_deck_order))}
    columns: dict[str, list[Any]] = {
        "number": [card.number for card in cards],
        "name": [card.name for card in cards],
        "subtitle": [card.subtitle for card in cards],
        "title": [card_title(card) for card in cards],
        "level": [card.level for card in cards],
        "round": [card.round for card in cards],
        "bp": [[*card.bp, card.extra] for card in cards],
        "limit": [card.copy_limit for card in cards],
        "order": [orders[card.number] for card in cards],
        "words": [_words(card) for card in cards],
        "text": ["\n".join(_effect(card, effects)) for card in cards],
    }
    tables = {}
    for key, fact in _TABLES.items():
        tables[key] = sorted({each for card in cards for each in fact(card)})
        places = {each: place for place, each in enumerate(tables[key])}
        columns[key] = [[places[each] for each in fact(card)] for card in cards]
    size = {"size": rules.deck_size, "clause": rules.size_clause}
    return _json({"format": FORMAT, "deck": size, "tables": tables, "columns": columns})


_TABLES: Mapping[str, Callable[[Card], tuple[str, ...]]] = {
    "characters": lambda card: card.characters,
    "kinds": lambda card: tuple(kind.value for kind in card.kinds),
    "type": lambda card: (card.type,) if card.type else (),
    "set": lambda card: (card.set_code,) if card.set_code else (),
}
"""Facts that many cards share: written once, and named by their places."""


def _words(card: Card) -> str:
    """What else a player may look a card up by, beside the facts that have a column."""
    return " ".join([*card.teams, *(["charge"] if card.charge else []), card.rarity]).strip().lower()


def _effect(card: Card, library: EffectLibrary) -> list[str]:
    """What a card does, each power in words of our own; what is wrong with a text that can't be played."""
    if not card.has_text:
        return []
    reason = library.judge({card.number: card})[card.number]
    plain = plain_text(library[card.number]) if card.number in library else []
    return plain if reason is None else [*plain, f"not playable: {reason}"]


def decks_file(decks: Iterable[Deck]) -> bytes:
    """Decks as JSON for the page, in the order given: the name of each, and its copies by number."""
    return _json([{"name": deck.name, "counts": dict(deck.counts)} for deck in decks])


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
