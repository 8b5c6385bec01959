"""Wordings that no card has yet, each as the effect language says it."""

from __future__ import annotations

import pytest

from ucgsim.effects.compile.powers import assemble
from ucgsim.effects.language.blocks import format_text
from ucgsim.effects.official.read import UnreadableText, read_official

TYPES = ("BASIC", "POWER", "SPEED", "ARMED", "HAZARD", "DEVASTATION", "INVASION", "METEO")
EFFECTS = {
    # what is not done
    "You may discard one card from your hand. If you do not, draw a card.": """
        do: may: move(take(1, cards(your.hand)), discard)
        if not done: draw(you, 1)""",
    "You may discard one card from your hand, to draw two cards. If you do not, draw a card.": """
        do:
          may:
            one of:
              option: move(take(1, cards(your.hand)), discard)
        if done: may: draw(you, 2)
        else: draw(you, 1)""",
    "Your opponent may discard one card from their hand. If they do not, draw a card.": """
        do: may opponent: move(take(1, cards(their.hand), none, opponent), discard)
        if not done: draw(you, 1)""",
    # what other players do
    "Each player discards one card from their hand.": "by both: move(take(1, cards(your.hand)), discard)",
    "Each player may draw a card.": "by both: may: draw(you, 1)",
    "Each player draws a card.": "draw(both, 1)",
    "Each player draws two cards, then discards a card.": """
        by both:
          draw(you, 2)
          move(take(1, cards(your.hand)), discard)""",
    "Your opponent exiles the top card of their deck from the game.": "by opponent: move(deck(you, 1), exile)",
    "Your opponent may return one 『NOVA』 card from their discard area to the bottom of their deck.": (
        'by opponent: may: move(take(1, cards(your.discard, name("NOVA"))), deck_bottom)'
    ),
    "Your opponent chooses one of their characters. Give that character -2000 BP for this turn.": """
        by opponent: choose(pick(1, yours()))
        modify(chosen, bp(-2000), duration=this_turn)""",
    "Your opponent chooses one card from their hand and discards it.": """
        by opponent:
          choose_cards(take(1, cards(your.hand)))
          move(these(chosen), discard)""",
    "Your opponent reveals their hand.": "by opponent: reveal(take(every, cards(your.hand)))",
    "Your opponent discards one card from their hand at random.": "move(random_cards(1, cards(their.hand)), discard)",
    "Have your opponent reveal their hand.": "by opponent: reveal(take(every, cards(your.hand)))",
    "You may have your opponent return one of their characters to its owner's hand.": (
        "may: by opponent: move(whole_characters(pick(1, yours())), hand)"
    ),
    # what is put off
    "At the start of the next turn, draw a card.": "at start of next turn: draw(you, 1)",
    "Exile this character from the game at the end of the next turn.": (
        "at end of next turn: move(whole_characters(this), exile)"
    ),
    "At the end of this turn, you may discard one card from your hand. If you do, draw a card.": """
        at end of turn:
          do: may: move(take(1, cards(your.hand)), discard)
          if done: draw(you, 1)""",
    # what players cannot do
    "You cannot draw cards for the rest of this turn.": "forbid(you, draw, this_turn)",
    "Your opponent cannot set a scene card during the next turn.": "forbid(opponent, set_scene, next_turn)",
    "During the next turn, your opponent cannot use [Activate] effects or draw cards.": """
        forbid(opponent, activate, next_turn)
        forbid(opponent, draw, next_turn)""",
    "Neither player can level up their characters until the end of the next turn.": (
        "forbid(both, level_up, this_and_next_turn)"
    ),
    "During this turn, this character's BP grade increases by 1.": "modify(this, grade(1), duration=this_turn)",
    # hands, decks and discard areas
    "Look at your opponent's hand.": "look(take(every, cards(their.hand)))",
    "You may exile one card in each player's discard area from the game.": (
        "may: move(all_of(take(1, cards(your.discard)), take(1, cards(their.discard))), exile)"
    ),
    "You may look at the top three cards of your deck. You may reveal one scene card from among them and put it into "
    "your hand. Then, return the rest to the bottom of your deck in any order.": """
        may: look(deck(you, 3))
        may:
          reveal(take(1, cards(rest, kind(scene))))
          move(these(revealed), hand)
        move(these(rest), deck_bottom, true)""",
    "Draw cards until you have five cards in your hand.": (
        "draw(you, plus(5, times(-1, count_cards(cards(your.hand)))))"
    ),
    "Return all characters with level 1 to their owners' hands.": (
        "move(whole_characters(pick(every, characters(level(1)))), hand)"
    ),
    "You may put one card from your hand on the bottom of your deck. If the returned card is a scene card, draw a "
    "card.": """
        may: move(take(1, cards(your.hand)), deck_bottom)
        if count_cards(cards(returned, kind(scene))) >= 1: draw(you, 1)""",
    "Return one scene card other than 「Quiet」 from your discard area to your hand.": (
        'move(take(1, cards(your.discard, kind(scene), not(name_part("Quiet")))), hand)'
    ),
    "Unless you have 『NOVA』, discard a card.": (
        'if no(count(yours(name("NOVA"))) >= 1): move(take(1, cards(your.hand)), discard)'
    ),
    # the end of the turn
    "At the end of this turn, if you have 『NOVA』, you may draw a card.": (
        'at end of turn: if count(yours(name("NOVA"))) >= 1: may: draw(you, 1)'
    ),
    "Discard a card at the end of the turn.": "at end of turn: move(take(1, cards(your.hand)), discard)",
    "Choose one of your Kaiju. At the end of this turn, exile that Kaiju from the game.": """
        choose(pick(1, yours(kind(kaiju))))
        at end of turn: move(whole_characters(chosen), exile)""",
    # characters
    "You may swap the places of two characters.": "may: swap(pick(1, characters()), pick(1, characters()))",
    "Exchange the positions of this character and one of your Kaiju.": "swap(this, pick(1, yours(kind(kaiju))))",
    "Choose two of your 『NOVA』. Switch the places of the chosen characters.": """
        choose(pick(2, yours(name("NOVA"))))
        swap(chosen, chosen)""",
    "Choose two of your opponent's characters and swap their places.": """
        choose(pick(2, theirs()))
        swap(chosen, chosen)""",
    "Swap the place of this character with an adjacent character.": "swap(this, pick(1, yours(adjacent())))",
    "Return one of your opponent's TRIPLE characters' top card to its owner's hand.": (
        "move(stack_cards(pick(1, theirs(state(triple)))), hand)"
    ),
    "Give each Kaiju +1000 BP until the end of this turn.": (
        "modify(pick(every, characters(kind(kaiju))), bp(1000), duration=this_turn)"
    ),
    "This character's BP grade increases by 1 for this turn for every two cards in your hand.": (
        "modify(this, grade(times(1, count_cards(cards(your.hand)), 2)), duration=this_turn)"
    ),
    "You may discard one scene card from your hand or exile two cards in your discard area, to draw a card.": """
        may in full:
          one of:
            option: move(take(1, cards(your.hand, kind(scene))), discard)
            option: move(take(2, cards(your.discard)), exile)
        to: draw(you, 1)""",
    "Return one scene from the scene area to its owner's hand.": "move(take(1, cards(any.scene_area)), hand)",
    "Give this character +1000 BP until the end of the next turn.": (
        "modify(this, bp(1000), duration=this_and_next_turn)"
    ),
    "Give one of your characters TYPE 【SPEED】 for this turn and the next turn.": (
        'modify(pick(1, yours()), add_types("SPEED"), duration=this_and_next_turn)'
    ),
    "All of your opponents' characters' BP grade decreases by 1 for this turn.": (
        "modify(pick(every, theirs()), grade(-1), duration=this_turn)"
    ),
    "Choose one of your opponent's characters. Its BP grade decreases by 1 for this turn. If it is DOUBLE, give it "
    "-1000 BP for this turn.": """
        choose(pick(1, theirs()))
        modify(chosen, grade(-1), duration=this_turn)
        if is(chosen, state(double)): modify(chosen, bp(-1000), duration=this_turn)""",
    "Negate all effect texts of one of your opponent's characters for this turn.": (
        "modify(pick(1, theirs()), negate_text(true), duration=this_turn)"
    ),
    "Choose one TYPE from 【POWER】 or 【SPEED】. Give this character the chosen TYPE for this turn.": """
        choose_type("POWER", "SPEED")
        modify(this, add_chosen_type(), duration=this_turn)""",
    "For each of your TRIPLE characters, draw a card.": "draw(you, times(1, count(yours(state(triple)))))",
    "You may send one face-down and sideways card under this character to its owner's discard area.": (
        "may: move(charge_cards(this), discard)"
    ),
}
CONDITIONS = {
    "you have exactly three cards in your hand": "count_cards(cards(your.hand)) == 3",
    "you do not have another 『NOVA』": 'count(yours(name("NOVA"), not(is_this()))) == 0',
    "you have only Kaiju": "all(count(yours()) >= 1, count(yours(not(kind(kaiju)))) == 0)",
    "all of your Kaiju are DOUBLE": (
        "all(count(yours(kind(kaiju))) >= 1, count(yours(kind(kaiju), not(state(double)))) == 0)"
    ),
    "your opponent has no scene in the scene area": "count_cards(cards(their.scene_area)) == 0",
    "your opponent does not have a Kaiju": "count(theirs(kind(kaiju))) == 0",
    "neither player has a scene": "count_cards(cards(any.scene_area)) == 0",
    "your opponent has more Kaiju than you": "count(theirs(kind(kaiju))) > count(yours(kind(kaiju)))",
    "you have fewer cards in your discard area than your opponent": (
        "count_cards(cards(your.discard)) < count_cards(cards(their.discard))"
    ),
    "your opponent is the Lead player": "leads(next)",
    "a Kaiju is adjacent to this character": "count(yours(kind(kaiju), adjacent())) >= 1",
    "you have two or more characters with different character names": "count(yours(), name) >= 2",
    "there are three or more different character names among your Kaiju": "count(yours(kind(kaiju)), name) >= 3",
}


