"""Every way in which the tokens of a text fit a grammar (generalised LR parsing, after Tomita and Rekers).

All ways are followed side by side and share what they have in common: a `Node` stands for the same tokens under
the same name, however many ways there are to read them. Looking one token ahead keeps the ways few.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from lark import Token

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ucgsim.effects.official.parsing.grammar import Grammar, Production, State

MOST_STEPS = 200_000
"""Steps after which a text is given up: the longest official ones take a few thousand."""


@dataclass(slots=True, eq=False)
class Node:
    """A symbol from token ``start`` up to ``end``, with each way in which it was written."""

    start: int
    end: int
    ways: list[tuple[Production, Parts]] = field(default_factory=list)


Parts: TypeAlias = tuple[Node | Token, ...]


@dataclass(slots=True, eq=False)
class _Vertex:
    """A state reached behind ``at`` tokens, with the vertices before it and what was read since."""

    state: State
    at: int
    links: list[tuple[_Vertex, Node | Token]] = field(default_factory=list)


class StuckError(Exception):
    """No way leads past token ``at``; ``expected`` are the terminals that could have stood there."""

    def __init__(self, at: int, expected: list[str]) -> None:
        super().__init__(at, expected)
        self.at = at
        self.expected = expected


class TooManyWaysError(Exception):
    """Too much work, at token ``at``."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


def parse(grammar: Grammar, tokens: Sequence[Token]) -> Node:
    """The whole text; raises `StuckError` and `TooManyWaysError`."""
    walk = _Walk(grammar)
    for at, token in enumerate(tokens):
        walk.reduce(grammar.number[token.type], at)
        walk.shift(token, at)
    return walk.finish(len(tokens))


class _Walk:
    """The vertices behind the tokens that were read, by their state."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        self._front = {grammar.initial: _Vertex(grammar.initial, 0)}
        self._nodes: dict[tuple[int, int], Node] = {}
        self._steps = 0

    def shift(self, token: Token, at: int) -> None:
        """Read a token."""
        symbol = self._grammar.number[token.type]
        front: dict[State, _Vertex] = {}
        for vertex in self._front.values():
            state = vertex.state.to(symbol)
            if state is not None:
                front.setdefault(state, _Vertex(state, at + 1)).links.append((vertex, token))
        if not front:
            raise StuckError(at, self._expected(at))
        self._front = front
        self._nodes = {}

    def finish(self, at: int) -> Node:
        """The node of the whole text."""
        end = self._grammar.number[self._grammar.terminals[0]]
        self.reduce(end, at)
        whole = self._front.get(self._grammar.whole)
        if whole is None:
            raise StuckError(at, self._expected(at))
        (_, node), *_ = whole.links
        assert isinstance(node, Node)
        return node

    def _expected(self, at: int) -> list[str]:
        """The terminals that may follow the tokens read up to ``at``, whichever was looked at."""
        self._follow_all(-1, at)
        masks = 0
        for vertex in self._front.values():
            masks |= vertex.state.shiftable()
        return [name for name in self._grammar.terminals if masks >> self._grammar.number[name] & 1]

    def reduce(self, symbol: int, at: int) -> None:
        """Complete what may be followed by a terminal."""
        self._follow_all(1 << symbol, at)

    def _follow_all(self, ahead: int, at: int) -> None:
        follow = self._grammar.follow
        waiting = [(vertex, *link) for vertex in self._front.values() for link in vertex.links]
        while waiting:
            vertex, before, read = waiting.pop()
            for production in vertex.state.complete:
                if follow[production.left] & ahead:
                    for base, parts in self._paths(before, read, len(production.right) - 1, at):
                        reached = self._complete(production, base, parts, ahead, at)
                        if reached is not None:
                            waiting.append((reached, *reached.links[-1]))

    def _paths(self, before: _Vertex, read: Node | Token, length: int, at: int) -> list[tuple[_Vertex, Parts]]:
        """The vertices that lie ``length`` links behind ``before``, with what was read on the way."""
        paths: list[tuple[_Vertex, Parts]] = [(before, (read,))]
        for _ in range(length):
            paths = [(back, (node, *parts)) for vertex, parts in paths for back, node in vertex.links]
        self._steps += len(paths)
        if self._steps > MOST_STEPS:
            raise TooManyWaysError(at)
        return paths

    def _complete(self, production: Production, base: _Vertex, parts: Parts, ahead: int, at: int) -> _Vertex | None:
        """Note a way to read ``production`` from ``base`` on; the vertex behind it if that brought a new link."""
        state = base.state.to(production.left)
        if state is None or not state.mask & ahead:
            return None
        key = (production.left, base.at)
        node = self._nodes.get(key)
        if node is None:
            node = self._nodes[key] = Node(base.at, at)
        if (production, parts) not in node.ways:
            node.ways.append((production, parts))
        vertex = self._front.get(state)
        if vertex is None:
            vertex = self._front[state] = _Vertex(state, at)
        elif any(back is base for back, _ in vertex.links):
            return None
        vertex.links.append((base, node))
        return vertex
