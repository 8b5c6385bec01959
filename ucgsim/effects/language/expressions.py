"""From words to a tree and back, by the phrases of the language (`ucgsim.effects.language.phrases`).

Whatever type of the tree belongs to a place is tried with all its phrases, and the one that takes most words is meant.
"""

from __future__ import annotations

import json
import re
import typing
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from difflib import get_close_matches
from enum import Enum
from functools import cache
from typing import Any

from ucgsim.effects import tree
from ucgsim.effects.language import phrases
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import MalformedError, parse_json

TOKEN = re.compile(
    r"\s*(?:(?P<text>\"(?:[^\"\\]|\\.)*\")|(?P<number>[+-]?[0-9]+)|(?P<word>[A-Za-z_]\w*)"
    r"|(?P<sign>>=|<=|==|\.\.|[][><()=,|+/.]))"
)
CAPITALS = re.compile(r"[A-Z][A-Z0-9]*\Z")
MAX_DIGITS = 6
"""Digits of a number: no card prints more, and the bytecode holds no more than nine."""
MAX_DEPTH = 40
"""Parentheses within parentheses, and blocks within blocks; effects have three."""
MAX_NESTING = 100
"""Parts of the tree within each other."""
SHOWN = 12
"""How many things that would be right are named."""
Parsed = tuple[Any, int] | None
"""What was read and the place of the token after it."""


