"""A text as it was printed, made even: spaces, quotes, reminders and capitals, with the columns kept.

Two remarks in brackets carry a meaning and stay: that either player's character is meant, and which sign is meant.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_REMINDER = re.compile(r"\(\*(?!\s*(?:yours or your|plus|minus))(?:[^()]|\([^()]*\))*\)", re.IGNORECASE)
_DECK_BUILDING = re.compile(r"a deck may include any number of this card\.?", re.IGNORECASE)
_TEAM = re.compile(r"\[TEAM\]\s*\[[^\]]*\]\s*(?:\([^)]*\))?", re.IGNORECASE)
_QUOTED = re.compile(r"『[^』]*』|「[^」]*」|【[^】]*】")
_SAME = str.maketrans(
    {"’": "'", "‘": "'", "＋": "+", "－": "-", "−": "-", "–": "-", "➡": "→", "\u3000": " ", "\xa0": " "}
)
_SAME |= str.maketrans(
    {"（": "(", "）": ")", "，": ",", "．": ".", "：": ":", "\ufeff": " ", "\u200b": " ", "\n": " "}
)


@dataclass(frozen=True, slots=True)
class Evened:
    """The even text; it has as many characters as the printed one, so a place in it is a place there."""

    text: str


def even(text: str) -> Evened:
    """Blank out what says nothing and lower what is no name; every column stays where it was."""
    found = text.translate(_SAME)
    for meaningless in (_REMINDER, _DECK_BUILDING, _TEAM):
        found = meaningless.sub(lambda match: " " * len(match[0]), found)
    return Evened(_lower_outside_names(found))


def _lower_outside_names(text: str) -> str:
    lowered = [_lower(char) for char in text]
    for match in _QUOTED.finditer(text):
        lowered[match.start() : match.end()] = match[0]
    return "".join(lowered)


def _lower(char: str) -> str:
    """Lower case, but only where that is one character as before."""
    low = char.lower()
    return low if len(low) == 1 else char
