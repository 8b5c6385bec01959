"""What an effect says: one table, a row a phrase, with its tree, the effect language and the languages of people.

Between the tree and the effect language it is read from left to right and from right to left; how people's words are
filled is in `ucgsim.effects.plain.filling`. A phrase is words and holes next to the tree they mean. A hole may say how
its things are joined: ``{names:/}`` one or more with strokes between, ``{parts:and2}`` two or more with "and", a list
without a sign one after the other; ``{amount:+}`` is a number with its sign, ``{of!}`` goes into parentheses where more
words follow, ``{a^}`` allows no phrase that is loose. A tree that no phrase fits is said as a call: ``times(2, round of
sent)``.
"""

from __future__ import annotations

import ast
import re
import types
import typing
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from importlib.resources import files
from typing import Any

from ucgsim.cards.card import Kind
from ucgsim.effects import tree
from ucgsim.effects.tree.values import Duration, State
from ucgsim.effects.tree.walking import rebuilt
from ucgsim.files.reading import csv_rows, own_text

FILE = "phrases.csv"
NAMESPACE: dict[str, Any] = {**vars(tree), "Kind": Kind}


@dataclass(frozen=True, slots=True)
class Hole:
    """A place in a pattern; ``hint`` is the type of what is there, where the field's own is too wide."""

    name: str
    hint: Any = None


@dataclass(frozen=True, slots=True)
class Implied:
    """The duration that the power implies: its own, of a continuous one, else this turn (CR 5.10.2, 9.3.1)."""


CONSTANTS = {"IMPLIED": Implied(), "EVERY": tree.EVERY, "ANY_NUMBER": tree.ANY_NUMBER}
HINTS = {"who": tree.CharacterSet, "some": tree.CardSet, "one": tree.That | tree.OpponentOf, "whole": int}
"""The types of what is in holes of some names."""


@cache
def field_types(node: type) -> dict[str, Any]:
    """Types of the fields of a tree class, with forward references resolved."""
    return typing.get_type_hints(node, globalns=NAMESPACE)


@cache
def options(hint: Any) -> tuple[Any, ...]:
    """The types of which a value may be, a union taken apart."""
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        return tuple(option for part in typing.get_args(hint) for option in options(part))
    return (hint,)


@cache
def element(hint: Any) -> Any:
    """The type of the elements where ``hint`` is that of a list, else ``None``."""
    return typing.get_args(hint)[0] if typing.get_origin(hint) is tuple else None


def is_default(value: object, member: Field[Any]) -> bool:
    """Whether a field holds what it holds when nothing is said."""
    return member.default is not MISSING and getattr(value, member.name) == member.default


def holes(pattern: Any, hint: Any = None) -> dict[str, Any]:
    """The holes of a pattern by name, each with the type of what belongs there."""
    if isinstance(pattern, Hole):
        return {pattern.name: pattern.hint or hint}
    hints: dict[str, Any] = {}
    if isinstance(pattern, tuple):
        for item in pattern:
            hints = holes(item, element(hint)) | hints
    elif is_dataclass(pattern) and not isinstance(pattern, Implied):
        for name, wanted in field_types(type(pattern)).items():  # type: ignore[arg-type]
            hints = holes(getattr(pattern, name), wanted) | hints
    return hints


def match(pattern: Any, tree: Any, implied: Duration, filling: dict[str, Any]) -> bool:
    """Whether the tree is the pattern with something in its holes, which is put into ``filling``."""
    if isinstance(pattern, Hole):
        if pattern.hint is not None and not _may_be(tree, pattern.hint):
            return False
        return bool(filling.setdefault(pattern.name, tree) == tree)
    if isinstance(pattern, Implied):
        return tree is implied
    if type(pattern) is not type(tree):
        return False
    if isinstance(pattern, tuple):
        together = zip(pattern, tree, strict=False)
        return len(pattern) == len(tree) and all(match(*pair, implied, filling) for pair in together)
    if is_dataclass(pattern):
        names = (member.name for member in fields(pattern))
        return all(match(getattr(pattern, name), getattr(tree, name), implied, filling) for name in names)
    return bool(pattern == tree)


def _may_be(tree: Any, hint: Any) -> bool:
    return any(isinstance(option, type) and isinstance(tree, option) for option in options(hint))


