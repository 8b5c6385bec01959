"""Facts that are in the text box of a card and not in a column of a catalog.

What holds in every zone and while a deck is built is a fact about the card; what is left of the text is an
effect. Old and new wording, brackets and spacing are read alike.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from ucgsim.cards.card import DEFAULT_COPY_LIMIT, Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_T = TypeVar("_T")

MOST_CHARACTERS = 5_000
"""Of an official text; the longest has about a fifth of it. In a longer one nothing is looked for."""

NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

# A keyword is at the start of the text or after the end of something; in the middle of a sentence the
# same words are a noun ("a character with [TEAM][X]").
_START = r"(?:^|(?<=[.)\]】])|(?<=\n)(?!\n))\s*+"
# Blanks are taken whole (``*+``): tried piece by piece, a few hundred of them would take minutes.
_OPEN = r"(?:\(\s*+)?(?:[*※]\s*+)?"
_CLOSE = r"\s*\.?\s*\)?"
_REMINDER = r"(?:\s*\([^()]*\)\.?)?"

_TEAM = re.compile(
    _START + r"[\[【]\s*+TEAM\s*+[\]】]\s*+[\[【]\s*+(?P<team>[^\[\]【】]++)[\]】]" + _REMINDER, re.IGNORECASE
)
_CANNOT_SINGLE = r"This (?:card|character) cannot enter play as SINGLE\b"
# Outside of a reminder every word that may follow is listed, so that a condition or a duration stays unread.
_NO_SINGLE = re.compile(
    rf"\(\s*+(?:[*※]\s*+)?{_CANNOT_SINGLE}[^().]*\.?\s*\)|(?:[*※]\s*+)?{_CANNOT_SINGLE}"
    r"(?:[\s,]*+(?:and|or|nor|it|also|can|cannot|not|be|become|from|an?|any|other|higher|states?|SINGLE)\b)*" + _CLOSE,
    re.IGNORECASE,
)

_KIND_WORDS = re.compile(r"Ultra[ -](?P<ultra>Hero|Mech)(?:e?s)?|(?P<kaiju>Kaiju)|(?P<scene>Scene)s?", re.IGNORECASE)
_KIND = r"(?:Ultra[ -]Hero(?:es)?|Ultra[ -]Mechs?|Kaiju|Scenes?)"
# Every word of such a sentence is listed, so that a sentence with a condition or a duration stays an effect.
_CLAIM_WORDS = (
    r"(?:is|has|counts?|counted|may|can|be|also|both|treated|considered|regarded|as|well|an?|the|its|it|this|cards?|"
    r"characters?|types?|additional|additionally|addition|another|second|other|of|to|in|on|and|or|all|every|any|each|"
    r"zones?|areas?|game|field|printed|original|having|being|at|times|always)"
)
_CLAIM = (
    rf"(?:In (?:all|every|any) (?:game )?zones?,?\s*)?This (?:card|character)(?:['’]s)?\b"
    rf"(?:[\s,:/&]*+(?:{_CLAIM_WORDS}\b|(?:[\[【\"“『「]\s*+)?{_KIND}\b(?:\s*+[\]】\"”』」])?+))+"
)
_SENTENCE_END = r"(?:\s*(?:\.\s*\)?|\))|\s*$|(?=\s*[\[【《(\n]))"
_EXTRA_KIND = re.compile(
    rf"{_START}(?:{_OPEN}(?P<claim>{_CLAIM}){_SENTENCE_END}"
    rf"|[\[【]\s*(?P<bare>{_KIND}(?:\s*[/&,]\s*{_KIND})*)\s*[\]】](?=\s|$|[\[【《(.])){_REMINDER}",
    re.IGNORECASE,
)
_CHARACTERS = re.compile(
    rf"{_OPEN}This (?:card|character)['’]s character name (?:is|may be|can be)\b(?![^『』.]*\bnot\b)[^『』.]*"
    rf"(?P<names>『[^』]*』(?:[^『』.]*『[^』]*』)*)\s*\)?(?:\s+in\b[^『』.()]*)?{_CLOSE}{_REMINDER}",
    re.IGNORECASE,
)
_NAME = re.compile(r"『\s*([^』]+?)\s*』")
_COPIES = re.compile(
    _OPEN + r"(?:(?:A|Your|Each|The) deck|You) (?:may|can) (?:include|contain|have|hold|put|use) "
    r"(?:any number of|up to (?P<limit>[0-9]{1,3}|[a-z]+)(?: of)?) (?:copies of )?this card"
    r"(?: in (?:a|your|the) deck)?" + _CLOSE,
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword that gives cards a rule of their own: all that is said of it outside of that rule is made of this.

    ``name`` is the word in `Card.keywords`, the column of a catalog and the name of its `Switch`; ``words`` is what a
    text box says; ``clause`` and ``since``: where the rules have it, and from which version on. ``is_effect``: its
    words are an effect too and stay in the text.
    """

    name: str
    words: re.Pattern[str]
    clause: str
    since: str
    is_effect: bool = False


