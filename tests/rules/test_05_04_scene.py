"""CR 5.4, 6: scene cards."""

from __future__ import annotations

import pytest

from tests.rules.situations import ONE, asked, place, run_to


def test_5_4_1_only_the_lead_player_may_set_a_scene():
    game = place("scene", lead="B", a={"hand": ["S0", "H1"]}, b={"hand": ["K5"]}, field=ONE)
    run_to(game, "set")
    assert game.scene is None
    assert not any(event.label.startswith("scene") for event in game.happenings)


def test_5_4_2_a_scene_is_set_face_up_from_the_hand():
    game = place("scene", a={"hand": ["S1", "H1"]}, field=ONE)
    game.advance()
    game.answer("scene S1")
    assert (game.scene, game.hand("A")) == (("S1", "A"), ["H1"])


def test_5_4_2_setting_a_scene_is_optional():
    game = place("scene", a={"hand": ["S1", "H1"]}, field=ONE)
    assert asked(game) == ("A", "scene", {"scene S1", "no scene"})
    game.answer("no scene")
    assert (game.scene, game.hand("A")) == (None, ["H1", "S1"])


@pytest.mark.parametrize(("hand", "chances"), [(["S1"], 1 << 2), (["S2"], 0), (["H1"], 0)])
@pytest.mark.parametrize("answer", ["scene S1", "no scene"])
def test_5_4_2_whether_a_scene_could_be_set_is_noted(hand, chances, answer):
    game = place("scene", turn=2, a={"hand": [*hand, "H1"]}, b={"hand": ["S1"]}, field=ONE)
    game.advance()
    if chances:
        game.answer(answer)
    assert game.record.scene_chances.tolist() == [chances, 0]
    assert game.record.scene_ready.tolist() == [chances, 1 << 2]
