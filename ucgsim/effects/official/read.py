"""The official English wording, read into a tree.

`read_official` is judged by texts that it has never seen: the grammar (``official.lark`` and its other files)
knows words and how they combine, not cards. What it can't read it refuses, with the column and what it expected there,
which `Wordings` says in wordings of the grammar that are like the words that were not understood.
"""

from __future__ import annotations

import re
from collections import Counter
from difflib import SequenceMatcher, get_close_matches
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from itertools import zip_longest
from math import log
from typing import TYPE_CHECKING, Literal

from lark import Lark, Token
from lark.lexer import PatternRE, PatternStr, TerminalDef

from ucgsim.cards.keywords import MOST_CHARACTERS
from ucgsim.effects import tree
from ucgsim.effects.language.blocks import format_text
from ucgsim.effects.official import parser
from ucgsim.effects.official.meaning.filters import MeaningError
from ucgsim.effects.official.meaning.pronouns import settle
from ucgsim.effects.official.wording.built import aliases
from ucgsim.effects.official.wording.powers import Clauses
from ucgsim.effects.plain.said import plain_text
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import own_text
from ucgsim.safe_text import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from lark import Token


_MOST = 3
"""Wordings that are shown."""
_SHORT = 3
"""Letters of a word that is too short to be recognised when it is misspelt."""
_MISSPELT = 0.82
"""How alike a misspelt word is to the word that is meant."""
_FEW_WAYS = 12
"""Ways to write something that are few enough to be looked at one by one."""
_ALIKE = 2
"""Words that two wordings share, small ones left out, before they are called alike."""
_KINDRED = 0.6
"""The part of what words say that a wording shares which is like them."""
_READ_ON = 8
"""Words behind the place of which the wordings are compared."""
_TERMINALS = {
    "NUMBER": ("two", "a number"),
    "SIGNED": ("+1000", "an amount of BP such as +1000"),
    "SIGNED_X": ("+X", '"[+-]x"'),
    "STATE": ("DOUBLE", "SINGLE, DOUBLE, TRIPLE or QUAD"),
    "CHARNAME": ("『…』", "『a character name』"),
    "PARTNAME": ("「…」", "「a part of a card name」"),
    "TYPENAME": ("【…】", "【a TYPE】"),
    "GATE": ("[DBL]", "[SIN], [DBL], [TRP] or [QUAD]"),
    "TEAMNAME": ("[…]", "[a TEAM]"),
    "CHARGE": ("[Charge 1]", "[Charge]"),
    "EITHER": ("(*Yours or your opponent's)", "(*Yours or your opponent's)"),
    "SIGN": ("+", "+ or -"),
    "$END": ("", "the end of the text"),
}
"""Terminals that are no single word: an example of each, and what a reader calls it."""
_SMALL = frozenset("a an and are for if in is it its not of one the this to two your".split())  # noqa: SIM905 - shorter
"""Words that two wordings may share without being alike."""
_ARTICLES = ("a", "an", "the")
_MISSAID = re.compile(
    r"\ba \[?[aeiou]|\ban \[?[^\W_aeiou]|\bthose character\b"
    r"|\ban? (?:\S+ ){,2}(?:areas|cards|characters|effects|scenes)\b"
)
"""What the grammar reads as well, but nobody writes: "a effect", "an scenes"."""
_GAP = "…"
_ENDS = (".", ",", "》", "→")
"""What ends words before it."""


