"""`ucgsim worth`: help, answer, JSON, refusals."""

from __future__ import annotations

import json

import pytest

from tests.helpers import PLAIN, run


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("worth") / "run"
    decks = PLAIN[:2]
    result = run("duel", *decks, "-n", 200, "-j", 1, "--out", out)
    assert result.exit_code == 0, result.stderr
    return out


def test_help():
    result = run("worth", "--help-all")
    assert result.exit_code == 0
    assert all(option in result.stdout for option in ("--side", "--deck", "--swap", "--play-blank", "--json", "--plot"))


def test_swaps(folder):
    result = run("worth", folder, "--swap", "SD01-007=BP02-029", "-j", 1, "--json")
    assert result.exit_code == 0, result.stderr
    (swap,) = json.loads(result.stdout)["swaps"]
    assert swap["games_of_each_build"] == 200
    assert [card["number"] for card in swap["cards"]] == ["BP02-029", "SD01-007"]


def test_a_swap_under_another_policy_is_on_the_shuffles_of_the_run(folder):
    words = ["worth", folder, "--swap", "SD01-007=BP02-029", "-j", 1, "--json"]
    result = run(*words, "--policy", "random")
    assert result.exit_code == 0, result.stderr
    (swap,) = json.loads(result.stdout)["swaps"]
    assert swap["policies"] == {"builds": "random v1", "opponents": "random v1"}
    assert swap["command"].endswith(" --policy random")
    alone = run("worth", folder, "--policy", "random")
    assert alone.exit_code == 2
    assert "--policy is for --swap" in alone.stderr


def test_a_card_that_comes_in_blank(folder):
    result = run("worth", folder, "--swap", "SD01-007=BP01-001", "--play-blank", "BP01-001", "-j", 1, "--json")
    assert result.exit_code == 0, result.stderr
    assert "--play-blank BP01-001" in result.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--swap", "SD01-007"], "as BP01-001=BP01-002"),
        (["--swap", "SD01-007=BP02-029", "--plot", "x.png"], "leave out --swap"),
        (["--play-blank", "all"], "give --swap too"),
        (["--side", "c"], "'c' is not one of"),
    ],
)
def test_refusals(options, message, folder, tmp_path):
    result = run("worth", folder, *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert "holds no run; name a folder that" in run("worth", tmp_path).stderr


def test_what_every_copy_is_worth(folder, tmp_path):
    words = ["worth", folder, "-n", 100, "-j", 1]
    result = run(*words, "--plot", tmp_path / "worth.svg")
    assert result.exit_code == 0, result.stderr
    assert "± 95 % for all together" in result.stdout
    assert "--side a -n 100" in run(*words, "--full").stdout
    assert (tmp_path / "worth.svg").stat().st_size > 1000
    answer = json.loads(run(*words, "--json").stdout)
    assert len(answer["copies"]) == 50
    assert answer["copies"][0]["copy"] == 1
    assert answer["copies"][0]["deck"]["confidence"] == pytest.approx(0.999)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-n", 500, "--swap", "SD01-007=BP02-029"], "leave out --swap"),
        (["-n", 20], "it takes 100 or more"),
        (["--policy", "random"], "--policy is for --swap"),
    ],
)
def test_worths_that_cannot_be_asked_for(folder, options, message):
    result = run("worth", folder, *options)
    assert result.exit_code == 2
    assert message in result.stderr
