"""How a text is taken apart: made even, parsed in every way that the grammar allows, and the ways given values.

Two remarks in brackets carry a meaning and stay: that either player's character is meant, and which sign is
meant. Keywords and deck-building lines are facts of the card (`ucgsim.cards.keywords`), no effect.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from functools import reduce
from itertools import chain, product
from math import prod
from operator import or_
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, TypeAlias

from lark import Token
from lark.grammar import Rule, Terminal

from ucgsim.cards.keywords import without_keywords
from ucgsim.effects.official.meaning.filters import MeaningError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence


_REMINDER = re.compile(r"\(\s*[*※](?!\s*(?:yours or your|plus|minus))(?:[^()]|\([^()]*\))*\)\.?", re.IGNORECASE)
_QUOTED = re.compile(r"『[^』]*』|「[^」]*」|【[^】]*】")
_SAME = str.maketrans("’‘＋－−–➡（），．：", "''+---→(),.:")
_SPACES = str.maketrans(dict.fromkeys("\u3000\xa0\ufeff\u200b\n\r\t", " "))


def even(text: str) -> str:
    """Blank out what is no effect, lower what is no name; every character stays in its column."""
    evened = without_keywords(text).translate(_SAME).translate(_SPACES)
    evened = _REMINDER.sub(lambda match: " " * len(match[0]), evened)
    return _lower_outside_names(evened)


def _lower_outside_names(text: str) -> str:
    lowered = [_lower(char) for char in text]
    for match in _QUOTED.finditer(text):
        lowered[match.start() : match.end()] = match[0]
    return "".join(lowered)


def _lower(char: str) -> str:
    """Lower case, but only where that is one character as before."""
    low = char.lower()
    return low if len(low) == 1 else char


# A grammar as Lark reads it, prepared for `parsing.parser`: productions, and states made when reached.
#
# A state is a set of places within productions, as in an LR(0) automaton. Most of them are never reached by any text,
# so a state and its ways on are made when a text first asks for them. Sets of terminals are the bits of a number.


END = "$END"
_ROOT = "$root"


@dataclass(frozen=True, slots=True, eq=False)
class Production:
    """One way to write what a rule means: ``left`` is written as the symbols of ``right``, never as nothing.

    ``parts`` tells of each symbol of the rule where it stands in ``right``, or how it is written as nothing.
    """

    rule: Rule
    left: int
    right: tuple[int, ...]
    parts: tuple[int | Production, ...]


_Symbols: TypeAlias = "tuple[int | Production, ...]"


class ParserState:
    """Places that a text may have reached: ``complete`` productions, and the terminals that may follow (``mask``)."""

    __slots__ = ("_grammar", "_items", "_next", "_predicted", "complete", "mask")

    def __init__(self, grammar: Grammar, items: frozenset[int]) -> None:
        self._grammar = grammar
        self._items = items
        self._next: dict[int, ParserState | None] = {}
        self._predicted: int | None = None
        self.complete = [grammar.completed[item] for item in items if item in grammar.completed]
        self.mask = 0
        for item in items:
            symbol = grammar.after[item]
            self.mask |= grammar.follow[-symbol] if symbol < 0 else grammar.first[symbol]

    def to(self, symbol: int) -> ParserState | None:
        """The state behind a symbol, ``None`` where it can't stand here."""
        try:
            return self._next[symbol]
        except KeyError:
            following = self._next[symbol] = self._grammar.state(self._behind(symbol))
            return following

    def shiftable(self) -> int:
        """The terminals that may stand here, those after what is complete left out."""
        after = (self._grammar.after[item] for item in self._items)
        return reduce(or_, (self._grammar.first[symbol] for symbol in after if symbol > 0), 0)

    def openings(self, *, begun_alone: bool = False) -> list[tuple[int, ...]]:
        """What may stand here, each as the symbols that are left of a production."""
        if begun_alone:
            return list(filter(None, map(self._grammar.rest, self._items)))
        predicted = reduce(or_, (self._grammar.corner[max(self._grammar.after[item], 0)] for item in self._items), 0)
        begun = chain.from_iterable(self._grammar.begun.values())
        items = chain(self._items, (item - 1 for left, item in begun if predicted >> left & 1))
        return list(dict.fromkeys(filter(None, map(self._grammar.rest, items))))

    def _behind(self, symbol: int) -> frozenset[int]:
        after = self._grammar.after
        if self._predicted is None:
            self._predicted = 0
            for item in self._items:
                self._predicted |= self._grammar.corner[max(after[item], 0)]
        moved = (item + 1 for item in self._items if after[item] == symbol)
        begun = (item for left, item in self._grammar.begun[symbol] if self._predicted >> left & 1)
        return frozenset(chain(moved, begun))


