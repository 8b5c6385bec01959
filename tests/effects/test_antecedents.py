"""Every pronoun of a text means one thing that was spoken of before it, or the text is refused."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from itertools import product

import pytest

from tests.effects.wordings import body_lines, needs_official_texts, official_texts
from ucgsim.effects.official.meaning.filters import Pronoun
from ucgsim.effects.official.read import UnreadableText, read_official
from ucgsim.effects.tree.selectors import EitherOf, OpponentOf, PickCharacters, That
from ucgsim.effects.tree.statements import CardText, ChooseCharacters, Power, PutInPlace, PutOnTop, PutUnder
from ucgsim.effects.tree.values import CharacterRef

ENTERS = "《When this character enters play》"
READ = {
    # the subject of a condition stays the subject
    "While this character is DOUBLE and its battle opponent has TYPE 【SPEED】, give it +500 BP and its BP grade "
    "increases by 1.": """
        if this is [double] and opponent is type SPEED:
          bp +500
          grade +1""",
    "While this character is in the round 2 battle area and this character's battle opponent is a Kaiju, it gets +500 "
    "BP.": "if this is in area 2 and opponent is kaiju: bp +500",
    "While this character is DOUBLE and its battle opponent is a Kaiju, that character gets -500 BP.": (
        "if this is [double] and opponent is kaiju: opponent bp -500"
    ),
    "While this character shares a TYPE with its battle opponent, give it +500 BP.": (
        "if opponent is same type as this: bp +500"
    ),
    "While you have two or more Kaiju and this character is SINGLE, it gets +1000 BP.": (
        "if at least 2 your kaiju and this is [single]: bp +1000"
    ),
    f"{ENTERS}If this character's battle opponent is DOUBLE and has TYPE 【POWER】, give that character -1000 BP for "
    "this turn and its BP grade decreases by 1 for this turn.": """
        if opponent is [double] type POWER:
          opponent bp -1000
          opponent grade -1""",
    "《Whenever 『HERO』 enters play》If that character is SINGLE and its battle opponent is a Kaiju, give it +1000 BP "
    "for this turn.": "if event is [single] and opponent of event is kaiju: event bp +1000",
    # what was chosen, and its battle opponent
    f"{ENTERS}Choose one of your 『HERO』. If its battle opponent is a Kaiju, give that Kaiju -500 BP this turn.": """
        choose 1 your HERO
        if opponent of chosen is kaiju: opponent of chosen bp -500""",
    f"{ENTERS}Choose one of your Kaiju. If its battle opponent is an Ultra Hero, give that Kaiju +2000 BP for this "
    "turn.": """
        choose 1 your kaiju
        if opponent of chosen is hero: chosen bp +2000""",
    f"{ENTERS}You may give one of your 『HERO』 +1000 BP for this turn. If you do, and its battle opponent is DOUBLE, "
    "that character's BP grade decreases by 1 for this turn.": """
        may 1 your HERO bp +1000
        if done: if opponent of chosen is [double]: opponent of chosen grade -1""",
    f"{ENTERS}Choose one of your Ultra Heroes. If that character's battle opponent is DOUBLE, put the top card of that "
    "battle opponent into its owner's hand.": """
        choose 1 your hero
        if opponent of chosen is [double]: take top card of opponent of chosen""",
    f"{ENTERS}Choose one of your Ultra Heroes. If it is DOUBLE and its battle opponent is a Kaiju, give it +1000 BP "
    "for this turn.": """
        choose 1 your hero
        if chosen is [double] and opponent of chosen is kaiju: chosen bp +1000""",
    f"{ENTERS}You may swap the place of this character with another one of your 『HERO』. If you do, give that "
    "character +1000 BP for this turn.": """
        may swap this with 1 your HERO other
        if done: chosen bp +1000""",
    f"{ENTERS}Put one 『HERO』 card from your hand into play on top of one of your 『HERO』 that is able to level up "
    "with it. If you do, give that character +1000 BP for this turn.": """
        put 1 HERO from hand on 1 your HERO able to level up
        if done: played bp +1000""",
    # cards that were moved are still the same cards
    f"{ENTERS}Reveal the top card of your deck. If it is a Kaiju card, put it into your hand. If it is a scene card, "
    "send it to your discard area.": """
        reveal top 1
        if kaiju in revealed: take the revealed
        if scene in revealed: discard the revealed""",
    f"{ENTERS}Choose one of your Kaiju. Return it to its owner's hand.": """
        choose 1 your kaiju
        take all cards of chosen""",
    f"{ENTERS}Give this character +1000 BP for this turn for each level it has.": "bp +1000 per (total level of this)",
}
BOTH = {
    "While this character's battle opponent is a Kaiju, give |it +1000 BP.": (
        "this character",
        "this character's battle opponent",
    ),
    "While this character's battle opponent is a Kaiju, |its BP grade decreases by 1.": (
        "this character",
        "this character's battle opponent",
    ),
    "While this character is TRIPLE and you have 『HERO』, give |it +1000 BP.": (
        "this character",
        "the one that a player has",
    ),
    "While you have 『HERO』, |its BP grade increases by 1.": ("this character", "the one that a player has"),
    f"{ENTERS}You may choose one of your 『HERO』. If you do, and its battle opponent is a Kaiju, give |it -2000 BP "
    "for this turn.": ("the character that was picked", "the battle opponent of the character that was picked"),
    f"{ENTERS}Give one of your 『HERO』 +1000 BP for this turn. If this character is DOUBLE, give |it +1000 BP for "
    "this turn.": ("the character that was picked", "this character"),
    f"{ENTERS}You may swap the place of this character with another one of your 『HERO』. If you do, give |it +1000 BP "
    "for this turn.": ("the character that was picked", "this character"),
    f"{ENTERS}Choose one of your 『HERO』. If it is DOUBLE and its battle opponent is DOUBLE, give |that character "
    "+1000 BP for this turn.": (
        "the character that was picked",
        "the battle opponent of the character that was picked",
    ),
    "《Whenever 『HERO』 enters play》If its battle opponent is a Kaiju, give |it +1000 BP for this turn.": (
        "the character of the trigger",
        "the battle opponent of the character of the trigger",
    ),
    f"{ENTERS}Reveal the top card of your deck, then choose one of your Ultra Heroes. If |it has TYPE 【POWER】, draw "
    "a card.": ("a card", "a character"),
    f"{ENTERS}Discard one card from your hand, then choose one of your Kaiju. Return |it to its owner's hand.": (
        "a card",
        "a character",
    ),
}
NOTHING = {
    "《When this scene enters play》Give |it +1000 BP for this turn.": "it",
    "《When this scene enters play》Give |that character +1000 BP for this turn.": "that character",
    "《When this scene enters play》Put |it into your hand.": "it",
    "《When this scene enters play》Give the |chosen character +1000 BP for this turn.": "the chosen character",
    "《When this scene enters play》Draw |that many cards.": "that many",
    f"{ENTERS}Draw a card. If you have 『HERO』, give |that Kaiju +1000 BP for this turn.": "that Kaiju",
    f"{ENTERS}Choose one of your Ultra Heroes and one opponent's Kaiju. Give |that Kaiju -1000 BP for this turn.": (
        "that Kaiju"
    ),
}
SUBJECTS = ("this character", "this character's battle opponent", "the chosen character", "that character", "it")
SETTINGS = ("", "Choose one of your Ultra Heroes. ", "Give one of your Kaiju +2000 BP for this turn. ", "Draw a card. ")
WORDS = ("it", "that character", "that Kaiju", "this character", "its battle opponent", "the chosen character")


@pytest.mark.parametrize("text", READ)
def test_a_pronoun_stands_for_one_character(text: str) -> None:
    expected = [line for line in READ[text].splitlines() if line]
    indent = min(len(line) - len(line.lstrip()) for line in expected)
    assert body_lines(read_official(text)) == [line[indent:] for line in expected]


@pytest.mark.parametrize("text", BOTH)
def test_a_pronoun_for_either_of_two_is_refused_with_both(text: str) -> None:
    with pytest.raises(UnreadableText) as caught:
        read_official(text.replace("|", ""))
    assert caught.value.column == text.index("|") + 1
    for named in (*BOTH[text], "not both"):
        assert named in str(caught.value)


@pytest.mark.parametrize("text", NOTHING)
def test_a_pronoun_for_nothing_is_refused_by_its_name_and_place(text: str) -> None:
    with pytest.raises(UnreadableText) as caught:
        read_official(text.replace("|", ""))
    assert caught.value.column == text.index("|") + 1
    assert f'"{NOTHING[text]}"' in str(caught.value)


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
