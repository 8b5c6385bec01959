"""What benchmarks say: of a machine, of chances that come true, of decisions that give something away."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from benchmarks import bench, chances, regret
from benchmarks.bench import LIBRARIES, main
from tests.helpers import ROOT

WORDS = ("--policy", "greedy", "--policy", "search:2", "--seconds", "0.01")


@pytest.fixture(scope="module")
def measured() -> bench.Bench:
    return bench.measure(WORDS[1:4:2], seconds=0.01)


@pytest.fixture
def command(measured, monkeypatch):
    """The command, which hands out what was measured."""

    def measure(policies: list[str], *, seconds: float, **_: object) -> bench.Bench:
        assert (list(policies), seconds) == (["greedy", "search:2"], 0.01)
        return measured

    monkeypatch.setattr(bench, "measure", measure)

    def run(*words: str) -> str:
        result = CliRunner().invoke(main, [*WORDS, *words])
        assert result.exit_code == 0, result.output
        return result.stdout

    return run


def test_bench_answers_as_json(command):
    answer = json.loads(command("--json"))
    assert set(answer["machine"]["libraries"]) == set(LIBRARIES)
    assert answer["floor"] > 0
    greedy, _, search, _ = answer["speeds"]
    assert (greedy["decks"], search["decks"]) == ("plain cards", "plain cards")
    assert greedy["playouts_per_second"] == 0 < search["playouts_per_second"]
    assert 1 < greedy["floors"] <= greedy["most_floors"] < search["floors"]
    assert len(answer["beside"]) == 4
    assert all(-1 < share < 20 for share in answer["beside"].values())
    assert sum(answer["shares"].values()) == pytest.approx(1)
    assert answer["starts"]["help"] > 0
    assert answer["starts"]["cold"] is None


def test_bench_in_words(command):
    lines = command().splitlines()
    assert [line.split()[0] for line in lines[:6]] == ["Machine", "Versions", "Floor", "Cores", "Start", "Duel"]
    assert any(line.startswith("greedy v1, 3 decks of plain cards: ") for line in lines)


def test_an_unknown_policy_is_refused_before_anything_is_measured():
    command = [sys.executable, "-m", "benchmarks.bench", "--policy", "gredy"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1


SEARCHES = ("search:2,with=planner,guess=0", "search:2,with=planner,guess=1")


@pytest.fixture(scope="module")
def shown():
    return chances.chances_of("plain-kaiju", 1, 2, SEARCHES)


def test_every_player_is_shown_one_chance_a_round_and_dealing(shown):
    places = [(each.game, each.side, each.round) for each in shown]
    assert len(places) == len(set(places)) > 12
    assert {each.round for each in shown} >= {chances.OPENING, 1, 2, 3}
    assert all(len(each.chances) == len(SEARCHES) and min(each.chances) >= 0 for each in shown)
    for game in (0, 1):
        assert {(each.side, each.won) for each in shown if each.game == game} in (
            {("A", 0.0), ("B", 1.0)},
            {("A", 1.0), ("B", 0.0)},
        )


def test_tables_hold_every_chance_once(shown):
    for at in range(len(SEARCHES)):
        rows = [line.split(" | ") for line in chances.by_chance(shown, at)[2:]]
        assert sum(int(cells[1]) for cells in rows) == len(shown)
        first = next(line for line in chances.by_round(shown, at) if line.startswith("| 1 |"))
        mean = sum(each.chances[at] for each in shown if each.round == 1) / 4
        assert f"| {100 * mean:.1f} ±" in first


@pytest.fixture(scope="module")
def listed():
    return regret.regrets("plain-kaiju", "greedy", 2, 16, 1)


def test_every_decision_with_a_choice_is_listed(listed):
    assert len(listed) > 30
    assert {each.kind for each in listed} >= {"set", "level_up", "redraw"}
    assert all(-1.0 <= each.points <= 1.0 for each in listed)
    assert all(each.points == 0.0 for each in listed if each.taken == each.better)
    assert any(each.points > 0.0 for each in listed)


def test_the_same_games_give_the_same_numbers(listed):
    assert regret.regrets("plain-kaiju", "greedy", 2, 16, 1) == listed


def test_tables_add_up(listed):
    lines = regret.tables(listed, ["plain-kaiju"], 2)
    shown = {line.split(" | ")[0].strip("| "): line for line in lines if line.startswith("|")}
    total = 100 * sum(each.points for each in listed) / 4
    assert f"{total:.2f} ±" in shown["all"]
    assert f"{total:.2f} ±" in shown["plain-kaiju"]
    assert any(line.startswith("Near-certain wins missed: ") for line in lines)
