"""What a player does to whose things: each deed as you do it, and the same as another player does it."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ENTERS = "《When this character enters play》"
DEEDS = (
    ("choose", "one of {} characters"),
    ("choose", "two of {} SINGLE Kaiju"),
    ("choose", "one Kaiju on {} field"),
    ("choose", "the character with the highest BP among {} characters"),
    ("choose", "the battle opponent of one of {} Kaiju"),
    ("choose", "up to two cards in {} discard area"),
    ("choose", "one card from {} hand at random"),
    ("reveal", "one card from {} hand"),
    ("reveal", "{} hand"),
    ("reveal", "the top two cards of {} deck"),
    ("return", "one of {} Kaiju to its owner's hand"),
    ("return", "one card from {} hand to the bottom of its owner's deck"),
    ("send", "all of {} Kaiju to their owners' discard areas"),
    ("send", "the top card of {} deck to its owner's discard area"),
    ("send", "one of {} scenes to its owner's discard area"),
    ("put", "the top card of one of {} DOUBLE characters into its owner's hand"),
    ("put", "one face-down and sideways card under one of {} characters into its owner's hand"),
    ("exile", "one Kaiju card in {} discard area from the game"),
    ("exile", "one of {} 『NOVA』 and one of {} 『SOL』 from the game"),
)
"""Verbs, and what they are done to; the hole is for whose it is."""
SEEN_BY = {
    "Your opponent": {"your": "your opponent's", "their": "your", "your opponent's": "your", "an opponent's": "your"},
    "Each player": {"their": "your"},
}
"""By who does it: whose things those of a text are to that player."""
OTHERS = {"Your opponent": (), "Each player": ("your", "your opponent's")}
"""Whose things nobody can tell the player to whom that is said."""


def deeds() -> Iterator[tuple[str, str, str]]:
    """A text in which another player does something, who that is, and the text of the same as your own deed."""
    for (doer, words), (verb, what) in product(SEEN_BY.items(), DEEDS):
        for said, seen in words.items():
            yield (
                f"{ENTERS}{doer} {verb}s {what.format(said, said)}.",
                doer,
                f"{ENTERS}{verb.capitalize()} {what.format(seen, seen)}.",
            )


def open_deeds() -> Iterator[str]:
    """Texts in which somebody does something to things that are not said from the side of that player."""
    for (doer, whose), (verb, what) in product(OTHERS.items(), DEEDS):
        yield from (f"{ENTERS}{doer} {verb}s {what.format(each, each)}." for each in whose)
