"""CR 6: scenes on the field."""

from __future__ import annotations

import pytest

from tests.rules.situations import ONE, SCENES, asked, place


def test_6_1_1_only_one_scene_is_on_the_field():
    game = place("scene", a={"hand": ["S1"]}, field=ONE, scene=("S0", "A"))
    game.advance()
    game.choose("scene S1")
    assert (game.scene, game.discard("A")) == (("S1", "A"), ["S0"])


def test_6_1_2_only_one_scene_is_set_in_a_turn():
    game = place("scene", a={"hand": ["S0", "S1", "H1"]}, field=ONE)
    game.advance()
    game.choose("scene S0")
    assert game.decision is None or game.decision.kind != "scene"


def test_6_2_1_whoever_set_the_scene_may_draw():
    game = place("scene", a={"hand": ["S0"], "deck": ["H1", "H2"]})
    game.advance()
    game.choose("scene S0")
    assert (game.decision.player, game.options) == ("A", ["yes", "no"])
    keeper = game.copy()
    keeper.answer("no")
    game.answer("yes")
    assert (keeper.hand("A"), game.hand("A"), game.deck("A")) == ([], ["H1"], ["H2"])


def test_6_2_1_an_empty_deck_is_no_offer():
    game = place("scene", a={"hand": ["S0", "H1", "H2"]})
    game.advance()
    game.choose("scene S0")
    assert game.decision.kind == "set"


def test_6_3_1_a_round_that_is_not_reached_cannot_be_set():
    game = place("scene", a={"hand": ["S2", "H1", "G1"]}, b={"hand": ["K5"]}, field=ONE)
    assert asked(game)[1] == "set"


@pytest.mark.parametrize("owner", ["A", "B"])
def test_6_3_2_a_scene_gives_way_only_to_an_equal_or_higher_round(owner):
    game = place("scene", a={"hand": SCENES}, field=ONE * 3, scene=("S2", owner))
    assert asked(game) == ("A", "scene", {"scene S2", "scene S3", "no scene"})


@pytest.mark.parametrize("owner", ["A", "B"])
def test_6_3_2_the_scene_before_goes_to_its_owner(owner):
    game = place("scene", a={"hand": ["S3"]}, field=ONE * 3, scene=("S2", owner))
    game.advance()
    game.choose("scene S3")
    assert game.scene == ("S3", "A")
    assert game.discard(owner) == ["S2"]
    assert game.discard("B" if owner == "A" else "A") == []