class Wordings:
    """The grammar as a reader of texts sees it: its words, and "…" where there is more than one way to go on."""

    def __init__(self, grammar: parser.Grammar, words: Mapping[str, str]) -> None:
        self._grammar = grammar
        self._names = {number: name for name, number in grammar.number.items()}
        self._words = words
        self._vocabulary = frozenset(words.values())
        self._ways: dict[int, list[parser.Production]] = {}
        for production in grammar.productions:
            self._ways.setdefault(production.left, []).append(production)

    def left_out(self, tokens: Sequence[Token], at: int) -> str:
        """What is missing before a token for the words before it to make sense."""
        said = {self._said(symbols): None for symbols in parser.openings(self._grammar, tokens, at, begun=True)}
        whole = sorted(wording for wording in said if wording[:1].isalpha() and _GAP not in wording)
        return " or ".join(f'"{wording}"' for wording in whole) if len(whole) <= _MOST else ""

    def instead(self, tokens: Sequence[Token], at: int, end: int) -> str:
        """What may stand for the words from ``at`` to ``end``: a word that they misspell, wordings that may stand there
        and are like them, or those anywhere that share most of what they say; nothing if there are none.
        """
        begun = parser.openings(self._grammar, tokens, at)
        may_stand = dict.fromkeys(self._said(each) for symbols in begun for each in self._by_first(symbols))
        close = next((place for place in range(at, len(tokens)) if tokens[place] in _ENDS), len(tokens))
        words = [str(token).lower() for token in tokens[at:close][:_READ_ON]]
        said, known = (
            [wording for wording in some if not _begins_with(words, wording.lower().split())]
            for some in (may_stand, self._known)
        )
        begins = {wording.split()[0] for wording in said if wording}
        if words and words[0] not in self._vocabulary and (meant := _misspelt(words[0], begins)):
            return f'"{meant}"'
        near = _nearest(said, words) or self._kindred(words[: end - at], said, 0.75 * _KINDRED)
        near = near or self._kindred(words[: end - at], known, _KINDRED)
        return "words like " + " or ".join(f'"{wording}"' for wording in near) if near else ""

    def _by_first(self, symbols: tuple[int, ...]) -> list[tuple[int, ...]]:
        """The same symbols with the first one written out, where that has a few ways."""
        ways = self._ways.get(symbols[0], ()) if self._part(symbols[0]) == _GAP else ()
        return [symbols, *((*way.right, *symbols[1:]) for way in ways if len(ways) <= _FEW_WAYS)]

    def _kindred(self, words: Sequence[str], wordings: Iterable[str], part: float) -> list[str]:
        """The wordings that share so great a part of what these words say."""
        telling = {word for word in words if word.isalpha() and word not in _SMALL}
        whole = sum(self._rarity.get(word, self._rarest) for word in telling)
        rated = [
            (sum(self._rarity.get(word, 0) for word in telling.intersection(wording.lower().split())), wording)
            for wording in wordings
        ]
        best = sorted(rated, key=lambda item: (-item[0], len(item[1]), item[1]))[:_MOST]
        return [said for rating, said in best if whole and rating >= max(part * whole, _KINDRED * best[0][0])]

    @cached_property
    def _known(self) -> list[str]:
        """All wordings of several words."""
        said = dict.fromkeys(self._said(way.right) for ways in self._ways.values() for way in ways)
        return [wording for wording in said if " " in wording]

    @cached_property
    def _rarity(self) -> dict[str, float]:
        """How much a word says about which wording is meant: little if it is in many."""
        number = Counter(word for wording in self._known for word in {*wording.lower().split()})
        return {word: log(len(self._known) / many) for word, many in number.items()}

    @property
    def _rarest(self) -> float:
        """What a word says that is in no wording."""
        return log(len(self._known))

    def _said(self, symbols: Sequence[int]) -> str:
        parts = " ".join(filter(None, map(self._part, symbols)))
        said = re.sub(r"…(?: …)+", _GAP, parts).replace(" 's", "'s").replace(" ,", ",").strip()
        return "" if _MISSAID.search(said) else said

    def _part(self, symbol: int) -> str:
        name = self._names[symbol]
        if symbol <= len(self._grammar.terminals):
            return _TERMINALS[name][0] if name in _TERMINALS else self._words.get(name, name.lower())
        ways = self._ways[symbol]
        plain = name.startswith("_") and not name.startswith("__")
        if plain or all(max(way.right) <= len(self._grammar.terminals) for way in ways):
            first = min(ways, key=lambda way: way.rule.order)
            return " ".join(map(self._part, first.right)) if symbol not in first.right else _GAP
        return _GAP


def _misspelt(word: str, known: set[str]) -> str:
    """The known word that is meant, if one is as likely as that, or has the same letters."""
    alike = get_close_matches(word, [each for each in known if len(each) > _SHORT], 1, _MISSPELT)
    return next(iter(alike), "") or next((each for each in sorted(known) if sorted(each) == sorted(word)), "")


def _begins_with(words: list[str], wording: list[str]) -> bool:
    """Whether the words are that very wording and maybe more, articles left out."""
    said_here = [word for word in words if word not in _ARTICLES]
    plain = [word for word in wording if word not in _ARTICLES]
    return bool(plain) and said_here[: len(plain)] == plain


