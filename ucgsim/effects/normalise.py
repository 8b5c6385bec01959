"""A text as it was printed, made even: spaces, quotes, reminders and capitals, with the columns kept.

Two remarks in brackets carry a meaning and stay: that either player's character is meant, and which sign is
meant. Keywords and deck-building lines are facts of the card (`ucgsim.cards.keywords`), no effect.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from ucgsim.cards.keywords import read_keywords

_REMINDER = re.compile(r"\(\s*[*※](?!\s*(?:yours or your|plus|minus))(?:[^()]|\([^()]*\))*\)\.?", re.IGNORECASE)
_QUOTED = re.compile(r"『[^』]*』|「[^」]*」|【[^】]*】")
_SAME = str.maketrans("’‘＋－−–➡（），．：", "''+---→(),.:")
_SPACES = str.maketrans(dict.fromkeys("\u3000\xa0\ufeff\u200b\n\r\t", " "))


def even(text: str) -> str:
    """Blank out what is no effect, lower what is no name; every character stays in its column."""
    found = _without_keywords(text).translate(_SAME).translate(_SPACES)
    found = _REMINDER.sub(lambda match: " " * len(match[0]), found)
    return _lower_outside_names(found)


def _without_keywords(text: str) -> str:
    """The text with blanks where facts of the card stood."""
    rest = read_keywords(text).remainder
    if rest == text.strip():
        return text
    kept = [" "] * len(text)
    for block in SequenceMatcher(None, text, rest, autojunk=False).get_matching_blocks():
        kept[block.a : block.a + block.size] = text[block.a : block.a + block.size]
    return "".join(kept)


def _lower_outside_names(text: str) -> str:
    lowered = [_lower(char) for char in text]
    for match in _QUOTED.finditer(text):
        lowered[match.start() : match.end()] = match[0]
    return "".join(lowered)


def _lower(char: str) -> str:
    """Lower case, but only where that is one character as before."""
    low = char.lower()
    return low if len(low) == 1 else char
