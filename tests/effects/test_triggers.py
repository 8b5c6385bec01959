"""Triggers in wordings that no card has yet, each as the effect language says it."""

from __future__ import annotations

import pytest

from ucgsim.effects.compile.powers import assemble
from ucgsim.effects.english.explain import explain
from ucgsim.effects.language.blocks import format_text, parse_text
from ucgsim.effects.official.read import UnreadableText, read_official

TYPES = ("BASIC", "POWER", "SPEED", "ARMED", "HAZARD", "DEVASTATION", "INVASION", "METEO")
TRIGGERS = {
    # leveling up
    "When this character levels up": "levels_up yours(is_this())",
    "When you level up this character": "levels_up yours(is_this())",
    "When this character is leveled up": "levels_up yours(is_this())",
    "Whenever one of your characters levels up": "levels_up yours()",
    "Whenever you level up a character": "levels_up yours()",
    "Whenever you level up one of your Kaiju": "levels_up yours(kind(kaiju))",
    "Whenever another one of your 『NOVA』 levels up": 'levels_up yours(name("NOVA"), not(is_this()))',
    "Whenever an opponent levels up one of their characters": "levels_up theirs()",
    "Whenever this character's battle opponent levels up": "levels_up theirs(opposes(yours(is_this())))",
    "Whenever a DOUBLE character levels up": "levels_up characters(state(double))",
    # battles
    "When this character wins a battle": "wins yours(is_this())",
    "When this character's battle is won": "wins yours(is_this())",
    "When this character wins its battle against a Kaiju": "wins yours(is_this(), opposes(theirs(kind(kaiju))))",
    "Whenever you win one or more battles": "wins yours()",
    "Whenever you win a battle with 『NOVA』": 'wins yours(name("NOVA"))',
    "Whenever your opponent loses a battle": "loses theirs()",
    "When this character's battle ends in a tie": "ties yours(is_this())",
    "Whenever any of your 『NOVA』 or 『VOLT』 ties a battle": 'ties yours(name("NOVA", "VOLT"))',
    # drawing
    "Whenever you draw a card": "draws movement(you)",
    "Whenever you draw one or more cards with an effect": "draws_some movement(you, anywhere, anywhere, effect)",
    "Whenever your opponent draws a card by one of your effects": (
        "draws movement(opponent, anywhere, anywhere, your_effect)"
    ),
    # characters that leave
    "When this character leaves play": "leaves departure(yours(is_this()))",
    "When this character is returned to its owner's hand": "leaves departure(yours(is_this()), hand)",
    "When this character is sent to your discard area by an opponent's effect": (
        "leaves departure(yours(is_this()), discard, their_effect)"
    ),
    "Whenever one of your Kaiju is exiled from the game": "leaves departure(yours(kind(kaiju)), exile)",
    # cards that move
    "When this card is sent to your discard area": "this_moves movement(you, anywhere, discard)",
    "When this card is discarded": "this_moves movement(you, hand, discard)",
    "When you discard this card": "this_moves movement(you, hand, discard)",
    "When this card is sent from your deck to your discard area": "this_milled",
    "When this card is put into your hand from the field": "this_moves movement(you, field, hand)",
    "When this scene is sent to your discard area": "this_scene_sent",
    "When this scene leaves the field": "this_moves movement(you, scene_area)",
    "Whenever a card is sent from your deck to your discard area": "card_moves movement(you, deck, discard)",
    "Whenever you send one or more cards from your deck to your discard area": (
        "card_moves movement(you, deck, discard, you)"
    ),
    "Whenever a Kaiju card is sent to your discard area": (
        "card_moves movement(you, anywhere, discard, any, kind(kaiju))"
    ),
    "Whenever you exile a card from your opponent's discard area": "card_moves movement(opponent, discard, exile, you)",
    "Whenever you discard a scene card": "card_moves movement(you, hand, discard, any, kind(scene))",
    "Whenever your opponent discards a card": "discard theirs()",
    "Whenever your opponent's scene leaves the field": (
        "card_moves movement(opponent, scene_area, anywhere, any, kind(scene))"
    ),
    # what lies under characters, and places
    "Whenever a face-down and sideways card is placed under this character": "charged yours(is_this())",
    "Whenever a card is put into play under one of your Kaiju": "put_under yours(kind(kaiju))",
    "Whenever this character swaps places with another character": "swapped yours(is_this())",
    # the turn
    "At the start of each turn": "phase_begins beginning(start)",
    "At the beginning of the Judgement Phase": "phase_begins beginning(judgement)",
    "At the end of the turn": "phase_begins beginning(end)",
    "When you become the Lead player": "becomes_lead yours()",
    "When you become the Next player": "becomes_lead theirs()",
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
    found = read_official(f"《{header}》Draw a card.")
    assert format_text(found).splitlines()[0] == f"when {TRIGGERS[header]}:"
    assert parse_text(format_text(found)) == found
    assert explain(found).strip()
    assemble({"X": found}, TYPES)


@pytest.mark.parametrize("header", REFUSED)
def test_a_trigger_that_says_too_little_is_refused(header: str) -> None:
    with pytest.raises(UnreadableText, match=REFUSED[header]):
        read_official(f"《{header}》Draw a card.")


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("《When this character wins a battle》(Once per turn)Draw a card.", "when wins yours(is_this()) 1/turn:"),
        ("[DBL]《When you draw a card》(Twice per game)Draw a card.", "when draws movement(you) [double] 2/game:"),
        ("[Activate](Once per game)No cost → Draw a card.", "pay 1/game:"),
    ],
)
def test_limits(text: str, head: str) -> None:
    assert format_text(read_official(text)).splitlines()[0] == head


def test_a_character_that_left_is_no_character_any_more() -> None:
    with pytest.raises(UnreadableText, match="still on the field"):
        read_official("《Whenever one of your Kaiju leaves play》Give that character +1000 BP for this turn.")


def test_it_is_the_card_or_the_character_that_is_watched() -> None:
    sent = read_official("《When this card is sent to your discard area》You may put it into your hand.")
    assert "these(this)" in format_text(sent)
    won = read_official(
        "《Whenever one of your Kaiju wins a battle》Give that character +1000 BP during the next turn."
    )
    assert "modify(event, bp(1000), duration=next_turn)" in format_text(won)


def test_a_limit_that_nobody_counts_is_refused() -> None:
    with pytest.raises(UnreadableText, match="once to 15 times"):
        read_official("[Activate](16 times per turn)No cost → Draw a card.")
