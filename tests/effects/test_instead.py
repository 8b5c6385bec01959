""" "Instead": another measure of what the sentence before does."""

from __future__ import annotations

import pytest

from ucgsim.effects.compile.powers import assemble
from ucgsim.effects.language.blocks import format_text, parse_text
from ucgsim.effects.official.read import UnreadableText, read_official

ENTERS = "《When this character enters play》"
NOVA = 'count(yours(name("NOVA"))) >= 1'
READ = {
    "You may draw a card. If you are the Lead player, draw two cards instead.": """
        may:
          if leads(lead): draw(you, 2)
          else: draw(you, 1)""",
    "Draw a card. If you are the Next player, instead draw two cards.": """
        if leads(next): draw(you, 2)
        else: draw(you, 1)""",
    "Draw a card. Draw two cards instead if you are the Next player.": """
        if leads(next): draw(you, 2)
        else: draw(you, 1)""",
    "Give one of your Kaiju +1000 BP for this turn. If you have 『NOVA』, give it +2000 BP instead.": f"""
        if {NOVA}: modify(pick(1, yours(kind(kaiju))), bp(2000), duration=this_turn)
        else: modify(pick(1, yours(kind(kaiju))), bp(1000), duration=this_turn)""",
    "Give one of your characters +1000 BP during the next turn. If it is a Kaiju, give it +2000 BP instead.": """
        choose(pick(1, yours()))
        if is(chosen, kind(kaiju)): modify(chosen, bp(2000), duration=next_turn)
        else: modify(chosen, bp(1000), duration=next_turn)""",
    "You may discard one card from your hand. If you do, draw a card. If you have 『NOVA』, draw two cards "
    "instead.": f"""
        do: may: move(take(1, cards(your.hand)), discard)
        if done:
          if {NOVA}: draw(you, 2)
          else: draw(you, 1)""",
    "If you have two or more Kaiju, draw a card. If you have four or more Kaiju, draw two cards instead.": """
        if count(yours(kind(kaiju))) >= 4: draw(you, 2)
        else: if count(yours(kind(kaiju))) >= 2: draw(you, 1)""",
    "Reveal the top card of your deck and put it into your hand. If it is a Kaiju card, exile it from the game "
    "instead.": """
        reveal(deck(you, 1))
        if no(count_cards(cards(revealed, kind(kaiju))) >= 1): move(these(revealed), hand)
        else: move(these(revealed), exile)""",
    "Return one of your opponent's characters to its owner's hand. If you have 『NOVA』, exile it from the game "
    "instead.": f"""
        if {NOVA}: move(whole_characters(pick(1, theirs())), exile)
        else: move(whole_characters(pick(1, theirs())), hand)""",
}


@pytest.mark.parametrize("text", READ)
def test_another_measure_reads(text: str) -> None:
    found = read_official(ENTERS + text)
    said = format_text(found)
    assert [line.strip() for line in said.splitlines()[1:]] == [
        line.strip() for line in READ[text].strip().splitlines()
    ]
    assert parse_text(said) == found
    assemble({"X": found}, ("BASIC",))


def test_a_continuous_power_may_say_it() -> None:
    found = read_official("This character gets +1000 BP. If you have a Kaiju, it gets +2000 BP instead.")
    assert [line.strip() for line in format_text(found).splitlines()[1:]] == [
        "if count(yours(kind(kaiju))) >= 1: modify(this, bp(2000), duration=while_active)",
        "else: modify(this, bp(1000), duration=while_active)",
    ]
    assemble({"X": found}, ("BASIC",))


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
