"""Lists, negations, numbers of alternatives and choices that are made several times, each as it is said."""

from __future__ import annotations

import pytest

from tests.effects.wordings import body_lines
from ucgsim.effects.compile.powers import assemble
from ucgsim.effects.official.read import UnreadableText, read_official

TYPES = ("BASIC", "POWER", "SPEED", "ARMED", "HAZARD", "INVASION")
ENTERS = "《When this character enters play》"
EFFECTS = {
    # each alternative has its own number
    "You may discard one scene card or two Kaiju cards from your hand.": """
        may:
          one of:
            option: discard 1 scene
            option: discard 2 kaiju""",
    "Exile two 『NOVA』 cards or one Kaiju card in your discard area from the game.": """
        one of:
          option: exile 2 NOVA from discard
          option: exile 1 kaiju from discard""",
    "Give one of your Ultra Heroes or two of your Kaiju +1000 BP for this turn.": """
        one of:
          option: 1 your hero bp +1000
          option: 2 your kaiju bp +1000""",
    "Give one of your Kaiju or one of your opponent's Kaiju +1000 BP for this turn.": """
        one of:
          option: 1 your kaiju bp +1000
          option: 1 their kaiju bp +1000""",
    "You may discard one Kaiju card or one scene card from your hand.": "may discard 1 kaiju/scene",
    # cards that have something in common with each other
    "If you discarded two cards with the same character name with this effect, draw a card.": (
        "if number of different name of cards in discarded < number of cards in discarded: draw 1"
    ),
    "If you have two or more Kaiju with the same level, draw a card.": (
        "if number of different level of your kaiju < number of your kaiju: draw 1"
    ),
    "Discard two cards from your hand. If the discarded cards have the same level, draw a card.": (
        "discard 2\n"
        "if at least 2 in discarded and number of hero/kaiju/mech in discarded == number of cards in discarded and "
        "number of different level of cards in discarded == 1:\n"
        "  draw 1"
    ),
    "Reveal the top two cards of your deck. If the revealed cards have different levels, draw a card.": """
        reveal top 2
        if at least 2 in revealed and number of different level of cards in revealed == number of cards in revealed:
          draw 1""",
    # a negation before "or", and lists of what is not meant
    "Give one of your characters that is not an Ultra Hero or a Kaiju +1000 BP for this turn.": (
        "1 your not hero/kaiju bp +1000"
    ),
    "Give one of your characters that is neither a Kaiju nor DOUBLE +1000 BP for this turn.": (
        "1 your not (kaiju or [double]) bp +1000"
    ),
    "Give one of your Kaiju that is not DOUBLE +1000 BP for this turn.": "1 your kaiju not [double] bp +1000",
    "Give one of your Kaiju that is not level 1 or 2 +1000 BP for this turn.": "1 your kaiju not level 1/2 bp +1000",
    "Give one of your Kaiju that does not have TYPE 【POWER】 or 【SPEED】 +1000 BP for this turn.": (
        "1 your kaiju not type POWER/SPEED bp +1000"
    ),
    "Give one of your characters that is a Kaiju or has TYPE 【POWER】 +1000 BP for this turn.": (
        "1 your (kaiju or type POWER) bp +1000"
    ),
    "If this character is neither SINGLE nor DOUBLE, draw a card.": "if this is not [single,double]: draw 1",
    "If this character's battle opponent is an Ultra Hero or a Kaiju, draw a card.": (
        "if opponent is hero/kaiju: draw 1"
    ),
    "If you have a Kaiju and no Ultra Heroes, draw a card.": "if your kaiju and no your hero: draw 1",
    # a noun in each part of a list
    "You may put one Kaiju card or scene card from your discard area into your hand.": (
        "may take 1 kaiju/scene from discard"
    ),
    "You may discard two Kaiju cards and/or scene cards from your hand.": "may discard 2 kaiju/scene",
    "You may discard one scene card or character card from your hand.": "may discard 1 scene/hero/kaiju/mech",
    # what is not there has no other case
    "You may discard one card from your hand. If you discarded a Kaiju card with this effect, draw two cards. "
    "Otherwise, draw a card.": """
        may discard 1
        if not (kaiju in discarded): draw 1
        else: draw 2""",
    "You may discard one card from your hand. If you do, and it is a Kaiju card, draw two cards. Otherwise, draw a "
    "card.": """
        may discard 1
        if done:
          if kaiju in discarded: draw 2
          else: draw 1""",
    "You may discard one card from your hand. Unless it is a Kaiju card, draw a card.": """
        may discard 1
        if not kaiju in discarded: draw 1""",
    # a choice each time
    "For each Kaiju you have, you may draw a card.": "for each number of your kaiju: may draw 1",
    "For every two Kaiju you have, you may give one opponent's character -1000 BP for this turn.": (
        "for each 1 per 2 your kaiju: may 1 their character bp -1000"
    ),
    "For each 『NOVA』 you have, you may give one of your Kaiju +1000 BP for this turn. You cannot choose the same "
    "character more than once with this effect.": "may up to (number of your NOVA) your kaiju bp +1000",
    "You may draw a card for each Kaiju you have.": "may draw 1 per your kaiju",
    "You may discard up to three cards from your hand, to draw up to that many cards.": """
        may fully discard up to 3
        to: for each number of cards in discarded: may draw 1""",
    # greater numbers, areas, both sides
    "Give this character +1000 BP, or +2000 BP if you have 『NOVA』, for this turn.": """
        if your NOVA: bp +2000
        else: bp +1000""",
    "Draw a card, or two cards if you are the Next player.": """
        if you are next: draw 2
        else: draw 1""",
    "Give one of your Kaiju +1000 BP and this character's battle opponent -1000 BP for this turn.": """
        1 your kaiju bp +1000
        opponent bp -1000""",
    "Give the battle opponents of all your Kaiju -1000 BP for this turn.": "opponent of all your kaiju bp -1000",
    "Give one of your characters in the round 1 or round 2 battle area +1000 BP for this turn.": (
        "1 your (in area 1 or in area 2) bp +1000"
    ),
    "Give one of your characters in the round 3 or higher battle area +1000 BP for this turn.": (
        "1 your in area 3 or more bp +1000"
    ),
    "Each player may discard one card from their hand. Each player who did draws a card.": """
        by both: may discard 1
        by both: if owned_by(you) in discarded: draw 1""",
    "Reveal one card from your hand. If the revealed card shares a TYPE with this character's battle opponent, give "
    "that character -1000 BP for this turn.": """
        reveal 1 from hand
        if opponent is same type as the revealed: opponent bp -1000""",
    "If two or more of your Kaiju have the same level, draw a card.": (
        "if number of different level of your kaiju < number of your kaiju: draw 1"
    ),
    "If this character and its battle opponent share a TYPE, draw a card.": "if opponent is same type as this: draw 1",
    "If neither this character nor its battle opponent is DOUBLE, draw a card.": (
        "if this is not [double] and opponent is not [double]: draw 1"
    ),
    "You may send the top three cards of your deck to your discard area. For each scene card among them, draw a "
    "card.": """
        may mill 3
        draw 1 per scene in sent""",
    "You may exile three cards in your discard area from the game, each with a different level.": (
        "may exile 3 from discard of different level"
    ),
}
REFUSED = {
    "Discard two cards |with the same level from your hand.": "as which one it is the same",
    "Choose two of your characters |with the same TYPE.": "as which one it is the same",
    "If you |have three or more Kaiju with the same level, draw a card.": "alike",
    "Put |up to one Kaiju card and/or scene card from your discard area into your hand.": "one of each",
    "Give one of your Kaiju |that does not have TYPE 【POWER】 and 【SPEED】 +1000 BP for this turn.": '"or" between',
    "For each Kaiju you have, you may discard one card from your hand. If you do, draw a card.": "each time, or once",
    "You may reveal one scene card from your hand. If it is round 2 or higher, draw a card.": "of the field",
    "Discard one scene card or two other cards from your hand.": "other than",
    "If |two of your Kaiju share a TYPE, draw a card.": "compared with each other",
    "At the end of this turn, you may discard one card from your hand. If |it is a Kaiju card, draw a card.": "later",
    "At the end of this turn, you may discard one card from your hand. If the discarded card is a Kaiju card, draw a "
    "card.": "now, or as late",
    "If you have two Kaiju |adjacent to each other, draw a card.": "",
}


