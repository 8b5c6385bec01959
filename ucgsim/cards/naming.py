"""Cards by what people call them: the printed name, alone or with its subtitle."""

from __future__ import annotations

import difflib
from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING

from ucgsim.cards.numbers import plain_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ucgsim.cards.card import Card


def card_label(card: Card) -> str:
    """What a card is called wherever it stands among others: ``Tiga 3 · Zeperion Beam (BP01-007)``."""
    return f"{card_title(card)} ({card.number})"


def card_title(card: Card) -> str:
    """The same without the number, as in a column beside it: character, level and subtitle; a scene by its name."""
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
