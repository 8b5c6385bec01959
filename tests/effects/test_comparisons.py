"""Comparisons of every kind on every number: written in official style, read back, the same tree."""

from __future__ import annotations

import pytest

from tests.effects.comparisons import conditions, filters
from ucgsim.effects.compile.powers import assemble
from ucgsim.effects.language.blocks import format_text, parse_text
from ucgsim.effects.official.read import UnreadableText, read_official

TYPES = ("BASIC", "POWER")
ENTERS = "《When this character enters play》"
EXTREMES = {
    "all of the revealed cards are Kaiju cards": (
        "all(count_cards(cards(revealed)) >= 1, count_cards(cards(revealed, not(kind(kaiju)))) == 0)"
    ),
    "the revealed cards are Kaiju cards": (
        "all(count_cards(cards(revealed)) >= 1, count_cards(cards(revealed, not(kind(kaiju)))) == 0)"
    ),
    "none of the revealed cards are Kaiju cards": "count_cards(cards(revealed, kind(kaiju))) == 0",
    "any of the revealed cards are Kaiju cards": "count_cards(cards(revealed, kind(kaiju))) >= 1",
    "both of the revealed cards are Kaiju cards": (
        "all(count_cards(cards(revealed)) == 2, count_cards(cards(revealed, not(kind(kaiju)))) == 0)"
    ),
    "all Kaiju are DOUBLE": (
        "all(count(characters(kind(kaiju))) >= 1, count(characters(kind(kaiju), not(state(double)))) == 0)"
    ),
    "none of your Kaiju are DOUBLE": "count(yours(kind(kaiju), state(double))) == 0",
    "both players have three or fewer cards in their hands": (
        "all(count_cards(cards(your.hand)) <= 3, count_cards(cards(their.hand)) <= 3)"
    ),
    "either player has exactly two Kaiju": ("any(count(yours(kind(kaiju))) == 2, count(theirs(kind(kaiju))) == 2)"),
    "your hand is empty": "count_cards(cards(your.hand)) == 0",
    "you are not the Lead player": "leads(next)",
    "you have 『NOVA』 or an opponent has a Kaiju": (
        'any(count(yours(name("NOVA"))) >= 1, count(theirs(kind(kaiju))) >= 1)'
    ),
    "this character is DOUBLE or has TYPE 【POWER】": ('is(this, any_of(state(double), type("POWER")))'),
    "you have as many Kaiju as your opponent": "count(yours(kind(kaiju))) == count(theirs(kind(kaiju)))",
    "it is Round 3 or later": "field_round() >= 3",
}


def test_every_condition_of_the_table_reads_as_it_was_meant() -> None:
    wrong = {}
    for wording, tree in conditions():
        text = f"{ENTERS}If {wording}, draw a card."
        expected = f"when this_enters:\n  if {tree}: draw(you, 1)\n"
        found = _said(text)
        if found != expected or parse_text(found) != read_official(text):
            wrong[wording] = found
    assert wrong == {}


def test_every_filter_of_the_table_reads_as_it_was_meant() -> None:
    wrong = {}
    for wording, tree in filters():
        found = _said(f"{ENTERS}Give one of your opponent's characters {wording} -1000 BP for this turn.")
        expected = f"when this_enters:\n  modify(pick(1, theirs({tree})), bp(-1000), duration=this_turn)\n"
        if found != expected:
            wrong[wording] = found
    assert wrong == {}


@pytest.mark.parametrize("wording", EXTREMES)
def test_a_condition_on_several(wording: str) -> None:
    text = f"{ENTERS}Reveal the top two cards of your deck. If {wording}, draw a card."
    assert _said(text).splitlines()[-1].strip() == f"if {EXTREMES[wording]}: draw(you, 1)"


@pytest.mark.parametrize(
    "wording",
    [
        "you have two Kaiju",
        "two of your Kaiju are DOUBLE",
        "up to two of your Kaiju are DOUBLE",
        "this character's level is higher than that of one of your Kaiju",
    ],
)
def test_what_leaves_open_how_many_is_refused(wording: str) -> None:
    with pytest.raises(UnreadableText):
        read_official(f"{ENTERS}If {wording}, draw a card.")


def test_other_than_a_battle_opponent_is_not_the_battle_opponent_of_another() -> None:
    target = "one of your opponent's characters other than this character's battle opponent"
    said = _said(f"{ENTERS}Give {target} -1000 BP for this turn.")
    assert "modify(pick(1, theirs(not(opposes(yours(is_this()))))), bp(-1000)" in said


@pytest.mark.parametrize(
    ("wording", "is_played"),
    [
        ("While this character's BP is 8000 or more, give this character +1000 BP.", True),
        ("While this character's BP is 8000 or less, give this character +1000 BP.", False),
        ("While this character's BP is 8000 or less, give this character -1000 BP.", True),
        ("While this character's battle opponent's BP is 8000 or less, give this character +1000 BP.", True),
        ("While this character's BP is exactly 8000, give this character +1000 BP.", False),
    ],
)
def test_a_power_that_undoes_its_own_condition_is_refused(wording: str, is_played: bool) -> None:
    text = read_official(wording)
    if is_played:
        assemble({"X": text}, TYPES)
        return
    with pytest.raises(Exception, match="against what it asks"):
        assemble({"X": text}, TYPES)


def _said(text: str) -> str:
    """The effect of a text, assembled as well, or why it is not read."""
    try:
        found = read_official(text)
    except UnreadableText as error:
        return str(error)
    assemble({"X": found}, TYPES)
    return format_text(found)