@pytest.mark.parametrize("text", EFFECTS)
def test_effects_are_read_as_they_are_said(text: str) -> None:
    expected = [line for line in EFFECTS[text].splitlines() if line]
    indent = min(len(line) - len(line.lstrip()) for line in expected)
    result = read_official(ENTERS + text)
    assert body_lines(result) == [line[indent:] for line in expected]
    assemble({"X": result}, TYPES)


@pytest.mark.parametrize("text", REFUSED)
def test_what_has_two_meanings_is_refused(text: str) -> None:
    with pytest.raises(UnreadableText) as caught:
        read_official(ENTERS + text.replace("|", ""))
    assert REFUSED[text] in caught.value.expected
    if "|" in text and REFUSED[text]:
        assert caught.value.column == len(ENTERS) + text.index("|") + 1


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
    said = {
        frozenset(" ".join(body_lines(read_official(text))).removeprefix("1 your kaiju ").split(" and "))
        for text in texts
    }
    assert len(said) == 1


@pytest.mark.parametrize("one", SCENES)
@pytest.mark.parametrize("other", SCENES)
def test_cards_of_a_list_may_change_places(one: str, other: str) -> None:
    texts = [
        f"{ENTERS}You may discard one {first} card and one {second} card from your hand."
        for first, second in ((one, other), (other, one))
    ]
    lines = [body_lines(read_official(text))[0].removeprefix("may discard (").removesuffix(")") for text in texts]
    said = {frozenset(line.split(" and ")) for line in lines}
    assert len(said) == 1


def _both_ways(one: str, other: str) -> tuple[str, str]:
    return f"{one} and {other}", f"{other} and {one}"


def _condition(text: str) -> list[str]:
    return body_lines(read_official(text))[0].removeprefix("if ").removesuffix(": draw 1").split(" and ")
