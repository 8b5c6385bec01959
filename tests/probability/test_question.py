from __future__ import annotations

import pytest

from tests.probability.small_decks import hero, kaiju, scene, two_heroes
from ucgsim.cards.card import Card, Kind
from ucgsim.errors import UcgsimError
from ucgsim.probability.condition import (
    All,
    AnyOf,
    Chain,
    Count,
    Filter,
    Node,
    Vocabulary,
    as_asked,
    leaves,
    parse,
)

MECH = Card("M-1", "Sky Mech", "Mark Two", ("DARK GARON",), (Kind.ULTRA_MECH,), 2, "ARMED", bp=(1, 2, 3, None))
BIG = Card("B-1", "Giant", "", ("ZETA",), (Kind.KAIJU, Kind.ULTRA_HERO), 4, "METEO", bp=(None, 2, 3, 4))
DECK = [*two_heroes(), kaiju("GOLZA"), MECH, BIG, scene(4)]
VOCABULARY = Vocabulary.of(DECK, groups={"starter": ["TIGA-1A", "dyna-1a"]})


def read(text: str) -> Node:
    return parse(text, VOCABULARY)


def matched(text: str) -> set[str]:
    node = read(text)
    assert isinstance(node, Count)
    return {card.number for card in DECK if node.filter.matches(card)}


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("TIGA-1a", {"TIGA-1a"}),
        ("tiga-1A", {"TIGA-1a"}),
        ("level 1 TIGA", {"TIGA-1a", "TIGA-1b"}),
        ("TIGA level 1", {"TIGA-1a", "TIGA-1b"}),
        ("level 3+ hero", {"TIGA-3a", "TIGA-3b", "DYNA-3a", "DYNA-3b", "B-1"}),
        ("level 1-2 dyna", {"DYNA-1a", "DYNA-1b", "DYNA-2a", "DYNA-2b"}),
        ("level 1..2 dyna", {"DYNA-1a", "DYNA-1b", "DYNA-2a", "DYNA-2b"}),
        ("kaiju", {"K-GOLZA", "B-1"}),
        ("mech", {"M-1"}),
        ("ultra mech", {"M-1"}),
        ("scene", {"S-1", "S-2", "S-4"}),
        ("round 2+", {"S-2", "S-4"}),
        ("scene round 1", {"S-1"}),
        ("type ARMED", {"M-1"}),
        ("meteo|armed", {"M-1", "B-1"}),
        ("dark garon", {"M-1"}),
        ('"mark"', {"M-1"}),
        ('name "sky"', {"M-1"}),
        ("name giant", {"K-GOLZA", "B-1"}),
        ("starter", {"TIGA-1a", "DYNA-1a"}),
        ("level 1|starter|S-1 hero|scene", {"TIGA-1a", "TIGA-1b", "DYNA-1a", "DYNA-1b", "S-1"}),
    ],
)
def test_filters(text, numbers):
    assert matched(text) == numbers


def test_settable_needs_a_single_value_and_no_scene():
    assert "B-1" not in matched("settable")
    assert not {"S-1", "S-2"} & matched("settable")
    assert {"TIGA-3a", "K-GOLZA", "M-1"} <= matched("settable")
    assert "B-1" in matched("character")


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("TIGA", 1, None),
        ("TIGA >= 2", 2, None),
        ("TIGA>=2", 2, None),
        ("TIGA ≥ 2", 2, None),
        ("TIGA > 2", 3, None),
        ("TIGA <= 2", 0, 2),
        ("TIGA < 2", 0, 1),
        ("TIGA == 2", 2, 2),
        ("TIGA = 2", 2, 2),
        ("TIGA between 1 and 3", 1, 3),
    ],
)
def test_comparisons(text, low, high):
    node = read(text)
    assert isinstance(node, Count)
    assert (node.low, node.high) == (low, high)


def test_brackets_come_first():
    node = read("(TIGA or DYNA) and not (scene >= 1 or chain of 3)")
    assert isinstance(node, All)
    assert isinstance(node.parts[0], AnyOf)
    assert [type(leaf) for leaf in leaves(node)] == [Count, Count, Count, Chain]


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("TIGA or not DYNA and scene", "TIGA or ((not DYNA) and scene)"),
        ("chain", "CHAIN OF 2"),
        ("TIGA >= 1", "tiga"),
        ("TIGA != 2", "not (TIGA == 2)"),
    ],
)
def test_what_is_written_otherwise_is_the_same(text, same):
    assert read(text) == read(same)


