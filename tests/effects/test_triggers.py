"""Triggers in wordings that no card has yet, each as the effect language says it."""

from __future__ import annotations

import pytest

from ucgsim.effects.compile.powers import assemble
from ucgsim.effects.language.blocks import format_text, parse_text
from ucgsim.effects.official.read import UnreadableText, read_official

TYPES = ("BASIC", "POWER", "SPEED", "ARMED", "HAZARD", "DEVASTATION", "INVASION", "METEO")
TRIGGERS = {
    # leveling up
    "When this character levels up": "this levels up",
    "When you level up this character": "this levels up",
    "When this character is leveled up": "this levels up",
    "Whenever one of your characters levels up": "your character levels up",
    "Whenever you level up a character": "your character levels up",
    "Whenever you level up one of your Kaiju": "your kaiju levels up",
    "Whenever another one of your 『NOVA』 levels up": "your NOVA other levels up",
    "Whenever an opponent levels up one of their characters": "their character levels up",
    "Whenever this character's battle opponent levels up": "their opposing this levels up",
    "Whenever a DOUBLE character levels up": "any [double] levels up",
    # battles
    "When this character wins a battle": "this wins",
    "When this character's battle is won": "this wins",
    "When this character wins its battle against a Kaiju": "your this opposing (their kaiju) wins",
    "Whenever you win one or more battles": "your character wins",
    "Whenever you win a battle with 『NOVA』": "your NOVA wins",
    "Whenever your opponent loses a battle": "their character loses",
    "When this character's battle ends in a tie": "this ties",
    "Whenever any of your 『NOVA』 or 『VOLT』 ties a battle": "your NOVA/VOLT ties",
    # drawing
    "Whenever you draw a card": "you draw",
    "Whenever you draw one or more cards with an effect": "draws some movement(you, anywhere, anywhere, effect)",
    "Whenever your opponent draws a card by one of your effects": (
        "draws movement(opponent, anywhere, anywhere, your effect)"
    ),
    # characters that leave
    "When this character leaves play": "this leaves play",
    "When this character is returned to its owner's hand": "this leaves to hand",
    "When this character is sent to your discard area by an opponent's effect": (
        "leaves departure(your this, discard, their effect)"
    ),
    "Whenever one of your Kaiju is exiled from the game": "your kaiju leaves to exile",
    # cards that move
    "When this card is sent to your discard area": "this moves movement(you, anywhere, discard)",
    "When this card is discarded": "this moves movement(you, hand, discard)",
    "When you discard this card": "this moves movement(you, hand, discard)",
    "When this card is sent from your deck to your discard area": "milled",
    "When this card is put into your hand from the field": "this moves movement(you, field, hand)",
    "When this scene is sent to your discard area": "sent",
    "When this scene leaves the field": "this moves movement(you, scene area)",
    "Whenever a card is sent from your deck to your discard area": "card moves movement(you, deck, discard)",
    "Whenever you send one or more cards from your deck to your discard area": (
        "card moves movement(you, deck, discard, you)"
    ),
    "Whenever a Kaiju card is sent to your discard area": ("card moves movement(you, anywhere, discard, any, kaiju)"),
    "Whenever you exile a card from your opponent's discard area": "card moves movement(opponent, discard, exile, you)",
    "Whenever you discard a scene card": "card moves movement(you, hand, discard, any, scene)",
    "Whenever your opponent discards a card": "opponent discards",
    "Whenever your opponent's scene leaves the field": (
        "card moves movement(opponent, scene area, anywhere, any, scene)"
    ),
    # what lies under characters, and places
    "Whenever a face-down and sideways card is placed under this character": "this gets charge",
    "Whenever a card is put into play under one of your Kaiju": "your kaiju gets a card under it",
    "Whenever this character swaps places with another character": "this swaps",
    # the turn
    "At the start of each turn": "start phase begins",
    "At the beginning of the Judgement Phase": "judgement phase begins",
    "At the end of the turn": "end phase begins",
    "When you become the Lead player": "you become lead",
    "When you become the Next player": "opponent becomes lead",
}
REFUSED = {
    "Whenever a character that shares a TYPE with it levels up": "by its name",
    "Whenever you draw two cards": "one or more cards",
    "Whenever two or more of your characters level up": "one or more",
    "Whenever you discard two or more cards from your hand": "one or more cards",
    "Whenever a 『NOVA』 card is put into your hand from your deck": "everybody sees",
    "Whenever you send one of your characters": "where the card goes",
    "Whenever a card is put under this character": "because",
}


@pytest.mark.parametrize("header", TRIGGERS)
def test_a_trigger_reads(header: str) -> None:
    result = read_official(f"《{header}》Draw a card.")
    assert format_text(result) == f"when {TRIGGERS[header]}: draw 1\n"
    assert parse_text(format_text(result)) == result
    assemble({"X": result}, TYPES)


@pytest.mark.parametrize("header", REFUSED)
def test_a_trigger_that_says_too_little_is_refused(header: str) -> None:
    with pytest.raises(UnreadableText, match=REFUSED[header]):
        read_official(f"《{header}》Draw a card.")


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("《When this character wins a battle》(Once per turn)Draw a card.", "when this wins 1/turn:"),
        ("[DBL]《When you draw a card》(Twice per game)Draw a card.", "when you draw [double] 2/game:"),
        ("[Activate](Once per game)No cost → Draw a card.", "pay 1/game:"),
    ],
)
def test_limits(text: str, head: str) -> None:
    assert format_text(read_official(text)).startswith(f"{head} ")


def test_a_character_that_left_is_no_character_any_more() -> None:
    with pytest.raises(UnreadableText, match="still on the field"):
        read_official("《Whenever one of your Kaiju leaves play》Give that character +1000 BP for this turn.")


def test_it_is_the_card_or_the_character_that_is_watched() -> None:
    sent = read_official("《When this card is sent to your discard area》You may put it into your hand.")
    assert "this card" in format_text(sent)
    won = read_official(
        "《Whenever one of your Kaiju wins a battle》Give that character +1000 BP during the next turn."
    )
    assert "event bp +1000 next turn" in format_text(won)


def test_a_limit_that_nobody_counts_is_refused() -> None:
    with pytest.raises(UnreadableText, match="once to 15 times"):
        read_official("[Activate](16 times per turn)No cost → Draw a card.")