def _nearest(said: Iterable[str], words: list[str]) -> list[str]:
    """The wordings most like the words, one for each first word."""
    rated = [(_likeness(wording.lower().split(), words), wording) for wording in said]
    best: dict[str, str] = {}
    for likeness, wording in sorted(rated, key=lambda item: (-item[0], len(item[1]), item[1])):
        if likeness > 0 and likeness >= _KINDRED * max(rated)[0]:
            best.setdefault(wording.split()[0], wording)
    return list(best.values())[:_MOST]


def _likeness(wording: list[str], words: list[str]) -> float:
    """How much two wordings have in common, in order: nothing where it is but one word, or small words."""
    same = SequenceMatcher(None, wording, words, autojunk=False).get_matching_blocks()
    shared = [word for block in same for word in wording[block.a : block.a + block.size]]
    telling = sum(word not in _SMALL and word.isalpha() for word in shared)
    begins = bool(wording and words) and wording[0] == words[0]
    if telling + begins < _ALIKE:
        return 0
    return telling + 0.1 * len(shared) + begins - 0.05 * len(wording)


GRAMMAR = ("official.lark", "nouns.lark", "triggers.lark", "conditions.lark")

_SHOWN = 8
_FEW = 4
"""Words that could have stood there which are shown as they are."""
_ELSE = "write what it says as a block of the effect language (docs/new-cards.md)"
_LONGEST = 60
"""Letters of the words that were not understood which are shown."""
_ENOUGH = 3
"""Words that can be read behind those that were not understood before these end there."""
_TOO_FAR = 150
"""Words of a text so long that it is not looked for where it can be read on."""
_ENTERS = "《when this character enters play》"
_BEGINNINGS = (".", "》", "→")
"""Behind these a sentence begins."""


class UnreadableText(UcgsimError):  # noqa: N818 - it names the text, which is what is wrong
    """A text that can't be read: ``column`` counts from 1, ``expected`` says what would have been right there, if
    there is anything like it.
    """

    def __init__(self, column: int, expected: str, text: str) -> None:
        wrong = f'expected {expected}, found "{text}"' if expected else f'"{text}" is not known here; {_ELSE}'
        super().__init__(one_line(f"column {column}: {wrong}"))
        self.column = column
        self.expected = expected
        self.text = text


def read_official(text: str) -> tree.CardText:
    """The powers of an official effect text; a blank text has none. Raises `UnreadableText`."""
    if len(text) > MOST_CHARACTERS:
        raise UnreadableText(
            MOST_CHARACTERS + 1, f"a text of at most {MOST_CHARACTERS:,} characters", _excerpt(text, 0)
        )
    evened = parser.even(text)
    if not evened.strip(" -"):
        return tree.CardText()
    try:
        return _meaning(evened)
    except UnreadableText as error:
        raise UnreadableText(error.column, error.expected, _as_printed(error, text)) from error


def _as_printed(error: UnreadableText, text: str) -> str:
    """The words that were found with the letters that the text has: every one stays in its column."""
    words, cut = error.text.removesuffix("…"), error.text.endswith("…")
    return text[error.column - 1 : error.column - 1 + len(words)] + "…" * cut


@lru_cache(maxsize=1024)
def _meaning(evened: str) -> tree.CardText:
    tokens = list(_lark().lex(evened))
    try:
        readings = _settled(_meanings().readings(parser.parse(_grammar(), tokens)))
    except parser.StuckError as error:
        raise _unreadable(evened, tokens, error) from error
    except RecursionError as error:
        raise UnreadableText(1, "a text that is nested less deep", _excerpt(evened, 0)) from error
    except parser.TooManyWaysError as error:
        position = _start(tokens, error.at, evened)
        raise UnreadableText(position + 1, "a shorter or plainer text", _excerpt(evened, position)) from error
    except parser.MeaninglessError as error:
        start = error.start if error.start >= 0 else _sentence_of(error.reason, tokens)
        raise _meaningless(evened, error.reason, _start(tokens, start, evened)) from error
    if len(readings) > 1:
        raise _ambiguous(evened, tokens, readings)
    (meaning, _), *_ = readings.values()
    return meaning


