"""What cards and all that is on them are called in other languages: facts in a data file, and in a user's own file."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from ucgsim.cards.home import home
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import own_text, parse_toml, read_toml
from ucgsim.language import marked

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ucgsim.cards.card import Card

FILE = "names.toml"
LANGUAGES = {"ja": marked("Japanese"), "ko": marked("Korean"), "zh": marked("Chinese")}
"""Languages of names, by their codes; Chinese is that of Taiwan."""
_KINDS = ("characters", "cards", "forms", "types", "teams", "parts", "decks")
Spellings = dict[str, dict[str, dict[str, tuple[str, ...]]]]
"""By kind (``forms`` are subtitles of cards, ``parts`` are of their names, ``decks`` those that ship), English name in
capitals, and language: spellings, the usual one first."""


def key_of(text: str) -> str:
    """A name as it is compared: wide and narrow letters alike, no capitals, no signs, no blanks."""
    return "".join(letter for letter in unicodedata.normalize("NFKC", text).casefold() if letter.isalnum())


def spellings() -> Spellings:
    """The names that ship, and those of the user's own ``names.toml``; UcgsimError where that is not of its form."""
    return _spellings(*own_names())


def own_names() -> tuple[str, int]:
    """Where the user's own ``names.toml`` is or would be, and when it was last edited; 0 where there is none."""
    own = home() / FILE
    return str(own), own.stat().st_mtime_ns if own.is_file() else 0


@cache
def _spellings(own: str, stamp: int) -> Spellings:
    shipped = parse_toml(own_text(files("ucgsim.cards").joinpath("data", FILE)), FILE, "names")
    known = _checked(shipped, FILE)
    if stamp:
        for kind, names in _checked(read_toml(own, "names of cards"), own).items():
            for name, ways in names.items():
                known[kind][name] = known[kind].get(name, {}) | ways
    return known


def _checked(data: Mapping[str, Any], place: str) -> Spellings:
    known: Spellings = {kind: {} for kind in _KINDS}
    for kind, names in data.items():
        if kind not in _KINDS or not isinstance(names, dict):
            parts = ", ".join(f"[{each}]" for each in _KINDS)
            raise UcgsimError(f"{place}: {kind!r} is no part of it; it has {parts}")
        for name, ways in names.items():
            if not isinstance(ways, dict):
                raise UcgsimError(f'{place}: {name!r} needs languages, such as {{ja = "..."}}')
            known[kind][name.upper()] = {language: _of(name, language, said, place) for language, said in ways.items()}
    return known


def _of(name: str, language: str, said: Any, place: str) -> tuple[str, ...]:
    listed = [said] if isinstance(said, str) else said
    if language not in LANGUAGES:
        raise UcgsimError(f"{place}: {name!r} is in {language!r}; languages are {', '.join(LANGUAGES)}")
    if not isinstance(listed, list) or not listed or not all(isinstance(way, str) and key_of(way) for way in listed):
        raise UcgsimError(f"{place}: {name!r} in {language} is no name and no list of names")
    return tuple(listed)


def said_in(kind: str, name: str, language: str) -> str:
    """What something of a kind of `Spellings` is usually called in a language; blank where that is not known."""
    ways = spellings()[kind].get(name.upper(), {}).get(language, ())
    return ways[0] if ways else ""


def name_in(card: Card, language: str) -> str:
    """What a card is called in a language, without its subtitle; blank where that is not known.

    A character card without such a name goes by its characters, a monster without its title too.
    """
    people = [said_in("characters", name, language) for name in card.characters]
    return said_in("cards", card.name, language) or ("/".join(people) if all(people) else "")


def card_spellings(card: Card, languages: Iterable[str] = LANGUAGES, known: Spellings | None = None) -> tuple[str, ...]:
    """All that a card is called in some languages: its own name, its characters, these with its form, its form alone.

    ``known``: the spellings, for those who ask for many cards; those of `spellings` where nothing is said.
    """
    known = spellings() if known is None else known
    ways = [known["cards"].get(card.name.upper(), {})]
    ways += [known["characters"].get(name.upper(), {}) for name in card.characters]
    languages = tuple(languages)
    names = [way for each in ways for language in languages for way in each.get(language, ())]
    for language in languages if card.subtitle else ():
        forms = dict.fromkeys((*known["forms"].get(card.subtitle.upper(), {}).get(language, ()), card.subtitle))
        bases = [way for each in ways for way in each.get(language, ())]
        names += [f"{base} {form}" for base in bases for form in forms]
        # An English form alone is no name.
        names += [form for form in forms if form != card.subtitle]
    return tuple(names)


def is_called(card: Card, part: str) -> bool:
    """Whether a text is part of what a card or its characters are called in any other language."""
    key = key_of(part)
    return bool(key) and any(key in key_of(way) for way in card_spellings(card))


def characters_called(text: str) -> list[str]:
    """English names, in capitals, of the characters that bear a name in some other language."""
    key, known = key_of(text), spellings()["characters"]
    return [name for name, ways in known.items() if any(key == key_of(way) for each in ways.values() for way in each)]


def in_english(name: str, more: Mapping[str, str] | None = None) -> str:
    """What a character of another language is called in English, of several the parts; as it is where nobody knows it.

    ``more``: English names by `key_of` others, next to those that are known.
    """
    known = {
        key_of(way): each for each, ways in spellings()["characters"].items() for said in ways.values() for way in said
    }
    known |= more or {}
    parts = (known.get(key_of(part), part.strip()) for part in re.split("[/／]", name))
    return known.get(key_of(name)) or "/".join(parts)


def names_abroad() -> set[str]:
    """Every name of a card or a character in any other language."""
    kinds = spellings().values()
    return {way for names in kinds for ways in names.values() for each in ways.values() for way in each}


def bearers_of(catalog: Mapping[str, Card]) -> dict[str, set[str]]:
    """Numbers of the cards that are called so, by `key_of` a name in any other language."""
    bearers: dict[str, set[str]] = defaultdict(set)
    known = spellings()
    for card in catalog.values():
        for way in card_spellings(card, known=known):
            bearers[key_of(way)].add(card.number)
    return dict(bearers)


def names_on(cards: Iterable[Card]) -> dict[str, set[str]]:
    """The English names that are on cards, by the kinds of `Spellings` that cards have."""
    every = tuple(cards)
    return {
        "characters": {name for card in every for name in card.characters},
        "cards": {card.name for card in every},
        "forms": {card.subtitle for card in every if card.subtitle},
        "types": {card.type for card in every if card.type},
        "teams": {name for card in every for name in card.teams},
    }


def missing_names(catalog: Mapping[str, Card], language: str) -> dict[str, list[str]]:
    """The names on cards that are not known in a language, by kind and sorted."""
    known = spellings()
    return {
        kind: sorted(name for name in names if language not in known[kind].get(name.upper(), {}))
        for kind, names in names_on(catalog.values()).items()
    }