class LanguageError(UcgsimError):
    """A place in an effect block that can't be read: line, column and what would be right."""

    def __init__(self, line: int, column: int, expected: str) -> None:
        super().__init__(f"line {line}, column {column}: expected {expected}")
        self.line = line
        self.column = column
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number, text or sign, and where it begins in the text."""

    kind: str
    text: str
    at: int


END = Token("end", "", 0)


def read_expression(
    text: str, wanted: Any, line: int = 1, column: int = 1, implied: tree.Duration | None = None
) -> Any:
    """A tree of the type ``wanted`` that fills the whole text; raises `LanguageError`."""
    tokens = _tokens(text, line, column)
    reader = Reader(tokens, implied or tree.Duration.THIS_TURN)
    parsed = reader.read(wanted, 0, tight=False)
    if parsed is not None and parsed[1] == len(tokens):
        return parsed[0]
    if parsed is not None:
        reader.note(parsed[1], "the end of the line")
    at = tokens[reader.far].at if reader.far < len(tokens) else len(text.rstrip())
    raise LanguageError(line, column + at, reader.expected())


def _tokens(text: str, line: int, column: int) -> list[Token]:
    tokens: list[Token] = []
    at, end, depth = 0, len(text.rstrip()), 0
    while at < end:
        match = TOKEN.match(text, at)
        if match is None:
            skipped = len(text[at:]) - len(text[at:].lstrip())
            raise LanguageError(line, column + at + skipped, "a word, a number or a text in quotation marks")
        kind = match.lastgroup or ""
        token = Token(kind, match[kind], match.start(kind))
        depth += {"(": 1, ")": -1}.get(token.text, 0)
        _check(token, depth, line, column)
        tokens.append(token)
        at = match.end()
    return tokens


def _check(token: Token, depth: int, line: int, column: int) -> None:
    """Raise for what no effect holds."""
    place = line, column + token.at
    if depth > MAX_DEPTH:
        raise LanguageError(*place, f"at most {MAX_DEPTH} calls within each other")
    if token.kind == "number" and len(token.text.lstrip("+-")) > MAX_DIGITS:
        raise LanguageError(*place, f"a number of at most {MAX_DIGITS} digits")
    if token.kind == "text":
        try:
            parse_json(token.text, "", "a text")
        except MalformedError:
            raise LanguageError(*place, f"a text as JSON writes it, not {token.text[:40]!r}") from None


@dataclass(slots=True)
class Reader:
    """Reads trees off the tokens of one line; what was tried at a place is remembered, right or wrong."""

    tokens: list[Token]
    implied: tree.Duration
    far: int = 0
    missed: list[Any] = field(default_factory=list)
    depth: int = 0
    known: dict[tuple[int, int, bool], Parsed] = field(default_factory=dict)
    """By type, as its identity: to hash a union takes longer than to read a word."""

    def token(self, at: int) -> Token:
        """The token at a place, or `END`."""
        return self.tokens[at] if at < len(self.tokens) else END

    def note(self, at: int, expected: Any) -> None:
        """Remember what would have been right at the farthest place that was reached."""
        if at > self.far:
            self.far, self.missed = at, []
        if at == self.far and expected not in self.missed:
            self.missed.append(expected)

    def expected(self) -> str:
        """What would have been right there, in words."""
        names = list(dict.fromkeys(name for missed in self.missed for name in _names(missed)))
        near = get_close_matches(f'"{self.token(self.far).text}"', names)
        names = [*near, *(name for name in names if name not in near)]
        return " or ".join(names[:SHOWN]) + (" or …" if len(names) > SHOWN else "")

    def read(self, hint: Any, at: int, *, tight: bool) -> Parsed:
        """The longest value of a type that begins at a place."""
        key = id(hint), at, tight
        if key not in self.known:
            self.known[key] = None
            self.depth += 1
            if self.depth <= MAX_NESTING:
                self.known[key] = self._longest(hint, at, tight=tight)
            else:
                self.note(at, f"at most {MAX_NESTING} things within each other")
            self.depth -= 1
        return self.known[key]

    def _longest(self, hint: Any, at: int, *, tight: bool) -> Parsed:
        best: Parsed = None
        if self.token(at).text == "(":
            best = self._closed(self.read(hint, at + 1, tight=False))
        for option in phrases.options(hint):
            parsed = self._option(option, at, tight=tight)
            if parsed is not None and (best is None or parsed[1] > best[1]):
                best = parsed
        return best

    def _closed(self, parsed: Parsed) -> Parsed:
        """What was read after an opening parenthesis, with the closing one."""
        if parsed is None or self.token(parsed[1]).text != ")":
            if parsed is not None:
                self.note(parsed[1], '")"')
            return None
        return parsed[0], parsed[1] + 1

    def _option(self, option: Any, at: int, *, tight: bool) -> Parsed:
        if phrases.element(option) is not None:
            return self._fits(phrases.element(option), at)
        if is_dataclass(option):
            return self._node(option, at, tight=tight)
        if option is tree.State:
            return self._states(at)
        if issubclass(option, Enum):
            return self._member(option, at)
        return self._plain(option, at)

    def _plain(self, option: Any, at: int) -> Parsed:
        token = self.token(at)
        if option is int and token.kind == "number":
            return int(token.text), at + 1
        if option is str and token.kind == "text":
            return parse_json(token.text, "", "a text"), at + 1
        if option is str and token.kind == "word" and CAPITALS.match(token.text):
            return token.text, at + 1
        if option is bool and token.text in ("true", "false"):
            return token.text == "true", at + 1
        if option is type(None) and token.text == "none":
            return None, at + 1
        self.note(at, option)
        return None

    def _fits(self, hint: Any, at: int) -> Parsed:
        """A list where one thing belongs: one after the other, formerly ``fits(...)``, as an empty one still is."""
        if (self.token(at).text, self.token(at + 1).text) != ("fits", "("):
            return self._list(hint, at, phrases.Part("", hint), tight=True)
        if self.token(at + 2).text == ")":
            return (), at + 3
        listed = self._list(hint, at + 2, phrases.Part("", hint, ","), tight=False)
        return self._closed(listed)

    def _states(self, at: int) -> Parsed:
        """``[single,double]``; formerly ``single|double``."""
        bracket = self.token(at).text == "["
        mask, at = tree.State(0), at + bracket
        while self.token(at).text.upper() in tree.State.__members__:
            mask |= tree.State[self.token(at).text.upper()]
            at += 1
            if self.token(at).text not in (",", "|"):
                break
            if self.token(at + 1).text.upper() in tree.State.__members__:
                at += 1
        if not mask or (bracket and self.token(at).text != "]"):
            self.note(at, tree.State if not mask else '"]"')
            return None
        return mask, at + bracket

    def _member(self, enum: Any, at: int) -> Parsed:
        best: Parsed = None
        for words, member in spellings(enum).get(self.token(at).text, ()):
            words_here = tuple(self.token(at + more).text for more in range(len(words)))
            if words_here == words and (best is None or at + len(words) > best[1]):
                best = member, at + len(words)
        if best is None:
            self.note(at, enum)
        return best

    def _node(self, node: Any, at: int, *, tight: bool) -> Parsed:
        best = self._call(node, at)
        ways = _ways(node)
        for phrase, wanted in ways.get(self.token(at).text, ways[""]):
            parsed = None if phrase.use == "loose" and tight else self._phrase(phrase, wanted, at, tight=tight)
            if parsed is not None and (best is None or parsed[1] > best[1]):
                best = parsed
        if best is None:
            self.note(at, node)
        return best

    def _phrase(self, phrase: phrases.Phrase, wanted: tuple[phrases.Part, ...], at: int, *, tight: bool) -> Parsed:
        held: dict[str, Any] = {}
        for part in wanted:
            if not part.is_hole:
                if self.token(at).text != part.word or self.token(at).kind == "text":
                    self.note(at, f'"{part.word}"')
                    return None
                at += 1
                continue
            parsed = self._hole(part, at, tight=tight or part is not wanted[-1])
            if parsed is None:
                return None
            held[part.word], at = parsed
        return phrases.fill(phrase.pattern, self.implied, held), at

    def _hole(self, part: phrases.Part, at: int, *, tight: bool) -> Parsed:
        inner = phrases.element(part.hint)
        if inner is not None:
            parsed = self._list(inner, at, part, tight=tight)
            return parsed if parsed is None or self._fills(part.hint, parsed[0], parsed[1]) else None
        return self.read(part.hint, at, tight=tight or part.tight)

    def _fills(self, hint: Any, items: Any, at: int) -> bool:
        """Whether a list is as long as it must be."""
        wanted = typing.get_args(hint)
        if Ellipsis in wanted or len(items) == len(wanted):
            return True
        self.note(at, f"{len(wanted)} of them")
        return False

    def _list(self, hint: Any, at: int, part: phrases.Part, *, tight: bool) -> Parsed:
        """Things one after the other, or with the sign of the hole between them."""
        inside = (tight or bool(part.sign)) and part.sign != ","
        parsed = self.read(hint, at, tight=inside)
        if parsed is None:
            return None
        items, at = [parsed[0]], parsed[1]
        while not part.sign or self.token(at).text == part.sign:
            parsed = self.read(hint, at + bool(part.sign), tight=inside)
            if parsed is None:
                break
            items.append(parsed[0])
            at = parsed[1]
        if part.sign:
            self.note(at, f'"{part.sign}"')
        return (tuple(items), at) if len(items) >= part.least else None

    def _call(self, node: Any, at: int) -> Parsed:
        """``name(field, field, name=field)``; a list takes all that follow, later fields need their name."""
        if self.token(at).text != phrases.short_name(node) or self.token(at + 1).text != "(":
            return None
        hints, waiting = phrases.field_types(node), [member.name for member in fields(node)]
        given: dict[str, Any] = {name: [] for name in waiting if phrases.element(hints[name]) is not None}
        at += 2
        while self.token(at).text != ")":
            parsed = self._argument(hints, waiting, given, at)
            if parsed is None:
                return None
            at = parsed[1]
            if self.token(at).text == ",":
                at += 1
            elif self.token(at).text != ")":
                self.note(at, '"," or ")"')
                return None
        return self._built(node, given, at)

    def _argument(self, hints: dict[str, Any], waiting: list[str], given: dict[str, Any], at: int) -> Parsed:
        name = self.token(at).text
        if self.token(at + 1).text == "=" and name in hints:
            at += 2
        elif waiting:
            name = waiting[0]
        else:
            self.note(at, "no further argument")
            return None
        hint = phrases.element(hints[name])
        parsed = self.read(hints[name] if hint is None else hint, at, tight=False)
        if parsed is None:
            return None
        if hint is None:
            given[name] = parsed[0]
            waiting.remove(name)
        else:
            given[name].append(parsed[0])
        return parsed

    def _built(self, node: Any, given: dict[str, Any], at: int) -> Parsed:
        for member in fields(node):
            if member.name not in given and member.default is MISSING:
                self.note(at, f"{member.name} in {phrases.short_name(node)}(…)")
                return None
            if isinstance(given.get(member.name), list):
                given[member.name] = tuple(given[member.name])
                if not self._fills(phrases.field_types(node)[member.name], given[member.name], at):
                    return None
        return node(**given), at + 1


@cache
def _ways(node: type) -> dict[str, list[tuple[phrases.Phrase, tuple[phrases.Part, ...]]]]:
    """Phrases of a tree class with their parts, by the word that they begin with, and "" for any other word."""
    known = [(phrase, phrases.parts(phrase)) for phrase in phrases.phrases_of(node)]
    words = ["", *(wanted[0].word for _, wanted in known if not wanted[0].is_hole)]
    return {word: [way for way in known if way[1][0].is_hole or way[1][0].word == word] for word in words}


@cache
def spellings(enum: type[Enum]) -> dict[str, list[tuple[tuple[str, ...], Enum]]]:
    """The words for the members of a closed list, by their first one."""
    spelled: dict[str, list[tuple[tuple[str, ...], Enum]]] = {}
    for member in enum:
        for text in dict.fromkeys((phrases.spoken(member), member.name.lower())):
            words = tuple(match[match.lastgroup or 0] for match in TOKEN.finditer(text))
            spelled.setdefault(words[0], []).append((words, member))
    return spelled


PLAIN = {int: "a number", str: "a name in capitals or a text in quotation marks", bool: "true or false"}


def _names(missed: Any) -> list[str]:
    """What could stand where something was missed, in words."""
    if isinstance(missed, str):
        return [missed]
    if missed in PLAIN:
        return [PLAIN[missed]]
    if missed is tree.State:
        return ["states: single, double, triple, quad"]
    if missed is type(None):
        return ["none"]
    if is_dataclass(missed):
        said = [phrases.parts(phrase)[0] for phrase in phrases.phrases_of(missed) if phrase.use != "former"]  # type: ignore[arg-type]
        words = list(dict.fromkeys(f'"{part.word}"' for part in said if not part.is_hole))
        return words or ([] if said else [f"{phrases.short_name(missed)}(…)"])  # type: ignore[arg-type]
    return [f'"{phrases.spoken(member)}"' for member in missed]


# From a tree to words, by the phrases of the language (`ucgsim.effects.language.phrases`).


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
            return phrases.states(value)
        case Enum():
            return phrases.spoken(value)
        case int():
            return str(value)
        case str():
            return value if BARE.match(value) else json.dumps(value, ensure_ascii=False)
        case tuple():
            return " ".join(write(item, implied, tight=True) for item in value) if value else "fits()"
    node: Any = type(value)
    for phrase in phrases.phrases_of(node):
        may_be = phrase.use != "former" and not (phrase.use == "loose" and tight)
        said = _said(phrase, value, implied, tight=tight) if may_be else None
        if said is not None:
            return said
    return _call(value, implied)


def _said(phrase: phrases.Phrase, value: Any, implied: tree.Duration, *, tight: bool) -> str | None:
    """The value in the words of a phrase, or nothing where it means something else."""
    filling: dict[str, Any] = {}
    if not phrases.match(phrase.pattern, value, implied, filling):
        return None
    wanted = phrases.parts(phrase)
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


def _held(part: phrases.Part, held: object, implied: tree.Duration, *, tight: bool) -> str:
    """What is in a hole."""
    if isinstance(held, tuple):
        last = len(held) - 1
        items = [write(item, implied, tight=tight or bool(part.sign) or at < last) for at, item in enumerate(held)]
        return {"": " ", "/": "/", "+": "+", ",": ", "}.get(part.sign, f" {part.sign} ").join(items)
    text = write(held, implied, tight=tight or part.tight)
    if part.wrapped and tight and " " in text:
        text = f"({write(held, implied)})"
    return f"+{text}" if part.sign == "+" and text[:1].isdigit() else text


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
    last = max((i for i, member in enumerate(members) if not phrases.is_default(value, member)), default=-1)
    for index, member in enumerate(members):
        held = getattr(value, member.name)
        if isinstance(held, tuple):
            shown += [write(item, implied) for item in held]
            by_name = True
        elif not by_name and index <= last:
            shown.append(write(held, implied))
        elif not phrases.is_default(value, member):
            shown.append(f"{member.name}={write(held, implied)}")
    return f"{phrases.short_name(node)}({', '.join(shown)})"
