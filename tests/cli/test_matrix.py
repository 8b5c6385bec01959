"""`ucgsim matrix`: help, answer, JSON, refusals."""

from __future__ import annotations

import json

from tests.helpers import PLAIN, refusal, run


def test_help():
    result = run("matrix", "--help")
    assert result.exit_code == 0
    assert all(option in result.stdout for option in ("--games", "--policy", "--seed", "--jobs", "--out"))


def test_json(tmp_path):
    result = run("matrix", *PLAIN, "-n", 100, "--check", "none", "--jobs", 1, "--out", tmp_path / "m", "--json")
    assert result.exit_code == 0, result.stderr
    answer = json.loads(result.stdout)
    assert answer["games_per_matchup"] == 100
    assert len(answer["matrix"]) == 3
    assert (tmp_path / "m" / "matrix.json").is_file()


def test_summary_and_odd_numbers():
    result = run("matrix", *PLAIN[:2], "-n", 99, "--jobs", 1)
    assert result.exit_code == 0
    assert "Win rate of the row against the column" in result.stdout
    assert "playing 100 a matchup instead of 99" in result.stderr


def test_refusals():
    assert "a matrix of 1 deck" in refusal("matrix", PLAIN[0])
    assert "are the same list" in refusal("matrix", PLAIN[0], PLAIN[0])
    assert "policy 'wise' is unknown" in refusal("matrix", *PLAIN, "--policy", "wise")
    assert "absent.txt: no such file" in refusal("matrix", PLAIN[0], "absent.txt")


def test_field(tmp_path):
    weights = tmp_path / "weights.csv"
    weights.write_text("Plain Dyna and Gaia,0.5\nPlain Kaiju,0.5\n", encoding="utf-8")
    result = run("matrix", *PLAIN, "-n", 100, "--check", "none", "--jobs", 1, "--field", weights, "--json")
    assert result.exit_code == 0, result.stderr
    assert list(json.loads(result.stdout)["weights"].values()) == [0.5, 0.5, 0]
    weights.write_text("Plain Kaiju,0\n", encoding="utf-8")
    assert "no deck that is played has a weight above 0" in refusal("matrix", *PLAIN, "--field", weights)
    assert "absent.csv: no such file" in refusal("matrix", *PLAIN, "--field", "absent.csv")
