"""The sealed format (floor rules 14): Baton Touch, the level-up with another character of the same side."""

from __future__ import annotations

import pytest

from tests.helpers import SEALED
from tests.rules.situations import CATALOG, asked, judge, level_up, place, run_to
from ucgsim.cards.versions import RULES_VERSIONS
from ucgsim.play.review import draw
from ucgsim.play.scenario import read_scenario
from ucgsim.play.scenario_run import run_scenario

TRIMMED = """
title: what a touch covered does not trim
clauses: ["12.2.1"]
rules: {rules}
cards:
  C1: {{name: Cutter, character: CUTTER, kind: [Ultra Hero], level: 1, type: BASIC, bp: [2000], effect: "{effect}"}}
  H1: {{name: Hero One, character: HERO, kind: [Ultra Hero], level: 1, type: BASIC, bp: [4000, 7000]}}
  G2: {{name: Guard Two, character: GUARD, kind: [Ultra Hero], level: 2, type: BASIC, bp: [5000, 8000, 9000]}}
  G3: {{name: Guard Three, character: GUARD, kind: [Ultra Hero], level: 3, type: BASIC, bp: [5000, 9000, 12000]}}
  K5: {{name: Foe, character: FOE, kind: [Kaiju], level: 5, type: BASIC, bp: [3000, 6000]}}
lead: A
turn: 2
phase: level_up
A: {{hand: [G2, G3, C1], deck: [K5, K5]}}
B: {{hand: [K5, K5], deck: [K5, K5]}}
field:
  - {{A: [H1], B: [K5]}}
steps:
  - A: level 1 G2
  - expect: {{at: judgement, bp: {{A: [7000]}}, stack: {{A: [[H1, G2]]}}}}
  - A: set C1
  - A: level 1 G3
  - A: A1
  - expect: {{at: judgement, stack: {{A: [{stack}, [C1]]}}, bp: {{A: [{bp}, 2000]}}}}
"""


def sealed(hand, *stacks, **more):
    return level_up(hand, *stacks, rules=SEALED, **more)


@pytest.mark.parametrize(("top", "card"), [("H1", "G2"), ("M1", "H2"), ("G1", "O2"), ("K5", "K6")])
def test_one_of_the_same_side_may_touch(top, card):
    assert asked(sealed([card], [top]))[2] == {f"level 1 {card}", "pass"}


@pytest.mark.parametrize(("top", "card"), [("H1", "G1"), ("H1", "H3"), ("H3", "G2"), ("H1", "K6"), ("H1", "S2")])
def test_another_side_or_another_level_may_not(top, card):
    assert run_to(sealed([card], [top]), "open").stacks("A") == [[top]]


@pytest.mark.parametrize("rules", RULES_VERSIONS)
def test_only_in_the_sealed_format(rules):
    game = level_up(["G2"], ["H1"], rules=rules)
    assert run_to(game, "open").stacks("A") == [["H1"]]


def touched(hand, stack, card):
    """The judgement after A has leveled up its first character with a card."""
    game = sealed(hand, stack)
    game.advance()
    game.answer(f"level 1 {card}")
    return run_to(game, "judgement")


def test_what_is_covered_costs_a_thousand_each():
    game = touched(["G2"], ["H1"], "G2")
    assert (game.bp("A"), game.state("A")) == ([9000 - 1000], ["DOUBLE"])
    assert touched(["N3"], ["H1", "H2"], "N3").bp("A") == [12000 - 2000]


def test_the_board_shows_what_is_covered():
    game = touched(["N3"], ["H1", "H2"], "N3")
    assert (game.touched("A"), game.touched("B")) == ([2], [0])
    for viewer in "AB":
        assert "Baton Touch: A1 2 face-down, -2000 BP" in draw(game, viewer)
    assert "Baton Touch" not in draw(touched(["H2"], ["H1"], "H2"), "A")


def test_a_level_up_by_name_costs_nothing():
    assert touched(["H2"], ["H1"], "H2").bp("A") == [9000]


def test_bp_does_not_fall_below_zero():
    catalog = {card.number: card for card in CATALOG.values()}
    assert catalog["Z1"].bp[0] == 0
    game = touched(["O2"], ["Z1"], "O2")
    assert game.bp("A") == [8000]


def next_level_up(game):
    """Play on to the level-ups of the next turn."""
    run_to(run_to(game, "end"), "level_up")
    game.advance()


def test_the_loss_stays_under_later_cards_and_the_next_touch_covers_those_too():
    hand = {"hand": ["G2", "N3", "H4", "H1", "H1"]}
    game = place("level_up", a=hand, b={"hand": ["K5", "K5"]}, field=[{"A": ["H1"], "B": ["K6"]}], rules=SEALED)
    game.advance()
    game.answer("level 1 G2")
    next_level_up(game)
    game.answer("level 1 N3")  # GUARDIAN on GUARDIAN
    run_to(game, "judgement")
    assert game.bp("A")[0] == 12000 - 1000
    next_level_up(game)
    assert "level 1 H4" in game.options
    game.answer("level 1 H4")
    run_to(game, "judgement")
    assert (game.stacks("A")[0], game.bp("A")[0]) == (["H1", "G2", "N3", "H4"], 20000 - 3000)


def test_two_touches_battle_with_what_they_have():
    game = sealed(["O2"], ["G1"])
    game.advance()
    game.answer("level 1 O2")
    assert judge(game) == ["A"]  # 8000 against 5000


@pytest.mark.parametrize(
    ("effect", "stack", "bp"),
    [
        ("«enters»You may send one level 1 card from one of your TRIPLE 『GUARD』 to its owner's discard area.",
         "[G2, G3]", 9000),
        ("«enters»You may send one level 2 card from one of your TRIPLE 『GUARD』 to its owner's discard area.",
         "[H1]", 4000),
        ("«enters»You may send one level 3 card from one of your TRIPLE 『GUARD』 to its owner's discard area.",
         "[H1, G2]", 7000),
    ],
)  # fmt: skip
def test_12_2_1_a_stack_with_a_touch_conforms(tmp_path, effect, stack, bp):
    file = tmp_path / "touch.yaml"
    text = effect.replace("«enters»", "《When this character enters play》")
    file.write_text(TRIMMED.format(effect=text, stack=stack, bp=bp, rules=SEALED), encoding="utf-8")
    assert run_scenario(read_scenario(file, {})).failures == ()
