"""Words that say the contrary of each other, and texts in which one was put in the place of the other."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PAIRS = (
    ("more", "fewer"),
    ("higher", "lower"),
    ("highest", "lowest"),
    ("at least", "at most"),
    ("more than", "less than"),
    ("top", "bottom"),
    ("on top of", "under"),
    ("your", "your opponent's"),
    ("your", "their"),
    ("yours", "theirs"),
    ("win", "loss"),
    ("win", "tie"),
    ("win", "lose"),
    ("wins", "loses"),
    ("won", "lost"),
    ("for this turn", "for the next turn"),
    ("for this turn", "until the end of the next turn"),
    ("this turn", "the next turn"),
    ("increase", "decrease"),
    ("increases", "decreases"),
    ("increased", "decreased"),
    ("Lead", "Next"),
    ("newest", "oldest"),
    ("exactly", "up to"),
    ("with", "without"),
    ("is", "is not"),
    ("if", "unless"),
    ("all", "none"),
    ("both", "neither"),
    ("hand", "discard area"),
    ("start", "end"),
    ("turn", "game"),
    ("+", "-"),
)


_NO_EFFECT = re.compile(r"\((?!\w+ (?:times )?per )(?:[^()]|\([^()]*\))*\)|『[^』]*』|「[^」]*」|【[^】]*】")
"""Reminders and names, which say nothing that could be turned."""
_GOAL = re.compile(r"\b(?:into|to|(?:top|bottom) of) $")
"""Behind these words a card goes to its owner's zone, which is "your" or "their" hand, deck or discard area alike."""


def contrasts(text: str) -> Iterator[str]:
    """The text with one of its words turned into the contrary, for each that it holds."""
    idle = [match.span() for match in _NO_EFFECT.finditer(text)]
    for pair in PAIRS:
        for word, other in (pair, pair[::-1]):
            for match in re.finditer(_alone(word), text):
                is_owners = {word, other} == {"your", "their"} and _GOAL.search(text[: match.start()])
                if not is_owners and not any(start <= match.start() < end for start, end in idle):
                    yield text[: match.start()] + other + text[match.end() :]


def _alone(word: str) -> str:
    """The word as a whole word."""
    edges = (r"(?<![\w'])", r"(?![\w'])") if word[-1].isalpha() else ("", r"(?=\d)")
    return edges[0] + re.escape(word) + edges[1]
