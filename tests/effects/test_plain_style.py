"""Conditions, counts and selections in the plain style of printed cards."""

from __future__ import annotations

import pytest

from tests.effects.wordings import body_lines
from ucgsim.effects.compile.powers import assemble
from ucgsim.effects.language.blocks import format_text, parse_text
from ucgsim.effects.official.read import UnreadableText, read_official

ENTERS = "《When this character enters play》"
CONDITIONS = {
    "you have between two and four cards in your hand": ("at least 2 in hand and number of cards in hand <= 4"),
    "the number of battle areas is between 2 and 4": "areas >= 2 and areas <= 4",
    "this character's battle opponent's BP is between 3000 and 5000": "opponent is bp >= 3000 bp <= 5000",
    "this character's battle opponent's level is between 2 and 4": "opponent is level 2 to 4",
    "you have both a Kaiju and an Ultra Hero": ("your kaiju and your hero"),
    "you have a Kaiju and an Ultra Mech": "your kaiju and your mech",
    "you have two or more Kaiju and Ultra Heroes": "at least 2 your kaiju/hero",
    "this character's battle opponent is of level 3 or higher": "opponent is level 3 or more",
    "there is a scene in play": "card in any scene area",
    "your opponent has a scene in play": "card in their scene area",
    "you have 『NOVA』, or if your opponent has no Kaiju": ("your NOVA or no their kaiju"),
    "you have a Kaiju and your opponent has none": ("your kaiju and no their kaiju"),
    "you have a scene but your opponent does not": ("card in scene area and no card in their scene area"),
    "only you have 『NOVA』": "your NOVA and no their NOVA",
    "only your opponent has a Kaiju": "their kaiju and no your kaiju",
    "this character's BP grade is not increased": "this is not affected by grade up",
    "you have two or more TYPE 【POWER】 Kaiju": "at least 2 your kaiju type POWER",
    "this character's battle opponent has no TYPE in common with this character": ("opponent is not same type as this"),
    "this character's battle opponent is a Kaiju with no TYPE in common with this character": (
        "opponent is kaiju not same type as this"
    ),
}
EFFECTS = {
    "Your opponent cannot use [Activate] effects this turn.": "forbid opponent activate",
    "Give one of your opponent's characters that has a BP grade increase -1000 BP for this turn.": (
        "1 their affected by grade up bp -1000"
    ),
    "If its battle opponent has no TYPE in common with this character, draw a card.": (
        "if opponent is not same type as this: draw 1"
    ),
    "Draw a card for each opponent's Kaiju.": "draw 1 per their kaiju",
    "For each opponent's DOUBLE character, draw a card.": "draw 1 per their [double]",
    "Discard one character card of level 2 from your hand.": ("discard 1 hero/kaiju/mech level 2"),
    "Give the opponent's character with the highest BP -1000 BP for this turn.": (
        "1 their bp == (highest bp of their character) bp -1000"
    ),
    "Give your characters with the lowest level +1000 BP each for this turn.": (
        "all your level == (lowest level of your character) bp +1000"
    ),
    "Give one of your TYPE 【POWER】 or 【SPEED】 characters +1000 BP for this turn.": (
        "1 your type POWER/SPEED bp +1000"
    ),
}
REFUSED = (
    "If you have between four and two Kaiju, draw a card.",
    "If you have a Kaiju and Ultra Hero, draw a card.",
    "If you have a Kaiju, and 『NOVA』 or 『SOL』, draw a card.",
    "If your character with the highest BP is a Kaiju, draw a card.",
    "If you have a Kaiju and an Ultra Hero card in your hand, draw a card.",
    "Give the opponent's Kaiju -1000 BP for this turn.",
    "Give one of your TYPE 【POWER】 and 【SPEED】 Kaiju +1000 BP for this turn.",
    "Discard one Kaiju and Ultra Hero card from your hand.",
    "Choose two of your characters. If those characters are Kaiju, draw a card.",
    "Choose up to two of your characters. If it is a Kaiju, draw a card.",
    "Reveal the top two cards of your deck. If the revealed card is a Kaiju card, draw a card.",
    "Change two TYPE of this character to 【POWER】 for this turn.",
    "Negate two effect text of one of your opponent's characters for this turn.",
    "Trigger two 《When this character enters play》 effect of one of your characters.",
    "Choose two [Activate] effect of one of your characters and resolve it by paying its cost.",
    "If you are the Lead player and have a Kaiju or an opponent has a Kaiju, draw a card.",
    "Discard two cards from your hand. If the discarded card is a Kaiju card, draw a card.",
)


@pytest.mark.parametrize("text", CONDITIONS)
def test_a_condition_reads(text: str) -> None:
    for word in ("While", "If"):
        result = read_official(f"{word} {text}, this character gets +1000 BP.")
        said = format_text(result)
        expected = f"while: if {CONDITIONS[text]}: bp +1000"
        assert said.strip() == expected
        assert parse_text(said) == result
        assemble({"X": result}, ("POWER", "SPEED"))


@pytest.mark.parametrize("text", EFFECTS)
def test_an_effect_reads(text: str) -> None:
    result = read_official(ENTERS + text)
    assert body_lines(result) == [EFFECTS[text]]
    assemble({"X": result}, ("POWER", "SPEED"))


@pytest.mark.parametrize("text", REFUSED)
def test_what_could_mean_two_things_is_refused(text: str) -> None:
    with pytest.raises(UnreadableText):
        read_official(ENTERS + text)


def test_one_card_of_one_that_was_revealed_is_known() -> None:
    text = (
        "Reveal the top card of your deck. If the revealed card is a character card of level 3 or higher, draw a card."
    )
    said = format_text(read_official(ENTERS + text))
    asked = "hero/kaiju/mech level 3 or more in revealed"
    assert said.splitlines()[1].strip() == f"if {asked}: draw 1"


@pytest.mark.parametrize(
    ("asked", "tree"),
    [
        ("its level is 3 or higher", "level 3 or more"),
        ("it is a Kaiju card or its level is 3 or higher", "(kaiju or level 3 or more)"),
        ("it is a Kaiju card and its level is 3 or higher", "kaiju level 3 or more"),
    ],
)
def test_its_level_is_that_of_the_card_before(asked: str, tree: str) -> None:
    said = format_text(read_official(f"{ENTERS}Reveal the top card of your deck. If {asked}, draw a card."))
    assert said.splitlines()[1].strip() == f"if {tree} in revealed: draw 1"


def test_the_oldest_battle_area_is_that_of_round_1() -> None:
    said = read_official(f"{ENTERS}Give your character in the oldest battle area +1000 BP for this turn.")
    assert body_lines(said)[0] == "all your in area 1 bp +1000"
