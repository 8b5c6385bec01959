"""Random effect trees, built from the types of the tree's own fields."""

from __future__ import annotations

import types
import typing
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

from hypothesis import strategies as st

from ucgsim.effects.language.phrases import field_types
from ucgsim.effects.tree.selectors import CardSet, NameIn
from ucgsim.effects.tree.statements import (
    NO_GATE,
    CardText,
    Modes,
    OneOf,
    Power,
    PowerKind,
    Sequence,
    Statement,
)
from ucgsim.effects.tree.triggers import Trigger
from ucgsim.effects.tree.values import State

NUMBERS = st.integers(-20000, 20000)
# Control characters are in no name, and refused when read: tests/effects/test_hostile.py.
TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"), max_size=6)
STATES = st.sampled_from([State(mask) for mask in range(1, 16)])
FILLED = {CardSet: ["sources"], NameIn: ["names"], OneOf: ["options"], Modes: ["modes"]}
"""Lists that are never empty."""
LEAVES = {int: NUMBERS, str: TEXTS, bool: st.booleans(), type(None): st.none(), State: STATES}


@cache
def of(hint: Any, depth: int) -> st.SearchStrategy[Any]:
    """Values of a type of the tree; below depth 0 only what holds nothing deeper."""
    if typing.get_origin(hint) is tuple:
        return _tuples(hint, depth)
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        options = [option for option in typing.get_args(hint) if depth > 0 or _is_shallow(option)]
        return st.one_of(*(of(option, depth) for option in options or typing.get_args(hint)[:1]))
    if hint in LEAVES:
        return LEAVES[hint]
    if issubclass(hint, Enum):
        return st.sampled_from(hint)
    return st.deferred(lambda: nodes(hint, depth - 1))


def _tuples(hint: Any, depth: int) -> st.SearchStrategy[tuple[Any, ...]]:
    args = typing.get_args(hint)
    if Ellipsis not in args:
        return st.tuples(*(of(arg, depth) for arg in args))
    return st.lists(of(args[0], depth), max_size=2 if depth > 0 else 0).map(tuple)


def _is_shallow(option: Any) -> bool:
    """Whether a value of the type is no node, or a node of plain values."""
    if not is_dataclass(option):
        return True
    return all(_is_leaf(hint) for hint in field_types(option).values())  # type: ignore[arg-type]


def _is_leaf(hint: Any) -> bool:
    if typing.get_origin(hint) is tuple:
        return _is_leaf(typing.get_args(hint)[0])
    if isinstance(hint, types.UnionType):
        return all(_is_leaf(option) for option in typing.get_args(hint))
    return not is_dataclass(hint)


@cache
def nodes(node: Any, depth: int) -> st.SearchStrategy[Any]:
    """Nodes of one class, as the text form can hold them."""
    hints = field_types(node)
    values = {item.name: of(hints[item.name], depth) for item in fields(node)}
    for name in FILLED.get(node, ()):
        (element, *_) = typing.get_args(hints[name])
        values[name] = st.lists(of(element, depth), min_size=1, max_size=2).map(tuple)
    if node is Sequence:
        steps = st.lists(of(Statement, depth), min_size=2, max_size=3)
        return steps.map(_flat).map(Sequence)
    return st.builds(node, **values)


def _flat(steps: list[Any]) -> tuple[Any, ...]:
    return tuple(inner for step in steps for inner in (step.steps if isinstance(step, Sequence) else (step,)))


@st.composite
def powers(draw: st.DrawFn) -> Power:
    """Powers of every kind."""
    kind = draw(st.sampled_from(PowerKind))
    hints = field_types(Power)
    depth = draw(st.integers(2, 5))
    paid = kind is PowerKind.PAYMENT
    limit = draw(st.none() | st.integers(1, 3))
    return Power(
        kind=kind,
        body=draw(of(Statement, depth)),
        gate=draw(STATES | st.just(NO_GATE)),
        trigger=draw(nodes(Trigger, 2)) if kind is PowerKind.TRIGGERED else None,
        limit=limit,
        per_game=limit is not None and draw(st.booleans()),
        condition=draw(of(hints["condition"], depth)) if paid else None,
        cost=draw(of(hints["cost"], depth)) if paid else None,
        stacks=draw(st.booleans()),
    )


TREES = st.lists(powers(), max_size=2).map(lambda read: CardText(tuple(read)))
