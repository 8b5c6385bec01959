"""A text as it was printed, made even: spaces, quotes, reminders and capitals, with the columns kept.

Two remarks in brackets carry a meaning and stay: that either player's character is meant, and which sign is
meant. Keywords and deck-building lines are facts of the card (`ucgsim.cards.keywords`), no effect.
"""

from __future__ import annotations

import re

from ucgsim.cards.keywords import without_keywords

_REMINDER = re.compile(r"\(\s*[*※](?!\s*(?:yours or your|plus|minus))(?:[^()]|\([^()]*\))*\)\.?", re.IGNORECASE)
_QUOTED = re.compile(r"『[^』]*』|「[^」]*」|【[^】]*】")
_SAME = str.maketrans("’‘＋－−–➡（），．：", "''+---→(),.:")
_SPACES = str.maketrans(dict.fromkeys("\u3000\xa0\ufeff\u200b\n\r\t", " "))


def even(text: str) -> str:
    """Blank out what is no effect, lower what is no name; every character stays in its column."""
    evened = without_keywords(text).translate(_SAME).translate(_SPACES)
    evened = _REMINDER.sub(lambda match: " " * len(match[0]), evened)
    return _lower_outside_names(evened)


def _lower_outside_names(text: str) -> str:
    lowered = [_lower(char) for char in text]
    for match in _QUOTED.finditer(text):
        lowered[match.start() : match.end()] = match[0]
    return "".join(lowered)


def _lower(char: str) -> str:
    """Lower case, but only where that is one character as before."""
    low = char.lower()
    return low if len(low) == 1 else char
