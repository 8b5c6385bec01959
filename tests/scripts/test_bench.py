"""`python -m benchmarks.bench`: what it says of a machine."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from benchmarks import bench
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
