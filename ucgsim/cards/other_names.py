"""What characters and cards are called in other languages: facts in a data file, which a user's own file adds to."""

from __future__ import annotations

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
_KINDS = ("characters", "cards")
Spellings = dict[str, dict[str, dict[str, tuple[str, ...]]]]
"""By kind (characters or cards), English name in capitals, and language: spellings, the usual one first."""


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
            raise UcgsimError(f"{place}: {kind!r} is no part of it; it has [characters] and [cards]")
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


def card_spellings(card: Card, languages: Iterable[str] = LANGUAGES, known: Spellings | None = None) -> tuple[str, ...]:
    """All that a card and its characters are called in some languages, the card's own name first.

    ``known``: the spellings, for those who ask for many cards; those of `spellings` where nothing is said.
    """
    known = spellings() if known is None else known
    ways = [known["cards"].get(card.name.upper(), {})]
    ways += [known["characters"].get(name.upper(), {}) for name in card.characters]
    return tuple(way for each in ways for language in languages for way in each.get(language, ()))


def name_in(card: Card, language: str) -> str:
    """What a card is called in a language; blank where that is not known."""
    ways = spellings()["cards"].get(card.name.upper(), {}).get(language, ())
    return ways[0] if ways else ""


def character_in(name: str, language: str) -> str:
    """What a character is called in a language; blank where that is not known."""
    ways = spellings()["characters"].get(name.upper(), {}).get(language, ())
    return ways[0] if ways else ""


def is_called(card: Card, part: str) -> bool:
    """Whether a text is part of what a card or its characters are called in any other language."""
    key = key_of(part)
    return bool(key) and any(key in key_of(way) for way in card_spellings(card))


def characters_called(text: str) -> list[str]:
    """English names, in capitals, of the characters that bear a name in some other language."""
    key, known = key_of(text), spellings()["characters"]
    return [name for name, ways in known.items() if any(key == key_of(way) for each in ways.values() for way in each)]


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


def missing_names(catalog: Mapping[str, Card], language: str) -> tuple[list[str], list[str]]:
    """Characters, and names of cards, that are not known in a language; both sorted."""
    known = spellings()
    characters = {name for card in catalog.values() for name in card.characters}
    names = {card.name for card in catalog.values()}
    return (
        sorted(name for name in characters if language not in known["characters"].get(name.upper(), {})),
        sorted(name for name in names if language not in known["cards"].get(name.upper(), {})),
    )
