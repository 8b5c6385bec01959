"""`python -m benchmarks.bench`: what it says of a machine."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from benchmarks import bench
from benchmarks.bench import LIBRARIES, main
from tests.helpers import ROOT

if TYPE_CHECKING:
    from click.testing import Result


def measured(*words: str) -> Result:
    """The command, run in this process."""
    return CliRunner().invoke(main, words)


def test_bench_answers_as_json():
    result = measured("--policy", "greedy", "--policy", "search:2", "--seconds", "0.01", "--json")
    assert result.exit_code == 0, result.output
    answer = json.loads(result.stdout)
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


def test_bench_in_words(monkeypatch):
    monkeypatch.setattr(bench, "_seconds_of", lambda words, **more: 0.5)  # started in the test above
    result = measured("--policy", "random", "--seconds", "0.01")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines[:6]] == ["Machine", "Versions", "Floor", "Cores", "Start", "Duel"]
    assert any(line.startswith("random v1, 3 decks of plain cards: ") for line in lines)


def test_an_unknown_policy_is_refused_before_anything_is_measured():
    command = [sys.executable, "-m", "benchmarks.bench", "--policy", "gredy"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
