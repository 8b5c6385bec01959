"""The condition that a player asks about: its language, read into a frozen tree.

``level 1 TIGA >= 1 and (scene >= 1 or chain)``. A filter without a comparison means at least one. Every
condition speaks of all cards that a player has seen so far, played or not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, reduce
from importlib import resources
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, VisitError

from ucgsim.errors import UcgsimError
from ucgsim.files.reading import own_text
from ucgsim.probability.condition.filters import Filter
from ucgsim.probability.condition.vocabulary import Vocabulary, Word, read_filter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

MAX_LENGTH = 2_000
"""Characters of a condition."""

MAX_COUNT = 9_999
"""The highest count that a comparison may name."""

CHAIN_LENGTHS = range(2, 8)
"""Levels run from 1 to 7."""


@dataclass(frozen=True, slots=True)
class Count:
    """At least ``low`` and, unless None, at most ``high`` cards of the filter."""

    filter: Filter
    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class Chain:
    """``length`` characters, each able to level up the one before it (CR 5.6.1, 11.18.1, 11.21.1)."""

    length: int


@dataclass(frozen=True, slots=True)
class All:
    """Every part holds."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one part holds."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The part does not hold."""

    part: Node


Node: TypeAlias = Count | Chain | All | AnyOf | Not
Truth: TypeAlias = "NDArray[np.bool_]"


def leaves(node: Node) -> Iterator[Count | Chain]:
    """The counts and chains of a condition, from left to right."""
    match node:
        case All(parts) | AnyOf(parts):
            for part in parts:
                yield from leaves(part)
        case Not(part):
            yield from leaves(part)
        case _:
            yield node


def holds(node: Node, leaf: Callable[[Count | Chain], Truth]) -> Truth:
    """Where the condition is met, given an array that says where each of its leaves is."""
    match node:
        case All(parts):
            return reduce(np.logical_and, (holds(part, leaf) for part in parts))
        case AnyOf(parts):
            return reduce(np.logical_or, (holds(part, leaf) for part in parts))
        case Not(part):
            return np.logical_not(holds(part, leaf))
        case _:
            return leaf(node)


def parse(text: str, vocabulary: Vocabulary) -> Node:
    """Read a condition.

    Raises UcgsimError with the column of what can't be read and a list of what would be valid there.
    """
    text = one_line(text)
    if not text.strip():
        raise UcgsimError("the condition is empty; write one such as 'level 1 hero >= 1 and scene == 0'")
    if len(text) > MAX_LENGTH:
        raise UcgsimError(f"the condition has {len(text)} characters; {MAX_LENGTH:,} is the limit")
    try:
        tree: Node = _Reader(vocabulary).transform(_grammar().parse(text))
    except UnexpectedInput as error:
        raise UcgsimError(_explain(error, text)) from error
    except VisitError as error:
        raise error.orig_exc from error
    except RecursionError as error:
        raise UcgsimError("the condition is nested too deep; write it with fewer nots and brackets") from error
    return tree


def one_line(text: str) -> str:
    """The text with every kind of white space made a blank, so that columns count from its start."""
    return re.sub(r"\s", " ", text)


@cache
def _grammar() -> Lark:
    source = own_text(resources.files("ucgsim.probability").joinpath("question.lark"))
    return Lark(source, parser="lalr", maybe_placeholders=False)


class _Reader(Transformer[Token, Node]):
    """Lark's tree into ours; the method names are the rules of the grammar."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        super().__init__()
        self.vocabulary = vocabulary

    def filter(self, tokens: list[Token]) -> Filter:
        return read_filter([_word(token) for token in tokens], self.vocabulary)

    def present(self, children: list[Filter]) -> Node:
        return Count(children[0], 1, None)

    def compared(self, children: list[Filter | Token]) -> Node:
        wanted, comparison, number = children
        assert isinstance(wanted, Filter)
        assert isinstance(number, Token)
        return _compare(wanted, str(comparison), _count(number))

    def between(self, children: list[Filter | Token]) -> Node:
        wanted, _, low, _, high = children
        assert isinstance(wanted, Filter)
        assert isinstance(low, Token)
        assert isinstance(high, Token)
        if _count(high) < _count(low):
            raise UcgsimError(f"condition, column {low.column}: between {low} and {high} is empty; smaller first")
        return Count(wanted, _count(low), _count(high))

    def chain(self, children: list[Token]) -> Node:
        words = children[0].split()
        length = int(words[2]) if len(words) > 1 else CHAIN_LENGTHS.start
        if length not in CHAIN_LENGTHS:
            raise UcgsimError(f"condition, column {children[0].column}: chain of {length}; valid here: chain of 2 to 7")
        return Chain(length)

    def negated(self, children: list[Token | Node]) -> Node:
        part = children[1]
        assert not isinstance(part, Token)
        return Not(part)

    def all_of(self, children: list[Token | Node]) -> Node:
        parts = tuple(child for child in children if not isinstance(child, Token))
        return All(parts) if len(parts) > 1 else parts[0]

    def any_of(self, children: list[Token | Node]) -> Node:
        parts = tuple(child for child in children if not isinstance(child, Token))
        return AnyOf(parts) if len(parts) > 1 else parts[0]


def _word(token: Token) -> Word:
    quoted = token.type == "QUOTED"
    return Word(token[1:-1] if quoted else str(token), token.column or 1, quoted)


def _count(token: Token) -> int:
    if len(token) > 4:
        raise UcgsimError(f"condition, column {token.column}: {token} is too many cards; {MAX_COUNT:,} is the limit")
    return int(token)


def _compare(wanted: Filter, comparison: str, number: int) -> Node:
    match comparison:
        case ">=" | "≥":
            return Count(wanted, number, None)
        case ">":
            return Count(wanted, number + 1, None)
        case "<=" | "≤":
            return Count(wanted, 0, number)
        case "<":
            return Count(wanted, 0, number - 1)
        case "!=" | "≠":
            return Not(Count(wanted, number, number))
        case _:
            return Count(wanted, number, number)


_TOKEN_WORDS = {
    "COMPARISON": ">=, <=, ==, !=, >, <",
    "BETWEEN": "between",
    "AND": "and",
    "OR": "or",
    "NOT": "not",
    "COUNT": "a whole number",
    "CHAIN": "chain",
    "WORD": "a filter (such as level 1 TIGA)",
    "LPAR": "(",
    "RPAR": ")",
    "$END": "the end",
}


def _explain(error: UnexpectedInput, text: str) -> str:
    """One line: where, what stands there, what would be valid."""
    expected = set(getattr(error, "accepts", None) or getattr(error, "expected", None) or ())
    if isinstance(error, UnexpectedCharacters):
        expected = set(error.allowed or ())
    column = error.column if error.column > 0 and error.pos_in_stream is not None else len(text) + 1
    at_end = getattr(getattr(error, "token", None), "type", "") == "$END"
    column = len(text.rstrip()) + 1 if at_end else column
    what = "the condition ends" if column > len(text.rstrip()) else f"can't read {_snippet(text, column)!r}"
    valid = ", ".join(words for name, words in _TOKEN_WORDS.items() if name in expected)
    return f"condition, column {column}: {what}; valid here: {valid}"


def _snippet(text: str, column: int) -> str:
    return (text[column - 1 :].split() or [""])[0]
