"""Continuous powers that ask for the BP which they themselves change.

A power that only confirms what it asks for settles (RULINGS D2): more BP where BP must be high, less where it must be
low. Anything else would undo its own condition, or leave no number that fits: such a text is refused.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

from ucgsim.effects import conditions, nouns, tree, words
from ucgsim.effects.words import CharacterRef, Comparison, Measure, Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ucgsim.effects.conditions import Condition
    from ucgsim.effects.nouns import Amount
    from ucgsim.effects.tree import Modification, Statement

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


def _undoes(target: object, change: Modification, asked: tuple[Asked, ...]) -> bool:
    way = _way_of(change)
    return way is not None and any(
        _may_meet(target, who) and (way == UNKNOWN or asked_way != way) for asked_way, who in asked
    )


def _way_of(change: Modification) -> int | None:
    """Whether a change raises BP, lowers it, or may do either; ``None`` where it does not touch BP."""
    match change:
        case tree.BP(amount) | tree.Grade(amount):
            factor = amount.factor if isinstance(amount, nouns.Times) else amount
            return (UP if factor > 0 else DOWN) if isinstance(factor, int) else UNKNOWN
        case tree.Immune(words.Change.GRADE_UP | words.Change.BP_PLUS):
            return DOWN
        case tree.Immune():
            return UP
        case tree.CannotLevelUp() | tree.DictateOutcome() | tree.SilenceEnter():
            return None
    return UNKNOWN


def _of_change(change: Modification) -> Iterator[Asked]:
    """More of what is counted gives more of the change, which way that may be."""
    match change:
        case tree.BP(nouns.Times(factor, count)) | tree.Grade(nouns.Times(factor, count)):
            yield from ((way if factor > 0 else -way, who) for way, who in _of_amount(count))
        case _:
            yield from _unknown(change)


def _of_target(target: object) -> Iterator[Asked]:
    """What is asked of those to whom something is given."""
    match target:
        case nouns.PickCharacters(_, nouns.CharacterSet(_, filters)):
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


def _of_filters(filters: nouns.Filters, who: object) -> Iterator[Asked]:
    """More BP of ``who``, and of those that a filter compares with, makes the filters fit sooner, or later."""
    for entry in filters:
        match entry:
            case nouns.Measures(measure, comparison, amount):
                way = WAYS.get(comparison, UNKNOWN)
                if measure is Measure.BP:
                    yield way, who
                yield from ((-way * inner, asked) for inner, asked in _of_amount(amount))
            case nouns.Not(inner_filters):
                yield from ((-way, asked) for way, asked in _of_filters(inner_filters, who))
            case nouns.AnyOf(options):
                for option in options:
                    yield from _of_filters(option, who)
            case _:
                yield from _unknown(entry)


def _of_amount(amount: Amount) -> Iterator[Asked]:
    match amount:
        case nouns.CountCharacters(nouns.CharacterSet(_, filters) as who, None):
            yield from _of_filters(filters, who)
        case nouns.Total(Measure.BP, of):
            yield UP, of
            yield from _unknown(of)
        case nouns.Plus(left, right):
            yield from _of_amount(left)
            yield from _of_amount(right)
        case nouns.Times(factor, count):
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
            yield UNKNOWN, nouns.CharacterSet(Side.BOTH)
        for item in fields(node):
            yield from _unknown(getattr(node, item.name))


def _may_meet(target: object, who: object) -> bool:
    """Whether a character whose BP is changed may be one whose BP is asked for."""
    sides = {_side(target), _side(who)}
    return Side.BOTH in sides or len(sides) == 1


def _side(who: object) -> Side:
    match who:
        case nouns.That(CharacterRef.THIS):
            return Side.YOU
        case nouns.CharacterSet(side, _):
            return side
        case nouns.PickCharacters(_, nouns.CharacterSet(side, _)):
            return side
        case nouns.OpponentOf(of):
            return {Side.YOU: Side.OPPONENT, Side.OPPONENT: Side.YOU}.get(_side(of), Side.BOTH)
    return Side.BOTH