def test_names_of_the_catalog_that_the_deck_lacks_are_known():
    vocabulary = Vocabulary.of(DECK, known=[hero("ZERO", 1)])
    node = parse("ZERO >= 1", vocabulary)
    assert isinstance(node, Count)
    assert not any(node.filter.matches(card) for card in DECK)


WRONG = [
    ("level 1 TIGGA >= 1", 9, "did you mean TIGA?"),
    ("level 1 TIGGA >= 1", 9, "GOLZA"),
    ("TIGA >= 1 scene >= 1", 11, "and, or"),
    ("TIGA >=", 8, "a whole number"),
    ("TIGA >= x", 9, "a whole number"),
    ("TIGA >= -1", 9, "a whole number"),
    ("TIGA >= 99999", 9, "9,999"),
    ("(TIGA >= 1", 11, ")"),
    ("()", 2, "a filter"),
    ("TIGA and", 9, "a filter"),
    ("level TIGA", 7, "level 1, level 2+"),
    ("TIGA level", 6, "level 1, level 2+"),
    ("level 3-1", 1, "smaller number comes first"),
    ("round x", 7, "round 1"),
    ("type TIGA", 6, "BASIC"),
    ("chain of 9", 1, "chain of 2 to 7"),
    ("chain TIGA", 7, "and, or"),
    ("TIGA between 3 and 1", 14, "smaller first"),
    ("TIGA between 3", 15, "and"),
    ("| TIGA", 1, "alternatives"),
    ("TIGA |", 6, "alternatives"),
    ("TIGA || DYNA", 7, "alternatives"),
    ('"" >= 1', 1, "part of a card name"),
    ('"open', 1, "a filter"),
    ("TIGA & DYNA", 6, "character"),
    ("TIGA\nand\tTIGGA", 10, "TIGA"),
]
"""Conditions that are none, the column where that shows, and what is said of it."""


@pytest.mark.parametrize(("text", "column", "hint"), WRONG)
def test_errors_point_at_the_place_and_say_what_is_valid(text, column, hint):
    with pytest.raises(UcgsimError) as error:
        read(text)
    assert f"column {column}:" in str(error.value)
    assert hint in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["", "   ", "TIGA and " * 300 + "TIGA"])
def test_empty_and_endless_conditions_are_refused(text):
    with pytest.raises(UcgsimError, match="condition"):
        read(text)


def test_deep_nesting_is_answered_one_way_or_the_other():
    # Whether 480 levels fit depends on Python's stack; a traceback is no answer either way.
    try:
        answer = type(read("not " * 480 + "TIGA")).__name__
    except UcgsimError as error:
        answer = str(error)
    assert answer == "Not" or "nested" in answer


@pytest.mark.parametrize(
    ("groups", "hint"),
    [
        ({"hero": ["TIGA-1a"]}, "one word"),
        ({"a b": ["TIGA-1a"]}, "one word"),
        ({"x": ["N-1"]}, "no card N-1"),
        ({"none": []}, "no card"),
    ],
)
def test_groups_that_cannot_be_are_refused(groups, hint):
    with pytest.raises(UcgsimError, match=hint):
        Vocabulary.of(DECK, groups=groups)


def test_filters_show_how_they_were_written():
    node = read('level 1   TIGA|DYNA "ultra" >= 2')
    assert isinstance(node, Count)
    assert node.filter == Filter(node.filter.tests)
    assert node.filter.text == 'level 1 TIGA|DYNA "ultra"'


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("lv1", "level 1"),
        ("Lv. 2 TIGA", "level 2 TIGA"),
        ("BP01-001 + BP02-049", "BP01-001 and BP02-049"),
        ("2 BP01-001", "BP01-001 >= 2"),
        ("2x bp01-001 + scene", "bp01-001 >= 2 and scene"),
        ("chain 1-2", "chain 1-2"),
        ("level 1 >= 2 and PR-095", "level 1 >= 2 and PR-095"),
        ("chain of 3", "chain of 3"),
    ],
)
def test_words_of_players(asked, said):
    assert as_asked(asked) == said
