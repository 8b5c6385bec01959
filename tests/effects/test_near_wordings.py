"""Wordings one step from those that are printed, each as the effect language says it."""

from __future__ import annotations

import pytest

from tests.effects.wordings import body_lines
from ucgsim.effects.compile.powers import assemble
from ucgsim.effects.official.read import UnreadableText, read_official

TYPES = ("BASIC", "POWER", "SPEED", "ARMED", "HAZARD", "DEVASTATION", "INVASION", "METEO")
EFFECTS = {
    # battles, battle opponents, places
    "Have the battle of one of your SINGLE 『MORGA』 be a tie for this turn.": "1 your MORGA [single] battle tie",
    "Give the battle opponent of one of your Kaiju, other than this character, -3000 BP for this turn.": (
        "opponent of 1 your kaiju other bp -3000"
    ),
    "You may put one 『MORGA』 card from your hand into play under this character where it is able to be placed.": (
        "may put 1 MORGA from hand under 1 your this able to lie on it"
    ),
    # numbers that are compared
    "Send one of your scenes to its owner's discard area. Put one scene with round equal to or lower than the sent "
    "scene's round from your hand into the scene area.": """
        discard 1 from scene area
        put 1 scene round <= (total round of the sent) from hand in scene area""",
    "Send one opponent's character with BP higher than or equal to this character's BP to its owner's discard area.": (
        "discard all cards of 1 their bp >= total bp of this"
    ),
    "Give one opponent's character -X BP for this turn, where X is 1000 times the number of your Kaiju.": (
        "1 their character bp -1000 per your kaiju"
    ),
    "If this character's BP is equal to or lower than that of its battle opponent, draw a card.": (
        "if this is bp <= total bp of opponent of itself: draw 1"
    ),
    # what is left out
    "You may discard one card other than a scene card from your hand.": "may discard 1 not scene",
    "Give all characters except Ultra Heroes -1000 BP for this turn.": "all any not hero bp -1000",
    "Give one of your characters other than an Ultra Hero or a Kaiju +1000 BP for this turn.": (
        "1 your not hero/kaiju bp +1000"
    ),
    # lists of effects
    "Choose one: 1) Draw a card. 2) Give this character +1000 BP for this turn.": """
        modes exactly 1:
          mode: draw 1
          mode: bp +1000""",
    "You may choose one of the following effects: 1) Draw a card. 2) Give this character +1000 BP for this turn.": """
        modes 1:
          mode: draw 1
          mode: bp +1000""",
    # one and the other
    "Look at the top two cards of your deck. Put one of them into your hand and the other on the bottom of your "
    "deck.": """
        look at top 2
        take 1 from rest
        bottom the rest""",
    "Reveal the top two cards of your deck. If neither of the revealed cards is a Kaiju card, draw a card.": """
        reveal top 2
        if number of cards in revealed == 2 and no kaiju in revealed: draw 1""",
    # the scene of the condition
    "If there is a scene with round 2 or lower in the scene area, you may send it to its owner's discard area.": (
        "if round 2 or less in any scene area: may discard 1 round 2 or less from any scene area"
    ),
    "If there is a scene in the scene area, reveal the top card of your deck. Put it into your hand.": """
        if card in any scene area: reveal top 1
        take the revealed""",
    # who draws, and how many
    "Your opponent draws cards until they have five cards in their hand.": (
        "by opponent: draw 5 plus -1 per cards in hand"
    ),
    "Each player draws cards until they have four cards in their hand.": ("by both: draw 4 plus -1 per cards in hand"),
    "Your opponent draws two cards. Then, they discard one card from their hand.": """
        opponent draws 2
        by opponent: discard 1""",
    "You may discard one card from your hand, and if you do, draw a card.": """
        may discard 1
        if done: draw 1""",
}
CLAIMS = {
    "For each Kaiju card exiled from the game, this character gets +500 BP.": "bp +500 per kaiju in any exile",
    "All your Kaiju get +X BP, where X is 500 times the number of battle areas.": "all your kaiju bp +500 per areas",
    "The battle of your 『MORGA』 becomes a tie.": "all your MORGA battle tie",
    "While there are a total of three or more face-down and sideways cards under your characters, this character gets "
    "+2000 BP.": "if total charge of your character >= 3: bp +2000",
}
REFUSED = {
    # words that have two meanings, or none
    "Give one of your characters other than a Kaiju with TYPE 【POWER】 +1000 BP for this turn.": "one meaning",
    "Exile the top card of your deck from the game. For each card exiled from the game, draw a card.": "total of",
    "Reveal the top three cards of your deck. Put one of them into your hand and the other into your discard area.": (
        "two cards that were revealed"
    ),
    "Reveal the top two cards of your deck. Put one Kaiju card from among them into your hand and the other into your "
    "discard area.": "one of them",
    "Discard one card from your hand. If there is a scene in the scene area, exile it from the game.": "that scene",
    "Draw a card. Then, they draw a card.": "sentence before",
    "Each player draws a card. They discard one card from their hand.": "sentence before",
    "Draw as many cards as the sent card.": "",
    "Put the sent card into your hand.": "cards before this that were sent",
}


@pytest.mark.parametrize("text", EFFECTS)
def test_an_effect_reads(text):
    result = read_official(f"《When this character enters play》{text}")
    assert [line.strip() for line in body_lines(result)] == [
        line.strip() for line in EFFECTS[text].strip().splitlines()
    ]
    assemble({"X": result}, TYPES)


@pytest.mark.parametrize("text", CLAIMS)
def test_a_claim_reads(text):
    result = read_official(text)
    assert body_lines(result) == [CLAIMS[text]]
    assemble({"X": result}, TYPES)


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_open_is_refused(text):
    with pytest.raises(UnreadableText) as refused:
        read_official(f"《When this character enters play》{text}")
    assert REFUSED[text] in str(refused.value)


def test_the_sent_scene_of_a_trigger_is_the_one_that_was_sent():
    result = read_official(
        "《When this scene is sent to the discard area》Put one scene with round equal to or lower than the sent "
        "scene's round from your discard area into the scene area."
    )
    assert body_lines(result) == ["put 1 scene round <= (total round of this card) from discard in scene area"]