KEYWORDS = (Keyword("charge", re.compile(r"[\[【]\s*Charge\b", re.IGNORECASE), "11.17", "1.6", is_effect=True),)
"""In the order of their bits in the engine."""


def keyword_bits(names: Iterable[str]) -> int:
    """Keywords as the engine has them: a bit for each (`KEYWORDS`)."""
    known = [keyword.name for keyword in KEYWORDS]
    return sum(1 << known.index(name) for name in set(names))


@dataclass(frozen=True, slots=True)
class Keywords:
    """Facts of a text box, and the rest of it.

    ``characters`` are the names that the text lists (CR 11.21), ``extra_kinds`` the card types that it gives
    (CR 2.2), ``copy_limit`` is ``None`` for any number, ``keywords`` are names of `KEYWORDS`. A blank remainder means:
    nothing to play.
    """

    teams: tuple[str, ...] = ()
    extra_kinds: tuple[Kind, ...] = ()
    characters: tuple[str, ...] = ()
    copy_limit: int | None = DEFAULT_COPY_LIMIT
    keywords: tuple[str, ...] = ()
    remainder: str = ""


def read_keywords(text: str) -> Keywords:
    """Read the facts out of an effect text; ``-`` and blank are no text."""
    return _read("" if text.strip() in ("", "-") else text)[0]


def without_keywords(text: str) -> str:
    """The text with blanks where facts of the card stood; every character stays in its column."""
    return _read(text)[1]


def _read(text: str) -> tuple[Keywords, str]:
    """The facts, and the text with blanks in their place."""
    if len(text) > MOST_CHARACTERS:
        return Keywords(remainder=text.strip()), text
    rest, teams = _take(_TEAM, text, lambda match: (_tidy(match["team"]),))
    rest, kinds = _take(_EXTRA_KIND, rest, lambda match: parse_kinds(match["bare"] or match["claim"]))
    rest, characters = _take(_CHARACTERS, rest, _listed_names)
    rest, limits = _take(_COPIES, rest, _copies)
    rest = _NO_SINGLE.sub(_blanks, rest)
    printed = tuple(keyword.name for keyword in KEYWORDS if keyword.words.search(rest))
    for keyword in KEYWORDS:
        rest = rest if keyword.is_effect else keyword.words.sub(_blanks, rest)
    keywords = Keywords(
        teams=teams,
        extra_kinds=kinds,
        characters=characters,
        copy_limit=limits[-1] if limits else DEFAULT_COPY_LIMIT,
        keywords=printed,
        remainder=re.sub("  +", " ", rest).strip(),
    )
    return keywords, rest


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match[0])


def parse_kinds(text: str) -> tuple[Kind, ...]:
    """Return the card types that a text names, in the singular or plural, each once and in its order."""
    kinds = []
    for match in _KIND_WORDS.finditer(text):
        if match["ultra"]:
            kinds.append(Kind.ULTRA_HERO if match["ultra"].lower() == "hero" else Kind.ULTRA_MECH)
        else:
            kinds.append(Kind.KAIJU if match["kaiju"] else Kind.SCENE)
    return tuple(dict.fromkeys(kinds))


def _take(
    pattern: re.Pattern[str], text: str, read: Callable[[re.Match[str]], tuple[_T, ...]]
) -> tuple[str, tuple[_T, ...]]:
    """Cut out the matches that ``read`` gives facts for; return the rest and the facts, each once."""
    facts: list[_T] = []

    def cut(match: re.Match[str]) -> str:
        read_facts = read(match)
        facts.extend(read_facts)
        return _blanks(match) if read_facts else match[0]

    rest = pattern.sub(cut, text)
    return rest, tuple(dict.fromkeys(facts))


def _tidy(name: str) -> str:
    return " ".join(name.split()).upper()


def _listed_names(match: re.Match[str]) -> tuple[str, ...]:
    return tuple(_tidy(name) for name in _NAME.findall(match["names"]))


def _copies(match: re.Match[str]) -> tuple[int | None, ...]:
    limit = match["limit"]
    if limit is None:
        return (None,)
    if limit.isdigit():
        return (int(limit),)
    word = limit.lower()
    return (NUMBER_WORDS.index(word),) if word in NUMBER_WORDS else ()
