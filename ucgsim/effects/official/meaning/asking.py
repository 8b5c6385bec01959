"""Whether a filter asks for what only characters have, or only cards: then "it" can be no other thing."""

from __future__ import annotations

from ucgsim.cards.card import Kind
from ucgsim.effects.tree.battles import Fought, InNewestArea
from ucgsim.effects.tree.selectors import (
    Adjacent,
    Affected,
    AnyOf,
    Beside,
    CanLevelUpWith,
    CanTakeUnder,
    Filters,
    InArea,
    InGroup,
    IsThis,
    KindIn,
    Measures,
    Not,
    Opposes,
    ReadsExtra,
    RoundBetween,
    StateIn,
)
from ucgsim.effects.tree.values import Measure

_CHARACTER_ONLY: tuple[type, ...] = (
    StateIn,
    Affected,
    ReadsExtra,
    IsThis,
    Adjacent,
    Beside,
    InArea,
    InNewestArea,
    Fought,
    Opposes,
    CanLevelUpWith,
    CanTakeUnder,
)
_CARD_ONLY: tuple[type, ...] = (RoundBetween, InGroup)
_OF_CHARACTERS = (Measure.BP, Measure.CHARGE, Measure.TYPES)


def asks_characters(filters: Filters) -> bool:
    """Whether one of the filters fits characters alone."""
    return _of(filters, _CHARACTER_ONLY)


def asks_cards(filters: Filters) -> bool:
    """Whether one of the filters fits cards alone."""
    return _of(filters, _CARD_ONLY)


def _of(filters: Filters, kinds: tuple[type, ...]) -> bool:
    """Whether a filter asks for what only characters have, or only cards."""
    for item in filters:
        match item:
            case Not(inner):
                inside: tuple[Filters, ...] = (inner,)
            case AnyOf(options):
                inside = options
            case Measures(measure):
                if (_CHARACTER_ONLY is kinds) == (measure in _OF_CHARACTERS) and (
                    measure in _OF_CHARACTERS or measure is Measure.ROUND
                ):
                    return True
                continue
            case KindIn((Kind.SCENE,)):
                if kinds is _CARD_ONLY:
                    return True
                continue
            case _:
                if isinstance(item, kinds):
                    return True
                continue
        if any(_of(part, kinds) for part in inside):
            return True
    return False
