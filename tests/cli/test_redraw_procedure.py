"""`--redraw-procedure` on every command that plays: part of what is played, named in it, refused where it differs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import PLAIN, answer, output, refusal, run
from ucgsim.cards.versions import DEFAULT_RULES

A, B = PLAIN[:2]
FOLK = ("--redraw-procedure", "reshuffle")
UNCHECKED = ("--check", "none", "--jobs", 1)


pytestmark = pytest.mark.usefixtures("all_undrawn")


PLAYED = {
    "duel": ("duel", A, B, "-n", 40, *UNCHECKED),
    "matrix": ("matrix", A, B, "-n", 40, *UNCHECKED),
    "matches": ("matrix", A, B, "-n", 8, "--match", "bo3", "--jobs", 1),
    "compare": ("compare", A, B, "-n", 40, *UNCHECKED),
    "redraw": ("redraw", A, "-n", 40, "--jobs", 1),
}


@pytest.mark.parametrize("name", PLAYED)
def test_it_is_named_in_words_and_values_and_a_folder_of_the_other_is_refused(name, tmp_path):
    args, kept = PLAYED[name], ("--out", tmp_path / "kept")
    assert answer(*args)["redraw_procedure"] == "official"
    result = answer(*args, *FOLK, *kept)
    assert result["redraw_procedure"] == "reshuffle"
    assert "--redraw-procedure reshuffle" in result["command"]
    assert f"rules {DEFAULT_RULES} · reshuffle redraw · seed 1" in output(*args, *FOLK)
    if name != "redraw":
        assert "redraw_procedure" in refusal(*args, *kept)


def test_what_reads_a_run_plays_it_as_it_was(tmp_path):
    out = tmp_path / "kept"
    answer("duel", A, B, "-n", 40, *UNCHECKED, "--out", out, *FOLK)
    assert answer("replay", out, 3)["redraw_procedure"] == "reshuffle"
    named = answer("replay", "--deck-a", A, "--deck-b", B, "--game", 3, *FOLK)
    assert named["events"] == answer("replay", out, 3)["events"]
    assert "is said by the run folder" in refusal("replay", out, 3, *FOLK)
    assert answer("worth", out, "-n", 100, "--jobs", 1)["redraw_procedure"] == "reshuffle"
    assert answer("worth", out, "-n", 100, "--jobs", 1, *FOLK)["redraw_procedure"] == "reshuffle"
    assert "was played with --redraw-procedure reshuffle" in refusal("worth", out, "--redraw-procedure", "official")


def test_the_page_names_it(tmp_path):
    out = tmp_path / "page"
    answer("matrix", A, B, "-n", 40, *UNCHECKED, "--out", out, *FOLK)
    result = answer("report", out)
    assert f"comprehensive rules {DEFAULT_RULES}, reshuffle redraw" in Path(result["page"]).read_text(encoding="utf-8")


def test_sample_hands_are_redrawn_by_it():
    official, folk = (answer("hands", A, "-n", 200, "--redraw-procedure", name) for name in ("official", "reshuffle"))
    assert (official["redraw_procedure"], folk["redraw_procedure"]) == ("official", "reshuffle")
    first = [[hand["cards"] for hand in hands["hands"]] for hands in (official, folk)]
    assert first[0] == first[1]
    assert [hand["redraw"] for hand in official["hands"]] != [hand["redraw"] for hand in folk["hands"]]


def test_a_trial_of_cards_is_played_by_it():
    assert answer("cards", "smoke", "BP08", "-n", 3, *FOLK)["redraw_procedure"] == "reshuffle"
    assert answer("cards", "smoke", "BP08", "-n", 3)["redraw_procedure"] == "official"
    assert f"rules {DEFAULT_RULES}, reshuffle redraw, seed 1)" in run("cards", "smoke", "BP08", "-n", 3, *FOLK).stdout


REDRAW = """
title: Six cards are redrawn out of six others
phase: redraw
cards:
  OLD: {name: Old, character: OLD, kind: [Ultra Hero], level: 1, type: BASIC, bp: [1000]}
  NEW: {name: New, character: NEW, kind: [Ultra Hero], level: 1, type: BASIC, bp: [1000]}
A: {hand: [OLD, OLD, OLD, OLD, OLD, OLD], deck: [NEW, NEW, NEW, NEW, NEW, NEW]}
B: {hand: [NEW], deck: [NEW]}
steps:
  - A: redraw
  - expect: {at: start, hand: {A: [NEW, NEW, NEW, NEW, NEW, NEW]}}
"""


def test_a_scenario_is_redrawn_by_it(tmp_path):
    """None of the six can come back at once by the official one (CR 4.2.3), which is played when nothing is said."""
    place = tmp_path / "redraw.yaml"
    place.write_text(REDRAW)
    assert run("scenario", place).exit_code == run("scenario", place, "--redraw-procedure", "official").exit_code == 0
    folk = run("scenario", place, *FOLK)
    assert folk.exit_code == 1
    assert "OLD" in folk.stdout
    assert "played with the reshuffle redraw" in folk.stderr
    assert run("scenario", place, "--redraw-procedure", "folk").exit_code == 2
