"""The words that a filter may use: names come from the cards, the rest from the game."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ucgsim.cards.card import Kind
from ucgsim.errors import UcgsimError
from ucgsim.probability.condition.filters import Fact, Filter, Test

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from ucgsim.cards.card import Card

MAX_VALUE = 99
"""Levels and Rounds in a filter; far above any that is printed."""

GENERAL_WORDS = (
    'level N, level N+, round N, type T, hero, kaiju, mech, scene, character, settable, chain, "part of a name"'
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
        if not re.fullmatch(r"[^\s()|<>=!≥≤≠\"']+", name) or upper in {
            *_RANGED,
            *_KIND_WORDS,
            "TYPE",
            "NAME",
        }:
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
                raise _error(words[position], "| stands between two alternatives", vocabulary)
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
