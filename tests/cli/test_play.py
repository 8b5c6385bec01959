"""`ucgsim play`: a person at the terminal, with piped answers."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.helpers import DECKLISTS, run

if TYPE_CHECKING:
    from click.testing import Result

MECH = str(DECKLISTS / "ultra-mech.txt")
A, B = str(DECKLISTS / "plain-zero-geed.txt"), str(DECKLISTS / "plain-rosso-blu.txt")


def play(answers: str, *args: object) -> Result:
    return run("play", A, B, *args, typed=answers)


@pytest.mark.parametrize("side", ["a", "b"])
def test_a_whole_game_by_first_options(side):
    result = play("1\n" * 300, "--side", side, "--seed", 4)
    assert result.exit_code == 0, result.stderr
    assert re.search(r"You (win|lose) in Round \d+, decided ", result.stdout)


def test_the_same_answers_give_the_same_game():
    assert play("2\n" * 300, "--seed", 9).stdout == play("2\n" * 300, "--seed", 9).stdout


def test_an_option_may_be_named():
    result = play("keep\nq\n", "--first", "a")
    assert "A: keep" in result.stdout


def test_what_is_no_option_is_asked_again():
    result = play("99\nnonsense\nkeep\nq\n", "--first", "a")
    assert result.exit_code == 0
    assert "'99' is none of 1 to 2; help lists what else can be typed" in result.stdout
    assert "'nonsense' is none of 1 to 2; help lists what else can be typed" in result.stdout
    assert "'kep' is none of 1 to 2; did you mean keep?" in play("kep\nq\n", "--first", "a").stdout


def test_a_card_is_told_on_request():
    decks = [str(DECKLISTS / f"{name}.txt") for name in ("tiga-dyna", "rosso-blu")]
    result = run("play", *decks, "--first", "a", typed="?bp01-004\n? BP99-999\nq\n")
    assert "Tiga 2 (BP01-004), BASIC, 7000/9000/14000\nWhen it enters play as a SINGLE or DOUBLE" in result.stdout
    assert "'BP99-999' is no card of this game." in result.stdout


def test_a_deck_that_the_rules_do_not_know_is_refused():
    result = run("play", MECH, B, "--rules", "1.2")
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.search(r"ultra-mech.txt, line \d+: .*, which rules 1.2 do not know \(CR [\d.]+\)", result.stderr)


def test_what_the_game_rests_on_is_told():
    result = run("play", MECH, B, "--rules", "1.7", "--play-blank", "bp06-071", typed="q\n")
    assert result.stdout.splitlines()[1:3] == [
        "Rules 1.7, official redraw, seed 1.",
        "Played without their text: BP06-071",
    ]


@pytest.mark.parametrize("answers", ["q\n", "Q\n", "", "keep\n"])
def test_q_and_the_end_of_input_stop_the_game(answers):
    result = play(answers, "--first", "a")
    assert (result.exit_code, result.stdout.splitlines()[-1].endswith("Stopped.")) == (0, True)


def test_hidden_cards_stay_hidden():
    shown = play("keep\n", "--first", "a", "--seed", 3).stdout
    assert "B draws a card" in shown
    assert re.findall(r"A draws BP|A draws SD", shown)
    rosso = {line.split()[1] for line in Path(B).read_text(encoding="utf-8").splitlines() if line[:1].isdigit()}
    assert not [number for number in rosso if number in shown]


def test_the_field_and_the_hand_are_shown():
    shown = play("keep\n1\n1\n1\n1\n", "--first", "a", "--seed", 3).stdout
    assert "Round 1, you lead" in shown
    assert "No scene" in shown
    assert re.search(r"^ +(SINGLE|DOUBLE), \d+ BP, (ahead|behind)", shown, re.MULTILINE)
    assert "hand 6, deck 44, discarded 0" in shown


def test_an_unknown_policy_is_refused():
    result = play("", "--policy", "clever")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "policy 'clever' is unknown" in result.stderr


def test_ctrl_c_ends_with_130():
    command = [sys.executable, "-m", "ucgsim", "play", A, B, "--first", "a"]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(os.environ)
    )
    assert process.stdout is not None
    lines = (process.stdout.readline() for _ in range(200))
    assert any(b"keep" in line for line in lines)
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate()
    assert process.returncode == 130
    assert b"interrupted" in stderr