def _settled(readings: Sequence[parser.Reading]) -> dict[str, tuple[tree.CardText, parser.Reading]]:
    """What the readings in which the pronouns stand for something mean, each meaning once, as the effect language
    says it.
    """
    by_text: dict[tree.CardText, parser.Reading] = {}
    failed: list[MeaningError] = []
    for reading in readings:
        try:
            by_text.setdefault(settle(reading.value), reading)
        except MeaningError as error:
            failed.append(error)
    if not by_text:
        raise parser.MeaninglessError(failed[0].at, failed[0])
    return {
        format_text(meaning) if len(by_text) > 1 else "": (meaning, reading) for meaning, reading in by_text.items()
    }


def _ambiguous(
    evened: str, tokens: Sequence[Token], readings: dict[str, tuple[tree.CardText, parser.Reading]]
) -> UnreadableText:
    """The words that have two meanings, and the first sentence in which plain English says them otherwise, or the first
    line of the effect language.
    """
    (first, (_, one)), *others = readings.items()
    node, other = min(
        ((parser.difference(one, reading), text) for text, (_, reading) in others),
        key=lambda pair: pair[0].end - pair[0].start,
    )
    start, end = _start(tokens, node.start, evened), _start(tokens, node.end, evened)
    said = [_sentences(plain_text(readings[each][0])) for each in (first, other)]
    if said[0] == said[1]:
        said = [[line.strip() for line in each.splitlines()] for each in (first, other)]
    pairs = zip_longest(*said, fillvalue="nothing")
    one_way, another = next((pair for pair in pairs if len(set(pair)) > 1), (first, other))
    expected = f'words with one meaning, not both "{_shortened(one_way, 120)}" and "{_shortened(another, 120)}"'
    return UnreadableText(start + 1, expected, _shortened(evened[start:end].strip(), _LONGEST))


def _sentences(powers: Iterable[str]) -> list[str]:
    return [sentence for power in powers for sentence in re.split(r"(?<=[.:]) ", power)]


def _start(tokens: Sequence[Token], at: int, evened: str) -> int:
    """Where a token begins, counted from 0; the end of the text behind the last one."""
    start = tokens[at].start_pos if at < len(tokens) else None
    return len(evened.rstrip()) if start is None else start


def _meaningless(evened: str, error: MeaningError, position: int) -> UnreadableText:
    return UnreadableText(position + 1, str(error), _excerpt(evened, position))


def _sentence_of(reason: MeaningError, tokens: Sequence[Token]) -> int:
    """The token with which the sentence begins that has no meaning behind those before it."""
    begins = 0
    for at, token in enumerate(tokens, start=1):
        if token == ".":
            try:
                _settled(_meanings().readings(parser.parse(_grammar(), tokens[:at])))
            except parser.MeaninglessError as error:
                if str(error.reason) == str(reason):
                    return begins
            except (parser.StuckError, parser.TooManyWaysError):
                continue
        if token in _BEGINNINGS and at < len(tokens):
            begins = at
    return begins


def _unreadable(evened: str, tokens: Sequence[Token], stuck: parser.StuckError) -> UnreadableText:
    """The words behind which the text can be read on, with wordings that may stand there and are like them."""
    if lacking := _lacks_trigger(evened, tokens, stuck):
        return UnreadableText(_start(tokens, 0, evened) + 1, lacking, _excerpt(evened, _start(tokens, 0, evened)))
    at = _before_comma(tokens, stuck)
    end = _read_on(tokens, at)
    position = _start(tokens, at, evened)
    words = _shortened(evened[position : _start(tokens, end, evened)].strip(), _LONGEST)
    missing = _wordings().left_out(tokens, at) if at < stuck.at else ""
    few = _expected(stuck.expected) if at == stuck.at and len(stuck.expected) <= _FEW else ""
    if at == len(tokens) and '"."' in map(_in_words, stuck.expected):
        expected = '"."'
    elif at == len(tokens) or tokens[at] in _ENDS:
        before = " ".join(tokens[max(at - _ENOUGH, 0) : at])
        expected = missing or few or f'more words after "{before}"'
    else:
        only = few if len(stuck.expected) == 1 else ""
        expected = missing or only or _wordings().instead(tokens, at, end) or few
    return UnreadableText(position + 1, expected, words)


