"""`ucgsim bench` and `ucgsim warmup`: what they say, and that nothing is left to build."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.helpers import run
from ucgsim.engine.compiling.library import library_folder
from ucgsim.studies import bench
from ucgsim.studies.bench import LIBRARIES


def test_bench_answers_as_json():
    words = ["bench", "--policy", "greedy", "--policy", "search:2", "--seconds", "0.01", "--json"]
    result = run(*words)
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
    result = run("bench", "--policy", "random", "--seconds", "0.01")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines[:6]] == ["Machine", "Versions", "Floor", "Cores", "Start", "Duel"]
    assert any(line.startswith("random v1, 3 decks of plain cards: ") for line in lines)


def test_an_unknown_policy_is_refused_before_anything_is_measured():
    result = run("bench", "--policy", "gredy")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1


def test_after_a_warmup_nothing_is_built():
    done = subprocess.run(
        [sys.executable, "-m", "ucgsim", "warmup"], capture_output=True, text=True, timeout=600, check=True
    )
    assert done.stdout.startswith("Ready after ")
    assert str(library_folder()) in done.stdout
    assert not done.stderr
