"""Conditions, counts and selections in the plain style of printed cards."""

from __future__ import annotations

import pytest

from ucgsim.effects.compile.powers import assemble
from ucgsim.effects.language.blocks import format_text, parse_text
from ucgsim.effects.official.read import UnreadableText, read_official

ENTERS = "《When this character enters play》"
CONDITIONS = {
    "you have between two and four cards in your hand": (
        "all(count_cards(cards(your.hand)) >= 2, count_cards(cards(your.hand)) <= 4)"
    ),
    "the number of battle areas is between 2 and 4": "all(field_round() >= 2, field_round() <= 4)",
    "this character's battle opponent's BP is between 3000 and 5000": "is(opponent_of(this), bp >= 3000, bp <= 5000)",
    "this character's battle opponent's level is between 2 and 4": "is(opponent_of(this), level_between(2, 4))",
    "you have both a Kaiju and an Ultra Hero": (
        "all(count(yours(kind(kaiju))) >= 1, count(yours(kind(ultra_hero))) >= 1)"
    ),
    "you have a Kaiju and an Ultra Mech": "all(count(yours(kind(kaiju))) >= 1, count(yours(kind(ultra_mech))) >= 1)",
    "you have two or more Kaiju and Ultra Heroes": "count(yours(kind(kaiju, ultra_hero))) >= 2",
    "this character's battle opponent is of level 3 or higher": "is(opponent_of(this), level_between(3, none))",
    "there is a scene in play": "count_cards(cards(any.scene_area)) >= 1",
    "your opponent has a scene in play": "count_cards(cards(their.scene_area)) >= 1",
    "you have 『NOVA』, or if your opponent has no Kaiju": (
        'any(count(yours(name("NOVA"))) >= 1, count(theirs(kind(kaiju))) == 0)'
    ),
    "you have a Kaiju and your opponent has none": (
        "all(count(yours(kind(kaiju))) >= 1, count(theirs(kind(kaiju))) == 0)"
    ),
    "you have a scene but your opponent does not": (
        "all(count_cards(cards(your.scene_area)) >= 1, count_cards(cards(their.scene_area)) == 0)"
    ),
    "only you have 『NOVA』": 'all(count(yours(name("NOVA"))) >= 1, count(theirs(name("NOVA"))) == 0)',
    "only your opponent has a Kaiju": "all(count(theirs(kind(kaiju))) >= 1, count(yours(kind(kaiju))) == 0)",
    "this character's BP grade is not increased": "is(this, not(affected(grade_up)))",
    "you have two or more TYPE 【POWER】 Kaiju": 'count(yours(kind(kaiju), type("POWER"))) >= 2',
    "this character's battle opponent has no TYPE in common with this character": (
        "is(opponent_of(this), not(same_as(type, this)))"
    ),
    "this character's battle opponent is a Kaiju with no TYPE in common with this character": (
        "is(opponent_of(this), kind(kaiju), not(same_as(type, this)))"
    ),
}
EFFECTS = {
    "Your opponent cannot use [Activate] effects this turn.": "forbid(opponent, activate, this_turn)",
    "Give one of your opponent's characters that has a BP grade increase -1000 BP for this turn.": (
        "modify(pick(1, theirs(affected(grade_up))), bp(-1000), duration=this_turn)"
    ),
    "If its battle opponent has no TYPE in common with this character, draw a card.": (
        "if is(opponent_of(this), not(same_as(type, this))): draw(you, 1)"
    ),
    "Draw a card for each opponent's Kaiju.": "draw(you, times(1, count(theirs(kind(kaiju)))))",
    "For each opponent's DOUBLE character, draw a card.": "draw(you, times(1, count(theirs(state(double)))))",
    "Discard one character card of level 2 from your hand.": (
        "move(take(1, cards(your.hand, kind(ultra_hero, kaiju, ultra_mech), level(2))), discard)"
    ),
    "Give the opponent's character with the highest BP -1000 BP for this turn.": (
        "modify(pick(1, theirs(bp == highest(bp, theirs()))), bp(-1000), duration=this_turn)"
    ),
    "Give your characters with the lowest level +1000 BP each for this turn.": (
        "modify(pick(every, yours(level == lowest(level, yours()))), bp(1000), duration=this_turn)"
    ),
    "Give one of your TYPE 【POWER】 or 【SPEED】 characters +1000 BP for this turn.": (
        'modify(pick(1, yours(type("POWER", "SPEED"))), bp(1000), duration=this_turn)'
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
        found = read_official(f"{word} {text}, this character gets +1000 BP.")
        said = format_text(found)
        expected = f"if {CONDITIONS[text]}: modify(this, bp(1000), duration=while_active)"
        assert said.splitlines()[1].strip() == expected
        assert parse_text(said) == found
        assemble({"X": found}, ("POWER", "SPEED"))


@pytest.mark.parametrize("text", EFFECTS)
def test_an_effect_reads(text: str) -> None:
    found = read_official(ENTERS + text)
    assert format_text(found).splitlines()[1].strip() == EFFECTS[text]
    assemble({"X": found}, ("POWER", "SPEED"))


@pytest.mark.parametrize("text", REFUSED)
def test_what_could_mean_two_things_is_refused(text: str) -> None:
    with pytest.raises(UnreadableText):
        read_official(ENTERS + text)


def test_one_card_of_one_that_was_revealed_is_known() -> None:
    text = (
        "Reveal the top card of your deck. If the revealed card is a character card of level 3 or higher, draw a card."
    )
    said = format_text(read_official(ENTERS + text))
    asked = "count_cards(cards(revealed, kind(ultra_hero, kaiju, ultra_mech), level_between(3, none))) >= 1"
    assert said.splitlines()[2].strip() == f"if {asked}: draw(you, 1)"


@pytest.mark.parametrize(
    ("asked", "tree"),
    [
        ("its level is 3 or higher", "level_between(3, none)"),
        ("it is a Kaiju card or its level is 3 or higher", "any_of(kind(kaiju), level_between(3, none))"),
        ("it is a Kaiju card and its level is 3 or higher", "kind(kaiju), level_between(3, none)"),
    ],
)
def test_its_level_is_that_of_the_card_before(asked: str, tree: str) -> None:
    said = format_text(read_official(f"{ENTERS}Reveal the top card of your deck. If {asked}, draw a card."))
    assert said.splitlines()[2].strip() == f"if count_cards(cards(revealed, {tree})) >= 1: draw(you, 1)"


def test_the_oldest_battle_area_is_that_of_round_1() -> None:
    said = format_text(read_official(f"{ENTERS}Give your character in the oldest battle area +1000 BP for this turn."))
    assert said.splitlines()[1].strip() == "modify(pick(every, yours(in_area(1))), bp(1000), duration=this_turn)"
