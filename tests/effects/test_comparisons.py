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
    "all of the revealed cards are Kaiju cards": ("revealed and no not kaiju in revealed"),
    "the revealed cards are Kaiju cards": ("revealed and no not kaiju in revealed"),
    "none of the revealed cards are Kaiju cards": "no kaiju in revealed",
    "any of the revealed cards are Kaiju cards": "kaiju in revealed",
    "both of the revealed cards are Kaiju cards": ("number of cards in revealed == 2 and no not kaiju in revealed"),
    "all Kaiju are DOUBLE": ("any kaiju and no any kaiju not [double]"),
    "none of your Kaiju are DOUBLE": "no your kaiju [double]",
    "both players have three or fewer cards in their hands": (
        "number of cards in hand <= 3 and number of cards in their hand <= 3"
    ),
    "either player has exactly two Kaiju": ("number of your kaiju == 2 or number of their kaiju == 2"),
    "your hand is empty": "no card in hand",
    "you are not the Lead player": "you are next",
    "you have 『NOVA』 or an opponent has a Kaiju": ("your NOVA or their kaiju"),
    "this character is DOUBLE or has TYPE 【POWER】": ("this is ([double] or type POWER)"),
    "you have as many Kaiju as your opponent": "number of your kaiju == number of their kaiju",
}


def test_the_round_that_it_is_is_that_of_the_field_where_no_card_was_spoken_of() -> None:
    assert _said(f"{ENTERS}If it is Round 3 or later, draw a card.").strip().endswith(": if areas >= 3: draw 1")
    assert "not both" in _said(f"{ENTERS}Reveal the top card of your deck. If it is Round 3 or later, draw a card.")


def test_every_condition_of_the_table_reads_as_it_was_meant() -> None:
    wrong = {}
    for wording, tree in conditions():
        text = f"{ENTERS}If {wording}, draw a card."
        expected = f"enter: if {tree}: draw 1\n"
        result = _said(text)
        if parse_text(expected) != read_official(text):
            wrong[wording] = result
    assert wrong == {}


def test_every_filter_of_the_table_reads_as_it_was_meant() -> None:
    wrong = {}
    for wording, tree in filters():
        text = f"{ENTERS}Give one of your opponent's characters {wording} -1000 BP for this turn."
        result = _said(text)
        if parse_text(f"enter: 1 their {tree} bp -1000\n") != read_official(text):
            wrong[wording] = result
    assert wrong == {}


@pytest.mark.parametrize("wording", EXTREMES)
def test_a_condition_on_several(wording: str) -> None:
    text = f"{ENTERS}Reveal the top two cards of your deck. If {wording}, draw a card."
    assert _said(text).splitlines()[-1].strip() == f"if {EXTREMES[wording]}: draw 1"


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
    assert "1 their not opposing this bp -1000" in said


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
        result = read_official(text)
    except UnreadableText as error:
        return str(error)
    assemble({"X": result}, TYPES)
    return format_text(result)
