"""Whether a filter asks for what only characters have, or only cards: then "it" can be no other thing."""

from __future__ import annotations

from ucgsim.cards.card import Kind
from ucgsim.effects import tree

_CHARACTER_ONLY: tuple[type, ...] = (
    tree.StateIn,
    tree.Affected,
    tree.ReadsExtra,
    tree.IsThis,
    tree.Adjacent,
    tree.Beside,
    tree.InArea,
    tree.InNewestArea,
    tree.Fought,
    tree.Opposes,
    tree.CanLevelUpWith,
    tree.CanTakeUnder,
)
_CARD_ONLY: tuple[type, ...] = (tree.RoundBetween, tree.InGroup)
_OF_CHARACTERS = (tree.Measure.BP, tree.Measure.CHARGE, tree.Measure.TYPES)


def asks_characters(filters: tree.Filters) -> bool:
    """Whether one of the filters fits characters alone."""
    return _of(filters, _CHARACTER_ONLY)


def asks_cards(filters: tree.Filters) -> bool:
    """Whether one of the filters fits cards alone."""
    return _of(filters, _CARD_ONLY)


def _of(filters: tree.Filters, kinds: tuple[type, ...]) -> bool:
    """Whether a filter asks for what only characters have, or only cards."""
    for item in filters:
        match item:
            case tree.Not(inner):
                inside: tuple[tree.Filters, ...] = (inner,)
            case tree.AnyOf(options):
                inside = options
            case tree.Measures(measure):
                if (_CHARACTER_ONLY is kinds) == (measure in _OF_CHARACTERS) and (
                    measure in _OF_CHARACTERS or measure is tree.Measure.ROUND
                ):
                    return True
                continue
            case tree.KindIn((Kind.SCENE,)):
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
