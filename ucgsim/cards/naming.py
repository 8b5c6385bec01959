"""Cards by what people call them: the printed name, alone or with its subtitle."""

from __future__ import annotations

import difflib
from collections import defaultdict
from typing import TYPE_CHECKING

from ucgsim.cards.numbers import plain_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ucgsim.cards.card import Card


class NamedCards:
    """The cards of a catalog by name; letters, blanks and signs are compared as people would."""

    def __init__(self, catalog: Mapping[str, Card]) -> None:
        self._numbers: dict[str, set[str]] = defaultdict(set)
        self._names: dict[str, str] = {}
        for card in catalog.values():
            for name in (card.name, card.full_name):
                self._numbers[_key(name)].add(card.number)
                self._names[_key(name)] = name

    def find(self, text: str) -> tuple[str, ...]:
        """Numbers of all cards that bear this name, sorted; those with subtitle are found by the name alone too."""
        return tuple(sorted(self._numbers.get(_key(text), ())))

    def nearest(self, text: str, n: int = 3) -> list[str]:
        """Up to ``n`` names that look most like a text, the likeliest first."""
        near = difflib.get_close_matches(_key(text), self._names, n=n, cutoff=0.75)
        return [self._names[key] for key in near]


def _key(text: str) -> str:
    return " ".join("".join(letter if letter.isalnum() else " " for letter in plain_text(text).casefold()).split())
