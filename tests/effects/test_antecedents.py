"""Whoever a text speaks of was introduced before: in every combination of subjects and words for them."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from itertools import product

import pytest

from tests.effects.wordings import needs_official_texts, official_texts
from ucgsim.effects.official.meaning.filters import Pronoun
from ucgsim.effects.official.read import UnreadableText, read_official
from ucgsim.effects.tree.selectors import EitherOf, OpponentOf, PickCharacters, That
from ucgsim.effects.tree.statements import CardText, ChooseCharacters, Power, PutInPlace, PutOnTop, PutUnder
from ucgsim.effects.tree.values import CharacterRef

ENTERS = "《When this character enters play》"
SUBJECTS = ("this character", "this character's battle opponent", "the chosen character", "that character", "it")
SETTINGS = ("", "Choose one of your Ultra Heroes. ", "Give one of your Kaiju +2000 BP for this turn. ", "Draw a card. ")
WORDS = ("it", "that character", "that Kaiju", "this character", "its battle opponent", "the chosen character")


@pytest.mark.parametrize(("setting", "subject"), [*product(SETTINGS, SUBJECTS)])
def test_in_every_combination_a_reference_has_been_introduced(setting: str, subject: str) -> None:
    """Settings, subjects of a condition and words for whom something is given to, each with each."""
    read = 0
    conditions = (f"{subject} is DOUBLE", f"{subject} is DOUBLE and its battle opponent is a Kaiju")
    for asked, word in product(conditions, WORDS):
        text = f"{ENTERS}{setting}If {asked}, give {word} +1000 BP for this turn."
        try:
            tree = read_official(text)
        except UnreadableText as error:
            refused = str(error)
        else:
            read, refused = read + 1, ""
            assert unintroduced(tree) == set(), text
        assert not refused or "stands" in refused, text
    speaks_of_nobody = subject in ("the chosen character", "that character", "it") and setting in ("", "Draw a card. ")
    assert read > 0 or speaks_of_nobody


@needs_official_texts
def test_in_official_texts_every_reference_has_been_introduced() -> None:
    for number, text in official_texts().items():
        assert unintroduced(read_official(text)) == set(), number


def unintroduced(text: CardText) -> set[object]:
    """Characters of which a tree speaks before it has said who they are, and words that were not replaced."""
    return {ref for power in text.powers for ref in _Introduced(power).missing}


class _Introduced:
    """A walk in the order of the text; what is done introduces, what is named must have been."""

    def __init__(self, power: Power) -> None:
        self.known: set[CharacterRef] = {CharacterRef.THIS, CharacterRef.SUBJECT, CharacterRef.REMOVED}
        self.missing: set[object] = set()
        self.chose = False
        if power.trigger is not None:
            self.known.add(CharacterRef.EVENT)
        for part in (power.condition, power.cost, power.body):
            self.walk(part)

    def walk(self, node: object) -> None:
        if isinstance(node, tuple):
            for item in node:
                self.walk(item)
        elif isinstance(node, Pronoun) or (isinstance(node, That) and node.ref not in self.known):
            self.missing.add(node)
        elif is_dataclass(node):
            for item in fields(node):
                self.walk(getattr(node, item.name))
            self.introduce(node)

    def introduce(self, node: object) -> None:
        if isinstance(node, PickCharacters | EitherOf | OpponentOf):
            self.known.add(CharacterRef.LATEST if self.chose else CharacterRef.CHOSEN)
        if isinstance(node, ChooseCharacters):
            self.chose = True
            self.known.add(CharacterRef.CHOSEN)
        if isinstance(node, PutOnTop | PutUnder | PutInPlace):
            self.known.add(CharacterRef.PLAYED)
