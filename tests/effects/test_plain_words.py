"""Plain English says each member of a closed list by a word of its own, whether or not a card that ships needs it."""

from __future__ import annotations

import pytest

from ucgsim.effects import tree
from ucgsim.effects.plain.claims import EDGES, SOME, WHEN
from ucgsim.effects.plain.context import (
    AFFECTED,
    CHANGED,
    CHARACTERS,
    COMPARED,
    FOUGHT,
    GROUPS,
    MEASURES,
    OWNERS,
    PLAYERS,
)
from ucgsim.effects.plain.sentences import (
    CAUSES,
    DEEDS,
    DONE,
    HAPPENS,
    MOMENTS,
    MOVED,
    OF_THIS,
    PHASES,
    SPOTS,
    WATCHING,
    plain_power,
)

YOU, THEM = tree.Side.YOU, tree.Side.OPPONENT
DRAW = tree.Draw(YOU, 1)
MINE, ALL = tree.CharacterSet(YOU), tree.CharacterSet(tree.Side.BOTH)
TWO = tree.DeckCards(YOU, 2)
SHORT = tree.Duration.THIS_TURN


def when(event, subjects=None):
    """The head of a power that watches for it, without "When"."""
    power = tree.Power(tree.PowerKind.TRIGGERED, DRAW, trigger=tree.Trigger(event, subjects))
    return plain_power(power).partition(":")[0].removeprefix("When ")


def does(statement):
    """A statement as the whole effect of a power, as a clause."""
    said = plain_power(tree.Power(tree.PowerKind.TRIGGERED, statement, trigger=tree.Trigger(tree.Event.THIS_ENTERS)))
    return said.removeprefix("When it enters play: ").removesuffix(".").removesuffix(" for this turn")


def holds(condition):
    """A condition, without "if"."""
    return does(tree.If(condition, DRAW)).removeprefix("if ").removesuffix(", draw a card")


def moves(origin=tree.Spot.ANYWHERE, cause=tree.Cause.ANY):
    return when(tree.Event.CARD_MOVES, tree.Movement(YOU, origin, cause=cause)).removeprefix("a card of yours moves")


def immune(change):
    changed = does(tree.Modify(tree.That(tree.CharacterRef.THIS), (tree.Immune(change),), SHORT))
    return changed.removeprefix("this character is unaffected by ")


def picked(asked):
    return tree.PickCharacters(tree.ONE, tree.CharacterSet(YOU, (asked,)))


def has_any(group):
    return holds(tree.Compare(tree.CountCards(tree.CardSet((tree.Among(group),))), tree.Comparison.AT_LEAST, 1))


def hand(comparison):
    sources = (tree.InZone(tree.Zone.HAND, YOU),)
    return holds(tree.Compare(tree.CountCards(tree.CardSet(sources)), comparison, 3))


def lasts(duration):
    said = plain_power(tree.Power(tree.PowerKind.CONTINUOUS, tree.Forbid(YOU, tree.Deed.DRAW, duration)))
    return said.removeprefix("You can't draw cards").removesuffix(".")


