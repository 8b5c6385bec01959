"""The table of comparisons in official style: every number, every comparison, in every position, with its tree.

Trees are in the effect language. A wording has ``{}`` where the words of a comparison go.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

OF_COUNTS = {
    "exactly {}": "==",
    "{} or more": ">=",
    "at least {}": ">=",
    "no fewer than {}": ">=",
    "{} or fewer": "<=",
    "{} or less": "<=",
    "at most {}": "<=",
    "no more than {}": "<=",
    "more than {}": ">",
    "fewer than {}": "<",
    "less than {}": "<",
}
"""Comparisons before a noun: "two or more cards"."""
OF_VALUES = {
    "{}": "==",
    "exactly {}": "==",
    "equal to {}": "==",
    "{} or more": ">=",
    "{} or higher": ">=",
    "at least {}": ">=",
    "{} or less": "<=",
    "{} or lower": "<=",
    "at most {}": "<=",
    "higher than {}": ">",
    "more than {}": ">",
    "lower than {}": "<",
    "less than {}": "<",
}
"""Comparisons after a number's name: "BP is 8000 or more"."""
COUNTS = {
    "you have {} Kaiju": "number of your kaiju",
    "an opponent has {} Ultra Heroes": "number of their hero",
    "there are {} characters": "number of any character",
    "you have {} cards in your hand": "number of cards in hand",
    "your opponent has {} cards in their hand": "number of cards in their hand",
    "there are {} cards in your hand": "number of cards in hand",
    "you have {} cards in your deck": "number of cards in deck",
    "your opponent's deck has {} cards": "number of cards in their deck",
    "you have {} Kaiju cards in your discard area": "number of kaiju in discard",
    "your opponent's discard area has {} cards": "number of cards in their discard",
    "there are {} cards exiled from the game": "number of cards in any exile",
    "there are {} face-down and sideways cards under this character": "charge cards of this",
    "there are {} battle areas": "areas",
    "{} of your Kaiju are DOUBLE": "number of your kaiju [double]",
}
VALUES = {
    "the number of cards in your hand is {}": "number of cards in hand",
    "the number of your Kaiju is {}": "number of your kaiju",
    "the number of battle areas is {}": "areas",
    "the current field round count is {}": "areas",
    "the total level of your characters is {}": "total level of your character",
    "the total BP of all of your Kaiju is {}": "total bp of your kaiju",
    "your characters have a total level of {}": "total level of your character",
    "the highest BP among your characters is {}": "highest bp of your character",
    "the lowest level among your opponent's characters is {}": "lowest level of their character",
}
SUBJECTS = {"this character": "this", "this character's battle opponent": "opponent"}
MEASURES = {
    "BP": "bp",
    "printed SINGLE BP": "single_bp",
    "printed DOUBLE BP": "double_bp",
    "printed TRIPLE BP": "triple_bp",
    "printed QUAD BP": "quad_bp",
    "printed EXTRA BP": "extra_bp",
}
DISTANCES = {
    "more": (">", 0),
    "fewer": ("<", 0),
    "at least two more": (">=", 2),
    "two or more": (">=", 2),
    "exactly two more": ("==", 2),
    "at least two fewer": ("<=", -2),
    "exactly two fewer": ("==", -2),
}
OTHERS = {
    "higher than that of this character's battle opponent": (">", "total({0}, opponent_of(this))"),
    "lower than this character's battle opponent's": ("<", "total({0}, opponent_of(this))"),
    "equal to that of this character's battle opponent": ("==", "total({0}, opponent_of(this))"),
    "the same as that of this character's battle opponent": ("==", "total({0}, opponent_of(this))"),
}


def conditions() -> Iterator[tuple[str, str]]:
    """Conditions in official wording, each with its tree."""
    for (wording, tree), (words, sign) in product(COUNTS.items(), OF_COUNTS.items()):
        yield wording.format(words.format("two")), f"{tree} {sign} 2"
    for (wording, tree), (words, sign) in product(VALUES.items(), OF_VALUES.items()):
        yield wording.format(words.format("3")), f"{tree} {sign} 3"
    for (who, known), (name, measure), (words, sign) in product(SUBJECTS.items(), MEASURES.items(), OF_VALUES.items()):
        yield f"{who}'s {name} is {words.format('8000')}", f"is({known}, {measure} {sign} 8000)"
    for (name, measure), (words, (sign, other)) in product(MEASURES.items(), OTHERS.items()):
        yield f"this character's {name} is {words}", f"is(this, {measure} {sign} {other.format(measure)})"
    for words, (sign, more) in DISTANCES.items():
        theirs = "number of cards in their hand"
        right = f"plus({theirs}, {more})" if more else theirs
        yield f"you have {words} cards in your hand than an opponent", f"number of cards in hand {sign} {right}"


def filters() -> Iterator[tuple[str, str]]:
    """Characters of the opponent in official wording, each with the tree of what is asked of them."""
    for (name, measure), (words, sign) in product(MEASURES.items(), OF_VALUES.items()):
        tree = f"{measure} {sign} 8000"
        bound = words.format("8000")
        yield f"with {name} of {bound}", tree
        yield f"whose {name} is {bound}", tree
        yield f"that has a {name} of {bound}", tree
    for name, measure in MEASURES.items():
        yield f"with 8000 or more {name}", f"{measure} >= 8000"
        yield f"with a higher {name} than this character", f"{measure} > total({measure}, this)"
        yield f"with the highest {name}", f"{measure} == highest({measure}, theirs())"
        yield f"with the lowest {name}", f"{measure} == lowest({measure}, theirs())"
