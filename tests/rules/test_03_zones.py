"""CR 3: zones, and who may see what."""

from __future__ import annotations

from tests.rules.situations import place, run_to
from ucgsim.play.review import draw


def test_3_1_2_each_player_has_deck_hand_and_discard_area_of_their_own():
    game = place("start", a={"hand": ["H1"], "deck": ["H2"], "discard": ["H3"]}, b={"hand": ["K5"], "exile": ["K6"]})
    assert [game.hand("A"), game.deck("A"), game.discard("A"), game.exile("A")] == [
        ["H1"],
        ["H2"],
        ["H3"],
        [],
    ]
    assert [game.hand("B"), game.deck("B"), game.discard("B"), game.exile("B")] == [["K5"], [], [], ["K6"]]


def test_3_1_5_both_players_see_how_many_cards_lie_in_each_zone():
    sides = {
        "a": {"hand": ["H1", "H2"], "deck": ["H3"], "discard": ["G1"]},
        "b": {"hand": ["K5"], "deck": ["K6", "K5"]},
    }
    game = place("draw", **sides)
    counts = ["hand 2, deck 1, discarded 1", "hand 1, deck 2, discarded 0"]
    assert all(count in draw(game, viewer) for count in counts for viewer in "AB")


def test_3_3_1_the_top_card_of_the_deck_comes_first():
    game = run_to(place("draw", a={"deck": ["H1", "H2", "H3"]}), "scene")
    assert game.hand("A") == ["H1"]
    assert game.deck("A") == ["H2", "H3"]


def test_3_4_2_a_drawn_card_is_hidden_from_the_other_player():
    game = run_to(place("draw", a={"deck": ["H1"]}), "scene")
    assert any("draws H1" in line.text for line in game.log_for("A"))
    assert not any("H1" in line.text for line in game.log_for("B"))


def test_3_4_3_a_hand_has_no_maximum_size():
    game = run_to(place("draw", a={"hand": ["H1"] * 40, "deck": ["H2"]}), "scene")
    assert len(game.hand("A")) == 41


def test_3_6_3_face_down_cards_are_hidden_from_the_other_player():
    game = run_to(place("set", a={"hand": ["H1"]}, b={"hand": ["K5"]}), "open")
    assert any("sets a card face-down" in line.text for line in game.log_for("B"))
    assert not any("H1" in line.text for line in game.log_for("B"))
    assert any("sets H1" in line.text for line in game.log_for("A"))
    assert game.face_down("A") == [1]
    run_to(game, "activate")
    assert any("H1" in line.text for line in game.log_for("B"))


def test_3_7_2_discarded_cards_are_stacked_on_those_before():
    game = place("scene", a={"hand": ["S1"]}, b={"discard": ["K5"]}, field=[{"A": ["H1"]}], scene=("S0", "B"))
    game.advance()
    game.choose("scene S1")
    assert game.discard("B") == ["K5", "S0"]


def test_3_8_1_exiled_cards_are_in_no_zone_of_the_game():
    game = place("draw", a={"exile": ["H1"], "hand": ["G1"]}, b={"hand": ["K5"]})
    run_to(game, "end")
    assert game.exile("A") == ["H1"]
    assert game.stacks("A") == [["G1"]]
