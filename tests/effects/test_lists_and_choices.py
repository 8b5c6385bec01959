"""Conditions, gifts and cards of a list may change places."""

from __future__ import annotations

import pytest

from tests.effects.tables import lines_of
from ucgsim.effects.language.blocks import format_text
from ucgsim.effects.official.read import read_official

ENTERS = "《When this character enters play》"
SWAPPED = (
    ("you have 『NOVA』", "this character is DOUBLE"),
    ("you are the Next player", "you have two or more Kaiju"),
    ("this character's battle opponent is a Kaiju", "you have ten or more cards in your discard area"),
    ("this character has TYPE 【POWER】", "your opponent has no Kaiju"),
)
GIVEN = (
    ("+1000 BP", "TYPE 【POWER】"),
    ("a BP grade increase by 1", "+1000 BP"),
    ("TYPE 【SPEED】", "a BP grade decrease by 1"),
)
SCENES = ("Kaiju", "Ultra Hero", "『NOVA』", "scene")


@pytest.mark.parametrize(("one", "other"), SWAPPED)
def test_conditions_may_change_places(one: str, other: str) -> None:
    said = {frozenset(_condition(f"{ENTERS}If {pair}, draw a card.")) for pair in _both_ways(one, other)}
    assert len(said) == 1


@pytest.mark.parametrize(("one", "other"), GIVEN)
def test_gifts_may_change_places(one: str, other: str) -> None:
    texts = [f"{ENTERS}Give one of your Kaiju {pair} for this turn." for pair in _both_ways(one, other)]
    said = {frozenset(" ".join(_body(text)).removeprefix("1 your kaiju ").split(" and ")) for text in texts}
    assert len(said) == 1


@pytest.mark.parametrize("one", SCENES)
@pytest.mark.parametrize("other", SCENES)
def test_cards_of_a_list_may_change_places(one: str, other: str) -> None:
    texts = [
        f"{ENTERS}You may discard one {first} card and one {second} card from your hand."
        for first, second in ((one, other), (other, one))
    ]
    lines = [_body(text)[0].removeprefix("may discard (").removesuffix(")") for text in texts]
    said = {frozenset(line.split(" and ")) for line in lines}
    assert len(said) == 1


def _both_ways(one: str, other: str) -> tuple[str, str]:
    return f"{one} and {other}", f"{other} and {one}"


def _condition(text: str) -> list[str]:
    return _body(text)[0].removeprefix("if ").removesuffix(": draw 1").split(" and ")


def _body(text: str) -> list[str]:
    return lines_of(format_text(read_official(text)))[1:]
