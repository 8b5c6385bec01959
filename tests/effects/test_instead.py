""" "Instead": another measure of what the sentence before does."""

from __future__ import annotations

import pytest

from tests.effects.wordings import body_lines
from ucgsim.effects.compile.powers import assemble
from ucgsim.effects.language.blocks import format_text, parse_text
from ucgsim.effects.official.read import UnreadableText, read_official

ENTERS = "《When this character enters play》"
NOVA = "your NOVA"
READ = {
    "You may draw a card. If you are the Lead player, draw two cards instead.": """
        may:
          if you are lead: draw 2
          else: draw 1""",
    "Draw a card. If you are the Next player, instead draw two cards.": """
        if you are next: draw 2
        else: draw 1""",
    "Draw a card. Draw two cards instead if you are the Next player.": """
        if you are next: draw 2
        else: draw 1""",
    "Give one of your Kaiju +1000 BP for this turn. If you have 『NOVA』, give it +2000 BP instead.": f"""
        if {NOVA}: 1 your kaiju bp +2000
        else: 1 your kaiju bp +1000""",
    "Give one of your characters +1000 BP during the next turn. If it is a Kaiju, give it +2000 BP instead.": """
        choose 1 your character
        if chosen is kaiju: chosen bp +2000 next turn
        else: chosen bp +1000 next turn""",
    "You may discard one card from your hand. If you do, draw a card. If you have 『NOVA』, draw two cards "
    "instead.": f"""
        may discard 1
        if done:
          if {NOVA}: draw 2
          else: draw 1""",
    "If you have two or more Kaiju, draw a card. If you have four or more Kaiju, draw two cards instead.": """
        if at least 4 your kaiju: draw 2
        else: if at least 2 your kaiju: draw 1""",
    "Reveal the top card of your deck and put it into your hand. If it is a Kaiju card, exile it from the game "
    "instead.": """
        reveal top 1
        if not (kaiju in revealed): take the revealed
        else: exile the revealed""",
    "Return one of your opponent's characters to its owner's hand. If you have 『NOVA』, exile it from the game "
    "instead.": f"""
        if {NOVA}: exile all cards of 1 their character
        else: take all cards of 1 their character""",
}


@pytest.mark.parametrize("text", READ)
def test_another_measure_reads(text: str) -> None:
    result = read_official(ENTERS + text)
    said = format_text(result)
    assert [line.strip() for line in body_lines(result)] == [line.strip() for line in READ[text].strip().splitlines()]
    assert parse_text(said) == result
    assemble({"X": result}, ("BASIC",))


def test_a_continuous_power_may_say_it() -> None:
    result = read_official("This character gets +1000 BP. If you have a Kaiju, it gets +2000 BP instead.")
    assert [line.strip() for line in body_lines(result)] == [
        "if your kaiju: bp +2000",
        "else: bp +1000",
    ]
    assemble({"X": result}, ("BASIC",))


@pytest.mark.parametrize(
    "text",
    [
        "If you have 『NOVA』, draw two cards instead.",
        "Discard one card from your hand. If you have 『NOVA』, draw two cards instead.",
        "Draw a card and discard a card. If you have 『NOVA』, draw two cards instead.",
        "Draw a card and give this character +1000 BP for this turn. If you have 『NOVA』, give it +2000 BP instead.",
        "If you have a Kaiju, draw a card. If you have 『NOVA』, draw two cards instead.",
        "Give all of your characters +1000 BP for this turn. If they are DOUBLE, give them +2000 BP instead.",
    ],
)
def test_what_it_stands_in_for_is_not_guessed(text: str) -> None:
    with pytest.raises(UnreadableText):
        read_official(ENTERS + text)
