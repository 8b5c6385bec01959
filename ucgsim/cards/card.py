"""Cards: the facts printed on them, their numbers, and what people call them (CR 2.3, 2.4)."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Mapping


DEFAULT_COPY_LIMIT = 4
"""Copies of one card number that a deck may hold (CR 4.1.2)."""


class Kind(StrEnum):
    """Card types (CR 2.2.1, 2.2.2); a card may have two of them in every zone."""

    ULTRA_HERO = "Ultra Hero"
    KAIJU = "Kaiju"
    ULTRA_MECH = "Ultra Mech"
    SCENE = "Scene"


@dataclass(frozen=True, slots=True)
class Card:
    """One card number with its printed facts; prints and parallels of it are the same card (CR 4.1.3).

    ``characters`` holds one character name, several where a card may be treated as one of several
    (CR 11.21 of version 1.7), none for a scene. ``bp`` are the SINGLE, DOUBLE, TRIPLE and QUAD columns in
    points, ``None`` where nothing is printed (CR 2.3.7.2, 11.15.1). ``copy_limit`` is ``None`` where the card
    prints that a deck may hold any number of it. ``keywords`` are names of `ucgsim.cards.keywords.KEYWORDS`, which not
    every version of the rules knows.
    """

    number: str
    name: str
    subtitle: str = ""
    characters: tuple[str, ...] = ()
    kinds: tuple[Kind, ...] = ()
    level: int | None = None
    type: str | None = None
    round: int | None = None
    bp: tuple[int | None, int | None, int | None, int | None] = (None, None, None, None)
    extra: int | None = None
    teams: tuple[str, ...] = ()
    set_code: str = ""
    has_text: bool = False
    copy_limit: int | None = DEFAULT_COPY_LIMIT
    keywords: tuple[str, ...] = ()
    rarity: str = ""

    @property
    def full_name(self) -> str:
        """Card name with subtitle: what a name in corner brackets is looked for in (CR 2.3.1.2)."""
        return f"{self.name} {self.subtitle}".strip()

    @property
    def is_scene(self) -> bool:
        """Whether this is a scene card (CR 2.2.1)."""
        return Kind.SCENE in self.kinds

    @property
    def is_settable(self) -> bool:
        """Whether it is a character card that may enter play as SINGLE (CR 5.5.3.1, 11.15.1)."""
        return not self.is_scene and self.bp[0] is not None


# Card numbers as they are printed, and the number that counts in a deck (CR 4.1.3).
#
# A parallel or a reprint carries something before the card number: ``AP(01/20) BP01-001``,
# ``(PR-010)(01)BP01-012``, ``BP04-Re(01/02)BP01-103``, ``ExPBP06-102``, ``AP14BP05-061``.


KNOWN_CODE = r"(?:(?:BP|SD|EXD|UD)\d{2}-\d{3}|PR-\d{3,4}|Y\d{2}-P\d{3})"
"""The numbers of the products up to now, as a regular expression."""

OTHER_CODE = r"[A-Z]{1,4}(?:\d{2})?-[A-Z]?\d{3,4}"
"""The shape that all of them share, for products with a code of their own."""

# A mark is glued to the number only where nothing else could be meant; any other letter before a number
# belongs to its product code (TBP07-001 is no print of BP07-001).
_MARK = r"(?:ExP|SSSP|SP|AP|UR|Re)"
_NUMBER = re.compile(
    rf"(?:.*(?:[^A-Z]|{_MARK}))?(?P<known>{KNOWN_CODE})|(?:.*(?:[^A-Z]|ExP|Re))?(?P<other>{OTHER_CODE})",
    re.IGNORECASE,
)
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"))
_LIKE_A_DASH = re.compile("(?<=[A-Z0-9])[\u30fc\u2500\u2501\u4e00\u3161](?=P?[0-9]{3})", re.IGNORECASE)
"""What keyboards of Japan and Korea write for the dash of a number; elsewhere it is a letter, or a line."""


def plain_text(text: str) -> str:
    """Return text with full-width letters, typographic dashes and runs of blanks made plain."""
    plain = " ".join(unicodedata.normalize("NFKC", text).translate(_DASHES).split())
    return plain if plain.isascii() else _LIKE_A_DASH.sub("-", plain)


def base_number(text: str) -> str:
    """Return the card number without what marks a parallel or a reprint (CR 4.1.3).

    Raises UcgsimError where the text does not end in a card number.
    """
    number = number_in(text)
    if not number:
        raise UcgsimError(f"{text.strip()[:60]!r} is no card number; one looks like BP01-012 or (PR-095)BP02-005")
    return number


def number_in(text: str) -> str:
    """The card number of a text as `base_number` returns it; blank where the text does not end in one."""
    match = _NUMBER.fullmatch(plain_text(text))
    return "" if match is None else str(match["known"] or match["other"]).upper()


def set_code(number: str) -> str:
    """Return the product that a base number belongs to: ``BP01`` of BP01-012, ``PR`` of PR-036."""
    return number.split("-", 1)[0]


# Cards by what people call them: the printed name, alone or with its subtitle.


def card_label(card: Card) -> str:
    """What a card is called wherever it is among others: ``Tiga 3 · Zeperion Beam (BP01-007)``."""
    return f"{card_title(card)} ({card.number})"


def card_title(card: Card) -> str:
    """What a card is called next to its number: character, level and subtitle; a scene by its name."""
    if card.is_scene:
        return card.full_name
    character = _character(card)
    return f"{character} {card.level} · {card.subtitle}" if card.subtitle else f"{character} {card.level}"


def in_deck_order(card: Card) -> tuple[bool, str, int, str]:
    """Key that sorts cards by character and level, scenes last."""
    return card.is_scene, "/".join(card.characters), card.level or 0, card.number


def _character(card: Card) -> str:
    """The character name as the card's name spells it: TIGA of Ultraman Tiga is Tiga."""
    return "/".join(_spelled(card.name, character) or character for character in card.characters)


def _spelled(name: str, character: str) -> str:
    at = name.upper().find(character.upper())
    return name[at : at + len(character)] if at >= 0 else ""


class NamedCards:
    """The cards of a catalog by name; letters, blanks and signs are compared as people would."""

    def __init__(self, catalog: Mapping[str, Card]) -> None:
        self._catalog = catalog

    @cached_property
    def _numbers(self) -> dict[str, set[str]]:
        """Made when a name is asked for: hardly a list names any, and to go through all cards takes longer than it."""
        numbers: dict[str, set[str]] = defaultdict(set)
        for card in self._catalog.values():
            for name in (card.name, card.full_name):
                numbers[name_key(name)].add(card.number)
        return numbers

    @cached_property
    def _names(self) -> dict[str, str]:
        cards = self._catalog.values()
        return {name_key(name): name for card in cards for name in (card.name, card.full_name)}

    def find(self, text: str) -> tuple[str, ...]:
        """Numbers of all cards that bear this name, sorted; those with subtitle are found by the name alone too."""
        return tuple(sorted(self._numbers.get(name_key(text), ())))

    def nearest(self, text: str, n: int = 3, *, cutoff: float = 0.75) -> list[str]:
        """Up to ``n`` names that look most like a text, the likeliest first; ``cutoff``: how much, up to 1."""
        near = difflib.get_close_matches(name_key(text), self._names, n=n, cutoff=cutoff)
        return [self._names[key] for key in near]


def name_key(text: str) -> str:
    """A name as it is compared: letters and digits in lower case, words parted by single blanks."""
    return " ".join("".join(letter if letter.isalnum() else " " for letter in plain_text(text).casefold()).split())