def _lacks_trigger(evened: str, tokens: Sequence[Token], stuck: parser.StuckError) -> str:
    """What is missing before a text that reads well behind a trigger, or whose own trigger is not marked as one."""
    before = tokens[: stuck.at + 1]
    first = next((token for token in tokens if token.type != "GATE"), None)
    if first is None or stuck.at == len(tokens) or any(token in ("《", "→", "[activate]") for token in before):
        return ""
    begin = first.start_pos or 0
    end = next((token.end_pos or 0 for token in tokens if token == "."), len(evened))
    trigger, comma, rest = evened[begin:end].partition(",")
    if comma and _reads(f"《{trigger}》{rest}"):
        return 'the trigger between "《" and "》", without a comma behind it'
    if _reads(_ENTERS + evened[begin:end]):
        return 'a trigger before it, such as "《When this character enters play》", or "[Activate]", a cost and "→"'
    return ""


def _reads(evened: str) -> bool:
    """Whether the grammar knows these words in this order."""
    try:
        parser.parse(_grammar(), list(_lark().lex(evened)))
    except (parser.StuckError, parser.TooManyWaysError):
        return False
    return True


def _read_on(tokens: Sequence[Token], at: int) -> int:
    """Where the text can be read on if the words from ``at`` up to there are left out, else the end of the clause."""
    ends = (place for place in range(at, len(tokens)) if tokens[place] in _ENDS)
    end = next(ends, len(tokens))
    for place in range(at + 1, min(end, at + _READ_ON) + 1 if at < _TOO_FAR else 0):
        try:
            parser.parse(_grammar(), [*tokens[:at], *tokens[place : place + _ENOUGH]])
        except parser.StuckError as stuck:
            if stuck.at < min(at + _ENOUGH, len(tokens) - place + at):
                continue
        except parser.TooManyWaysError:
            break
        return place
    return max(end, at + 1)


def _before_comma(tokens: Sequence[Token], stuck: parser.StuckError) -> int:
    """The token that is not understood: a comma where only something else of the same words could follow it."""
    after_comma = 0 < stuck.at < len(tokens) and tokens[stuck.at - 1] == ","
    return stuck.at - 1 if after_comma and "DRAW" not in stuck.expected else stuck.at


def _excerpt(evened: str, position: int) -> str:
    return _shortened(evened[position:].strip(), 30)


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most] + "…"


def _expected(names: Sequence[str]) -> str:
    """What could have stood there, in words, the longer lists cut."""
    shown = sorted(dict.fromkeys(_in_words(name) for name in names), key=lambda word: (word.startswith('"'), word))
    return ", ".join(shown[:_SHOWN]) + (" or others" if len(shown) > _SHOWN else "")


def _in_words(name: str) -> str:
    return _TERMINALS[name][1] if name in _TERMINALS else f'"{_words().get(name, name.lower())}"'


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
def _lark(parser: Literal["earley"] | None = None) -> Lark:
    """Lark's understanding of the grammar: its terminals, which cut a text into tokens, and its rules."""
    return Lark(
        _named()[0],
        parser=parser,
        ambiguity="explicit" if parser else "auto",
        lexer="basic",
        edit_terminals=_whole_words,
        postlex=_KeepsUnknownWords(),
        maybe_placeholders=False,
    )


@cache
def _named() -> tuple[str, dict[str, str]]:
    """The grammar with a name for everything that it builds, and what that is."""
    return aliases(_rules())


def _rules() -> str:
    """The grammar, whose files are parts of one."""
    folder = files("ucgsim.effects.official.wording")
    return "\n".join(own_text(folder.joinpath(name)) for name in GRAMMAR)


@cache
def _grammar() -> parser.Grammar:
    return parser.Grammar(_lark().rules, [terminal.name for terminal in _lark().terminals], "start")


@cache
def _wordings() -> Wordings:
    return Wordings(_grammar(), _words())


@cache
def _meanings() -> parser.Meanings:
    return parser.Meanings(Clauses(_named()[1]), _grammar().productions)


@cache
def _words() -> dict[str, str]:
    """The words behind the names of the grammar's terminals."""
    return {terminal.name: re.sub(r"\\b$|\\(?=\W)", "", terminal.pattern.value) for terminal in _lark().terminals}


def _whole_words(terminal: TerminalDef) -> None:
    """A word of the grammar fits a whole word only."""
    pattern = terminal.pattern
    if terminal.name in ("NUMBER", "STATE"):
        terminal.pattern = PatternRE(rf"(?:{pattern.value})\b")
    elif isinstance(pattern, PatternStr) and pattern.value[-1].isalnum():
        terminal.pattern = PatternRE(re.escape(pattern.value) + r"\b")