class Grammar:
    """The productions of Lark's rules for ``start``, in which no symbol is ever written as nothing.

    Symbols are numbers from 1: terminals first, ``number`` says which. Items, the places within productions, are
    numbers that grow by one with each symbol; ``after`` is the symbol that follows there, or minus the symbol that is
    complete.
    """

    def __init__(self, rules: Sequence[Rule], terminals: Iterable[str], start: str) -> None:
        self.terminals = [END, *terminals]
        lefts = dict.fromkeys(rule.origin.name for rule in rules)
        self.number = {name: at for at, name in enumerate([*self.terminals, *map(str, lefts), _ROOT], start=1)}
        self.productions = _without_nothing(rules, self.number)
        self._lay_out(self.number[_ROOT], self.number[start])
        self.first = _first(self.productions, len(self.terminals), len(self.number) + 1)
        self.corner = _spread(self.productions, [0, *(1 << symbol for symbol in range(1, len(self.number) + 1))])
        self.follow = _follow(self.productions, self.first, self.number[start], 1 << self.number[END])
        self._states: dict[frozenset[int], ParserState] = {}
        self.initial = self._made(frozenset({0}))
        self.whole = self._made(frozenset({1}))

    def state(self, items: frozenset[int]) -> ParserState | None:
        """The state of these items, the same each time; ``None`` where there are none."""
        return self._made(items) if items else None

    def rest(self, item: int) -> tuple[int, ...]:
        """The symbols of a production from a place within it on."""
        end = next(at for at in range(item, len(self.after)) if self.after[at] < 0)
        return tuple(self.after[item:end])

    def _made(self, items: frozenset[int]) -> ParserState:
        if items not in self._states:
            self._states[items] = ParserState(self, items)
        return self._states[items]

    def _lay_out(self, root: int, start: int) -> None:
        """Number the items: 0 and 1 are those of the whole text."""
        self.after = [start, -root]
        self.completed: dict[int, Production] = {}
        self.begun: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        for production in self.productions:
            self.begun[production.right[0]].append((production.left, len(self.after) + 1))
            self.after += [*production.right, -production.left]
            self.completed[len(self.after) - 1] = production


def _without_nothing(rules: Sequence[Rule], number: dict[str, int]) -> list[Production]:
    """The productions of the rules, with those added in which symbols that may be nothing are left out."""
    productions: dict[tuple[Rule, _Symbols], Production] = {}
    nothing: list[Production] = []
    waiting: list[tuple[Rule, _Symbols]] = [
        (rule, tuple(number[symbol.name] for symbol in rule.expansion)) for rule in rules
    ]
    while waiting:
        key = waiting.pop()
        if key in productions:
            continue
        made = productions[key] = _production(*key, number)
        if not made.right:
            nothing.append(made)
            waiting += [shorter for known in productions for shorter in _left_out(*known, made)]
        waiting += [shorter for empty in nothing for shorter in _left_out(*key, empty)]
    return [production for production in productions.values() if production.right]


def _left_out(rule: Rule, symbols: _Symbols, empty: Production) -> Iterator[tuple[Rule, _Symbols]]:
    """The rule with one symbol fewer, for each that ``empty`` writes as nothing."""
    for at, symbol in enumerate(symbols):
        if symbol == empty.left:
            yield rule, (*symbols[:at], empty, *symbols[at + 1 :])


def _production(rule: Rule, symbols: _Symbols, number: dict[str, int]) -> Production:
    right = tuple(symbol for symbol in symbols if isinstance(symbol, int))
    places = iter(range(len(right)))
    parts = tuple(next(places) if isinstance(symbol, int) else symbol for symbol in symbols)
    return Production(rule, number[rule.origin.name], right, parts)


