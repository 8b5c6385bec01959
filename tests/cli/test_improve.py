"""`ucgsim improve` and `build`: help, answer, JSON, plan, refusals."""

from __future__ import annotations

import json

import pytest

from tests.helpers import PLAIN, run
from ucgsim.cards.catalog import load_catalog
from ucgsim.decks.reading import read_deck

MINE, RIVAL, OTHER = PLAIN


@pytest.fixture
def pool(tmp_path):
    place = tmp_path / "owned.csv"
    place.write_text("number,count\nSD01-014,2\nBP01-095,1\n")
    return place


def test_help():
    for command, options in (
        ("improve", ("--against", "--field", "--pool", "--keep", "--swaps", "--budget", "--plan", "--out", "--json")),
        ("build", ("--characters", "--against", "--pool", "--swaps", "--budget", "--plan", "--out", "--json")),
    ):
        result = run(command, "--help")
        assert result.exit_code == 0
        assert all(option in result.stdout for option in options)


def test_answer_and_json(pool, tmp_path):
    asked = ("improve", MINE, "--against", RIVAL, "--pool", pool, "--policy", "greedy", "--budget", "21k", "-j", 1)
    asked += ("--keep", "SD01-007", "BP02-048", "--check", "none")
    result = run(*asked, "--out", tmp_path / "kept")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith(("Change ", "No change found makes "))
    assert "Again: ucgsim improve " in run(*asked, "--out", tmp_path / "kept", "--full").stdout
    answer = json.loads(run("improve", *asked[1:], "--json", "--out", tmp_path / "kept").stdout)
    assert answer["kept"] == ["BP02-048", "SD01-007"]
    assert answer["budget"] == 21_000
    assert {"gain", "race", "way", "against"} <= answer["builds"][0].keys()


def test_a_plan_says_how_many_games_and_minutes_under_the_policy_that_is_named(pool, tmp_path):
    fours = tmp_path / "fours.csv"
    fours.write_text("".join(f"{number},4\n" for number, _ in read_deck(MINE, load_catalog()).counts))
    how = ("--against", RIVAL, "--policy", "random", "--swaps", 1, "--budget", "30k", "--plan", "-j", 1)
    plan = json.loads(run("improve", MINE, "--pool", pool, *how, "--json").stdout)
    assert (plan["games"], plan["policies"]["deck"]) == (30_000, "random v1")
    assert plan["minutes"] == pytest.approx(30_000 / plan["games_per_second"] / 60)
    result = run("improve", "--characters", "Dyna", "--pool", fours, *how)
    assert "30,000 games" in result.stdout, result.stderr
    assert "random v1 on both sides" in " ".join(result.stdout.split())


def test_refusals(pool, tmp_path):
    empty = tmp_path / "empty.csv"
    empty.write_text("")
    for args, what in (
        (("improve", MINE), "nobody to play against; name rivals with --against"),
        (("improve", MINE, "--against", RIVAL, "--pool", "absent.csv"), "absent.csv: no such file"),
        (("improve", MINE, "--against", RIVAL, "--pool", empty), "empty.csv"),
        (("improve", MINE, "--against", RIVAL, "--budget", "tomorrow"), "'tomorrow' is no budget"),
        (("improve", MINE, "--against", RIVAL, "--swaps", 5), "5 swaps; give 1 to 4"),
        (("improve", MINE, "--field", "absent.csv"), "absent.csv: no such file"),
        (("improve", MINE, "--against", RIVAL, OTHER, RIVAL, "--pool", pool), "are the same list"),
        (("build", "--characters", "NOBODY", "--against", RIVAL), "characters: no card is of 'NOBODY'"),
        (("build", "--characters", " , ", "--against", RIVAL), "characters: nobody is named"),
        (("build", "--characters", "TIGA", "--against", RIVAL, "--pool", pool), "a deck needs 50"),
    ):
        result = run(*args)
        assert result.exit_code == 2, args
        assert what in result.stderr, result.stderr
        assert "internal error" not in result.stderr
