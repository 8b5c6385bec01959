"""Cards picked out of a catalog by what is printed on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from ucgsim.cards.card import Card, Kind
    from ucgsim.cards.catalog import Catalog


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a card must be: one of the values of each field that has any; ``name`` is part of its name."""

    sets: Collection[str] = ()
    kinds: Collection[Kind] = ()
    characters: Collection[str] = ()
    levels: Collection[int] = ()
    types: Collection[str] = ()
    rounds: Collection[int] = ()
    name: str = ""


def choose_cards(catalog: Catalog, wanted: Wanted) -> list[Card]:
    """Return the cards that are wanted, sorted by number; letter case does not matter.

    Raises UcgsimError for a set, character name or TYPE that no card of the catalog has.
    """
    cards = list(catalog.values())
    _check("set", wanted.sets, (card.set_code for card in cards))
    _check("character name", wanted.characters, (name for card in cards for name in card.characters))
    _check("TYPE", wanted.types, (card.type for card in cards if card.type))
    return [card for card in cards if _matches(card, wanted)]


def _matches(card: Card, wanted: Wanted) -> bool:
    return (
        _any([card.set_code], _upper(wanted.sets))
        and _any(card.kinds, wanted.kinds)
        and _any(card.characters, _upper(wanted.characters))
        and _any([card.level], wanted.levels)
        and _any([card.type], _upper(wanted.types))
        and _any([card.round], wanted.rounds)
        and wanted.name.casefold() in card.full_name.casefold()
    )


def _any(values: Collection[object], wanted: Collection[object]) -> bool:
    return not wanted or any(value in wanted for value in values)


def _upper(values: Collection[str]) -> list[str]:
    return [value.strip().upper() for value in values]


def _check(what: str, wanted: Collection[str], known: Iterable[str]) -> None:
    names = sorted(set(known))
    for value in _upper(wanted):
        if value not in names:
            raise UcgsimError(f"no card of the catalog has the {what} {value!r}; there are {', '.join(names)}")
