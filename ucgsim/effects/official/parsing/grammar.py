"""A grammar as Lark reads it, prepared for `parsing.parser`: productions, and states made when reached.

A state is a set of places within productions, as in an LR(0) automaton. Most of them are never reached by any text,
so a state and its ways on are made when a text first asks for them. Sets of terminals are the bits of a number.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import reduce
from itertools import chain
from operator import or_
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lark.grammar import Rule

END = "$END"
_ROOT = "$root"


@dataclass(frozen=True, slots=True, eq=False)
class Production:
    """One way to write what a rule stands for: ``left`` is written as the symbols of ``right``, never as nothing.

    ``parts`` tells of each symbol of the rule where it stands in ``right``, or how it is written as nothing.
    """

    rule: Rule
    left: int
    right: tuple[int, ...]
    parts: tuple[int | Production, ...]


_Symbols: TypeAlias = "tuple[int | Production, ...]"


class State:
    """Places that a text may have reached: ``complete`` productions, and the terminals that may follow (``mask``)."""

    __slots__ = ("_grammar", "_items", "_next", "_predicted", "complete", "mask")

    def __init__(self, grammar: Grammar, items: frozenset[int]) -> None:
        self._grammar = grammar
        self._items = items
        self._next: dict[int, State | None] = {}
        self._predicted: int | None = None
        self.complete = [grammar.completed[item] for item in items if item in grammar.completed]
        self.mask = 0
        for item in items:
            symbol = grammar.after[item]
            self.mask |= grammar.follow[-symbol] if symbol < 0 else grammar.first[symbol]

    def to(self, symbol: int) -> State | None:
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

    Symbols are numbers from 1: terminals first, ``number`` tells which. Items, the places within productions, are
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
        self.corner = _corners(self.productions, len(self.number) + 1)
        self.follow = _follow(self.productions, self.first, self.number[start], 1 << self.number[END])
        self._states: dict[frozenset[int], State] = {}
        self.initial = self._made(frozenset({0}))
        self.whole = self._made(frozenset({1}))

    def state(self, items: frozenset[int]) -> State | None:
        """The state of these items, the same each time; ``None`` where there are none."""
        return self._made(items) if items else None

    def _made(self, items: frozenset[int]) -> State:
        if items not in self._states:
            self._states[items] = State(self, items)
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


def _corners(productions: Sequence[Production], size: int) -> list[int]:
    """The symbols with which each symbol may begin, itself included; none for symbol 0."""
    return _spread(productions, [0, *(1 << symbol for symbol in range(1, size))])


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
