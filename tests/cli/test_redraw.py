"""`ucgsim redraw`: the answer, its JSON, opponents, the plot, and bad input."""

from __future__ import annotations

import json

import pytest

from tests.helpers import PLAIN, run

DECK, KAIJU, ROSSO = PLAIN


def test_help_is_there():
    text = " ".join(run("redraw", "--help-all").stdout.split())
    assert "Usage: ucgsim redraw" in text
    for piece in ("--against DECK...", "--policy NAME", "--plot", "kept and redrawn"):
        assert piece in text


def test_the_rule_comes_first():
    result = run("redraw", KAIJU, "-n", 2000, "--full")
    assert result.exit_code == 0, result.stderr
    lines = result.stdout.splitlines()
    assert ": worth +" in lines[0]
    assert any(line.startswith("Played: 2,000 opening hands") for line in lines)
    assert lines[-1].startswith("Again: ucgsim redraw ")


def test_json_is_one_object_with_everything():
    result = run("redraw", DECK, "--against", KAIJU, ROSSO, "-n", 401, "--seed", 5, "--json", "--jobs", 1)
    assert result.exit_code == 0, result.stderr
    data = json.loads(result.stdout)
    assert (data["hands"], data["games"], data["seed"]) == (404, 808, 5)
    assert [entry["name"] for entry in data["against"]] == ["Plain Kaiju", "Plain Rosso and Blu"]
    assert {"classes", "rule", "policy", "always_keep", "always_redraw", "policies", "command"} <= set(data)
    assert "playing 404 instead of 401" in result.stderr


def test_opponents_may_be_named_one_by_one_or_together():
    together = run("redraw", DECK, "--against", KAIJU, ROSSO, "-n", 40, "--json")
    apart = run("redraw", DECK, "--against", KAIJU, "-n", 40, "--against", ROSSO, "--json")
    assert together.exit_code == 0, together.stderr
    assert together.stdout == apart.stdout


def test_a_plot_is_drawn(tmp_path):
    plot = tmp_path / "redraw.png"
    result = run("redraw", DECK, "-n", 1000, "--plot", plot)
    assert result.exit_code == 0, result.stderr
    assert plot.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("args", "hint"),
    [
        (["missing.txt"], "missing.txt"),
        ([DECK, "--against", "missing.txt"], "missing.txt"),
        ([DECK, "--against", KAIJU, KAIJU], "name each opponent once"),
        ([DECK, "-n", "0"], "whole number"),
        ([DECK, "-n", "-5"], "whole number"),
        ([DECK, "--policy", "clever"], "greedy"),
        ([DECK, "--rules", "9"], "1.6"),
        ([DECK, "--plot", "plot.xyz"], ".png"),
        ([DECK, KAIJU], "unexpected extra argument"),
        ([], "DECK"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(args, hint, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("redraw", *args)
    assert result.exit_code == 2
    assert hint in result.stderr
    assert result.stdout == ""
    assert len(result.stderr.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
