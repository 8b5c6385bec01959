"""Scenarios carried out: declining on the way, forced options, moments, failures."""

from __future__ import annotations

import pytest

from tests.play.snippets import read, run, write
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.engine.core.constants import Fault
from ucgsim.errors import UcgsimError
from ucgsim.play.scenario import read_scenario
from ucgsim.play.scenario_run import STOPPED, run_scenario

SET = "phase: set\nA: {hand: [H1, G1, H2]}\nB: {hand: [K1]}\nsteps:\n"
LEVEL_UP = "phase: level_up\nA: {hand: [H2]}\nfield:\n  - {A: [H1], B: [K1]}\nsteps:\n"
DRAW = "turn: 2\nphase: draw\nA: {hand: [H1], deck: [H2]}\nB: {hand: [K1], deck: [K1]}\nsteps:\n"
JUDGE = "phase: judgement\nfield: [{A: [H1, H2], B: [K1]}]\nsteps:\n"


def failures(folder, text):
    return [failure.split(": ", 1)[1] for failure in run(folder, text).failures]


@pytest.mark.parametrize(
    "steps",
    [
        "  - A: set G1\n  - expect: {stack: {A: [[G1]]}}\n",
        "  - A: set G1\n  - B: set K1\n  - expect: {at: open, stack: {B: [[K1]]}}\n",
        "  - A: set H1\n  - A: level 1 H2\n  - expect: {at: activate, stack: {A: [[H1, H2]]}}\n",
        "  - A: set H1\n  - expect: {at: activate, stack: {A: [[H1]]}}\n",
        "  - A: set H1\n  - expect: {at: level_up, decision: {kind: level_up, legal: [level 1 H2, pass]}}\n",
        "  - A: set G1\n  - expect: {at: level_up, decision: none, bp: {A: [null], B: [null]}}\n",
        "  - expect: {decision: {player: A, offers: [set H1], withholds: [set K1]}, winner: none}\n",
        "  - A: set G1\n  - expect: {}\n  - B: set K1\n  - A: pass\n",
    ],
)
def test_what_is_true_passes(tmp_path, steps):
    assert run(tmp_path, SET + steps).failures == ()


@pytest.mark.parametrize(
    ("steps", "failure"),
    [
        ("  - expect: {hand: {A: [H1]}}\n", "hand of A: expected [H1], found [G1, H1, H2]"),
        ("  - expect: {hand_count: {B: 3}}\n", "hand_count of B: expected 3, found 1"),
        ("  - expect: {lead: B}\n", "lead: expected B, found A"),
        ("  - expect: {scene: {card: S0, owner: A}}\n", "scene: expected [S0, A], found none"),
        ("  - expect: {decision: none}\n", "decision: expected none, found A set [set G1, set H1, set H2]"),
        (
            "  - expect: {decision: {player: B, legal: [set H1]}}\n",
            "decision: expected B [set H1]; found A set [set G1, set H1, set H2]",
        ),
        (
            "  - expect: {decision: {offers: [set K1]}}\n",
            "decision: expected offering set K1; found A set [set G1, set H1, set H2]",
        ),
        (
            "  - expect: {decision: {withholds: [set H1]}}\n",
            "decision: expected withholding set H1; found A set [set G1, set H1, set H2]",
        ),
        (
            "  - A: level 1 H2\n",
            "A: level 1 H2 is not offered: stopped at turn 1, set, where A chooses among set G1, set H1, set H2",
        ),
        (
            "  - expect: {at: open}\n",
            "on the way to open: stopped at turn 1, set, where A chooses among set G1, set H1, set H2",
        ),
        (
            "  - A: set G1\n  - B: set K1\n  - B: set K1\n",
            "B: set K1 is not offered: stopped at turn 2, set, where A chooses among set H1, set H2",
        ),
    ],
)
def test_what_is_not_true_fails_and_says_what_was_found(tmp_path, steps, failure):
    assert failures(tmp_path, SET + steps) == [failure]


def test_all_that_is_wrong_is_told(tmp_path):
    result = failures(tmp_path, JUDGE + "  - expect: {at: judgement, bp: {A: [1], B: [2]}, outcome: [tie]}\n")
    assert result == [
        "bp of A: expected [1], found [9000]",
        "bp of B: expected [2], found [5000]",
        "outcome: expected [tie], found [A]",
    ]


def test_without_at_the_phase_goes_on_to_its_end_and_no_further(tmp_path):
    steps = "  - expect: {phase: draw, hand: {A: [H1, H2], B: [K1, K1]}, decision: none}\n"
    again = "  - expect: {phase: draw}\n  - expect: {at: scene, phase: scene, turn: 2}\n"
    assert run(tmp_path, DRAW + steps + again).failures == ()


