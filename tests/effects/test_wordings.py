"""Wordings that no card has yet, each as the effect language says it."""

from __future__ import annotations

import pytest

from tests.effects.wordings import body_lines
from ucgsim.effects.compile.powers import assemble
from ucgsim.effects.language.blocks import format_text
from ucgsim.effects.official.read import UnreadableText, read_official

TYPES = ("BASIC", "POWER", "SPEED", "ARMED", "HAZARD", "DEVASTATION", "INVASION", "METEO")
EFFECTS = {
    # what is not done
    "You may discard one card from your hand. If you do not, draw a card.": """
        may discard 1
        if not done: draw 1""",
    "You may discard one card from your hand, to draw two cards. If you do not, draw a card.": """
        may:
          one of:
            option: discard 1
        if done: may draw 2
        else: draw 1""",
    "Your opponent may discard one card from their hand. If they do not, draw a card.": """
        opponent may discard 1 from their hand chosen by opponent
        if not done: draw 1""",
    # what other players do
    "Each player discards one card from their hand.": "by both: discard 1",
    "Each player may draw a card.": "by both: may draw 1",
    "Each player draws a card.": "each draws 1",
    "Each player draws two cards, then discards a card.": """
        by both:
          draw 2
          discard 1""",
    "Your opponent exiles the top card of their deck from the game.": "by opponent: exile top 1",
    "Your opponent may return one 『NOVA』 card from their discard area to the bottom of their deck.": (
        "by opponent: may bottom 1 NOVA from discard"
    ),
    "Your opponent chooses one of their characters. Give that character -2000 BP for this turn.": """
        by opponent: choose 1 your character
        chosen bp -2000""",
    "Your opponent chooses one card from their hand and discards it.": """
        by opponent:
          choose 1 from hand
          discard the chosen""",
    "Your opponent reveals their hand.": "by opponent: reveal all from hand",
    "Your opponent discards one card from their hand at random.": "discard 1 random from their hand",
    "Have your opponent reveal their hand.": "by opponent: reveal all from hand",
    "You may have your opponent return one of their characters to its owner's hand.": (
        "may by opponent: take all cards of 1 your character"
    ),
    # what is put off
    "At the start of the next turn, draw a card.": "at start of next turn: draw 1",
    "Exile this character from the game at the end of the next turn.": ("at end of next turn: exile all cards of this"),
    "At the end of this turn, you may discard one card from your hand. If you do, draw a card.": """
        at end of turn:
          may discard 1
          if done: draw 1""",
    # what players cannot do
    "You cannot draw cards for the rest of this turn.": "forbid you draw",
    "Your opponent cannot set a scene card during the next turn.": "forbid opponent set scene next turn",
    "During the next turn, your opponent cannot use [Activate] effects or draw cards.": """
        forbid opponent activate next turn
        forbid opponent draw next turn""",
    "Neither player can level up their characters until the end of the next turn.": (
        "forbid both level up this and next turn"
    ),
    "During this turn, this character's BP grade increases by 1.": "grade +1",
    # hands, decks and discard areas
    "Look at your opponent's hand.": "look at all from their hand",
    "You may exile one card in each player's discard area from the game.": (
        "may exile (1 from discard and 1 from their discard)"
    ),
    "You may look at the top three cards of your deck. You may reveal one scene card from among them and put it into "
    "your hand. Then, return the rest to the bottom of your deck in any order.": """
        may look at top 3
        may:
          reveal 1 scene from rest
          take the revealed
        bottom the rest in any order""",
    "Draw cards until you have five cards in your hand.": ("draw 5 plus -1 per cards in hand"),
    "Return all characters with level 1 to their owners' hands.": ("take all cards of all any level 1"),
    "You may put one card from your hand on the bottom of your deck. If the returned card is a scene card, draw a "
    "card.": """
        may bottom 1 from hand
        if scene in returned: draw 1""",
    "Return one scene card other than 「Quiet」 from your discard area to your hand.": (
        'take 1 scene not called "Quiet" from discard'
    ),
    "Unless you have 『NOVA』, discard a card.": ("if not (your NOVA): discard 1"),
    # the end of the turn
    "At the end of this turn, if you have 『NOVA』, you may draw a card.": ("at end of turn: if your NOVA: may draw 1"),
    "Discard a card at the end of the turn.": "at end of turn: discard 1",
    "Choose one of your Kaiju. At the end of this turn, exile that Kaiju from the game.": """
        choose 1 your kaiju
        at end of turn: exile all cards of chosen""",
    # characters
    "You may swap the places of two characters.": "may swap 1 any character with 1 any character",
    "Exchange the positions of this character and one of your Kaiju.": "swap this with 1 your kaiju",
    "Choose two of your 『NOVA』. Switch the places of the chosen characters.": """
        choose 2 your NOVA
        swap chosen with chosen""",
    "Choose two of your opponent's characters and swap their places.": """
        choose 2 their character
        swap chosen with chosen""",
    "Swap the place of this character with an adjacent character.": "swap this with 1 your adjacent",
    "Return one of your opponent's TRIPLE characters' top card to its owner's hand.": (
        "take top card of 1 their [triple]"
    ),
    "Give each Kaiju +1000 BP until the end of this turn.": ("all any kaiju bp +1000"),
    "This character's BP grade increases by 1 for this turn for every two cards in your hand.": (
        "grade +1 per 2 cards in hand"
    ),
    "You may discard one scene card from your hand or exile two cards in your discard area, to draw a card.": """
        may fully:
          one of:
            option: discard 1 scene
            option: exile 2 from discard
        to: draw 1""",
    "Return one scene from the scene area to its owner's hand.": "take 1 from any scene area",
    "Give this character +1000 BP until the end of the next turn.": ("bp +1000 this and next turn"),
    "Give one of your characters TYPE 【SPEED】 for this turn and the next turn.": (
        "1 your character gain type SPEED this and next turn"
    ),
    "All of your opponents' characters' BP grade decreases by 1 for this turn.": ("all their character grade -1"),
    "Choose one of your opponent's characters. Its BP grade decreases by 1 for this turn. If it is DOUBLE, give it "
    "-1000 BP for this turn.": """
        choose 1 their character
        chosen grade -1
        if chosen is [double]: chosen bp -1000""",
    "Negate all effect texts of one of your opponent's characters for this turn.": (
        "1 their character lose every text"
    ),
    "Choose one TYPE from 【POWER】 or 【SPEED】. Give this character the chosen TYPE for this turn.": """
        choose type POWER/SPEED
        gain chosen type""",
    "For each of your TRIPLE characters, draw a card.": "draw 1 per your [triple]",
    "You may send one face-down and sideways card under this character to its owner's discard area.": (
        "may discard any charge card of this"
    ),
}
CONDITIONS = {
    "you have exactly three cards in your hand": "number of cards in hand == 3",
    "you do not have another 『NOVA』": "no your NOVA other",
    "you have only Kaiju": "your character and no your not kaiju",
    "all of your Kaiju are DOUBLE": ("your kaiju and no your kaiju not [double]"),
    "your opponent has no scene in the scene area": "no card in their scene area",
    "your opponent does not have a Kaiju": "no their kaiju",
    "neither player has a scene": "no card in any scene area",
    "your opponent has more Kaiju than you": "number of their kaiju > number of your kaiju",
    "you have fewer cards in your discard area than your opponent": (
        "number of cards in discard < number of cards in their discard"
    ),
    "your opponent is the Lead player": "you are next",
    "a Kaiju is adjacent to this character": "your kaiju adjacent",
    "you have two or more characters with different character names": "number of different name of your character >= 2",
    "there are three or more different character names among your Kaiju": "number of different name of your kaiju >= 3",
}


