"""The official English wording, read into a tree.

`read_official` is judged by texts that it has never seen: the grammar (``official.lark``) knows words and how
they combine, not cards. What it can't read it refuses, with the column and what it expected there.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from lark import Lark, Token, UnexpectedCharacters, UnexpectedEOF, UnexpectedToken
from lark.exceptions import VisitError
from lark.lexer import PatternRE, PatternStr, TerminalDef

from ucgsim.effects.clauses import Clauses
from ucgsim.effects.meanings import MeaningError
from ucgsim.effects.normalise import even
from ucgsim.effects.settle import settle
from ucgsim.effects.tree import CardText
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Iterator

GRAMMAR = ("official.lark", "triggers.lark")
_SHOWN = 8
_IN_WORDS = {
    "NUMBER": "a number",
    "SIGNED": "an amount of BP such as +1000",
    "STATE": "SINGLE, DOUBLE, TRIPLE or QUAD",
    "CHARNAME": "『a character name』",
    "PARTNAME": "「a part of a card name」",
    "TYPENAME": "【a TYPE】",
    "GATE": "[SIN], [DBL], [TRP] or [QUAD]",
    "CHARGE": "[Charge]",
    "EITHER": "(*Yours or your opponent's)",
    "SIGN": "+ or -",
    "$END": "the end of the text",
}


class UnreadableText(UcgsimError):  # noqa: N818 - it names the text, which is what is wrong
    """A text that can't be read: ``column`` counts from 1, ``expected`` says what would have been right
    there.
    """

    def __init__(self, column: int, expected: str, found: str) -> None:
        super().__init__(f'column {column}: expected {expected}, found "{found}"')
        self.column = column
        self.expected = expected
        self.found = found


def read_official(text: str) -> CardText:
    """The powers of an official effect text; a blank text has none. Raises `UnreadableText`."""
    evened = even(text)
    if not evened.strip(" -"):
        return CardText()
    try:
        found: CardText = _meaning(evened)
    except UnexpectedToken as error:
        raise _unreadable(evened, _column(error.token, evened), error.expected) from error
    except UnexpectedEOF as error:
        raise _unreadable(evened, len(evened.rstrip()), error.expected) from error
    except UnexpectedCharacters as error:
        raise _unreadable(evened, error.pos_in_stream or 0, error.allowed or ()) from error
    except VisitError as error:
        if not isinstance(error.orig_exc, MeaningError):
            raise
        raise _meaningless(evened, error.orig_exc, _start(error.obj)) from error
    except MeaningError as error:
        raise _meaningless(evened, error, 0) from error
    return found


@lru_cache(maxsize=1024)
def _meaning(evened: str) -> CardText:
    return settle(Clauses().transform(_grammar().parse(evened)))


def _start(rule: object) -> int:
    """Where the part of the text begins that a rule stands for."""
    return getattr(getattr(rule, "meta", None), "start_pos", 0)


def _meaningless(evened: str, error: MeaningError, position: int) -> UnreadableText:
    return UnreadableText(position + 1, str(error), _excerpt(evened, position))


def _column(token: Token, evened: str) -> int:
    """Where the token that did not fit begins, counted from 0; the end of the text for the end token."""
    return token.start_pos if token.start_pos is not None and token.type != "$END" else len(evened.rstrip())


def _unreadable(evened: str, position: int, terminals: object) -> UnreadableText:
    names = sorted(str(name) for name in terminals) if isinstance(terminals, set | frozenset | list) else []
    return UnreadableText(position + 1, _expected(names), _excerpt(evened, position))


def _excerpt(evened: str, position: int) -> str:
    rest = evened[position:].strip()
    return rest if len(rest) <= 30 else rest[:30] + "…"


def _expected(names: list[str]) -> str:
    """What could have stood there, in words, the longer lists cut."""
    shown = sorted(dict.fromkeys(_in_words(name) for name in names), key=lambda word: (word.startswith('"'), word))
    if not shown:
        return "a word of an effect text"
    return ", ".join(shown[:_SHOWN]) + (" or others" if len(shown) > _SHOWN else "")


def _in_words(name: str) -> str:
    known = _IN_WORDS.get(name)
    return known if known is not None else f'"{_words().get(name, name.lower())}"'


# ---------------------------------------------------------------------------------------------- the parser


class _KeepsUnknownWords:
    """Asks the lexer to keep the token of a word that no rule knows, so that the parser can say where it
    is.
    """

    always_accept = ("UNKNOWN",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The tokens as they are."""
        return stream


@cache
def _grammar(ambiguity: str = "resolve") -> Lark:
    return Lark(
        _rules(),
        parser="earley",
        ambiguity=ambiguity,
        lexer="basic",
        edit_terminals=_whole_words,
        postlex=_KeepsUnknownWords(),
        maybe_placeholders=False,
        propagate_positions=True,
    )


def _rules() -> str:
    """The grammar, whose files are parts of one."""
    folder = files("ucgsim.effects")
    return "\n".join(folder.joinpath(name).read_text(encoding="utf-8") for name in GRAMMAR)


@cache
def _words() -> dict[str, str]:
    """The words behind the names of the grammar's terminals."""
    return {terminal.name: re.sub(r"\\b$|\\(?=\W)", "", terminal.pattern.value) for terminal in _grammar().terminals}


def _whole_words(terminal: TerminalDef) -> None:
    """A word of the grammar fits a whole word only."""
    pattern = terminal.pattern
    if terminal.name in ("NUMBER", "STATE"):
        terminal.pattern = PatternRE(rf"(?:{pattern.value})\b")
    elif isinstance(pattern, PatternStr) and pattern.value[-1].isalnum():
        terminal.pattern = PatternRE(re.escape(pattern.value) + r"\b")
