"""What the ways to read a text mean: the values that the methods named after the grammar's rules give them.

Ways that come to the same are one from there on, and a way that means nothing is none, as long as another means
something. Of ways to read the same words, those with the highest priority count.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

from lark import Token
from lark.grammar import Terminal

from ucgsim.effects.official.meaning.filters import MeaningError
from ucgsim.effects.official.parsing.parser import Node, TooManyWaysError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ucgsim.effects.official.parsing.grammar import Production
    from ucgsim.effects.official.parsing.parser import Parts

MOST_READINGS = 64
"""Combinations of readings of the same words that are looked at; a text with more is refused."""


@dataclass(slots=True, eq=False)
class Reading:
    """A value that a node may have, and the readings of its parts that make it."""

    node: Node
    production: Production
    value: Any
    parts: tuple[Reading | Token, ...]
    priority: int


class Methods(Protocol):
    """Methods named after the rules of the grammar; ``at``: the token where what they read begins."""

    at: int


class MeaninglessError(Exception):
    """No way to read the tokens from ``start`` on means anything; ``reason`` is what was expected there."""

    def __init__(self, start: int, reason: MeaningError) -> None:
        super().__init__(start, reason)
        self.start = start
        self.reason = reason


class Meanings:
    """Readings by the methods of ``methods``, which are called as Lark calls those of a transformer."""

    def __init__(self, methods: Methods) -> None:
        self._methods = methods
        self._made: dict[Production, Callable[[Sequence[Any]], Any]] = {}

    def readings(self, root: Node) -> list[Reading]:
        """The readings of the whole, at least one; raises `MeaninglessError`."""
        readings: dict[Node, list[Reading]] = {}
        failed: list[tuple[int, MeaningError]] = []
        for node in _parts_first(root):
            readings[node] = self._distinct(node, readings, failed)
        if not readings[root]:
            raise MeaninglessError(*max(failed, key=lambda failure: failure[0]))
        return readings[root]

    def _distinct(
        self, node: Node, readings: dict[Node, list[Reading]], failed: list[tuple[int, MeaningError]]
    ) -> list[Reading]:
        made: list[Reading] = []
        for production, parts in node.ways:
            for chosen in _combined(node, parts, readings):
                try:
                    made.append(self._read(node, production, chosen))
                except MeaningError as error:
                    failed.append((error.at if error.at >= 0 else node.start, error))
        if len(made) < 2:
            return made
        return _first_of_each([each for each in made if each.priority == max(other.priority for other in made)])

    def _read(self, node: Node, production: Production, parts: tuple[Reading | Token, ...]) -> Reading:
        values = [part.value if isinstance(part, Reading) else part for part in parts]
        self._methods.at = node.start
        priority = production.rule.options.priority or 0
        priority += sum(part.priority for part in parts if isinstance(part, Reading))
        return Reading(node, production, self._value(production, values), parts, priority)

    def _value(self, production: Production, values: Sequence[Any]) -> Any:
        made = self._made.get(production)
        if made is None:
            made = self._made[production] = self._maker(production)
        return made(values)

    def _maker(self, production: Production) -> Callable[[Sequence[Any]], Any]:
        """What makes the value of a production of those of its parts, by Lark's rules for trees."""
        rule = production.rule
        children = self._children(production)
        name = str(rule.alias or rule.origin.name)
        if name.startswith("_"):
            return children
        if not rule.options.expand1 or rule.alias:
            method = getattr(self._methods, name)
            return lambda values: method(*children(values))
        several = getattr(self._methods, name, _no_method(name))
        return lambda values: readings[0] if len(readings := children(values)) == 1 else several(*readings)

    def _children(self, production: Production) -> Callable[[Sequence[Any]], list[Any]]:
        """What picks the values that count: no words of the grammar, and of a ``_rule`` those within it."""
        symbols = zip(production.parts, production.rule.expansion, strict=True)
        kept = [
            (part, symbol.name.startswith("_"))
            for part, symbol in symbols
            if not isinstance(symbol, Terminal) or not symbol.filter_out
        ]

        def children(values: Sequence[Any]) -> list[Any]:
            readings: list[Any] = []
            for part, spliced in kept:
                value = values[part] if isinstance(part, int) else self._value(part, ())
                if spliced:
                    readings += value
                else:
                    readings.append(value)
            return readings

        return children


def _no_method(name: str) -> Callable[..., Any]:
    def several(*_: object) -> NoReturn:
        raise NotImplementedError(f"no method {name} for several values")

    return several


def difference(one: Reading, other: Reading) -> Node:
    """The fewest words in which two readings of the same words differ."""
    while one.production is other.production and _nodes(one) == _nodes(other):
        (first, second), *more = [pair for pair in zip(one.parts, other.parts, strict=True) if pair[0] is not pair[1]]
        if more or not isinstance(first, Reading) or not isinstance(second, Reading):
            break
        one, other = first, second
    return one.node


def _nodes(reading: Reading) -> list[Node | Token]:
    return [part.node if isinstance(part, Reading) else part for part in reading.parts]


def _combined(node: Node, parts: Parts, known: dict[Node, list[Reading]]) -> Iterator[tuple[Reading | Token, ...]]:
    """The readings of the parts of a way, in each combination."""
    readings = [[part] if isinstance(part, Token) else known[part] for part in parts]
    if prod(map(len, readings)) > MOST_READINGS:
        raise TooManyWaysError(node.start)
    return product(*readings)


def _first_of_each(made: list[Reading]) -> list[Reading]:
    kept: list[Reading] = []
    for reading in made:
        if all(reading.value != other.value for other in kept):
            kept.append(reading)
    return kept


def _parts_first(root: Node) -> Iterator[Node]:
    """The nodes below ``root``, each behind all of its parts."""
    waiting: list[tuple[Node, bool]] = [(root, False)]
    seen: set[Node] = set()
    while waiting:
        node, done = waiting.pop()
        if done:
            yield node
        elif node not in seen:
            seen.add(node)
            waiting.append((node, True))
            waiting += [(part, False) for _, parts in node.ways for part in parts if isinstance(part, Node)]
