"""Effects in plain English: nothing of the tree is lost, whatever the tree, and it reads as a person would say it."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings

from tests.effects.strategies import TREES
from ucgsim.effects import tree
from ucgsim.effects.language.blocks import format_text, parse_text
from ucgsim.effects.library import load_effects
from ucgsim.effects.plain.sentences import plain_text

if TYPE_CHECKING:
    from collections.abc import Iterator

SLOW = settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
SAID = {
    'pay 1/turn: 1 your NOVA/"RED SUN" bp +1000\n': "Once a turn: one of your NOVA or RED SUN gets +1000 BP.",
    "while [single,double]: if opponent is type SPEED/ARMED: extra\n": (
        "While SINGLE or DOUBLE: if its battle opponent is of TYPE SPEED or ARMED, this character uses EXTRA BP."
    ),
    "enter [double]: may fully discard 1\n  to: 1 your hero [single] other grade +1\n": (
        "When it enters play as a DOUBLE: you may discard one card to give one of your other SINGLE heroes +1 BP grade."
    ),
    "enter: may reveal top 5\n  if done: take up to 2 kaiju level 3 or more from rest\n  bottom the rest\n": (
        "When it enters play: you may reveal the top 5 cards of your deck. If you do, take up to 2 kaiju of level 3 or "
        "more from them into the hand. Put the rest of them at the bottom of the deck."
    ),
    "pay [triple] 2/turn:\n  only if your NOVA\n  cost: mill 1\n"
    "  if scene in sent: all their character bp -2000\n  else: draw 1\n": (
        "Twice a turn, as a TRIPLE, only if you have NOVA, put the top card of your deck into the discard area: if the "
        "card sent to the discard area is a scene, all the opponent's characters get -2000 BP. Otherwise, draw a card."
    ),
    "while: bp +1000 per 2 cards in their hand\n": (
        "This character gets +1000 BP for every 2 cards in the opponent's hand."
    ),
    "when you discard 1/turn: may battle tie\n": (
        "Once a turn, when you discard: you may make the battle of this character a tie, whatever the BP."
    ),
    "enter: at end of turn: opponent draws 2\n": (
        "When it enters play: at the end of the turn, the opponent draws 2 cards."
    ),
    "while unstacked: if no kaiju in discard: all your hero adjacent unaffected by grade down\n": (
        "If there is no kaiju in your discard area, all your heroes next to it are unaffected by a grade-down. "
        "Several such cards count once."
    ),
}


@pytest.mark.parametrize("block", SAID)
def test_an_effect_is_said_as_a_person_would_say_it(block: str) -> None:
    assert plain_text(parse_text(block)) == [SAID[block]]


def test_no_number_name_type_or_state_of_a_shipped_effect_is_lost() -> None:
    library = load_effects()
    for number in library:
        for power, said in zip(library[number].powers, plain_text(library[number]), strict=True):
            missing = [fact for fact in facts(power) if fact not in said]
            assert not missing, (number, missing, said)


def facts(node: Any) -> Iterator[str]:
    """What must be read in a sentence: numbers from 2, names, TYPEs and states."""
    match node:
        case bool() | tree.ANY_NUMBER:
            return
        case tree.State():
            yield from (state.name or "" for state in tree.State if state in node)
        case tree.Power(limit=2):
            yield "Twice"
        case int() if abs(node) > 2:
            yield str(node)
        case tuple():
            for item in node:
                yield from (item,) if type(item) is str else facts(item)
        case _ if is_dataclass(node):
            for each in fields(node):
                yield from facts(getattr(node, each.name))


def test_shipped_effects_that_differ_are_said_differently() -> None:
    library = load_effects()
    said: dict[tuple[str, ...], str] = {}
    for number in library:
        other = said.setdefault(tuple(plain_text(library[number])), number)
        assert format_text(library[other]) == format_text(library[number]), (other, number)


@pytest.mark.slow
@SLOW
@given(TREES)
def test_every_tree_can_be_said(text: tree.CardText) -> None:
    said = plain_text(text)
    assert len(said) == len(text.powers)
    assert all(each.endswith(".") for each in said)
