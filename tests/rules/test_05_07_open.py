"""CR 5.7: the open phase."""

from __future__ import annotations

from tests.rules.situations import place, run_to


def test_5_7_1_all_face_down_cards_are_turned_up_at_its_start():
    game = place("set", a={"hand": ["H1", "H2"]}, b={"hand": ["K5"]}, field=[{"A": ["H1"], "B": ["K5"]}])
    game.advance()
    game.choose("set H1")
    game.answer("level 1 H2")
    run_to(game, "open")
    assert (game.face_down("A"), game.face_down("B")) == ([1, 1], [0, 1])
    game.step()
    assert (game.face_down("A"), game.face_down("B")) == ([0, 0], [0, 0])


def test_5_7_1_nothing_happens_where_all_lie_face_up():
    game = place("open", field=[{"A": ["H1"], "B": ["K5"]}])
    run_to(game, "activate")
    assert [line.text for line in game.log] == ["Effect Activation Phase"]