def _first(productions: Sequence[Production], terminals: int, size: int) -> list[int]:
    """The terminals with which each symbol may begin."""
    return _spread(productions, [1 << symbol if 0 < symbol <= terminals else 0 for symbol in range(size)])


def _spread(productions: Sequence[Production], bits: list[int]) -> list[int]:
    """The bits of each symbol with those of every symbol that it may begin with."""
    changed = True
    while changed:
        changed = False
        for production in productions:
            wider = bits[production.left] | bits[production.right[0]]
            if wider != bits[production.left]:
                bits[production.left], changed = wider, True
    return bits


def _follow(productions: Sequence[Production], first: Sequence[int], start: int, end: int) -> list[int]:
    """The terminals that may follow each symbol, ``end`` after the whole text."""
    follow = [0] * len(first)
    follow[start] = end
    for production in productions:
        for symbol, then in zip(production.right, production.right[1:], strict=False):
            follow[symbol] |= first[then]
    changed = True
    while changed:
        changed = False
        for production in productions:
            wider = follow[production.right[-1]] | follow[production.left]
            if wider != follow[production.right[-1]]:
                follow[production.right[-1]], changed = wider, True
    follow[-1] = end
    return follow


# Every way in which the tokens of a text fit a grammar (generalised LR parsing, after Tomita and Rekers).
#
# All ways are followed side by side and share what they have in common: a `Node` means the same tokens under
# the same name, however many ways there are to read them. Looking one token ahead keeps the ways few.


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

    state: ParserState
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
    walk = _Vertices(grammar)
    for at, token in enumerate(tokens):
        walk.reduce(grammar.number[token.type], at)
        walk.shift(token, at)
    return walk.finish(len(tokens))


def openings(grammar: Grammar, tokens: Sequence[Token], at: int, *, begun: bool = False) -> list[tuple[int, ...]]:
    """What may stand at a token which can be reached, each as the symbols that are left of a production; or of those
    alone that the words before it have begun.
    """
    walk = _Vertices(grammar)
    for place, token in enumerate(tokens[:at]):
        walk.reduce(grammar.number[token.type], place)
        walk.shift(token, place)
    return walk.openings(at, begun_alone=begun)


class _Vertices:
    """The vertices behind the tokens that were read, by their state."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        self._front = {grammar.initial: _Vertex(grammar.initial, 0)}
        self._nodes: dict[tuple[int, int], Node] = {}
        self._steps = 0

    def shift(self, token: Token, at: int) -> None:
        """Read a token."""
        symbol = self._grammar.number[token.type]
        front: dict[ParserState, _Vertex] = {}
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

    def openings(self, at: int, *, begun_alone: bool) -> list[tuple[int, ...]]:
        """What may follow the tokens that were read, each as the symbols that are left of a production."""
        self._follow_all(-1, at)
        states = (vertex.state for vertex in self._front.values())
        return list(dict.fromkeys(chain.from_iterable(state.openings(begun_alone=begun_alone) for state in states)))

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


# What the ways to read a text mean: the values that the methods named after the grammar's rules give them.
#
# Ways that come to the same are one from there on, and a way that means nothing is none, as long as another means
# something. Of ways to read the same words, those with the highest priority count.


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
    """Readings by the methods of ``methods``, which are called as Lark calls those of a transformer.

    Raises `AttributeError` for one of the ``productions`` that has no method.
    """

    def __init__(self, methods: Methods, productions: Iterable[Production]) -> None:
        self._methods = methods
        self._made = {production: self._maker(production) for production in productions}

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
        return Reading(node, production, self._made[production](values), parts, priority)

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
            (part if isinstance(part, int) else self._maker(part), symbol.name.startswith("_"))
            for part, symbol in symbols
            if not isinstance(symbol, Terminal) or not symbol.filter_out
        ]

        def children(values: Sequence[Any]) -> list[Any]:
            readings: list[Any] = []
            for part, spliced in kept:
                value = values[part] if isinstance(part, int) else part(())
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
