"""The language of questions about a hand: words, filters, and the condition that a text says."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import reduce
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import numpy as np

from ucgsim.cards.card import Card, Kind
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

T = TypeVar("T")


class Fact(Enum):
    """What a test looks at."""

    NUMBER = auto()
    NAME_PART = auto()
    CHARACTER = auto()
    KIND = auto()
    CHARACTER_CARD = auto()
    SETTABLE = auto()
    TYPE = auto()
    LEVEL = auto()
    ROUND = auto()


@dataclass(frozen=True, slots=True)
class Test:
    """One test of one fact.

    ``values`` are the accepted card numbers, character names, kinds or TYPEs, or one part of the full name
    (upper case; CR 2.3.1.2). ``low`` and ``high`` bound a level or a Round, both ends included.
    """

    __test__ = False

    fact: Fact
    values: frozenset[str] = frozenset()
    low: int = 0
    high: int | None = None

    def matches(self, card: Card) -> bool:
        """Whether the printed card passes."""
        return _MATCHERS[self.fact](self, card)


def _within(test: Test, value: int | None) -> bool:
    return value is not None and test.low <= value and (test.high is None or value <= test.high)


_MATCHERS: dict[Fact, Callable[[Test, Card], bool]] = {
    Fact.NUMBER: lambda test, card: card.number.upper() in test.values,
    Fact.NAME_PART: lambda test, card: any(part in card.full_name.upper() for part in test.values),
    Fact.CHARACTER: lambda test, card: any(name.upper() in test.values for name in card.characters),
    Fact.KIND: lambda test, card: any(kind.value.upper() in test.values for kind in card.kinds),
    Fact.CHARACTER_CARD: lambda _, card: not card.is_scene,
    Fact.SETTABLE: lambda _, card: card.is_settable,
    Fact.TYPE: lambda test, card: card.type is not None and card.type.upper() in test.values,
    Fact.LEVEL: lambda test, card: _within(test, card.level),
    Fact.ROUND: lambda test, card: _within(test, card.round),
}


@dataclass(frozen=True, slots=True)
class Filter:
    """Cards that pass at least one test of every bracket; ``text`` is how the user wrote it."""

    tests: tuple[tuple[Test, ...], ...]
    text: str = field(default="", compare=False)

    def matches(self, card: Card) -> bool:
        """Whether the card is counted."""
        return all(any(test.matches(card) for test in choice) for choice in self.tests)


# The words that a filter may use: names come from the cards, the rest from the game.


MAX_VALUE = 99
"""Levels and Rounds in a filter; far above any that is printed."""

GENERAL_WORDS = (
    "level N, level N+, round N, type T, hero, kaiju, mech, scene, character, settable, chain, chain 1-2, "
    '"part of a name"'
)
"""What a filter may say whatever the deck is."""

LONGEST_NAME = 5
"""Words that are tried together as one name."""

_RANGED = {"LEVEL": Fact.LEVEL, "ROUND": Fact.ROUND}
_RANGE = re.compile(r"(\d{1,2})(?:(\+)|(?:-|\.\.)(\d{1,2}))?")
_KIND_WORDS: dict[str, Test] = {
    "HERO": Test(Fact.KIND, frozenset({Kind.ULTRA_HERO.value.upper()})),
    "ULTRA HERO": Test(Fact.KIND, frozenset({Kind.ULTRA_HERO.value.upper()})),
    "KAIJU": Test(Fact.KIND, frozenset({Kind.KAIJU.value.upper()})),
    "MECH": Test(Fact.KIND, frozenset({Kind.ULTRA_MECH.value.upper()})),
    "ULTRA MECH": Test(Fact.KIND, frozenset({Kind.ULTRA_MECH.value.upper()})),
    "SCENE": Test(Fact.KIND, frozenset({Kind.SCENE.value.upper()})),
    "CHARACTER": Test(Fact.CHARACTER_CARD),
    "SETTABLE": Test(Fact.SETTABLE),
}
_RESERVED = {*_RANGED, *_KIND_WORDS, "TYPE", "NAME"}
_GAME_TYPES = ("BASIC", "POWER", "SPEED", "ARMED", "HAZARD", "DEVASTATION", "INVASION", "METEO")
"""CR 2.3.4.2; a catalog may add to it."""


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of the condition with the column it starts in (from 1)."""

    text: str
    column: int
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Names that mean something, in upper case, each with its test; ``in_deck`` are shown in errors."""

    tests: Mapping[str, Test]
    in_deck: tuple[str, ...] = field(default=())

    @classmethod
    def of(
        cls,
        deck: Iterable[Card],
        known: Iterable[Card] = (),
        groups: Mapping[str, Collection[str]] | None = None,
    ) -> Vocabulary:
        """Names of the cards in the deck, of other known cards, and of the groups (name -> card numbers).

        Raises UcgsimError for a group whose name is a word of the language or whose numbers are unknown.
        """
        deck, known = list(deck), list(known)
        named = _named_groups(groups or {}, {card.number.upper() for card in (*deck, *known)})
        names = [name.upper() for card in deck for name in card.characters]
        types = [card.type.upper() for card in deck if card.type]
        in_deck = tuple(dict.fromkeys([*named, *sorted(names), *sorted(types)]))
        return cls({**_names_of(known), **_names_of(deck), **_KIND_WORDS, **named}, in_deck)


def _names_of(cards: Iterable[Card]) -> dict[str, Test]:
    """Every TYPE, card number and character name; a character beats a TYPE of the same name."""
    tests = {name: Test(Fact.TYPE, frozenset({name})) for name in _GAME_TYPES}
    for card in cards:
        tests[card.number.upper()] = Test(Fact.NUMBER, frozenset({card.number.upper()}))
        if card.type:
            tests[card.type.upper()] = Test(Fact.TYPE, frozenset({card.type.upper()}))
    for name in {name.upper() for card in cards for name in card.characters}:
        tests[name] = Test(Fact.CHARACTER, frozenset({name}))
    return tests


def _named_groups(groups: Mapping[str, Collection[str]], known: set[str]) -> dict[str, Test]:
    tests = {}
    for name, numbers in groups.items():
        upper = name.upper()
        if not re.fullmatch(r"[^\s()|<>=!≥≤≠\"']+", name) or upper in _RESERVED:
            raise UcgsimError(f"group {name[:60]!r}: a group needs a name of one word that the conditions don't use")
        unknown = sorted({number.upper() for number in numbers} - known)
        if unknown or not numbers:
            wrong = f"no card {unknown[0]}" if unknown else "no card"
            raise UcgsimError(f'group {name[:60]!r}: {wrong}; name cards as in {name}="BP01-001, BP01-010"')
        tests[upper] = Test(Fact.NUMBER, frozenset(number.upper() for number in numbers))
    return tests


def read_filter(words: Sequence[Word], vocabulary: Vocabulary) -> Filter:
    """Read the words between two comparisons into a filter.

    Words side by side must all hold, ``|`` joins alternatives. Raises UcgsimError with the column of the
    word that means nothing and what would.
    """
    choices: list[tuple[Test, ...]] = []
    position, alternative = 0, False
    while position < len(words):
        if words[position].text == "|" and not words[position].quoted:
            if alternative or not choices or position + 1 == len(words):
                raise _error(words[position], "| goes between two alternatives", vocabulary)
            alternative, position = True, position + 1
            continue
        test, position = _read_test(words, position, vocabulary)
        choices[-1:] = [(*choices[-1], test)] if alternative else [*choices[-1:], (test,)]
        alternative = False
    return Filter(tuple(choices), _text(words))


def _read_test(words: Sequence[Word], position: int, vocabulary: Vocabulary) -> tuple[Test, int]:
    """The test that starts at ``position``, and the position behind it."""
    word = words[position]
    following = words[position + 1] if position + 1 < len(words) else None
    keyword = "" if word.quoted else word.text.upper()
    if word.quoted or (keyword == "NAME" and following):
        part = word if word.quoted else following
        assert part is not None
        return _name_part(part), position + (1 if word.quoted else 2)
    if keyword in _RANGED:
        return _ranged(_RANGED[keyword], word, following), position + 2
    if keyword == "TYPE" and following:
        return _typed(following, vocabulary), position + 2
    return _named(words, position, vocabulary)


def _name_part(word: Word) -> Test:
    if not word.text.strip():
        raise UcgsimError(f"condition, column {word.column}: the quotes are empty; part of a card name belongs there")
    return Test(Fact.NAME_PART, frozenset({word.text.strip().upper()}))


def _ranged(fact: Fact, word: Word, following: Word | None) -> Test:
    """``level 1``, ``level 2+``, ``level 1-2``; Rounds likewise."""
    match = _RANGE.fullmatch(following.text) if following else None
    if match is None:
        place, name = (following or word), word.text.lower()
        raise UcgsimError(
            f"condition, column {place.column}: {name} needs a number; valid here: {name} 1, {name} 2+, {name} 1-2"
        )
    low = int(match[1])
    high = MAX_VALUE if match[2] else int(match[3] or low)
    if high < low:
        raise UcgsimError(f"condition, column {word.column}: {match[0]} is empty; the smaller number comes first")
    return Test(fact, low=low, high=high)


def _typed(word: Word, vocabulary: Vocabulary) -> Test:
    test = vocabulary.tests.get(word.text.upper())
    if test is not None and test.fact is Fact.TYPE:
        return test
    # A character may have the name of a TYPE; after the word "type" the TYPE is meant.
    if word.text.upper() in _GAME_TYPES:
        return Test(Fact.TYPE, frozenset({word.text.upper()}))
    types = sorted(name for name, test in vocabulary.tests.items() if test.fact is Fact.TYPE)
    raise UcgsimError(f"condition, column {word.column}: no TYPE {word.text[:60]!r}; valid here: {', '.join(types)}")


def _named(words: Sequence[Word], position: int, vocabulary: Vocabulary) -> tuple[Test, int]:
    """The longest run of words that is a name."""
    for end in range(min(len(words), position + LONGEST_NAME), position, -1):
        run = words[position:end]
        name = " ".join(word.text for word in run).upper()
        if name in vocabulary.tests and not any(word.quoted for word in run):
            return vocabulary.tests[name], end
    raise _error(words[position], f"{words[position].text[:60]!r} means nothing here", vocabulary)


def _error(word: Word, wrong: str, vocabulary: Vocabulary) -> UcgsimError:
    near = difflib.get_close_matches(word.text.upper(), list(vocabulary.tests), n=3, cutoff=0.7)
    hint = f"did you mean {' or '.join(near)}? " if near else ""
    names = ", ".join(vocabulary.in_deck[:12]) + (", …" if len(vocabulary.in_deck) > 12 else "")
    return UcgsimError(
        f"condition, column {word.column}: {wrong}; {hint}valid here: {GENERAL_WORDS}, a card number"
        + (f", {names}" if names else "")
    )


def _text(words: Sequence[Word]) -> str:
    """The filter as a reader is shown it, one space between words."""
    shown = " ".join(f'"{word.text}"' if word.quoted else word.text for word in words)
    return shown.replace(" | ", "|")


# The condition that a player asks about: its language, read into a frozen tree.
#
# ``level 1 TIGA >= 1 and (scene >= 1 or chain)``. A filter without a comparison means at least one. Every
# condition speaks of all cards that a player has seen so far, played or not.


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
    """``length`` characters, each able to level up the one before it (CR 5.6.1, 11.18.1, 11.21.1).

    The first one is of level ``first``, of any where that is None.
    """

    length: int
    first: int | None = None


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


def fit_nothing(node: Node, cards: Sequence[Card]) -> tuple[str, ...]:
    """Filters of which a condition asks for one card or more, and which none of the cards passes."""

    def filters(node: Node) -> Iterator[str]:
        if isinstance(node, Count):
            if node.low and not any(map(node.filter.matches, cards)):
                yield node.filter.text
        elif isinstance(node, All | AnyOf):
            for part in node.parts:
                yield from filters(part)

    return tuple(dict.fromkeys(filters(node)))


def characters_by_name(nodes: Iterable[Node | None], vocabulary: Vocabulary) -> tuple[str, ...]:
    """Names of characters that conditions look for as parts of names of cards, which other cards may have."""
    counts = (leaf for node in nodes if node for leaf in leaves(node) if isinstance(leaf, Count))
    tests = (test for count in counts for choice in count.filter.tests for test in choice)
    names = dict.fromkeys(name for test in tests if test.fact is Fact.NAME_PART for name in test.values)
    known = {name: vocabulary.tests.get(name) for name in names}
    return tuple(name for name, test in known.items() if test is not None and test.fact is Fact.CHARACTER)


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
    if not text.strip():
        raise UcgsimError("the condition is empty; write one such as 'level 1 hero >= 1 and scene == 0'")
    if len(text) > MAX_LENGTH:
        raise UcgsimError(f"the condition has {len(text)} characters; {MAX_LENGTH:,} is the limit")
    try:
        return _Reader(as_asked(one_line(text)), vocabulary).whole()
    except RecursionError as error:
        raise UcgsimError("the condition is nested too deep; write it with fewer nots and brackets") from error


def as_asked(text: str) -> str:
    """The text with what players write for words of the language: ``lv1``, ``A + B``, ``2 BP01-001``."""
    text = re.sub(r"\blv\.?\s*(?=\d)", "level ", text, flags=re.IGNORECASE)
    text = re.sub(r"\s[+]\s", " and ", text)
    return re.sub(r"(?i)(?<![\w-])(\d+)\s*x?\s+([a-z]+\d*-[a-z]?\d+)\b", r"\2 >= \1", text)


def one_line(text: str) -> str:
    """The text with every kind of white space made a blank, so that columns count from its start."""
    return re.sub(r"\s", " ", text)


# The grammar: a condition is joined by or, what is between two by and.
_CHAIN = re.compile(r"chain(\s+of\s+\d+|\s+\d-\d)?(?=[\s()|<>=!]|$)", re.IGNORECASE)
_AND = re.compile(r"and(?=[\s()\"']|$)", re.IGNORECASE)
_OR = re.compile(r"or(?=[\s()\"']|$)", re.IGNORECASE)
_NOT = re.compile(r"not(?=[\s()\"']|$)", re.IGNORECASE)
_BETWEEN = re.compile(r"between(?=\s|$)", re.IGNORECASE)
_COMPARISON = re.compile(">=|<=|==|!=|[≥≤≠=><]")
_COUNT = re.compile(r"\d+(?=[\s()]|$)")
_OPEN, _CLOSE, _END = re.compile(r"\("), re.compile(r"\)"), re.compile("$")
_WORD = re.compile(r"""\||"[^"]*"|'[^']*'|[^\s()|<>=!≥≤≠"']+""")
_BLANKS = re.compile(r"\s*")
_COMPARISONS = ">=, <=, ==, !=, >, <, between"
_A_FILTER = "a filter (such as level 1 TIGA)"


