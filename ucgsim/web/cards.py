"""What the page knows of cards and decks: one file of all cards, by column, and one of the decks that ship."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ucgsim.cards.official_ids import ids_of
from ucgsim.cards.other_names import LANGUAGES, names_on, spellings
from ucgsim.cards.versions import rules_version
from ucgsim.effects.library import EffectLibrary, known_effects
from ucgsim.effects.plain.said import said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ucgsim.cards.card import Card
    from ucgsim.decks.deck import Deck

FIRST = (
    *("Tiga and Dyna", "Decker and Trigger", "Ginga and Victory"),
    *("Zero and Geed", "Arc and Blazar (published)"),
)
"""The deck that the page begins with, and its field: one that wins a little more than half of its games there."""
FORMAT = 3
"""Version of the form of both files; the page refuses what it doesn't know."""


def cards_file(catalog: Mapping[str, Card], library: EffectLibrary | None = None, *, mark: str = "") -> bytes:
    """All cards of a catalog as JSON for ``openCards`` of the page: a column for each fact, sorted by number.

    The same catalog and effects give the same bytes. ``library``: the effects to put into plain English, those that
    ship and the user's own when nothing is said. ``mark``: that of the game that plays them (`web.book`).
    """
    cards = sorted(catalog.values(), key=lambda card: card.number)
    rules = rules_version()
    effects = known_effects() if library is None else library
    columns: dict[str, list[Any]] = {
        "number": [card.number for card in cards],
        "name": [card.name for card in cards],
        "subtitle": [card.subtitle for card in cards],
        "level": [card.level for card in cards],
        "round": [card.round for card in cards],
        "bp": [[*card.bp, card.extra] for card in cards],
        "limit": [card.copy_limit for card in cards],
        "words": [_words(card) for card in cards],
        "text": ["\n".join(_effect(card, effects, "en")) for card in cards],
        "ids": _steps([ids_of(card.number) for card in cards]),
    }
    tables = {}
    for key, fact in _TABLES.items():
        tables[key] = sorted({each for card in cards for each in fact(card)})
        places = {each: place for place, each in enumerate(tables[key])}
        columns[key] = [[places[each] for each in fact(card)] for card in cards]
    size = {"size": rules.deck_size, "clause": rules.size_clause}
    names = {language: named for language in LANGUAGES if (named := _names(cards, language))}
    return _json({"format": FORMAT, "mark": mark, "deck": size, "tables": tables, "columns": columns, "names": names})


def _steps(ids: Iterable[list[int]]) -> list[list[int]]:
    """Each id as its difference from the one before it, which is half as long."""
    steps, last = [], 0
    for card in ids:
        steps.append([each - before for before, each in pairwise([last, *card])])
        last = card[-1] if card else last
    return steps


def _names(cards: Iterable[Card], language: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """What is on cards in a language, by kind and English name, the usual spelling first; decks by capitals."""
    known = spellings()
    called = {**names_on(cards), "decks": set(known["decks"])}
    # The page says no TEAM.
    called.pop("teams")
    spelled = {}
    for kind, names in called.items():
        ways = {name: known[kind].get(name.upper(), {}).get(language, ()) for name in sorted(names)}
        spelled[kind] = {name: way for name, way in ways.items() if way and way != (name,)}
    return {kind: ways for kind, ways in spelled.items() if ways}


_TABLES: Mapping[str, Callable[[Card], tuple[str, ...]]] = {
    "characters": lambda card: card.characters,
    "kinds": lambda card: tuple(kind.value for kind in card.kinds),
    "type": lambda card: (card.type,) if card.type else (),
}
"""Facts that many cards share: written once, and named by their places."""


def _words(card: Card) -> str:
    """What else a player may look a card up by, next to the facts that have a column."""
    return " ".join([*card.teams, *card.keywords, card.rarity]).strip().lower()


def effects_in(language: str, catalog: Mapping[str, Card]) -> dict[str, str]:
    """What the cards of a catalog do in a language, by what the page has for it in English."""
    effects = known_effects()
    both = (("\n".join(_effect(card, effects, each)) for each in ("en", language)) for card in catalog.values())
    return {english: other for english, other in both if english != other}


def _effect(card: Card, library: EffectLibrary, language: str) -> list[str]:
    """What a card does, each power in words of our own; what is wrong with a text that can't be played."""
    if not card.has_text:
        return []
    reason = library.judge({card.number: card})[card.number]
    plain = said(library[card.number], language) if card.number in library else []
    return plain if reason is None else [*plain, f"not playable: {reason}"]


def in_page_order(decks: Iterable[Deck]) -> list[Deck]:
    """Decks in the order in which the page has them: what it begins with, then the others as they come."""
    places = {name: place for place, name in enumerate(FIRST)}
    return sorted(decks, key=lambda deck: places.get(deck.name, len(places)))


def decks_file(decks: Iterable[Deck]) -> bytes:
    """Decks as JSON for the page, in the order given: the name of each, and its copies by number."""
    return _json([{"name": deck.name, "counts": dict(deck.counts)} for deck in decks])


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