@pytest.mark.parametrize("text", EFFECTS)
def test_an_effect_reads(text: str) -> None:
    result = read_official(f"《When this character enters play》{text}")
    assert [line.strip() for line in body_lines(result)] == [
        line.strip() for line in EFFECTS[text].strip().splitlines()
    ]
    assemble({"X": result}, TYPES)


@pytest.mark.parametrize("text", CONDITIONS)
def test_a_condition_reads(text: str) -> None:
    result = read_official(f"While {text}, this character gets +1000 BP.")
    expected = f"while: if {CONDITIONS[text]}: bp +1000"
    assert format_text(result).strip() == expected
    assemble({"X": result}, TYPES)


def test_the_end_of_the_turn_knows_one_group_of_cards() -> None:
    text = (
        "《When this character enters play》Reveal one card from your hand. Discard one card from your hand. "
        "At the end of this turn, exile the revealed card and the discarded card from the game."
    )
    with pytest.raises(Exception, match="one group of cards"):
        assemble({"X": read_official(text)}, TYPES)


def test_a_cost_of_nothing_may_ask_a_condition() -> None:
    text = "[Activate](Once per turn)If you have 『NOVA』, no cost → Draw a card."
    assert body_lines(read_official(text))[0] == "only if your NOVA"


def test_a_batch_of_two_discards_is_no_event() -> None:
    with pytest.raises(UnreadableText, match="one or more cards"):
        read_official("《Whenever you discard two or more cards from your hand》Draw a card.")