class _Reader:
    """Reads a condition from left to right.

    ``also`` may follow the last word next to ``and``, ``or`` and the end. What means nothing is an error only once all
    of the text could be read: ``meaningless`` is the first.
    """

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self.text, self.vocabulary, self.place = text.rstrip(), vocabulary, 0
        self.also: tuple[str, ...] = ()
        self.meaningless: UcgsimError | None = None

    def whole(self) -> Node:
        node = self.anything()
        self.expect(_END, *self.also, "and", "or", "the end")
        if self.meaningless is not None:
            raise self.meaningless
        return node

    def anything(self) -> Node:
        parts = [self.everything()]
        while self.take(_OR):
            parts.append(self.everything())
        return AnyOf(tuple(parts)) if len(parts) > 1 else parts[0]

    def everything(self) -> Node:
        parts = [self.opposite()]
        while self.take(_AND):
            parts.append(self.opposite())
        return All(tuple(parts)) if len(parts) > 1 else parts[0]

    def opposite(self) -> Node:
        self.also = ()
        if self.take(_NOT):
            return Not(self.opposite())
        if self.take(_OPEN):
            inner = self.anything()
            self.expect(_CLOSE, *self.also, "and", "or", ")")
            self.also = ()
            return inner
        chain = self.take(_CHAIN)
        return self.compared() if chain is None else self.meant(lambda: _chain(chain), Chain(2))

    def compared(self) -> Node:
        wanted = self.filter()
        comparison = self.take(_COMPARISON)
        if comparison:
            self.also = ()
            return _compare(wanted, comparison.text, self.count()[1])
        if not self.take(_BETWEEN):
            self.also = (_COMPARISONS, _A_FILTER)
            return Count(wanted, 1, None)
        word, low = self.count()
        self.expect(_AND, "and")
        high = self.count()[1]
        if high < low:
            self.mean_nothing(f"condition, column {word.column}: between {low} and {high} is empty; smaller first")
        return Count(wanted, low, high)

    def filter(self) -> Filter:
        # The first word is a name whatever it is: nothing can be joined or compared there.
        words = [self.expect(_WORD, "not", "chain", _A_FILTER, "(")]
        while self.comes(_WORD) and not any(map(self.comes, (_AND, _OR, _BETWEEN))):
            words.append(self.expect(_WORD))
        words = [Word(each.text[1:-1], each.column, quoted=True) if each.text[0] in "\"'" else each for each in words]
        return self.meant(lambda: read_filter(words, self.vocabulary), Filter(()))

    def count(self) -> tuple[Word, int]:
        word = self.expect(_COUNT, "a whole number")
        if len(word.text) > 4:
            limit = f"{word.text} is too many cards; {MAX_COUNT:,} is the limit"
            self.mean_nothing(f"condition, column {word.column}: {limit}")
        return word, int(word.text)

    def comes(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Whether this comes next."""
        blanks = _BLANKS.match(self.text, self.place)
        assert blanks is not None
        self.place = blanks.end()
        return pattern.match(self.text, self.place)

    def take(self, pattern: re.Pattern[str]) -> Word | None:
        """What comes next if it is this."""
        match = self.comes(pattern)
        if match is None:
            return None
        self.place = match.end()
        return Word(match[0], match.start() + 1)

    def expect(self, pattern: re.Pattern[str], *valid: str) -> Word:
        """What comes next, which must be this; UcgsimError with what would be valid."""
        word = self.take(pattern)
        if word is None:
            rest = self.text[self.place :].split()
            what = f"can't read {rest[0]!r}" if rest else "the condition ends"
            raise UcgsimError(f"condition, column {self.place + 1}: {what}; valid here: {', '.join(valid)}")
        return word

    def meant(self, read: Callable[[], T], otherwise: T) -> T:
        """What words mean."""
        try:
            return read()
        except UcgsimError as error:
            self.meaningless = self.meaningless or error
            return otherwise

    def mean_nothing(self, wrong: str) -> None:
        self.meaningless = self.meaningless or UcgsimError(wrong)


def _chain(word: Word) -> Chain:
    words = word.text.split()
    if len(words) == 2:
        first, last = map(int, words[1].split("-"))
        if not 1 <= first < last <= CHAIN_LENGTHS.stop - 1:
            raise UcgsimError(f"condition, column {word.column}: {word.text}; valid here: chain 1-2 to 1-7")
        return Chain(last - first + 1, first)
    length = int(words[2]) if len(words) > 1 else CHAIN_LENGTHS.start
    if length not in CHAIN_LENGTHS:
        raise UcgsimError(f"condition, column {word.column}: chain of {length}; valid here: chain of 2 to 7")
    return Chain(length)


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
