"""What a question distinguishes, and which cards level up which."""

from __future__ import annotations

from tests.probability.small_decks import hero, kaiju, near, scene, two_heroes
from ucgsim.probability import odds_of_cards
from ucgsim.probability.classes import classify, level_paths
from ucgsim.probability.condition import Vocabulary, parse
from ucgsim.probability.counting import chances, exact
from ucgsim.probability.counting.terms import DrawTerms, Horizon


def classes_of(deck, want, *, scene_turns=0):
    return classify(deck, [parse(want, Vocabulary.of(deck))], scene_turns=scene_turns)


def test_cards_that_a_question_does_not_tell_apart_are_one_class():
    classes = classes_of(two_heroes(), "level 1 TIGA >= 1 and level 2 TIGA >= 1")
    assert sorted(classes.sizes) == [7, 8]
    assert classes.rest == 35
    assert classes.total == 50


def test_counts_are_capped_where_more_makes_no_difference():
    want = "level 1 TIGA >= 2 or scene <= 2 or level 2 TIGA >= 0"
    classes, first = classes_of(two_heroes(), want), Horizon.of_turn(1)
    asked = exact._asked(classes, DrawTerms(parse(want, Vocabulary.of(two_heroes())), (first,), first))
    exact._needs(classes, asked)
    assert dict(zip(classes.labels, asked[0][chances.CAPS], strict=True)) == {
        "level 1 TIGA": 2,
        "scene": 3,
        "level 2 TIGA": 1,
    }


def test_overlapping_filters_make_a_class_for_each_overlap():
    classes = classes_of(two_heroes(), "TIGA >= 2 and level 1 >= 1")
    assert set(classes.labels) == {"TIGA & level 1", "TIGA & not level 1", "level 1 & not TIGA"}
    assert sorted(classes.sizes) == [8, 8, 13]


def test_labels_are_unique():
    deck = [*two_heroes(), scene(0)]
    classes = classes_of(deck, "chain and TIGA >= 2 and hero >= 3 and scene", scene_turns=3)
    assert len(set(classes.labels)) == len(classes.labels)


def test_scenes_are_told_apart_by_the_rounds_that_may_be_set():
    deck = [*[hero("TIGA", 1)] * 10, scene(0), scene(1), scene(1, "S-1b"), scene(4)]
    classes = classes_of(deck, "TIGA", scene_turns=2)
    assert {number: sum(classes.sizes[c] for c in numbers) for number, numbers in classes.rounds.items()} == {
        0: 1,
        1: 2,
    }


def paths(deck, length=2):
    return {tuple(f"{'/'.join(names)} {level}" for names, level, _ in path) for path in level_paths(deck, length)}


def test_a_chain_is_a_level_and_the_next_of_the_same_character():
    deck = [hero("TIGA", 1), hero("TIGA", 2), hero("TIGA", 4), hero("DYNA", 3), kaiju("TIGA", 3), scene(1)]
    assert paths(deck) == {("TIGA 1", "TIGA 2"), ("TIGA 2", "TIGA 3"), ("TIGA 3", "TIGA 4")}
    assert paths(deck, 4) == {("TIGA 1", "TIGA 2", "TIGA 3", "TIGA 4")}


def test_a_team_levels_up_across_names():
    deck = [
        hero("TIGA", 1, teams=("GUTS",)),
        hero("DYNA", 2, teams=("GUTS",)),
        hero("GAIA", 2, teams=("XIG",)),
    ]
    assert paths(deck) == {("TIGA 1", "DYNA 2")}


def with_names(*names, level):
    card = hero(names[0], level, number=f"{'-'.join(names)}-{level}")
    return type(card)(card.number, card.name, "", names, card.kinds, level, card.type, bp=card.bp)


def test_a_card_of_several_names_takes_the_name_below():
    deck = [hero("TIGA", 1), with_names("DYNA", "TIGA", level=2), hero("DYNA", 3), hero("TIGA", 3)]
    assert paths(deck) == {
        ("TIGA 1", "DYNA/TIGA 2"),
        ("DYNA/TIGA 2", "DYNA 3"),
        ("DYNA/TIGA 2", "TIGA 3"),
    }
    assert paths(deck, 3) == {("TIGA 1", "DYNA/TIGA 2", "TIGA 3")}


def test_a_team_chain_is_counted():
    team = [*[hero("TIGA", 1, teams=("GUTS",))] * 4, *[hero("DYNA", 2, teams=("GUTS",))] * 4]
    alone = [*[hero("TIGA", 1)] * 4, *[hero("DYNA", 2)] * 4]
    filler = [kaiju("GOLZA")] * 42
    both = odds_of_cards([*alone, *filler], "TIGA and DYNA").probability
    assert odds_of_cards([*team, *filler], "chain").probability == near(both)
    assert odds_of_cards([*alone, *filler], "chain").probability == 0
    dealt = odds_of_cards([*team, *filler], "chain", sample=2_000, confidence=0.9999)
    assert dealt.low < odds_of_cards([*team, *filler], "chain").probability < dealt.high