def test_at_a_phase_nothing_in_it_has_happened(tmp_path):
    assert run(tmp_path, DRAW + "  - expect: {at: draw, hand: {A: [H1]}}\n").failures == ()


def test_the_end_of_the_end_phase_still_belongs_to_its_turn(tmp_path):
    steps = "  - expect: {at: end}\n  - expect: {turn: 1, phase: end, lead: A}\n"
    more = "  - expect: {at: next_turn, turn: 2, phase: start, lead: A}\n"
    assert run(tmp_path, JUDGE + steps + more).failures == ()


def test_victory_is_decided_after_the_moment_of_judgement(tmp_path):
    three = JUDGE.replace("field: [{A: [H1, H2], B: [K1]}]", "field: [{A: [G1]}, {A: [G1]}, {A: [G1]}]")
    steps = "  - expect: {at: judgement, winner: none, outcome: [A, A, A]}\n  - expect: {winner: A}\n"
    assert run(tmp_path, three + steps).failures == ()


@pytest.mark.parametrize(
    ("text", "at"),
    [(DRAW, "start"), (LEVEL_UP, "set"), (JUDGE + "  - expect: {at: end}\n", "judgement")],
)
def test_a_phase_that_is_past_is_an_error(tmp_path, text, at):
    scenario = read(tmp_path, text + f"  - expect: {{at: {at}}}\n")
    line = scenario.steps[-1].line
    with pytest.raises(UcgsimError, match=f"one.yaml, line {line}: at: {at} is past"):
        run_scenario(scenario)


def test_a_phase_under_way_is_past(tmp_path):
    scenario = read(tmp_path, LEVEL_UP + "  - A: level 1 H2\n  - expect: {at: level_up}\n")
    with pytest.raises(UcgsimError, match="at: level_up is past"):
        run_scenario(scenario)


def test_a_phase_that_has_only_asked_is_not_past(tmp_path):
    steps = "  - expect: {decision: {player: A}}\n  - expect: {at: level_up}\n  - A: level 1 H2\n"
    assert run(tmp_path, LEVEL_UP + steps).failures == ()


def test_a_game_that_ended_reaches_nothing_more(tmp_path):
    [failure] = failures(tmp_path, LEVEL_UP + "  - expect: {at: over}\n  - expect: {at: judgement}\n")
    assert failure.startswith("judgement was not reached: the game ended in turn 2, winner A")


def test_a_forced_choice_before_a_moment_cannot_be_named_after_it(tmp_path):
    steps = "  - A: set H1\n  - expect: {at: open}\n  - B: set K1\n"
    [failure] = failures(tmp_path, SET + steps)
    assert failure.startswith("B: set K1 was never offered")


def test_the_end_of_the_game_is_a_moment(tmp_path):
    steps = "  - expect: {at: over, winner: A, reason: no_character, phase: over, turn: 2}\n"
    assert run(tmp_path, LEVEL_UP + steps).failures == ()


def test_the_log_is_readable(tmp_path):
    log = run(tmp_path, LEVEL_UP + "  - A: level 1 H2\n  - expect: {at: activate}\n").log
    assert log[0] == "turn 1, level_up: A levels up A1 with H2 Hero Two (CR 5.6.1)"
    assert "turn 1, open: A1 is H2 Hero Two, DOUBLE (CR 5.7.1)" in log


NEGATED = """
title: A text that is negated
clauses: ["11.13.1"]
cards:
  E1: {{name: Silencer, character: SILENCER, kind: [Ultra Hero], level: 1, type: BASIC, bp: [2000],
    effect: "[Activate](Once per turn)No cost → Negate {what} of one opponent's character for this turn."}}
  G1: {{name: Grader, character: GRADER, kind: [Ultra Hero], level: 1, type: BASIC, bp: [2000, 4000],
    effect: "This character's BP grade increases by 1.\\n《When this character enters play》Draw a card."}}
lead: A
turn: 1
phase: activate
field:
  - {{A: [E1], B: [G1]}}
steps:
  - A: activate A1
"""


@pytest.mark.parametrize(
    ("what", "more", "line"),
    [
        ("one effect text", '  - A: "1"\n', "effect text 1 of B1, G1 Grader, is negated (CR 11.13.1)"),
        ("all effect texts", "", "the effect text of B1, G1 Grader, is negated (CR 11.13.1)"),
    ],
)
def test_a_text_that_is_negated_is_in_the_log(tmp_path, what, more, line):
    path = write(tmp_path, NEGATED.format(what=what) + more + "  - expect: {at: judgement}\n")
    result = run_scenario(read_scenario(path, shipped_catalog()))
    assert result.failures == ()
    assert any(each.endswith(line) for each in result.log), result.log


def test_every_reason_to_stop_a_game_has_words():
    assert set(STOPPED) == set(Fault) - {Fault.NOTHING}
    assert not any(fault.name in words for fault, words in STOPPED.items())
