"""Who did it, which cards are meant, and beside whom: one meaning each, or the text is refused."""

from __future__ import annotations

import re

import pytest

from tests.effects.deeds import deeds, open_deeds
from tests.effects.wordings import body_lines
from ucgsim.effects import tree
from ucgsim.effects.compile.powers import assemble
from ucgsim.effects.official.read import UnreadableText, read_official

ENTERS = "《When this character enters play》"
EACH_MAY = f"{ENTERS}Each player may discard one card from their hand."
YOU_MAY = f"{ENTERS}You may discard one card from your hand."
MILL = f"{ENTERS}You may send the top four cards of your deck to your discard area."
READ = {
    # "another" where no other was picked, and the TYPEs of now and those that are printed
    f"{ENTERS}Give all your other Kaiju +500 BP for this turn.": "all your kaiju other bp +500",
    f"{ENTERS}Choose one of your 『NOVA』 and another one of your characters. Give them +500 BP for this turn.": """
        choose (1 your NOVA and 1 your character)
        chosen bp +500""",
    f"{ENTERS}If all your characters share a TYPE, draw a card.": (
        "if at least 2 your character and type shared by your character: draw 1"
    ),
    f"{ENTERS}If you have two or more Kaiju with the same TYPE, draw a card.": (
        "if number of different type of your kaiju < total types of your kaiju: draw 1"
    ),
    f"{ENTERS}If there is only 1 printed TYPE among your characters, draw a card.": (
        "if number of different printed type of your character == 1: draw 1"
    ),
    f"{ENTERS}Choose two of your characters with different printed TYPEs. Give them +500 BP for this turn.": """
        choose 2 your character of different printed type
        chosen bp +500""",
    # the same name: of the character that takes the card, and of the card
    f"{ENTERS}Put one Kaiju card from your hand into play on top of one of your Kaiju with the same character name.": (
        "put 1 kaiju from hand on 1 your kaiju same name as the placed"
    ),
    # who did it, or did not
    f"{EACH_MAY} If your opponent did not, give this character +500 BP for this turn.": """
        by both: may discard 1
        if not (owned_by(opponent) in discarded): bp +500""",
    f"{EACH_MAY} If you do, draw a card.": """
        by both: may discard 1
        if owned_by(you) in discarded: draw 1""",
    f"{EACH_MAY} Each player who did draws a card. If your opponent did not, draw three cards.": """
        by both: may discard 1
        by both: if owned_by(you) in discarded: draw 1
        if not (owned_by(opponent) in discarded): draw 3""",
    f"{ENTERS}Your opponent may draw two cards. If they do not, give this character +500 BP for this turn.": """
        opponent may opponent draws 2
        if not done: bp +500""",
    # the card that was handled openly, not those drawn
    f"{YOU_MAY} If it is a Kaiju card, draw a card. If it is an Ultra Mech card, give this character +500 BP for this "
    "turn.": """
        may discard 1
        if kaiju in discarded: draw 1
        if mech in discarded: bp +500""",
    f"{YOU_MAY} If you do, draw two cards. If it is a scene card, draw a card.": """
        may discard 1
        if done: draw 2
        if scene in discarded: draw 1""",
    # of those that were counted
    f"{MILL} If you sent two or more Kaiju cards with this effect, you may put one of them into your hand.": """
        may mill 4
        if at least 2 kaiju in sent: may take 1 kaiju from sent""",
    f"{MILL} If you do, and there is an Ultra Mech card among them, put one of them into your hand.": """
        may mill 4
        if done: if mech in sent: take 1 mech from sent""",
    # beside whom
    f"{ENTERS}Give one opponent's Kaiju adjacent to this character's battle opponent -500 BP for this turn.": (
        "1 their kaiju beside (their opposing this) bp -500"
    ),
    f"{ENTERS}You may choose one opponent's character adjacent to the left or right of this character's battle "
    "opponent.": "may choose 1 their beside their opposing this",
    # several at once
    "For each face-down and sideways card under your Kaiju, give this character +500 BP.": (
        "bp +500 per (total charge of your kaiju)"
    ),
    f"{ENTERS}Give this character and this character's battle opponent TYPE 【POWER】 for this turn.": (
        "with_opponent(this) gain type POWER"
    ),
    # several that must be there
    f"{ENTERS}If you have 『HERO』, 『ALLY』, and 『NOVA』, draw a card.": (
        "if your HERO and your ALLY and your NOVA: draw 1"
    ),
    f"{ENTERS}If you have 『HERO』 and a scene in the scene area, draw a card.": (
        "if your HERO and card in scene area: draw 1"
    ),
    f"{ENTERS}If neither you nor your opponent has a scene in the scene area, draw a card.": (
        "if no card in any scene area: draw 1"
    ),
    f"{ENTERS}If you have two or more Kaiju that each have a different level, draw a card.": (
        "if number of different level of your kaiju >= 2: draw 1"
    ),
    # in which area
    "While this character is in a battle area of round 3 or higher, give it +500 BP.": (
        "if this is in area 3 or more: bp +500"
    ),
    "While in a round 3 or higher battle area, give this character +500 BP.": "if this is in area 3 or more: bp +500",
    "While this character is SINGLE, give it +500 BP. While it is in the round 2 battle area, give it +1000 BP.": """
        if this is [single]: bp +500
        if this is in area 2: bp +1000""",
    # what was done
    f"{ENTERS}You may reveal one scene card from your hand. If you do, give one of your Kaiju +500 BP for this turn "
    "for each round on the revealed card.": """
        may reveal 1 scene from hand
        if done: 1 your kaiju bp +500 per (round of revealed)""",
    f"{ENTERS}You may reveal up to two Kaiju cards from your hand. If you revealed two cards with this effect, draw a "
    "card.": """
        may reveal up to 2 kaiju from hand
        if at least 2 in revealed: draw 1""",
    f"{YOU_MAY} If you do, draw two cards. If you drew two cards with this effect, give this character +500 BP for "
    "this turn.": """
        may discard 1
        if done: draw 2
        if at least 2 owned_by(you) in drawn: bp +500""",
    f"{YOU_MAY} If you do, and it has TYPE 【POWER】, draw a card. If it does not, give this character +500 BP for "
    "this turn.": """
        may discard 1
        if done:
        if type POWER in discarded: draw 1
        else: bp +500""",
    f"{ENTERS}Reveal the top three cards of your deck. If two or more of the revealed cards share a TYPE with each "
    "other, draw a card.": """
        reveal top 3
        if number of different type of hero/kaiju/mech in revealed < number of hero/kaiju/mech in revealed: draw 1""",
    f"{ENTERS}Put one level 2 Kaiju card from your hand into play on top of one of your level 1 Kaiju that is able to "
    "level up with it. At the end of this turn, return the card put into play with this effect to its owner's "
    "hand.": """
        put 1 kaiju level 2 from hand on 1 your kaiju level 1 able to level up
        at end of turn: take the played""",
    # the one of yours, and no other player's
    f"{ENTERS}Give the Kaiju with the lowest level among your characters +500 BP for this turn.": (
        "1 your kaiju level == (lowest level of your character) bp +500"
    ),
    f"{ENTERS}Give the characters with the highest BP among your opponent's characters -500 BP for this turn.": (
        "all their bp == (highest bp of their character) bp -500"
    ),
    f"{ENTERS}Give one of your characters that is DOUBLE or has the highest level among your characters +500 BP for "
    "this turn.": "1 your ([double] or owned_by(you) level == (highest level of your character)) bp +500",
    # what you did, what they did, and what was done
    f"{ENTERS}Each player sends the top card of their deck to their discard area. If you sent a Kaiju card with this "
    "effect, draw a card.": """
        by both: mill 1
        if kaiju owned_by(you) in sent: draw 1""",
    f"{ENTERS}Send the top card of each player's deck to its owner's discard area. If you sent a Kaiju card with this "
    "effect, draw a card.": """
        each mills 1
        if kaiju in sent: draw 1""",
    f"{ENTERS}Your opponent may draw a card. If they drew with this effect, draw a card.": """
        opponent may opponent draws 1
        if drawn: draw 1""",
    f"{ENTERS}Each player sends the top card of their deck to their discard area. If one or more scene cards were sent "
    "to your discard area with this effect, draw a card.": """
        by both: mill 1
        if scene owned_by(you) in sent: draw 1""",
    f"{MILL} If one or more scene cards were sent to your discard area with this effect, draw a card.": """
        may mill 4
        if scene in sent: draw 1""",
    # "until they have", and what they do at last
    f"{ENTERS}Each player draws cards until they have five cards in their hand.": (
        "by both: draw 5 plus -1 per cards in hand"
    ),
    f"{ENTERS}If each player has two or more cards in their hand, draw a card.": (
        "if at least 2 in hand and at least 2 in their hand: draw 1"
    ),
    # one step from a print
    f"{ENTERS}The BP of one of your Kaiju with printed EXTRA BP becomes EXTRA for this turn.": (
        "1 your kaiju with extra extra"
    ),
    f"{ENTERS}Reveal the top three cards of your deck. You may put one Kaiju card from among them into your hand. "
    "Then, return the others to the bottom of your deck in any order.": """
        reveal top 3
        may take 1 kaiju from rest
        bottom the rest in any order""",
    f"{ENTERS}Reveal the top card of your deck. If it shares a character name with this character, put it into your "
    "hand.": """
        reveal top 1
        if same name as this in revealed: take the revealed""",
    "[DBL]While this character's battle opponent has TYPE 【POWER】, give this character +1000 BP. If that character "
    "is TRIPLE, give this character +2000 BP instead.": """
        if opponent is type POWER:
        if opponent is [triple]: bp +2000
        else: bp +1000""",
}
REFUSED = {
    # "another" beside one that was picked: other than that one, or than this character
    f"{ENTERS}Give one of your Kaiju +500 BP for this turn and another one of your Kaiju +700 BP for this turn.": (
        'from which one "another" differs'
    ),
    f"{ENTERS}Choose one of your Kaiju. If you do, give another one of your Kaiju +500 BP for this turn.": (
        'from which one "another" differs'
    ),
    f"{ENTERS}Choose one of your Kaiju. If you do, give all your other Kaiju +500 BP for this turn.": (
        'from which one "other" differs'
    ),
    # all of them, or as many as differ; neither of two conditions, or not the second; a TYPE of several
    f"{ENTERS}Give all your Kaiju with different character names +500 BP for this turn.": "how many are to differ",
    f"{MILL} If it is a Kaiju card, draw a card. If it is an Ultra Hero card, draw two cards. Otherwise, discard one "
    "card from your hand.": "whether neither of the two conditions holds",
    f"{ENTERS}If you have three or more Kaiju, each with a different TYPE, draw a card.": "number of different TYPEs",
    # the same name, where nothing was spoken of, or a card and a character
    f"{ENTERS}Put one Kaiju card with the same character name from your hand into play on top of one of your Kaiju.": (
        "as which one it is the same"
    ),
    f"{ENTERS}Choose one of your Kaiju. If you do, send the top card of your deck to your discard area. If you do, put "
    "one Kaiju card with the same character name from your hand into play on top of it.": "as which one it is the same",
    f"{EACH_MAY} If they do not, draw a card.": "what that player could do",
    f"{ENTERS}Your opponent sends the top card of their deck to their discard area. If you sent a Kaiju card with this "
    "effect, draw a card.": "something that this player did",
    f"{ENTERS}Your opponent may draw a card. If you drew with this effect, draw a card.": "something that this player",
    # whose is meant, and how many
    f"{ENTERS}Put the top card of one of your DOUBLE 『NOVA』 and one of your DOUBLE 『SOL』 into its owner's hand.": (
        "the same of both"
    ),
    f"{ENTERS}Send the bottom card of one of your DOUBLE 『NOVA』 or one of your DOUBLE 『SOL』 to its owner's discard "
    "area.": "the same of both",
    f"{ENTERS}Give the battle opponent of one of your Kaiju or one of your Ultra Heroes -500 BP for this turn.": (
        "the same of both"
    ),
    f"{ENTERS}Put two level 3 cards from one of your TRIPLE 『NOVA』 into your hand.": "one of them",
    f"{ENTERS}Give one of your Kaiju with the highest level among your opponent's characters +500 BP for this turn.": (
        "the field of the player"
    ),
    f"{ENTERS}If this character has the highest BP, draw a card.": "among",
    f"{ENTERS}Send the top card of any player's deck to its owner's discard area.": "each player's",
    f"{ENTERS}Exile all cards in any player's discard area from the game.": "leaves that open",
    f"{ENTERS}If your opponent has ten or more cards in your discard area, draw a card.": "who is spoken of",
    f"{ENTERS}If your opponent at least two more cards in their hand than you, draw a card.": 'found "at least two',
    f"{ENTERS}Send one of your opponent's Kaiju to its owner's discard area. Put one Kaiju card from your hand into "
    "play in its place.": "a place on the field of the player",
    f"{ENTERS}Neither player can level up your characters until the end of the next turn.": "cannot level them up",
    "《Whenever two of your Kaiju enter play》Draw a card.": "enters",
    "《Whenever two of your Kaiju enters play》Draw a card.": "one of them",
    "《Whenever your opponent levels up one of your Kaiju》Draw a card.": "the field of the player",
    "《When your opponent discards this card》Draw a card.": "a place of its owner",
    "《Whenever your opponent draws a card by two of your effects》Draw a card.": "one of them",
    f"{YOU_MAY} If your opponent does not, draw two cards.": "what that player could do",
    f"{YOU_MAY} Your opponent may draw a card. If you do not, draw two cards.": "what that player could do",
    f"{YOU_MAY} Your opponent may draw a card. If you do, draw two cards.": "what that player could do",
    f"{ENTERS}Your opponent may draw a card. If you do not, draw two cards.": "what that player could do",
    f"{YOU_MAY} If you do, your opponent may draw a card. If they do not, draw a card.": "what that player could do",
    f"{YOU_MAY} If you do, you may draw a card. If you do, give this character +500 BP for this turn.": "which of the",
    f"{YOU_MAY} If you do, you may draw a card. If you do not, give this character +500 BP for this turn.": "which of",
    f"{ENTERS}Draw a card. If it is a Kaiju card, draw a card.": "cards before this",
    f"{MILL} If you sent a Kaiju card with this effect, put them into your hand.": "for which of the cards",
    f"{ENTERS}Give one Kaiju adjacent to this character's battle opponent -500 BP for this turn.": "one meaning",
    f"{ENTERS}Give one opponent's Kaiju adjacent to this character -500 BP for this turn.": "of one field",
    f"{ENTERS}If you have a Kaiju adjacent to this character's battle opponent, draw a card.": "of one field",
    f"{ENTERS}Give one of your Kaiju and this character's battle opponent +500 BP each for this turn.": "characters",
    "While this character's battle opponent is a Kaiju, give this character +500 BP. While it is DOUBLE, give it +500 "
    "BP.": "before this",
    "While this character is SINGLE, give this character's battle opponent -500 BP. While it is DOUBLE, give it +500 "
    "BP.": "before this",
    "[Activate](Once per turn)Exile one scene card in your discard area with a higher round than this scene → Draw a "
    "card.": "without a number of this card",
    # one card differs from no other, and several cards may go to one end together or each to its own
    f"{ENTERS}You may return one card from your hand with a different level to the bottom of your "
    "deck.": "the one differs from",
    f"{ENTERS}You may give one of your Kaiju with a different character name +500 BP for this "
    "turn.": "the one differs from",
    f"{ENTERS}You may reveal the top three cards of your deck. If you do, return them to the top or bottom of your "
    "deck in any order.": "one end of the deck",
}

DOERS = {"Your opponent": tree.Side.OPPONENT, "Each player": tree.Side.BOTH}


def test_what_another_player_does_is_your_deed_done_from_the_other_side() -> None:
    for text, doer, yours in deeds():
        ((power,), (own,)) = (read_official(each).powers for each in (text, yours))
        assert power.body == tree.ByPlayer(DOERS[doer], own.body), text


def test_what_each_player_does_is_done_to_things_of_that_player() -> None:
    for text in open_deeds():
        with pytest.raises(UnreadableText, match='"their"'):
            read_official(text)


@pytest.mark.parametrize("text", READ, ids=lambda text: text[:60])
def test_text_means_this(text: str) -> None:
    result = read_official(text)
    wanted = [line.strip() for line in READ[text].strip().splitlines()]
    assert [line.strip() for line in body_lines(result)] == wanted
    assemble({"X": result}, ("POWER",))


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: text[:60])
def test_text_is_refused(text: str) -> None:
    with pytest.raises(UnreadableText, match=re.escape(REFUSED[text])):
        read_official(text)
