"""What a deck is made of, counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ucgsim.cards.card import Card
    from ucgsim.decks.deck import Deck

_Value = TypeVar("_Value", int, str)


@dataclass(frozen=True, slots=True)
class Summary:
    """Cards of a deck by character name and level, by level, TYPE, card type and Round of the scenes.

    A card with several names or card types counts under its first one. ``settable`` are the characters that
    may enter play as SINGLE (CR 5.5.3.1, 11.15.1), ``with_text`` the cards that have an effect. ``chains`` are levels
    in a row of one character name with their cards, under every name of a card (CR 5.6.1), ``alone`` the characters
    that are in none.
    """

    size: int
    curve: dict[str, dict[int, int]]
    levels: dict[int, int]
    types: dict[str, int]
    kinds: dict[str, int]
    scenes: dict[int, int]
    settable: int
    with_text: int
    chains: dict[str, dict[int, int]]
    alone: int


def summarize(deck: Deck, catalog: Mapping[str, Card]) -> Summary:
    """Count the cards of a deck. Raises UcgsimError for a number that the catalog does not hold."""
    cards = deck.cards(catalog)
    people = [card for card in cards if not card.is_scene]
    return Summary(
        size=len(cards),
        curve=_curve(people),
        levels=_count(card.level or 0 for card in people),
        types=_count(card.type or "" for card in people),
        kinds=_count(card.kinds[0].value for card in cards),
        scenes=_count(card.round or 0 for card in cards if card.is_scene),
        settable=sum(card.is_settable for card in cards),
        with_text=sum(card.has_text for card in cards),
        chains=(chains := _chains(people)),
        alone=sum(not _is_chained(card, chains) for card in people),
    )


def _chains(cards: list[Card]) -> dict[str, dict[int, int]]:
    """Levels of a name that stand next to another level of it, with their cards; the longest chains first."""
    names = sorted({name for card in cards for name in card.characters})
    of_name = {name: _count(card.level or 0 for card in cards if name in card.characters) for name in names}
    linked = {
        name: {level: count for level, count in levels.items() if {level - 1, level + 1} & levels.keys()}
        for name, levels in of_name.items()
    }
    ordered = sorted(linked, key=lambda name: (-len(linked[name]), -sum(linked[name].values()), name))
    return {name: linked[name] for name in ordered if linked[name]}


def _is_chained(card: Card, chains: Mapping[str, Mapping[int, int]]) -> bool:
    return any((card.level or 0) in chains.get(name, {}) for name in card.characters)


def _curve(cards: list[Card]) -> dict[str, dict[int, int]]:
    """Count by character name and level, the most frequent character first."""
    names = Counter(card.characters[0] for card in cards)
    ordered = sorted(names, key=lambda name: (-names[name], name))
    return {name: _count(card.level or 0 for card in cards if card.characters[0] == name) for name in ordered}


def _count(values: Iterable[_Value]) -> dict[_Value, int]:
    return dict(sorted(Counter(values).items()))