@pytest.mark.parametrize(
    "text",
    [
        "Negate one effect text of one of your opponent's characters during the next turn.",
        "Cards in your discard area cannot be exiled by your opponent's effects during the next turn.",
    ],
)
def test_what_holds_for_this_turn_alone_is_not_read_as_of_the_next(text: str) -> None:
    with pytest.raises(UnreadableText, match="for this turn"):
        read_official(f"《When this character enters play》{text}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("《When this character enters play》You cannot draw cards.", "how long"),
        ("While you have 『NOVA』, your opponent cannot draw cards.", "how long"),
        ("《When this character enters play》For this turn, draw a card.", "something that lasts"),
        (
            "《When this character enters play》At the end of this turn, draw a card. Then, draw a card.",
            "now, or as late",
        ),
        (
            "《When you draw a card》At the start of the next turn, you cannot draw cards for the next turn.",
            "of which turn",
        ),
    ],
)
def test_what_lasts_says_how_long(text: str, expected: str) -> None:
    with pytest.raises(UnreadableText, match=expected):
        read_official(text)


def test_a_continuous_ban_on_leveling_up_is_one_of_the_characters() -> None:
    result = read_official("Your opponent cannot level up their characters.")
    assert "all their character cannot level up" in format_text(result)


@pytest.mark.parametrize(
    ("sentence", "head"),
    [
        ("This effect can only be used once per turn.", "when you draw 1/turn:"),
        ("This effect can be used only twice per game.", "when you draw 2/game:"),
        ("You can only use this effect once per game.", "when you draw 1/game:"),
    ],
)
def test_a_limit_may_be_a_sentence(sentence: str, head: str) -> None:
    result = format_text(read_official(f"《When you draw a card》Discard a card from your hand. {sentence}"))
    assert result.splitlines()[0].partition(":")[0] + ":" == head
    assert result == format_text(read_official(f"《When you draw a card》{sentence} Discard a card from your hand."))


def test_a_limit_is_said_once_and_of_the_power() -> None:
    limit = "This effect can only be used once per turn."
    with pytest.raises(UnreadableText, match="one limit"):
        read_official(f"《When you draw a card》(Once per turn)Draw a card. {limit}")
    with pytest.raises(UnreadableText, match="as a whole"):
        read_official(f"《When you draw a card》Choose one of the following effects. 1) Draw a card. {limit}")
