"""Cards that are picked, and the filters by which they are: one order, one group, one place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

from ucgsim.effects.official.meaning.filters import MeaningError
from ucgsim.effects.tree.conditions import All, Compare
from ucgsim.effects.tree.selectors import (
    AllOf,
    Among,
    CardSet,
    CountCards,
    DeckCards,
    Filter,
    Filters,
    PickCards,
    RandomCards,
)
from ucgsim.effects.tree.values import Comparison, Destination, Group, Zone

_FILTER_ORDER = get_args(Filter)


_BY_DESTINATION = {
    Destination.HAND: Group.TO_HAND,
    Destination.EXILE: Group.EXILED,
    Destination.DECK_TOP: Group.RETURNED,
    Destination.DECK_BOTTOM: Group.RETURNED,
    Destination.DECK_TOP_OR_BOTTOM: Group.RETURNED,
}


def group_after(cards: Any, to: Destination) -> Group:
    """Which group cards come to that are moved."""
    return _BY_DESTINATION.get(to) or sent_or_discarded(cards)


def may_be_several(cards: Any) -> bool:
    """Whether more than one card may be meant."""
    match cards:
        case PickCards(quantity):
            return quantity.most != 1
        case DeckCards(_, count) | RandomCards(count):
            return bool(count != 1)
        case AllOf():
            return True
    return False


def sent_or_discarded(cards: Any) -> Group:
    """Which group cards come to that go to a discard area."""
    is_hand = isinstance(cards, PickCards) and any(
        getattr(source, "zone", None) is Zone.HAND for source in cards.cards.sources
    )
    return Group.DISCARDED if is_hand else Group.SENT


def counted_cards(condition: Any) -> CardSet | None:
    """The cards of a kind that must be among those handled, if that is what is asked."""
    match condition:
        case Compare(CountCards(CardSet((Among(),), filters) as cards), comparison, number) if (
            filters and comparison not in (Comparison.AT_MOST, Comparison.FEWER) and number != 0
        ):
            return cards
        case All(parts):
            of_each = {counted_cards(part) for part in parts} - {None}
            return of_each.pop() if len(of_each) == 1 else None
    return None


def in_order(filters: Filters) -> Filters:
    """One order of filters, wherever the text says them: "DOUBLE X" is "X that is DOUBLE"."""
    if any(type(item) not in _FILTER_ORDER for item in filters):
        raise MeaningError("what it is or has")
    return tuple(sorted(filters, key=lambda item: _FILTER_ORDER.index(type(item))))


def still_there(cards: CardSet) -> CardSet:
    """Cards that are picked from among those revealed or looked at are those that were not moved yet."""
    seen = (Among(Group.REVEALED), Among(Group.LOOKED))
    sources = tuple(Among(Group.REST) if source in seen else source for source in cards.sources)
    return replace(cards, sources=sources)
