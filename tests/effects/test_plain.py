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

SLOW = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
SAID = {
    'pay 1/turn: 1 your NOVA/"RED SUN" bp +1000\n': "Once a turn: one of your NOVA or RED SUN gets +1000 BP.",
    "while [single,double]: if opponent is type SPEED/ARMED: extra\n": (
        "While SINGLE or DOUBLE: if its battle opponent has TYPE SPEED or ARMED, this character uses EXTRA BP."
    ),
    "enter [double]: may fully discard 1\n  to: 1 your hero [single] other grade +1\n": (
        "When it enters play as a DOUBLE: you may discard one card to give one of your other SINGLE heroes +1 BP grade."
    ),
    "enter: may reveal top 5\n  if done: take up to 2 kaiju level 3 or more from rest\n  bottom the rest\n": (
        "When it enters play: you may reveal the top 5 cards of your deck. If you do, put up to 2 kaiju of level 3 or "
        "more from among them into your hand. Put the rest of them at the bottom of your deck."
    ),
    "pay [triple] 2/turn:\n  only if your NOVA\n  cost: mill 1\n"
    "  if scene in sent: all their character bp -2000\n  else: draw 1\n": (
        "Twice a turn, as a TRIPLE, only if you have NOVA, put the top card of your deck into your discard area: if "
        "the card sent to the discard area is a scene, all the opponent's characters get -2000 BP. Otherwise, draw a "
        "card."
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
        "If there is no kaiju in your discard area, all your heroes next to it are unaffected by BP grade decreases. "
        "Several such cards count once."
    ),
    "enter [single]: charge 1 on NOVA/SOL\n": (
        "When it enters play as a SINGLE: reveal up to one card from the top of your deck, and you may put it "
        "face-down and sideways under one of your NOVA or SOL (Charge 1)."
    ),
    "enter: charge 2 on NOVA\n": (
        "When it enters play: reveal up to 2 cards from the top of your deck, and you may put them face-down and "
        "sideways under one of your NOVA (Charge 2)."
    ),
    "enter [double]: if opponent is [double]: may take top card of opponent\n": (
        "When it enters play as a DOUBLE: if its battle opponent is DOUBLE, you may put the top card of its battle"
        " opponent into its owner's hand."
    ),
    "enter: may take 1 from their scene area\n": (
        "When it enters play: you may put one scene from the opponent's scene area into its owner's hand."
    ),
    "pay 1/turn:\n"
    "  cost: choose 1 level 3 SOL from discard\n"
    "  discard all cards of 1 your SOL\n"
    "  put the chosen in place as triple\n": (
        "Once a turn, choose one level 3 SOL from your discard area: put one of your SOL with all cards of the "
        "stack into your discard area. Put the chosen card into play in that place as a TRIPLE."
    ),
    "enter: may fully discard 1\n  to: take 1 SOL not among discarded from discard\n": (
        "When it enters play: you may discard one card to put one SOL other than the discarded card from your "
        "discard area into your hand."
    ),
    "pay 1/turn:\n  cost: reveal top 1\n  if SOL in revealed: discard the revealed\n  bottom the rest\n": (
        "Once a turn, reveal the top card of your deck: if the revealed card is SOL, put the revealed card into "
        "your discard area. Put the card that is still revealed at the bottom of your deck."
    ),
    "pay 1/turn:\n"
    "  cost: reveal 1 kaiju from hand\n"
    "  discard all cards of 1 your kaiju other\n"
    "  put all kaiju from rest in place\n": (
        "Once a turn, reveal one kaiju from your hand: put one of your other kaiju with all cards of the stack "
        "into your discard area. Put the card that is still revealed if it is a kaiju into play in that place."
    ),
    "enter: may choose opponent\n  if done: chosen cannot use enter\n": (
        "When it enters play: you may choose its battle opponent. If you do, the chosen character can't use "
        "effects for entering play."
    ),
    "while: if number of different name of cards in discard >= 5: extra\n": (
        "If the number of different names of cards in your discard area is at least 5, this character uses EXTRA BP."
    ),
    "pay 1/turn: run activate of 1 your SOL level 3\n": (
        "Once a turn: use an [Activate] effect of one of your level 3 SOL, whatever its state and however often it"
        " was used."
    ),
    "pay 2/turn:\n"
    "  cost: discard 1 from scene area\n"
    "  may put 1 scene round (round of sent plus 1) round areas or less from hand in scene area\n": (
        "Twice a turn, put one scene from your scene area into your discard area: you may put one scene from your "
        "hand whose Round is the Round of the card sent to the discard area plus 1 and whose Round is at most the "
        "number of battle areas into the scene area."
    ),
    "enter:\n"
    "  may fully:\n"
    "    choose 1..2 your [double,triple]\n"
    "    bottom (number of chosen) from hand\n"
    "  to: take top card of chosen\n": (
        "When it enters play: you may choose 1 to 2 of your DOUBLE or TRIPLE characters, then put as many cards "
        "from your hand as there are chosen characters at the bottom of your deck to put the top card of each of "
        "the chosen characters into your hand."
    ),
    "enter: may bottom up to 2 from hand\n  if returned: draw number of cards in returned\n": (
        "When it enters play: you may put up to 2 cards from your hand at the bottom of your deck. If a card was "
        "returned, draw as many cards as were returned."
    ),
    "pay [single,double,triple] 1/turn: reveal top by state 1/2/3/0\n"
    "  choose bp of SOL in revealed\n"
    "  bp = chosen bp\n"
    "  discard the revealed\n": (
        "Once a turn, as a SINGLE, DOUBLE or TRIPLE: reveal cards from the top of your deck (1 as a SINGLE, 2 as a"
        " DOUBLE or 3 as a TRIPLE). Choose one BP value of SOL among the revealed cards. The BP of this character "
        "becomes the chosen BP. Put the revealed cards into your discard area."
    ),
    "enter:\n  modes 2:\n    mode if number of cards in hand <= 3: draw 1\n    mode: discard 1\n": (
        "When it enters play: choose up to 2 of these: (1) only if there are at most 3 cards in your hand: draw a "
        "card; (2) discard one card."
    ),
    "enter:\n"
    "  if your NOVA:\n"
    "    may fully reveal top 3\n"
    "    to: take 1 hero from rest\n"
    "    discard the rest\n"
    "  if to_hand: discard 1\n": (
        "When it enters play: if you have NOVA, you may reveal the top 3 cards of your deck to put one hero from "
        "among them into your hand. Put the rest of them into your discard area. If a card was put into your hand,"
        " discard one card."
    ),
    "pay [single] 1/turn: for each number of your SOL: 1 your SOL bp +1000\n": (
        "Once a turn, as a SINGLE: once for each of your SOL, one of your SOL gets +1000 BP."
    ),
    "enter: may 1 your (SOL or kaiju with extra) grade +1\n": (
        "When it enters play: you may give one of your SOL or one of your kaiju with printed EXTRA BP +1 BP grade."
    ),
    "enter: may 1 your (kaiju type METEO or SOL) grade +1\n": (
        "When it enters play: you may give one of your SOL or TYPE METEO kaiju +1 BP grade."
    ),
    "enter: may opponent of 1 your (this or NOVA) grade -1\n": (
        "When it enters play: you may give its battle opponent or the battle opponent of one of your NOVA -1 BP grade."
    ),
    "while [single]:\n  if this is in area 1:\n    bp +2000\n    grade +1\n": (
        "While SINGLE: if this character is in battle area 1, this character gets +2000 BP, and also gets +1 BP grade."
    ),
    "enter: swap 1 your hero with 1 your hero\n": (
        "When it enters play: swap the places of one of your heroes and another one of these."
    ),
    "enter: may take up to 1 hero from discard\n": (
        "When it enters play: you may put up to one hero from your discard area into your hand."
    ),
    "enter: 1 your (in area 1 or in area 2) bp +1000\n": (
        "When it enters play: one of your characters in battle area 1 or in battle area 2 gets +1000 BP."
    ),
    "enter: look at top 2\n  bottom the looked\n": (
        "When it enters play: look at the top 2 cards of your deck. Put the cards that you saw at the bottom of "
        "your deck."
    ),
    "enter: may if you are lead: bp +1000\n": (
        "When it enters play: if you are the Lead Player, you may give this character +1000 BP."
    ),
    "enter: may opponent lose one text\n": ("When it enters play: you may negate one effect of its battle opponent."),
    "pay 1/turn: opponent of (1 per 10 total level of your character) your NOVA bp -2000\n": (
        "Once a turn: the battle opponents of one of your NOVA for every 10 of the total level of your characters "
        "get -2000 BP."
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


def test_who_does_it_and_by_what_it_is_caused_are_said() -> None:
    hand = tree.PickCards(tree.ONE, tree.CardSet((tree.InZone(tree.Zone.HAND, tree.Side.YOU),)))
    body = tree.ByPlayer(tree.Side.OPPONENT, tree.Reveal(hand))
    drawn = tree.Trigger(tree.Event.DRAWS, tree.Movement(tree.Side.YOU, cause=tree.Cause.EFFECT))
    power = tree.Power(tree.PowerKind.TRIGGERED, body, trigger=drawn)
    (said,) = plain_text(tree.CardText((power,)))
    assert said == "When you draw a card by an effect: the opponent does this: reveal one card from their hand."