@pytest.mark.parametrize("text", EFFECTS)
def test_an_effect_reads(text: str) -> None:
    found = read_official(f"《When this character enters play》{text}")
    lines = format_text(found).splitlines()
    assert [line.strip() for line in lines[1:]] == [line.strip() for line in EFFECTS[text].strip().splitlines()]
    assemble({"X": found}, TYPES)


@pytest.mark.parametrize("text", CONDITIONS)
def test_a_condition_reads(text: str) -> None:
    found = read_official(f"While {text}, this character gets +1000 BP.")
    expected = f"if {CONDITIONS[text]}: modify(this, bp(1000), duration=while_active)"
    assert format_text(found).splitlines()[1].strip() == expected
    assemble({"X": found}, TYPES)


def test_the_end_of_the_turn_knows_one_group_of_cards() -> None:
    text = (
        "《When this character enters play》Reveal one card from your hand. Discard one card from your hand. "
        "At the end of this turn, exile the revealed card and the discarded card from the game."
    )
    with pytest.raises(Exception, match="one group of cards"):
        assemble({"X": read_official(text)}, TYPES)


def test_a_cost_of_nothing_may_ask_a_condition() -> None:
    text = "[Activate](Once per turn)If you have 『NOVA』, no cost → Draw a card."
    assert format_text(read_official(text)).splitlines()[1].strip() == 'require count(yours(name("NOVA"))) >= 1'


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
    found = read_official("Your opponent cannot level up their characters.")
    assert "modify(pick(every, theirs()), cannot_level_up(), duration=while_active)" in format_text(found)


@pytest.mark.parametrize(
    ("sentence", "head"),
    [
        ("This effect can only be used once per turn.", "when draws movement(you) 1/turn:"),
        ("This effect can be used only twice per game.", "when draws movement(you) 2/game:"),
        ("You can only use this effect once per game.", "when draws movement(you) 1/game:"),
    ],
)
def test_a_limit_may_be_a_sentence(sentence: str, head: str) -> None:
    found = format_text(read_official(f"《When you draw a card》Discard a card from your hand. {sentence}"))
    assert found.splitlines()[0] == head
    assert found == format_text(read_official(f"《When you draw a card》{sentence} Discard a card from your hand."))


def test_a_limit_is_said_once_and_of_the_power() -> None:
    limit = "This effect can only be used once per turn."
    with pytest.raises(UnreadableText, match="one limit"):
        read_official(f"《When you draw a card》(Once per turn)Draw a card. {limit}")
    with pytest.raises(UnreadableText, match="as a whole"):
        read_official(f"《When you draw a card》Choose one of the following effects. 1) Draw a card. {limit}")
