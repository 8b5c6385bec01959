"""Continuous powers that ask for the BP which they themselves change.

A power that only confirms what it asks for settles (RULINGS D2): more BP where BP must be high, less where it must be
low. Anything else would undo its own condition, or leave no number that fits: such a text is refused.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

from ucgsim.effects.tree import conditions, selectors, statements, values
from ucgsim.effects.tree.values import CharacterRef, Comparison, Measure, Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ucgsim.effects.tree.conditions import Condition
    from ucgsim.effects.tree.selectors import Amount
    from ucgsim.effects.tree.statements import Modification, Statement

UP, DOWN, UNKNOWN = 1, -1, 0
WAYS = {Comparison.AT_LEAST: UP, Comparison.MORE: UP, Comparison.AT_MOST: DOWN, Comparison.FEWER: DOWN}
"""Which way BP must go for a comparison to hold sooner."""
Asked = tuple[int, object]
"""A way in which more BP works on an answer, and whose BP it is."""


def undoes_itself(body: Statement) -> bool:
    """Whether a continuous power asks for BP that it may itself change against its own condition."""
    return any(_undoes(*line) for line in _lines(body, ()))


def _lines(statement: Statement, above: tuple[Asked, ...]) -> Iterator[tuple[object, Modification, tuple[Asked, ...]]]:
    match statement:
        case statements.Sequence(steps):
            for step in steps:
                yield from _lines(step, above)
        case statements.If(condition, then, otherwise):
            asked = tuple(_of_condition(condition, UP))
            yield from _lines(then, (*above, *asked))
            if otherwise is not None:
                yield from _lines(otherwise, (*above, *((-way, who) for way, who in asked)))
        case statements.Modify(target, changes, _):
            for change in changes:
                yield target, change, (*above, *_of_target(target), *_of_change(change))


def _undoes(target: object, change: Modification, asked: tuple[Asked, ...]) -> bool:
    way = _way_of(change)
    return way is not None and any(
        _may_meet(target, who) and (way == UNKNOWN or asked_way != way) for asked_way, who in asked
    )


def _way_of(change: Modification) -> int | None:
    """Whether a change raises BP, lowers it, or may do either; ``None`` where it does not touch BP."""
    match change:
        case statements.BP(amount) | statements.Grade(amount):
            factor = amount.factor if isinstance(amount, selectors.Times) else amount
            return (UP if factor > 0 else DOWN) if isinstance(factor, int) else UNKNOWN
        case statements.Immune(values.Change.GRADE_UP | values.Change.BP_PLUS):
            return DOWN
        case statements.Immune():
            return UP
        case statements.CannotLevelUp() | statements.DictateOutcome() | statements.SilenceEnter():
            return None
    return UNKNOWN


def _of_change(change: Modification) -> Iterator[Asked]:
    """More of what is counted gives more of the change, which way that may be."""
    match change:
        case statements.BP(selectors.Times(factor, count)) | statements.Grade(selectors.Times(factor, count)):
            yield from ((way if factor > 0 else -way, who) for way, who in _of_amount(count))
        case _:
            yield from _unknown(change)


def _of_target(target: object) -> Iterator[Asked]:
    """What is asked of those to whom something is given."""
    match target:
        case selectors.PickCharacters(_, selectors.CharacterSet(_, filters)):
            yield from _of_filters(filters, target)
        case _:
            yield from _unknown(target)


def _of_condition(condition: Condition, way: int) -> Iterator[Asked]:
    match condition:
        case conditions.All(parts) | conditions.Any(parts):
            for part in parts:
                yield from _of_condition(part, way)
        case conditions.No(part):
            yield from _of_condition(part, -way)
        case conditions.Compare(left, comparison, right):
            towards = way * WAYS.get(comparison, UNKNOWN)
            yield from ((towards * inner, who) for inner, who in _of_amount(left))
            yield from ((-towards * inner, who) for inner, who in _of_amount(right))
        case conditions.Is(who, filters):
            yield from ((way * inner, asked) for inner, asked in _of_filters(filters, who))
            yield from _unknown(who)
        case _:
            yield from _unknown(condition)


def _of_filters(filters: selectors.Filters, who: object) -> Iterator[Asked]:
    """More BP of ``who``, and of those that a filter compares with, makes the filters fit sooner, or later."""
    for entry in filters:
        match entry:
            case selectors.Measures(measure, comparison, amount):
                way = WAYS.get(comparison, UNKNOWN)
                if measure is Measure.BP:
                    yield way, who
                yield from ((-way * inner, asked) for inner, asked in _of_amount(amount))
            case selectors.Not(inner_filters):
                yield from ((-way, asked) for way, asked in _of_filters(inner_filters, who))
            case selectors.AnyOf(options):
                for option in options:
                    yield from _of_filters(option, who)
            case _:
                yield from _unknown(entry)


def _of_amount(amount: Amount) -> Iterator[Asked]:
    match amount:
        case selectors.CountCharacters(selectors.CharacterSet(_, filters) as who, None):
            yield from _of_filters(filters, who)
        case selectors.Total(Measure.BP, of):
            yield UP, of
            yield from _unknown(of)
        case selectors.Plus(left, right):
            yield from _of_amount(left)
            yield from _of_amount(right)
        case selectors.Times(factor, count):
            yield from ((way if factor > 0 else -way, who) for way, who in _of_amount(count))
        case _:
            yield from _unknown(amount)


def _unknown(node: object) -> Iterator[Asked]:
    """BP asked for somewhere inside, with no telling which way it works."""
    if isinstance(node, tuple):
        for item in node:
            yield from _unknown(item)
    elif is_dataclass(node):
        if getattr(node, "measure", None) is Measure.BP:
            yield UNKNOWN, selectors.CharacterSet(Side.BOTH)
        for item in fields(node):
            yield from _unknown(getattr(node, item.name))


def _may_meet(target: object, who: object) -> bool:
    """Whether a character whose BP is changed may be one whose BP is asked for."""
    sides = {_side(target), _side(who)}
    return Side.BOTH in sides or len(sides) == 1


def _side(who: object) -> Side:
    match who:
        case selectors.That(CharacterRef.THIS):
            return Side.YOU
        case selectors.CharacterSet(side, _):
            return side
        case selectors.PickCharacters(_, selectors.CharacterSet(side, _)):
            return side
        case selectors.OpponentOf(of):
            return {Side.YOU: Side.OPPONENT, Side.OPPONENT: Side.YOU}.get(_side(of), Side.BOTH)
    return Side.BOTH
