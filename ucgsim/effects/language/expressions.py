"""Expressions of the effect language: tokens, calls, and the tree nodes they stand for.

An expression mirrors the dataclasses of the tree: ``short_name(field, field, key=value)``. Fields with a
default may be left out; a field that holds a list takes all the positional arguments that are left, later
fields need their name. A few nodes have a shape of their own, so that they read well: ``yours(...)``,
``your.hand``, ``0..2``, ``left >= right``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NoReturn

from ucgsim.errors import UcgsimError
from ucgsim.files.reading import MalformedError, parse_json

TOKEN = re.compile(
    r"\s*(?:(?P<text>\"(?:[^\"\\]|\\.)*\")|(?P<number>[+-]?[0-9]+)|(?P<word>[A-Za-z_]\w*(?:\.[a-z]\w*)?)"
    r"|(?P<sign>>=|<=|==|\.\.|[><()=,|+]))"
)
MAX_DIGITS = 6
"""Digits of a number: no card prints more, and the bytecode holds no more than nine."""
MAX_DEPTH = 40
"""Calls within calls, and blocks within blocks; effects have six."""
COMPARISONS = (">=", "<=", "==", ">", "<")


class LanguageError(UcgsimError):
    """A place in an effect block that can't be read: line, column and what would be right."""

    def __init__(self, line: int, column: int, expected: str) -> None:
        super().__init__(f"line {line}, column {column}: expected {expected}")
        self.line = line
        self.column = column
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Place:
    """Where an expression began; both count from 1."""

    line: int
    column: int

    def fail(self, expected: str) -> NoReturn:
        """Raise the error for this place."""
        raise LanguageError(self.line, self.column, expected)


@dataclass(frozen=True, slots=True)
class Literal:
    """A number or a text."""

    value: int | str
    place: Place


@dataclass(frozen=True, slots=True)
class Word:
    """Words joined by a bar ("double|triple") or a plus ("your.hand+revealed"), or one alone."""

    names: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Range:
    """From ``least`` to ``most``; an open end is ``None``."""

    least: Expression
    most: Expression | None
    place: Place


@dataclass(frozen=True, slots=True)
class Relation:
    """Two expressions with a comparison between."""

    left: Expression
    sign: str
    right: Expression
    place: Place


@dataclass(frozen=True, slots=True)
class Call:
    """A name with arguments, some by name."""

    name: str
    arguments: tuple[Expression, ...]
    named: dict[str, Expression]
    place: Place


Expression = Literal | Word | Range | Relation | Call


@dataclass(slots=True)
class Tokens:
    """The tokens of one line and how far they were read."""

    text: str
    line: int
    column: int = 1
    position: int = 0
    items: list[tuple[str, str, int]] = field(default_factory=list)
    depth: int = 0

    def __post_init__(self) -> None:
        at, end = 0, len(self.text.rstrip())
        while at < end:
            match = TOKEN.match(self.text, at)
            if match is None:
                skipped = len(self.text[at:]) - len(self.text[at:].lstrip())
                Place(self.line, self.column + at + skipped).fail("a word, a number or a text in quotation marks")
            kind = match.lastgroup or ""
            self.items.append((kind, match[kind], match.start(kind)))
            at = match.end()

    def place(self) -> Place:
        """Where the next token begins, or where the line ends."""
        at = self.items[self.position][2] if self.position < len(self.items) else len(self.text)
        return Place(self.line, self.column + at)

    def peek(self) -> str:
        """The next token, or an empty text at the end."""
        return self.items[self.position][1] if self.position < len(self.items) else ""

    def kind(self) -> str:
        """What sort of token comes next."""
        return self.items[self.position][0] if self.position < len(self.items) else ""

    def take(self) -> str:
        """The next token, which is passed."""
        token = self.peek()
        self.position += 1
        return token

    def demand(self, token: str) -> None:
        """Pass this token or fail."""
        if self.peek() != token:
            self.place().fail(f'"{token}"')
        self.take()

    def finish(self) -> None:
        """Fail if anything is left."""
        if self.peek():
            self.place().fail("the end of the line")


def read_expression(text: str, line: int = 1, column: int = 1) -> Expression:
    """One expression that fills the whole text; raises `LanguageError`."""
    tokens = Tokens(text, line, column)
    found = _relation(tokens)
    tokens.finish()
    return found


def _relation(tokens: Tokens) -> Expression:
    place = tokens.place()
    left = _range(tokens)
    if tokens.peek() not in COMPARISONS:
        return left
    sign = tokens.take()
    return Relation(left, sign, _range(tokens), place)


def _range(tokens: Tokens) -> Expression:
    place = tokens.place()
    least = _atom(tokens)
    if tokens.peek() != "..":
        return least
    tokens.take()
    ends_here = tokens.peek() in ("", ",", ")")
    return Range(least, None if ends_here else _atom(tokens), place)


def _atom(tokens: Tokens) -> Expression:
    place, kind = tokens.place(), tokens.kind()
    if kind == "number":
        return Literal(_number(tokens.take(), place), place)
    if kind == "text":
        return Literal(_text(tokens.take(), place), place)
    if kind != "word":
        place.fail("a word, a number or a text in quotation marks")
    name = tokens.take()
    if tokens.peek() == "(":
        return _call(name, tokens, place)
    names = [name]
    while tokens.peek() in ("|", "+"):
        tokens.take()
        if tokens.kind() != "word":
            tokens.place().fail("a word")
        names.append(tokens.take())
    return Word(tuple(names), place)


def _number(token: str, place: Place) -> int:
    if len(token.lstrip("+-")) > MAX_DIGITS:
        place.fail(f"a number of at most {MAX_DIGITS} digits")
    return int(token)


def _text(token: str, place: Place) -> str:
    try:
        return str(parse_json(token, "", "a text"))
    except MalformedError:
        place.fail(f"a text as JSON writes it, not {token[:40]!r}")


def _call(name: str, tokens: Tokens, place: Place) -> Call:
    arguments: list[Expression] = []
    named: dict[str, Expression] = {}
    tokens.demand("(")
    tokens.depth += 1
    if tokens.depth > MAX_DEPTH:
        place.fail(f"at most {MAX_DEPTH} calls within each other")
    while tokens.peek() != ")":
        value = _relation(tokens)
        if tokens.peek() == "=" and isinstance(value, Word):
            tokens.take()
            named["|".join(value.names)] = _relation(tokens)
        elif named:
            value.place.fail("an argument with its name, as before")
        else:
            arguments.append(value)
        if tokens.peek() != ")":
            tokens.demand(",")
    tokens.demand(")")
    tokens.depth -= 1
    return Call(name, tuple(arguments), named, place)
