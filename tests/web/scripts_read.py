"""The scripts of the page as a reader of their texts sees them: literals, and what stands in templates."""

from __future__ import annotations

import re
from typing import NamedTuple

HOLE = "\0"
"""Stands in a template for what is computed."""
_TOKEN = re.compile(
    r"(?P<comment>//[^\n]*|/\*.*?\*/)"
    r"|(?P<string>'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\")"
    r"|(?P<regex>(?<=[(,=:\[!&|?{};])\s*/(?![/*])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*)"
    r"|(?P<tick>`)|(?P<open>\{)|(?P<close>\})",
    re.DOTALL,
)
_JOINED = re.compile(r"\s*\+\s*")
"""Between the parts of a text that is too long for a line: it is said where its first part is."""
_PIECE = re.compile(r"((?:[^`\\$]|\\.|\$(?!\{))*)(`|\$\{)", re.DOTALL)
_CALLED = re.compile(r"(?<![\w$.])(_|inParts)\(\s*$")


class Literal(NamedTuple):
    """A text in a script: its line, what stands right before it, and itself, with `HOLE` for what is computed."""

    line: int
    before: str
    text: str

    @property
    def is_said(self) -> bool:
        """Whether it is translated."""
        return _CALLED.search(self.before) is not None

    @property
    def is_drawn(self) -> bool:
        """Whether it is drawn as HTML."""
        return self.before.endswith("html")


def literals(source: str) -> list[Literal]:
    """All strings and templates of a script, those within templates too."""
    texts: list[Literal] = []
    _code(source, 0, texts, nested=False)
    return texts


def _literal(source: str, start: int, text: str) -> Literal:
    return Literal(source.count("\n", 0, start) + 1, source[max(start - 60, 0) : start], text)


def _code(source: str, start: int, texts: list[Literal], *, nested: bool) -> int:
    """Read code to its end, or to the brace that ends what is computed in a template; returns the place behind."""
    at, depth, begin, end = start, 0, start, start
    while match := _TOKEN.search(source, at):
        at = match.end()
        if match["string"]:
            begin = begin if _JOINED.fullmatch(source, end, match.start()) else match.start()
            texts.append(_literal(source, begin, match["string"][1:-1]))
            end = at
        elif match["tick"]:
            at = _template(source, match.start(), texts)
        elif match["open"]:
            depth += 1
        elif match["close"]:
            if nested and not depth:
                return at
            depth -= 1
    return len(source)


def _template(source: str, start: int, texts: list[Literal]) -> int:
    at, text = start + 1, ""
    while match := _PIECE.match(source, at):
        text, at = text + match[1], match.end()
        if match[2] == "`":
            break
        text += HOLE
        at = _code(source, at, texts, nested=True)
    texts.append(_literal(source, start, text))
    return at