def fill(pattern: Any, implied: Duration, filling: dict[str, Any]) -> Any:
    """The tree of a pattern with these things in its holes."""
    if isinstance(pattern, Hole):
        return filling[pattern.name]
    if isinstance(pattern, Implied):
        return implied
    return rebuilt(pattern, lambda part: fill(part, implied, filling))


def states(mask: State) -> str:
    """States of a gate or a filter, in brackets."""
    return f"[{','.join((state.name or '').lower() for state in State if state in mask)}]"


@dataclass(frozen=True, slots=True, eq=False)
class Phrase:
    """A row of the table: words and holes next to what they mean in the tree, and what people say.

    ``node``: the class or the closed list to which it belongs. ``pattern``: a node with holes, or a member; nothing
    where it is a word of neither. ``use``: "loose" where it ends or begins as others do, so that it stands only where
    nothing else can be meant; "former" where it is read, never written; "said" where only languages of people say it;
    "block" where it has lines of its own, each after a stroke, which end in the hole of what is below. ``words``: by
    language. With "call" the text is what a class is called in a call.
    """

    node: str
    text: str
    use: str
    pattern: Any
    words: dict[str, str]


@cache
def table() -> tuple[Phrase, ...]:
    """The rows of the table, in its order."""
    (_, _, _, *languages), *rows = (
        row.cells for row in csv_rows(own_text(files("ucgsim.effects.language").joinpath(FILE)), FILE)
    )
    return tuple(_row(cells, languages) for cells in rows)


def _row(cells: list[str], languages: list[str]) -> Phrase:
    text, phrase, use, *words = cells
    pattern = _pattern(text)
    node = text if pattern is None else type(pattern).__name__
    return Phrase(node, phrase, use, pattern, dict(zip(languages, words, strict=True)))


def _pattern(text: str) -> Any:
    """What the first cell of a row is: a node with holes, a member of a closed list, or nothing but a word."""
    return None if not set("(.") & set(text) and text not in CONSTANTS else _built(ast.parse(text, mode="eval").body)


def _built(part: ast.expr) -> Any:
    match part:
        case ast.Constant(value):
            return value
        case ast.Tuple(parts):
            return tuple(map(_built, parts))
        case ast.Attribute(ast.Name(enum), member):
            return NAMESPACE[enum][member]
        case ast.Call(ast.Name(kind), given, named):
            return NAMESPACE[kind](*map(_built, given), **{str(each.arg): _built(each.value) for each in named})
        case ast.Name(name):
            return CONSTANTS.get(name) or Hole(name, HINTS.get(name))
    raise TypeError(f"{FILE}: {ast.unparse(part)} is no part of a tree")


@dataclass(frozen=True, slots=True)
class Part:
    """A word of a phrase, or a hole with the type of what belongs there."""

    word: str
    hint: Any = None
    sign: str = ""
    wrapped: bool = False
    tight: bool = False
    least: int = 1

    @property
    def is_hole(self) -> bool:
        """Whether something is to be said here."""
        return self.hint is not None


PHRASES = tuple(phrase for phrase in table() if is_dataclass(phrase.pattern))
CALLED = {row.node: row.text for row in table() if row.use == "call"}
SPOKEN = {(row.node, row.pattern): row.text for row in table() if isinstance(row.pattern, Enum)}


def short_name(node: type) -> str:
    """The name of a tree class in the effect language."""
    return CALLED.get(node.__name__) or re.sub(r"(?<=[a-z])(?=[A-Z])", "_", node.__name__).lower()


def spoken(member: Enum) -> str:
    """A member of a closed list as the language says it."""
    return SPOKEN.get((type(member).__name__, member), member.name.lower().replace("_", " "))


@cache
def parts(phrase: Phrase) -> tuple[Part, ...]:
    """The words and holes of a phrase."""
    wanted = holes(phrase.pattern)
    return tuple(_part(word, wanted) for word in phrase.text.split())


def _part(word: str, wanted: dict[str, Any]) -> Part:
    if not word.startswith("{"):
        return Part(word)
    name, _, sign = word[1:-1].partition(":")
    bare = name.rstrip("!^")
    least = 2 if sign.endswith("2") else 1
    return Part(bare, wanted[bare], sign.rstrip("2"), "!" in name, "^" in name, least)


@cache
def phrases_of(node: type) -> tuple[Phrase, ...]:
    """The phrases of the effect language that mean a tree of this class, those that are read alone included."""
    return tuple(phrase for phrase in PHRASES if type(phrase.pattern) is node and phrase.use not in ("said", "block"))
