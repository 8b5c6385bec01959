"""`ucgsim compare`: help, answer, JSON, refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ucgsim.cli.main import main

DECKLISTS = Path(__file__).resolve().parents[2] / "decklists"
A, B, C = (DECKLISTS / f"plain-{name}.txt" for name in ("dyna-gaia", "kaiju", "rosso-blu"))


def run(*args: object) -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args])


def refusal(*args: object) -> str:
    result = run("compare", *args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_help():
    result = run("compare", "--help")
    assert result.exit_code == 0
    options = ("--against", "--until-sure", "--precision", "--elo0", "--elo1", "--alpha", "--beta", "--json")
    assert all(option in result.stdout for option in options)


def test_json_is_one_object():
    result = run("compare", A, B, "--against", C, "-n", 100, "-j", 1, "--json")
    assert result.exit_code == 0, result.stderr
    answer = json.loads(result.stdout)
    assert (answer["pairs"], answer["games"]) == (50, 200)
    assert [opponent["name"] for opponent in answer["opponents"]] == ["Plain Rosso and Blu"]


def test_several_opponents_and_the_command_that_plays_it_again():
    result = run("compare", A, B, "--against", C, A, "-n", 100, "-j", 1)
    assert result.exit_code == 0, result.stderr
    assert "Cards that differ" in result.stdout
    assert f"--against {C} --against {A}" in result.stdout


def test_until_sure_says_which_hypothesis():
    result = run("compare", A, B, "--against", C, "--until-sure", "--elo0", 0, "--elo1", 5, "-j", 1)
    assert result.exit_code == 0, result.stderr
    assert "H0 accepted" in result.stdout
    assert "--elo0 0 --elo1 5" in result.stdout


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--alpha", "0.1"], "give --until-sure as well"),
        (["--until-sure", "--precision", "1pp"], "two ways to stop"),
        (["--until-sure", "--elo0", "0"], "--elo0 and --elo1 go together"),
        (["--until-sure", "--elo0", "0", "--elo1", "1", "--points0", "0", "--points1", "1"], "two scales"),
        (["--until-sure", "--points0", "1", "--points1", "0"], "H0 must be below H1"),
        (["--precision", "narrow"], "is no precision"),
        (["--precision", "0pp"], "must be above 0"),
        (["--policy", "wise"], "policy 'wise' is unknown"),
        (["--against", "absent.txt"], "absent.txt: no such file"),
        (["-n", "0"], "is not a whole number"),
    ],
)
def test_refusals(options, told):
    assert told in refusal(A, B, *options)


def test_the_same_deck_twice_is_refused():
    assert "are the same list" in refusal(A, A)
