"""Effects in plain English: nothing of the tree is lost, whatever the tree, and it reads as a person would say it."""

from __future__ import annotations

from collections import Counter
from dataclasses import Field, fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings

from tests.effects.strategies import TREES
from tests.effects.tables import Row, rows
from ucgsim.effects import tree
from ucgsim.effects.language.blocks import format_text, parse_text
from ucgsim.effects.library import load_effects
from ucgsim.effects.plain.said import plain_text

if TYPE_CHECKING:
    from collections.abc import Iterator

SLOW = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))


ROWS = rows("plain", "plain_words")
OTHERWISE = {tree.Event.LEAVES, tree.Event.CARD_MOVES, tree.Event.THIS_MOVES, tree.Event.PHASE_BEGINS}
OF_ONE = {tree.Group.EACH, tree.Group.PLACED, tree.Group.THIS}
CLOSED = {
    tree.Later: (*tree.Moment,),
    tree.Forbid: (*tree.Deed, tree.Duration.THIS_TURN, tree.Duration.NEXT_TURN, tree.Duration.THIS_AND_NEXT_TURN),
    tree.Beginning: (*tree.TurnPhase,),
    tree.Movement: (*tree.Spot, *tree.Cause, *tree.Side),
    tree.Move: (*tree.Destination,),
    tree.Trigger: (*(event for event in tree.Event if event not in OTHERWISE),),
    tree.Immune: (*tree.Change,),
    tree.Affected: (*tree.Change,),
    tree.That: (*tree.CharacterRef,),
    tree.Fought: (*tree.Result,),
    tree.Cards: (*tree.Group,),
    tree.Highest: (*tree.Measure,),
    tree.HandCardReturned: (*tree.Edge, *tree.Side),
    tree.ByPlayer: (*tree.Side,),
    tree.Among: (*(group for group in tree.Group if group not in OF_ONE),),
    tree.Compare: (*tree.Comparison,),
}
"""Members of closed lists, by what has one of each."""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.meaning)
def test_an_effect_is_said_as_a_person_would_say_it(row: Row) -> None:
    assert plain_text(parse_text(row.meaning)) == [row.text]


def test_each_member_of_a_closed_list_is_said_in_a_row() -> None:
    """Whether or not a card that ships needs it."""
    parts = [node for row in ROWS for node in tree.nodes(parse_text(row.meaning))]
    said = {(type(node), getattr(node, each.name)) for node in parts for each in fields(node) if _is_word(node, each)}
    assert {(kind, member) for kind, members in CLOSED.items() for member in members} <= said


def test_no_two_effects_are_said_in_the_same_words() -> None:
    said = Counter(row.text for row in {row.meaning: row for row in ROWS}.values())
    # Who draws, said of the event and of the card that moves.
    assert [text for text, times in said.items() if times > 1] == ["When either player draws a card: draw a card."]


def _is_word(node: Any, field: Field[Any]) -> bool:
    return isinstance(getattr(node, field.name), Enum)


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


def test_who_does_it_and_by_what_it_is_caused_are_said() -> None:
    hand = tree.PickCards(tree.ONE, tree.CardSet((tree.InZone(tree.Zone.HAND, tree.Side.YOU),)))
    body = tree.ByPlayer(tree.Side.OPPONENT, tree.Reveal(hand))
    drawn = tree.Trigger(tree.Event.DRAWS, tree.Movement(tree.Side.YOU, cause=tree.Cause.EFFECT))
    power = tree.Power(tree.PowerKind.TRIGGERED, body, trigger=drawn)
    (said,) = plain_text(tree.CardText((power,)))
    assert said == "When you draw a card by an effect: the opponent does this: reveal one card from their hand."


def test_how_long_is_said_of_what_lasts_for_the_turn_and_of_no_continuous_power() -> None:
    for text in load_effects().values():
        for power, said in zip(text.powers, plain_text(text), strict=True):
            lasting = [node.duration for node in tree.nodes(power) if isinstance(node, tree.Modify | tree.Forbid)]
            lasting += [node.duration for node in tree.nodes(power) if isinstance(node, tree.ProtectFromExile)]
            assert said.count(" for this turn") == lasting.count(tree.Duration.THIS_TURN), said
