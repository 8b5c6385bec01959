"""Cards that are picked, and the filters by which they are: one order, one group, one place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

from ucgsim.effects import tree
from ucgsim.effects.official.meaning.filters import MeaningError

_FILTER_ORDER = get_args(tree.Filter)


_BY_DESTINATION = {
    tree.Destination.HAND: tree.Group.TO_HAND,
    tree.Destination.EXILE: tree.Group.EXILED,
    tree.Destination.DECK_TOP: tree.Group.RETURNED,
    tree.Destination.DECK_BOTTOM: tree.Group.RETURNED,
    tree.Destination.DECK_TOP_OR_BOTTOM: tree.Group.RETURNED,
}


def group_after(cards: Any, to: tree.Destination) -> tree.Group:
    """Which group cards come to that are moved."""
    return _BY_DESTINATION.get(to) or sent_or_discarded(cards)


def may_be_several(cards: Any) -> bool:
    """Whether more than one card may be meant."""
    match cards:
        case tree.PickCards(quantity):
            return quantity.most != 1
        case tree.DeckCards(_, count) | tree.RandomCards(count):
            return bool(count != 1)
        case tree.AllOf():
            return True
    return False


def sent_or_discarded(cards: Any) -> tree.Group:
    """Which group cards come to that go to a discard area."""
    is_hand = isinstance(cards, tree.PickCards) and any(
        getattr(source, "zone", None) is tree.Zone.HAND for source in cards.cards.sources
    )
    return tree.Group.DISCARDED if is_hand else tree.Group.SENT


def counted_cards(condition: Any) -> tree.CardSet | None:
    """The cards of a kind that must be among those handled, if that is what is asked."""
    match condition:
        case tree.Compare(tree.CountCards(tree.CardSet((tree.Among(),), filters) as cards), comparison, number) if (
            filters and comparison not in (tree.Comparison.AT_MOST, tree.Comparison.FEWER) and number != 0
        ):
            return cards
        case tree.All(parts):
            of_each = {counted_cards(part) for part in parts} - {None}
            return of_each.pop() if len(of_each) == 1 else None
    return None


def in_order(filters: tree.Filters) -> tree.Filters:
    """One order of filters, wherever the text says them: "DOUBLE X" is "X that is DOUBLE"."""
    if any(type(item) not in _FILTER_ORDER for item in filters):
        raise MeaningError("what it is or has")
    return tuple(sorted(filters, key=lambda item: _FILTER_ORDER.index(type(item))))


def still_there(cards: tree.CardSet) -> tree.CardSet:
    """Cards that are picked from among those revealed or looked at are those that were not moved yet."""
    seen = (tree.Among(tree.Group.REVEALED), tree.Among(tree.Group.LOOKED))
    sources = tuple(tree.Among(tree.Group.REST) if source in seen else source for source in cards.sources)
    return replace(cards, sources=sources)
