"""`ucgsim gauntlet`: help, answer, JSON, refusals."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from ucgsim.cli.main import main

DECKLISTS = Path(__file__).resolve().parents[2] / "decklists"
DECKS = [DECKLISTS / f"plain-{name}.txt" for name in ("dyna-gaia", "kaiju", "rosso-blu")]


def run(*args: object) -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args])


def refusal(*args: object) -> str:
    result = run("gauntlet", *args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_help():
    result = run("gauntlet", "--help")
    assert result.exit_code == 0
    assert all(option in result.stdout for option in ("--field", "--precision", "--check", "--out", "--full"))


def test_the_answer_comes_first_and_the_rest_on_demand():
    command = ("gauntlet", *DECKS, "-n", 99, "--jobs", 1)
    short, full = run(*command), run(*command, "--full")
    assert short.exit_code == full.exit_code == 0
    assert short.stdout.startswith("Plain Dyna and Gaia wins ")
    assert "How games are lost, of" in short.stdout
    assert "no character" not in short.stdout
    assert len(full.stdout) > len(short.stdout)
    assert "playing 100 a matchup instead of 99" in short.stderr


def test_json_and_folder(tmp_path):
    result = run("gauntlet", *DECKS, "-n", 100, "--jobs", 1, "--check", "none", "--out", tmp_path / "g", "--json")
    assert result.exit_code == 0, result.stderr
    answer = json.loads(result.stdout)
    assert answer["deck"]["name"] == "Plain Dyna and Gaia"
    assert len(answer["matchups"]) == 2
    assert (tmp_path / "g" / "gauntlet.json").is_file()


def test_the_deck_itself_among_its_rivals_is_left_out_and_told(tmp_path):
    copy = tmp_path / "my-deck.txt"
    copy.write_bytes(DECKS[0].read_bytes())
    weights = tmp_path / "weights.csv"
    weights.write_text(f"plain-dyna-gaia,12\n{DECKS[1].stem},7\nzero-geed,1\n", encoding="utf-8")
    result = run("gauntlet", copy, *DECKS[:2], "-n", 100, "--jobs", 1, "--check", "none", "--field", weights, "--json")
    assert result.exit_code == 0, result.stderr
    assert [each["rival"] for each in json.loads(result.stdout)["matchups"]] == ["Plain Kaiju"]
    assert result.stderr.count("is the same list as") == 1
    assert result.stderr.count("left out of the field, as not among the decks that are played: zero-geed") == 1


def test_refusals():
    assert "Missing argument 'RIVAL...'" in refusal(DECKS[0])
    assert "is the same list as" in refusal(DECKS[0], DECKS[0])
    assert "are the same list" in refusal(DECKS[0], DECKS[1], DECKS[1])
    assert "absent.txt: no such file" in refusal(DECKS[0], "absent.txt")
    assert "give one of them" in refusal(*DECKS, "-n", 10, "--precision", "1pp")