WORDS = [
    (
        MOMENTS,
        lambda moment: does(tree.Later(DRAW, moment)).removesuffix(", draw a card"),
        {
            "END_OF_TURN": "at the end of the turn",
            "START_OF_NEXT_TURN": "at the start of the next turn",
            "END_OF_NEXT_TURN": "at the end of the next turn",
        },
    ),
    (
        DEEDS,
        lambda deed: does(tree.Forbid(THEM, deed, SHORT)).removeprefix("the opponent can't "),
        {
            "DRAW": "draw cards",
            "SET_SCENE": "set a scene",
            "ACTIVATE": "use [Activate] effects",
            "LEVEL_UP": "level up characters",
        },
    ),
    (
        PHASES,
        lambda phase: when(tree.Event.PHASE_BEGINS, tree.Beginning(phase)).removesuffix(" begins"),
        {
            "START": "the turn",
            "DRAW": "the Draw Phase",
            "SCENE": "the Scene Phase",
            "SET": "the Set Phase",
            "LEVEL_UP": "the Level-Up Phase",
            "ACTIVATE": "the Activate Phase",
            "JUDGEMENT": "the Judgement Phase",
            "END": "the End Phase",
        },
    ),
    (
        SPOTS,
        moves,
        {
            "HAND": " from the hand",
            "DECK": " from the deck",
            "DISCARD": " from the discard area",
            "EXILE": " from exile",
            "SCENE_AREA": " from the scene area",
            "STACK": " from a stack",
            "CHARGE": " from a pile of Charge cards",
            "FIELD": " from the field",
            "ANYWHERE": "",
        },
    ),
    (
        CAUSES,
        lambda cause: moves(cause=cause),
        {
            "ANY": "",
            "EFFECT": " by an effect",
            "YOUR_EFFECT": " by an effect of yours",
            "THEIR_EFFECT": " by an effect of the opponent's",
            "YOU": " by an effect that you carry out",
            "OPPONENT": " by an effect that the opponent carries out",
        },
    ),
    (
        MOVED,
        lambda to: does(tree.Move(TWO, to)).replace("the top 2 cards of your deck", "X"),
        {
            "HAND": "put X into your hand",
            "DISCARD": "put X into your discard area",
            "EXILE": "exile X",
            "DECK_TOP": "put X on top of your deck",
            "DECK_BOTTOM": "put X at the bottom of your deck",
            "DECK_TOP_OR_BOTTOM": "put X at the top or bottom of your deck",
        },
    ),
    (
        OF_THIS,
        when,
        {
            "THIS_ENTERS": "it enters play",
            "THIS_MILLED": "this card goes from the deck to the discard area",
            "THIS_SCENE_SENT": "this scene goes to the discard area",
        },
    ),
    (
        HAPPENS,
        lambda event: when(event, MINE).removeprefix("one of your characters "),
        {
            "CHARACTER_ENTERS": "enters play",
            "ACTIVATE_RESOLVED": "completes an [Activate] effect",
            "LEVELS_UP": "levels up",
            "WINS": "wins its battle",
            "LOSES": "loses its battle",
            "TIES": "ties its battle",
            "PUT_UNDER": "gets a card under it",
            "CHARGED": "gets a Charge card",
            "SWAPPED": "swaps places",
        },
    ),
    (
        DONE,
        lambda event: when(event, ALL),
        {
            "SCENE_ENTERS": "a scene of either player enters play",
            "SCENE_SET": "either player sets a scene",
            "DISCARD": "either player discards",
            "ACTIVATES": "either player completes an [Activate] effect",
            "BECOMES_LEAD": "either player becomes the Lead Player",
            "DRAWS": "either player draws a card",
            "DRAWS_SOME": "either player draws cards",
        },
    ),
    (
        CHANGED,
        immune,
        {
            "GRADE_UP": "BP grade increases",
            "GRADE_DOWN": "BP grade decreases",
            "BP_PLUS": "BP bonuses",
            "BP_MINUS": "BP losses",
        },
    ),
    (
        AFFECTED,
        lambda change: does(tree.ChooseCharacters(picked(tree.Affected(change)))),
        {
            "GRADE_UP": "choose one of your characters with a BP grade increase",
            "GRADE_DOWN": "choose one of your characters with a BP grade decrease",
            "BP_PLUS": "choose one of your characters with a BP bonus",
            "BP_MINUS": "choose one of your characters with a BP loss",
        },
    ),
    (
        CHARACTERS,
        lambda who: does(tree.Modify(tree.That(who), (tree.Extra(),), SHORT)),
        {
            "THIS": "this character uses EXTRA BP",
            "CHOSEN": "the chosen character uses EXTRA BP",
            "LATEST": "the character chosen last uses EXTRA BP",
            "PLAYED": "the character just put into play uses EXTRA BP",
            "REMOVED": "the removed character uses EXTRA BP",
            "SUBJECT": "itself uses EXTRA BP",
            "EVENT": "that character uses EXTRA BP",
        },
    ),
    (
        WATCHING,
        lambda side: when(tree.Event.DRAWS, tree.Movement(side)),
        {"YOU": "you draw a card", "OPPONENT": "the opponent draws a card", "BOTH": "either player draws a card"},
    ),
    (
        FOUGHT,
        lambda result: does(tree.ChooseCharacters(picked(tree.Fought(result)))),
        {
            "WON": "choose one of your characters that has won its battle",
            "LOST": "choose one of your characters that has lost its battle",
            "TIED": "choose one of your characters that has tied its battle",
        },
    ),
    (
        GROUPS,
        lambda group: does(tree.ChooseCards(tree.Cards(group))).removeprefix("choose "),
        {
            "REVEALED": "the revealed card",
            "REST": "the card that is still revealed",
            "CHOSEN": "the chosen card",
            "SENT": "the card sent to the discard area",
            "DISCARDED": "the discarded card",
            "EXILED": "the exiled card",
            "DRAWN": "the drawn card",
            "TO_HAND": "the card put into your hand",
            "RETURNED": "the returned card",
            "ON_TOP": "the card put on top of the deck",
            "PLAYED": "the card put into play",
            "EACH": "that card",
            "PLACED": "it",
            "LOOKED": "the card that you saw",
            "THIS": "this card",
        },
    ),
    (
        MEASURES,
        lambda measure: holds(tree.Compare(tree.Highest(measure, MINE), tree.Comparison.MORE, 3)),
        {
            "BP": "the highest BP of your characters is more than 3",
            "SINGLE_BP": "the highest printed SINGLE BP of your characters is more than 3",
            "DOUBLE_BP": "the highest printed DOUBLE BP of your characters is more than 3",
            "TRIPLE_BP": "the highest printed TRIPLE BP of your characters is more than 3",
            "QUAD_BP": "the highest printed QUAD BP of your characters is more than 3",
            "EXTRA_BP": "the highest printed EXTRA BP of your characters is more than 3",
            "LEVEL": "the highest level of your characters is more than 3",
            "ROUND": "the highest Round of your characters is more than 3",
            "CHARGE": "the highest number of Charge cards of your characters is more than 3",
            "TYPES": "the highest number of TYPEs of your characters is more than 3",
        },
    ),
    *(
        (
            of_doer,
            lambda side, doer=doer: (
                does(tree.ByPlayer(doer, tree.If(tree.HandCardReturned(side, tree.Edge.TOP), DRAW)))
                .partition("a card from ")[2]
                .partition(" hand")[0]
            ),
            dict(zip(("YOU", "OPPONENT", "BOTH"), words, strict=True)),
        )
        for (doer, of_doer), words in zip(
            OWNERS.items(),
            (
                ("your", "the opponent's", "either player's"),
                ("their", "your", "either player's"),
                ("their", "the other player's", "either player's"),
            ),
            strict=True,
        )
    ),
    *(
        (
            of_doer,
            lambda side, doer=doer: (
                does(tree.ByPlayer(doer, tree.Forbid(side, tree.Deed.DRAW, SHORT)))
                .partition(": ")[2]
                .removesuffix(" can't draw cards")
            ),
            dict(zip(("YOU", "OPPONENT", "BOTH"), words, strict=True)),
        )
        for (doer, of_doer), words in zip(
            PLAYERS.items(),
            (
                ("you", "the opponent", "each player"),
                ("they", "you", "each player"),
                ("they", "the other player", "each player"),
            ),
            strict=True,
        )
    ),
    (
        EDGES,
        lambda edge: holds(tree.HandCardReturned(YOU, edge)),
        {
            "TOP": "a card from your hand was put on top of your deck this turn",
            "BOTTOM": "a card from your hand was put at the bottom of your deck this turn",
            "EITHER": "a card from your hand was put at the top or bottom of your deck this turn",
            "ANY": "a card from your hand was put into your deck this turn",
        },
    ),
    (
        SOME,
        has_any,
        {
            "REVEALED": "a card was revealed",
            "CHOSEN": "a card was chosen",
            "SENT": "a card was sent to the discard area",
            "DISCARDED": "a card was discarded",
            "EXILED": "a card was exiled",
            "DRAWN": "a card was drawn",
            "RETURNED": "a card was returned",
            "PLAYED": "a card was put into play",
            "REST": "there is a rest",
            "TO_HAND": "a card was put into your hand",
            "ON_TOP": "it went on top of the deck",
            "LOOKED": "a card was looked at",
        },
    ),
    (
        COMPARED,
        hand,
        {
            "AT_LEAST": "there are at least 3 cards in your hand",
            "AT_MOST": "there are at most 3 cards in your hand",
            "EQUAL": "there are exactly 3 cards in your hand",
            "MORE": "there are more than 3 cards in your hand",
            "FEWER": "there are less than 3 cards in your hand",
        },
    ),
    (
        WHEN,
        lasts,
        {
            "THIS_TURN": " for this turn",
            "NEXT_TURN": " during the next turn",
            "THIS_AND_NEXT_TURN": " until the end of the next turn",
        },
    ),
]
"""Of each table of words: how a member is said, and as what."""


@pytest.mark.parametrize(
    ("say", "member", "words"),
    [(say, member, words.get(member.name)) for table, say, words in WORDS for member in table],
)
def test_each_member_of_a_list_has_its_own_words(say, member, words):
    assert say(member) == words


def test_no_two_members_share_their_words():
    for table, _, words in WORDS:
        assert len(set(words.values())) == len(table)
