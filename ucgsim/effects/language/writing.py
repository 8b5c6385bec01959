"""From a tree to words, by the phrases of the language (`ucgsim.effects.language.phrases`)."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from enum import Enum
from typing import TYPE_CHECKING, Any

from ucgsim.effects import tree
from ucgsim.effects.language.nodes import is_default, match, short_name, spoken, states
from ucgsim.effects.language.phrases import Part, parts, phrases_of

if TYPE_CHECKING:
    from ucgsim.effects.language.phrases import Phrase

BARE = re.compile(r"[A-Z][A-Z0-9]*\Z")
"""A text that needs no quotation marks: one word in capitals."""


def write(value: Any, implied: tree.Duration = tree.Duration.THIS_TURN, *, tight: bool = False) -> str:
    """A tree node, an enum member, a number or a text in words.

    ``implied``: the duration that need not be said. ``tight``: more words follow on the same line.
    """
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case tree.State():
            return states(value)
        case Enum():
            return spoken(value)
        case int():
            return str(value)
        case str():
            return value if BARE.match(value) else json.dumps(value, ensure_ascii=False)
        case tuple():
            return " ".join(write(item, implied, tight=True) for item in value) if value else "fits()"
    node: Any = type(value)
    for phrase in phrases_of(node):
        said = None if phrase.former or (phrase.loose and tight) else _said(phrase, value, implied, tight=tight)
        if said is not None:
            return said
    return _call(value, implied)


def _said(phrase: Phrase, value: Any, implied: tree.Duration, *, tight: bool) -> str | None:
    """The value in the words of a phrase, or nothing where it means something else."""
    filling: dict[str, Any] = {}
    if not match(phrase.pattern, value, implied, filling):
        return None
    wanted = parts(phrase)
    pieces = []
    for part in wanted:
        if not part.is_hole:
            pieces.append(part.word)
            continue
        held = filling[part.word]
        if isinstance(held, tuple) and len(held) < part.least:
            return None
        pieces.append(_held(part, held, implied, tight=tight or part is not wanted[-1]))
    return _joined(pieces)


def _held(part: Part, held: object, implied: tree.Duration, *, tight: bool) -> str:
    """What stands in a hole."""
    if isinstance(held, tuple):
        last = len(held) - 1
        items = [write(item, implied, tight=tight or bool(part.sign) or at < last) for at, item in enumerate(held)]
        return _between(part.sign).join(items)
    text = write(held, implied, tight=tight or part.tight)
    if part.wrapped and tight and " " in text:
        text = f"({write(held, implied)})"
    return f"+{text}" if part.sign == "+" and text[:1].isdigit() else text


def _between(sign: str) -> str:
    return {"": " ", "/": "/", "+": "+", ",": ", "}.get(sign, f" {sign} ")


def _joined(pieces: list[str]) -> str:
    text = " ".join(pieces)
    if pieces[0] == "(":
        text = "(" + text[2:]
    if pieces[-1] == ")":
        text = text[:-2] + ")"
    if "(" in pieces[1:-1]:
        text = text.replace("( ", "(", 1)
    return text.replace(" .. ", "..", 1) if ".." in pieces[:2] else text


def _call(value: Any, implied: tree.Duration) -> str:
    """``name(field, field)``: in order up to a list, then by name; what equals its default is left out."""
    node: Any = type(value)
    shown: list[str] = []
    by_name = False
    members = fields(value)
    last = max((i for i, member in enumerate(members) if not is_default(value, member)), default=-1)
    for index, member in enumerate(members):
        held = getattr(value, member.name)
        if isinstance(held, tuple):
            shown += [write(item, implied) for item in held]
            by_name = True
        elif not by_name and index <= last:
            shown.append(write(held, implied))
        elif not is_default(value, member):
            shown.append(f"{member.name}={write(held, implied)}")
    return f"{short_name(node)}({', '.join(shown)})"
