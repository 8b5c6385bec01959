"""Continuous powers that ask for the BP which they themselves change.

A power that only confirms what it asks for settles (RULINGS D2): more BP where BP must be high, less where it must be
low. Anything else would undo its own condition, or leave no number that fits: such a text is refused.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

from ucgsim.effects import tree

if TYPE_CHECKING:
    from collections.abc import Iterator


UP, DOWN, UNKNOWN = 1, -1, 0
WAYS = {
    tree.Comparison.AT_LEAST: UP,
    tree.Comparison.MORE: UP,
    tree.Comparison.AT_MOST: DOWN,
    tree.Comparison.FEWER: DOWN,
}
"""Which way BP must go for a comparison to hold sooner."""
Asked = tuple[int, object]
"""A way in which more BP works on an answer, and whose BP it is."""


def undoes_itself(body: tree.Statement) -> bool:
    """Whether a continuous power asks for BP that it may itself change against its own condition."""
    return any(_undoes(*line) for line in _lines(body, ()))


def _lines(
    statement: tree.Statement, above: tuple[Asked, ...]
) -> Iterator[tuple[object, tree.Modification, tuple[Asked, ...]]]:
    match statement:
        case tree.Sequence(steps):
            for step in steps:
                yield from _lines(step, above)
        case tree.If(condition, then, otherwise):
            asked = tuple(_of_condition(condition, UP))
            yield from _lines(then, (*above, *asked))
            if otherwise is not None:
                yield from _lines(otherwise, (*above, *((-way, who) for way, who in asked)))
        case tree.Modify(target, changes, _):
            for change in changes:
                yield target, change, (*above, *_of_target(target), *_of_change(change))


def _undoes(target: object, change: tree.Modification, asked: tuple[Asked, ...]) -> bool:
    way = _way_of(change)
    return way is not None and any(
        _may_meet(target, who) and (way == UNKNOWN or asked_way != way) for asked_way, who in asked
    )


def _way_of(change: tree.Modification) -> int | None:
    """Whether a change raises BP, lowers it, or may do either; ``None`` where it does not touch BP."""
    match change:
        case tree.BP(amount) | tree.Grade(amount):
            factor = amount.factor if isinstance(amount, tree.Times) else amount
            return (UP if factor > 0 else DOWN) if isinstance(factor, int) else UNKNOWN
        case tree.Immune(tree.Change.GRADE_UP | tree.Change.BP_PLUS):
            return DOWN
        case tree.Immune():
            return UP
        case tree.CannotLevelUp() | tree.DictateOutcome() | tree.SilenceEnter():
            return None
    return UNKNOWN


def _of_change(change: tree.Modification) -> Iterator[Asked]:
    """More of what is counted gives more of the change, which way that may be."""
    match change:
        case tree.BP(tree.Times(factor, count)) | tree.Grade(tree.Times(factor, count)):
            yield from ((way if factor > 0 else -way, who) for way, who in _of_amount(count))
        case _:
            yield from _unknown(change)


def _of_target(target: object) -> Iterator[Asked]:
    """What is asked of those to whom something is given."""
    match target:
        case tree.PickCharacters(_, tree.CharacterSet(_, filters)):
            yield from _of_filters(filters, target)
        case _:
            yield from _unknown(target)


def _of_condition(condition: tree.Condition, way: int) -> Iterator[Asked]:
    match condition:
        case tree.All(parts) | tree.Any(parts):
            for part in parts:
                yield from _of_condition(part, way)
        case tree.No(part):
            yield from _of_condition(part, -way)
        case tree.Compare(left, comparison, right):
            towards = way * WAYS.get(comparison, UNKNOWN)
            yield from ((towards * inner, who) for inner, who in _of_amount(left))
            yield from ((-towards * inner, who) for inner, who in _of_amount(right))
        case tree.Is(who, filters):
            yield from ((way * inner, asked) for inner, asked in _of_filters(filters, who))
            yield from _unknown(who)
        case _:
            yield from _unknown(condition)


def _of_filters(filters: tree.Filters, who: object) -> Iterator[Asked]:
    """More BP of ``who``, and of those that a filter compares with, makes the filters fit sooner, or later."""
    for entry in filters:
        match entry:
            case tree.Measures(measure, comparison, amount):
                way = WAYS.get(comparison, UNKNOWN)
                if measure is tree.Measure.BP:
                    yield way, who
                yield from ((-way * inner, asked) for inner, asked in _of_amount(amount))
            case tree.Not(inner_filters):
                yield from ((-way, asked) for way, asked in _of_filters(inner_filters, who))
            case tree.AnyOf(options):
                for option in options:
                    yield from _of_filters(option, who)
            case _:
                yield from _unknown(entry)


def _of_amount(amount: tree.Amount) -> Iterator[Asked]:
    match amount:
        case tree.CountCharacters(tree.CharacterSet(_, filters) as who, None):
            yield from _of_filters(filters, who)
        case tree.Total(tree.Measure.BP, of):
            yield UP, of
            yield from _unknown(of)
        case tree.Plus(left, right):
            yield from _of_amount(left)
            yield from _of_amount(right)
        case tree.Times(factor, count):
            yield from ((way if factor > 0 else -way, who) for way, who in _of_amount(count))
        case _:
            yield from _unknown(amount)


def _unknown(node: object) -> Iterator[Asked]:
    """BP asked for somewhere inside, with no telling which way it works."""
    if isinstance(node, tuple):
        for item in node:
            yield from _unknown(item)
    elif is_dataclass(node):
        if getattr(node, "measure", None) is tree.Measure.BP:
            yield UNKNOWN, tree.CharacterSet(tree.Side.BOTH)
        for item in fields(node):
            yield from _unknown(getattr(node, item.name))


def _may_meet(target: object, who: object) -> bool:
    """Whether a character whose BP is changed may be one whose BP is asked for."""
    sides = {_side(target), _side(who)}
    return tree.Side.BOTH in sides or len(sides) == 1


def _side(who: object) -> tree.Side:
    match who:
        case tree.That(tree.CharacterRef.THIS):
            return tree.Side.YOU
        case tree.CharacterSet(side, _):
            return side
        case tree.PickCharacters(_, tree.CharacterSet(side, _)):
            return side
        case tree.OpponentOf(of):
            return {tree.Side.YOU: tree.Side.OPPONENT, tree.Side.OPPONENT: tree.Side.YOU}.get(_side(of), tree.Side.BOTH)
    return tree.Side.BOTH
