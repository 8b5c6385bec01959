"""Trees with holes, and what is in the holes: how a phrase of the language fits a tree, both ways."""

from __future__ import annotations

import re
import types
import typing
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from ucgsim.cards.card import Kind
from ucgsim.effects.tree import conditions, selectors, statements, triggers, values
from ucgsim.effects.tree.values import CharacterRef, Comparison, Duration, Group, State
from ucgsim.effects.tree.walking import rebuilt

if TYPE_CHECKING:
    from enum import Enum

SHORT_NAMES = {
    "NameIn": "name",
    "NamePart": "name_part",
    "KindIn": "kind",
    "HasType": "type",
    "TeamIn": "team",
    "LevelIn": "level",
    "StateIn": "state",
    "PickCharacters": "pick",
    "PickCards": "take",
    "Cards": "these",
    "DeckCards": "deck",
    "CountCharacters": "count",
    "CountCards": "count_cards",
    "ChooseCards": "choose_cards",
    "ChooseCharacters": "choose",
    "BP": "bp",
    "CardSet": "cards",
}
NAMESPACE = {
    **vars(values),
    **vars(selectors),
    **vars(conditions),
    **vars(triggers),
    **vars(statements),
    "Kind": Kind,
}
SPOKEN: dict[Enum, str] = {
    Kind.ULTRA_HERO: "hero",
    Kind.ULTRA_MECH: "mech",
    **{member: member.value for enum in (CharacterRef, Comparison) for member in enum},
    **{member: member.name.lower() for member in Group},
}
"""Members of the tree's closed lists that are said otherwise than by their name."""


@dataclass(frozen=True, slots=True)
class Hole:
    """A place in a pattern; ``hint`` is the type of what is there, where the field's own is too wide."""

    name: str
    hint: Any = None


@dataclass(frozen=True, slots=True)
class Implied:
    """The duration that the power implies: its own, of a continuous one, else this turn (CR 5.10.2, 9.3.1)."""


IMPLIED: Any = Implied()


@cache
def short_name(node: type) -> str:
    """The name of a tree class in the effect language."""
    snake = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", node.__name__).lower()
    return SHORT_NAMES.get(node.__name__, snake)


def spoken(member: Enum) -> str:
    """A member of a closed list as the language says it."""
    return SPOKEN.get(member, member.name.lower().replace("_", " "))


@cache
def field_types(node: type) -> dict[str, Any]:
    """Types of the fields of a tree class, with forward references resolved."""
    return typing.get_type_hints(node, globalns=NAMESPACE)


@cache
def options(hint: Any) -> tuple[Any, ...]:
    """The types of which a value may be, a union taken apart."""
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        return tuple(option for part in typing.get_args(hint) for option in options(part))
    return (hint,)


@cache
def element(hint: Any) -> Any:
    """The type of the elements where ``hint`` is that of a list, else ``None``."""
    return typing.get_args(hint)[0] if typing.get_origin(hint) is tuple else None


def is_default(value: object, member: Field[Any]) -> bool:
    """Whether a field holds what it holds when nothing is said."""
    return member.default is not MISSING and getattr(value, member.name) == member.default


def holes(pattern: Any, hint: Any = None) -> dict[str, Any]:
    """The holes of a pattern by name, each with the type of what belongs there."""
    if isinstance(pattern, Hole):
        return {pattern.name: pattern.hint or hint}
    hints: dict[str, Any] = {}
    if isinstance(pattern, tuple):
        for item in pattern:
            hints = holes(item, element(hint)) | hints
    elif is_dataclass(pattern) and not isinstance(pattern, Implied):
        for name, wanted in field_types(type(pattern)).items():  # type: ignore[arg-type]
            hints = holes(getattr(pattern, name), wanted) | hints
    return hints


def match(pattern: Any, tree: Any, implied: Duration, filling: dict[str, Any]) -> bool:
    """Whether the tree is the pattern with something in its holes, which is put into ``filling``."""
    if isinstance(pattern, Hole):
        if pattern.hint is not None and not _may_be(tree, pattern.hint):
            return False
        return bool(filling.setdefault(pattern.name, tree) == tree)
    if isinstance(pattern, Implied):
        return tree is implied
    if type(pattern) is not type(tree):
        return False
    if isinstance(pattern, tuple):
        together = zip(pattern, tree, strict=False)
        return len(pattern) == len(tree) and all(match(*pair, implied, filling) for pair in together)
    if is_dataclass(pattern):
        names = (member.name for member in fields(pattern))
        return all(match(getattr(pattern, name), getattr(tree, name), implied, filling) for name in names)
    return bool(pattern == tree)


def _may_be(tree: Any, hint: Any) -> bool:
    return any(isinstance(option, type) and isinstance(tree, option) for option in options(hint))


def fill(pattern: Any, implied: Duration, filling: dict[str, Any]) -> Any:
    """The tree of a pattern with these things in its holes."""
    if isinstance(pattern, Hole):
        return filling[pattern.name]
    if isinstance(pattern, Implied):
        return implied
    return rebuilt(pattern, lambda part: fill(part, implied, filling))


def states(mask: State) -> str:
    """States of a gate or a filter, in brackets."""
    return f"[{','.join((state.name or '').lower() for state in State if state in mask)}]"
