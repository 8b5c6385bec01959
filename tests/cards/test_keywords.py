"""Keyword lines are made up here, in the forms that the rules name (CR 11.18, 11.21) and in looser ones."""

from __future__ import annotations

import pytest

from tests.waiting import assert_soon
from ucgsim.cards.card import Kind
from ucgsim.cards.keywords import Keywords, parse_kinds, read_keywords, without_keywords

EFFECT = "[SIN][QUAD]《When this character enters play》You may draw a card."


@pytest.mark.parametrize("text", ["", "-", "  ", " - "])
def test_no_text_is_no_keyword(text):
    assert read_keywords(text) == Keywords()


def test_an_effect_stays_whole():
    assert read_keywords(EFFECT) == Keywords(remainder=EFFECT)


@pytest.mark.parametrize(
    "line",
    [
        "[TEAM][RIVER CREW]",
        "[TEAM] [River Crew]",
        "【TEAM】【RIVER CREW】",
        "[TEAM][RIVER CREW](This card may level up a character with [RIVER CREW])",
        "[TEAM][RIVER CREW] (*This card may level up a character with [RIVER CREW].)",
    ],
)
@pytest.mark.parametrize("rest", ["", EFFECT, f" {EFFECT}", f"\n{EFFECT}"])
def test_cr_11_18_a_team_is_read_with_its_reminder(line, rest):
    assert read_keywords(line + rest) == Keywords(teams=("RIVER CREW",), remainder=rest.strip())


def test_several_teams_are_read():
    assert read_keywords("[TEAM][A][TEAM][B C]").teams == ("A", "B C")


def test_a_team_in_the_middle_of_a_sentence_is_a_noun():
    text = "While you have a character with [TEAM][RIVER CREW], this character has +1000 BP."
    assert read_keywords(text) == Keywords(remainder=text)


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ("This card is also treated as a Kaiju card.", (Kind.KAIJU,)),
        ("This card is also an Ultra Hero in every zone.", (Kind.ULTRA_HERO,)),
        ("This character is also treated as an Ultra Mech in all zones.", (Kind.ULTRA_MECH,)),
        ("(*This card is both an Ultra Hero and a Kaiju card)", (Kind.ULTRA_HERO, Kind.KAIJU)),
        ("This card's card type is also Ultra Mech.", (Kind.ULTRA_MECH,)),
        ('In all zones, this card is also treated as "Kaiju".', (Kind.KAIJU,)),
        ("This card has card types 【Kaiju】 and 【Ultra Hero】.", (Kind.KAIJU, Kind.ULTRA_HERO)),
        ("[Kaiju](This card is also treated as a Kaiju)", (Kind.KAIJU,)),
        ("This card is also treated as a Kaiju (in every zone).", (Kind.KAIJU,)),
    ],
)
@pytest.mark.parametrize("rest", ["", f" {EFFECT}"])
def test_cr_2_2_a_second_card_type_is_read(line, kinds, rest):
    assert read_keywords(line + rest) == Keywords(extra_kinds=kinds, remainder=rest.strip())


def test_a_second_card_type_is_read_behind_an_effect():
    words = read_keywords(f"{EFFECT} This card is also a Kaiju.")
    assert (words.extra_kinds, words.remainder) == ((Kind.KAIJU,), EFFECT)


@pytest.mark.parametrize(
    "text",
    [
        "This card is treated as a Kaiju this turn.",
        "[SIN]While this character's battle opponent is a Kaiju, this character has +1000 BP.",
        "[SIN]This character is unaffected by Kaiju.",
        "If this character is an Ultra Hero, draw a card.",
    ],
)
def test_a_card_type_with_a_condition_or_a_duration_is_an_effect(text):
    assert read_keywords(text) == Keywords(remainder=text)


def test_cr_11_21_several_character_names_are_read():
    line = (
        "This card's character name is treated as one of 『AKA』, 『C.O.V.』, or its printed character name (『KURO』)."
    )
    words = read_keywords(f"{line} {EFFECT}")
    assert words == Keywords(characters=("AKA", "C.O.V.", "KURO"), remainder=EFFECT)


@pytest.mark.parametrize(
    ("line", "limit"),
    [
        ("A deck may include any number of this card.", None),
        ("Your deck can contain any number of copies of this card", None),
        ("You may include any number of this card in your deck.", None),
        ("A deck may include up to seven of this card.", 7),
        ("A deck may include up to 12 copies of this card.", 12),
    ],
)
def test_cr_4_1_2_another_limit_is_read(line, limit):
    assert read_keywords(f"{line}  {EFFECT}") == Keywords(copy_limit=limit, remainder=EFFECT)


def test_cr_11_15_the_reminder_of_a_card_without_single_is_dropped():
    words = read_keywords("(*This card cannot enter play as SINGLE, and so on) [QUAD]Draw a card.")
    assert words.remainder == "[QUAD]Draw a card."


def test_cr_11_17_charge_is_read_and_stays_an_effect():
    text = "[SIN]《When this character enters play》[Charge ②] 【AKA/KURO】"
    assert read_keywords(text) == Keywords(keywords=("charge",), remainder=text)


def test_keywords_combine():
    words = read_keywords(f"[TEAM][A] This card is also a Kaiju. A deck may include any number of this card. {EFFECT}")
    assert words == Keywords(teams=("A",), extra_kinds=(Kind.KAIJU,), copy_limit=None, remainder=EFFECT)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Ultra Hero", (Kind.ULTRA_HERO,)),
        ("ultra heroes", (Kind.ULTRA_HERO,)),
        ("Kaiju/Ultra Mech", (Kind.KAIJU, Kind.ULTRA_MECH)),
        ("Scenes", (Kind.SCENE,)),
        ("Gadget", ()),
    ],
)
def test_card_types_are_read_in_singular_and_plural(text, kinds):
    assert parse_kinds(text) == kinds


@pytest.mark.parametrize(
    "text",
    [
        "\n" * 4999 + "x",
        "." + " " * 4990 + "x",
        "[TEAM][" + " " * 4990 + "[",
        "This card is " + ("Kaiju" + " " * 40) * 100 + "x!",
        "This character's character name is" + " \n" * 2400,
        "This card is a Kaiju" + " " * 4000 + "and draws.",
        "[TEAM][X]" * 1_000_000,
    ],
    ids=range(7),
)
def test_blanks_and_repeats_take_no_time(text):
    with assert_soon(1):
        read_keywords(text)


def test_a_limit_of_many_digits_is_no_limit():
    text = f"Your deck may contain up to {'9' * 5000} copies of this card."
    assert read_keywords(text[:4900]).copy_limit == read_keywords("").copy_limit


def test_what_is_left_stands_where_it_stood():
    text = "[TEAM][RIVER CREW]\n[SIN][QUAD]《When this character enters play》You may draw  a card."
    left = without_keywords(text)
    assert left == " " * 18 + text[18:]
