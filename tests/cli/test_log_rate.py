"""One's own rate against a rival: beside simulated games, together with them, or alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers import answer, output, refusal, run

FILE = ("--file", "games.csv")
RATE = ("log", "rate", "plain-dyna-gaia", "--vs", "plain-kaiju", "-n", 400, "-j", 1, *FILE)


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """Not a home of its own, in which the game would be built again."""
    monkeypatch.chdir(tmp_path)


def games_of(*results: str, rival: str = "Plain Kaiju", version: str = "") -> None:
    lines = [f"2026-04-01,Plain Dyna and Gaia,{version},{rival},{result}" for result in results]
    Path("table.csv").write_text("\n".join(["date,deck,version,rival,result", *lines, ""]), encoding="utf-8")
    output("log", "import", "table.csv", *FILE)


def test_own_games_stand_beside_simulated_ones_and_both_together():
    games_of(*["win"] * 14, *["loss"] * 6, "draw")
    data = answer(*RATE)
    own, simulated, together = data["own"]["win_rate"], data["simulated"], data["together"]
    assert own["rate"] == pytest.approx(14.5 / 21)
    assert data["policies"][0].startswith("planner")
    assert simulated["method"] == together["method"] == "random effects over players"
    assert together["n"] == 421
    assert together["high"] - together["low"] < simulated["high"] - simulated["low"] < own["high"] - own["low"]
    assert 0 < data["weight"] < 0.5
    assert not data["apart"]
    assert data["more_games"] > 0
    assert answer("duel", "plain-dyna-gaia", "plain-kaiju", "-n", 400, "-j", 1)["win_rate"]["a"][
        "rate"
    ] == pytest.approx(simulated["rate"])
    text = output(*RATE)
    assert "by your games and simulated ones." in text.splitlines()[0]
    assert f"{data['more_games']} more games of yours would tell, with a chance of 80 %" in text
    assert "your games (14-6-1)" in text


def test_games_that_no_good_player_would_have_are_not_put_together():
    games_of(*["loss"] * 30)
    data = answer(*RATE)
    assert data["apart"]
    assert data["together"] is None
    assert data["more_games"] == 0
    text = output(*RATE)
    assert "Plain Dyna and Gaia against Plain Kaiju: you win 0 % (0 to 11)." in text
    assert "Your games alone tell that you win less than half." in text
    assert "so they are not put together" in " ".join(text.split())


def test_without_a_game_the_simulated_rate_is_shown_and_without_a_deck_the_own_one():
    data = answer(*RATE)
    assert (data["own"]["games"], data["together"], data["weight"]) == (0, None, None)
    assert data["more_games"] > 50
    assert "no game of yours is written down; simulated it wins" in output(*RATE)
    games_of("win", "loss", rival="Zero")
    result = run("log", "rate", "plain-dyna-gaia", "--vs", "zero", "--json", *FILE)
    assert "so nothing is simulated" in result.stderr
    alone = json.loads(result.stdout)
    assert (alone["own"]["games"], alone["simulated"], alone["more_games"]) == (2, None, None)


def test_games_with_another_list_are_said_and_left_out_where_that_is_wanted():
    games_of("win", "win", version="old")
    games_of("loss")
    assert "2 games with another list" in output(*RATE)
    assert answer(*RATE)["other_lists"] == 2
    assert answer(*RATE, "--this-list")["own"]["games"] == 1


def test_the_games_of_a_rate_are_checked():
    assert "no deck of that name" in refusal("log", "rate", "no-such-deck", "--vs", "Zero")
    assert "is not a whole number" in refusal("log", "rate", "plain-kaiju", "--vs", "Zero", "-n", "0")
