"""The cards and the decks that ship as a page has them: facts, and what each card does in plain English."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ucgsim.effects.library import effects_of
from ucgsim.effects.plain.sentences import plain_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ucgsim.cards.card import Card
    from ucgsim.decks.deck import Deck


def cards_file(catalog: Mapping[str, Card]) -> bytes:
    """All cards of a catalog, sorted by number, as JSON; the same bytes for the same cards."""
    cards = sorted({card.number: card for card in catalog.values()}.values(), key=lambda card: card.number)
    texts = effects_of(cards, play_blank=())
    facts = [_facts(card, plain_text(texts[card.number]) if card.number in texts else []) for card in cards]
    return _written(facts)


def decks_file(decks: Iterable[Deck]) -> bytes:
    """Decks with their copies by card number, as JSON."""
    return _written([{"name": deck.name, "counts": dict(deck.counts)} for deck in decks])


def _facts(card: Card, powers: list[str]) -> dict[str, Any]:
    return {
        "number": card.number,
        "name": card.full_name,
        "subtitle": card.subtitle,
        "characters": card.characters,
        "level": card.level,
        "type": card.type,
        "kinds": [kind.value for kind in card.kinds],
        "bp": [*card.bp, card.extra],
        "round": card.round,
        "teams": card.teams,
        "limit": card.copy_limit,
        "text": " ".join(powers),
    }


def _written(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
