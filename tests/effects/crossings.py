"""Powers with a part of another power in them, which say what nobody has printed."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

from ucgsim.effects import tree
from ucgsim.effects.tree import nodes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random


KEPT = (tree.Power, tree.Trigger, tree.Among, tree.Cards, tree.That)
"""What is of its own power alone: another one may have no such cards or characters."""


def crossed(one: Any, other: Any, random: Random) -> Any:
    """A tree with a part of another tree in the place of a part of the same class."""
    others = list(nodes(other))
    random.shuffle(others)
    parts = {type(node): node for node in others}
    places = [node for node in nodes(one) if parts.get(type(node), node) != node and not isinstance(node, KEPT)]
    if not places:
        return one
    place = random.choice(places)
    return _replaced(one, place, parts[type(place)])


def _replaced(node: Any, place: Any, by: Any) -> Any:
    if node is place:
        return by
    if isinstance(node, tuple):
        return tuple(_replaced(item, place, by) for item in node)
    if not is_dataclass(node):
        return node
    return replace(node, **{each.name: _replaced(getattr(node, each.name), place, by) for each in fields(node)})


def crossings(powers: Sequence[tree.Power], random: Random, count: int) -> Iterator[tree.Power]:
    """Powers with a part of another one of their kind, which say what nobody has printed."""
    of_kind = (
        [power for power in powers if (power.kind is tree.PowerKind.CONTINUOUS) == is_so] for is_so in (False, True)
    )
    kinds = tuple(of_kind)
    for _ in range(count):
        alike = random.choice(kinds)
        yield crossed(random.choice(alike), random.choice(alike), random)
