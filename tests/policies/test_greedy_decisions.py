"""The greedy policy, one decision at a time, at made-up tables."""

from __future__ import annotations

import pytest

from tests.play.snippets import read
from ucgsim.play.game import Game

MORE = """\
  W1: {name: Weak, character: WEAK, kind: [Kaiju], level: 5, type: HAZARD, bp: [1000]}
  Z9: {name: Big, character: BIG, kind: [Kaiju], level: 6, type: HAZARD, bp: [20000]}
"""
EFFECT = '  E1: {{name: E, character: E, kind: [Kaiju], level: 5, type: HAZARD, bp: [{bp}], effect: "{text}"}}\n'


def at_table(folder, *, phase, a="{}", b="{}", field="[]", cards="", lead="A", turn=3) -> Game:
    """A position at the first decision of player A, who plays as greedy does."""
    head = f"title: a table\nclauses: []\nlead: {lead}\nturn: {turn}\nphase: {phase}\n"
    game = Game.of(read(folder, f"{MORE}{cards}{head}A: {a}\nB: {b}\nfield: {field}\nsteps: []\n"))
    game.seat("greedy")
    game.advance()
    while game.decision is not None and game.decision.player == "B":
        game.take(len(game.options) - 1)
        game.advance()
    return game


def answer(folder, **position) -> str:
    """What greedy answers there."""
    game = at_table(folder, **position)
    return game.options[game.policy_choice()]


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("H1, H2, H2, H2, G1, S0", "keep"),
        ("G1, S0, H2, H2, H2, H2", "redraw"),
        ("H1, H2, H2, G1, S0, S0", "redraw"),
        ("H1, H1, H2, G1, H2, S0", "redraw"),
        ("H1, H2, S0, S0, S0, S0", "redraw"),
    ],
    ids=["a level-up in hand", "no level-up", "two scenes", "three that begin a stack", "nothing else to set"],
)
def test_a_hand_is_kept_that_can_level_up_and_is_not_lopsided(tmp_path, hand, expected):
    own = f"{{hand: [{hand}], deck: [H1, H1, H1, H1, H1, H1, H1]}}"
    other = "{hand: [K1, K1, K1, K1, K1, K1], deck: [K1, K1, K1, K1, K1, K1]}"
    assert answer(tmp_path, phase="redraw", a=own, b=other, turn=1) == expected


def test_what_has_a_follow_up_is_set(tmp_path):
    # G1 reads 5000 and H1 only 4000, but H2 in hand makes 9000 of H1 in the same turn.
    assert answer(tmp_path, phase="set", a="{hand: [G1, H1, H2]}", b="{hand: [K1]}", turn=1) == "set H1"


def test_a_level_up_is_spent_where_it_turns_a_battle(tmp_path):
    # Area 1 is won as it stands, area 2 is lost to 20000 anyway, area 3 turns from 4000 to 9000 against 5000.
    field = "[{A: [H1], B: [W1]}, {A: [H1], B: [Z9]}, {A: [H1], B: [K1]}]"
    assert answer(tmp_path, phase="level_up", a="{hand: [H2]}", field=field) == "level 3 H2"


def test_no_level_up_is_wasted_on_a_battle_that_is_lost_anyway(tmp_path):
    assert answer(tmp_path, phase="level_up", a="{hand: [H2]}", field="[{A: [H1], B: [Z9]}]") == "pass"


BOOST = (
    "  P1: {name: Helper, character: HELPER, kind: [Ultra Hero], level: 1, type: BASIC, bp: [7000], "
    'effect: "[SIN][Activate](Once per turn)%s → Give one of your 『HERO』 +2000 BP for this turn."}\n'
)


def test_a_power_is_used_where_it_wins_a_battle(tmp_path):
    # The HERO in area 2 has 4000 against 5000; +2000 wins.
    field = "[{A: [P1], B: [K1]}, {A: [H1], B: [K1]}]"
    assert answer(tmp_path, phase="activate", field=field, cards=BOOST % "No cost") == "activate A1"


def test_a_card_is_not_paid_for_what_wins_nothing(tmp_path):
    cards, field = BOOST % "Discard one card from your hand", "[{A: [P1], B: [K1]}, {A: [H1], B: [Z9]}]"
    assert answer(tmp_path, phase="activate", a="{hand: [G1]}", field=field, cards=cards) == "pass"


@pytest.mark.parametrize(
    ("whom", "chosen"),
    [("one of your characters +2000", "A2"), ("one opponent's character -2000", "B2")],
    ids=["help", "harm"],
)
def test_a_change_goes_where_it_turns_a_battle(tmp_path, whom, chosen):
    # Area 1 stands 5000 to 20000, area 2 4000 to 5000: 2000 more or less turn the second alone.
    text = f"[SIN]《When this character enters play》You may give {whom} BP for this turn."
    position = {"a": "{hand: [E1]}", "b": "{hand: [K1]}", "field": "[{A: [G1], B: [Z9]}, {A: [H1], B: [K1]}]"}
    assert answer(tmp_path, phase="set", cards=EFFECT.format(bp=9000, text=text), **position) == chosen


def test_what_hurts_itself_is_declined(tmp_path):
    text = "[SIN]《When this character enters play》You may give this character -3000 BP for this turn."
    cards = EFFECT.format(bp=6000, text=text)
    assert answer(tmp_path, phase="set", a="{hand: [E1]}", b="{hand: [K1]}", cards=cards, turn=1) == "no"


def test_the_least_needed_card_is_discarded(tmp_path):
    # H2 fits on the HERO in play and H1 has H2 as its follow-up; the scene is needed least.
    text = "[SIN][Activate](Once per turn)Discard one card from your hand → Give this character +3000 BP for this turn."
    cards, field = EFFECT.format(bp=4000, text=text), "[{A: [E1], B: [K1]}, {A: [H1], B: [K1]}]"
    game = at_table(tmp_path, phase="activate", a="{hand: [H1, H2, S0]}", field=field, cards=cards)
    for taken in ("activate A1", "S0"):
        assert game.options[game.policy_choice()] == taken
        game.choose(taken)
