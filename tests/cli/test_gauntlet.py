"""`ucgsim gauntlet`: help, answer, JSON, refusals."""

from __future__ import annotations

import json

from tests.helpers import PLAIN, refusal, run


def test_help():
    result = run("gauntlet", "--help")
    assert result.exit_code == 0
    assert all(option in result.stdout for option in ("--field", "--precision", "--check", "--out", "--full"))


def test_the_answer_comes_first_and_the_rest_on_demand():
    command = ("gauntlet", *PLAIN, "-n", 99, "--jobs", 1)
    short, full = run(*command), run(*command, "--full")
    assert short.exit_code == full.exit_code == 0
    assert short.stdout.startswith("Plain Dyna and Gaia wins about ")
    assert "How games are lost, of" not in short.stdout
    assert "How games are lost, of" in full.stdout
    assert len(full.stdout) > len(short.stdout)
    assert "playing 100 a matchup instead of 99" in short.stderr


def test_json_and_folder(tmp_path):
    result = run("gauntlet", *PLAIN, "-n", 100, "--jobs", 1, "--check", "none", "--out", tmp_path / "g", "--json")
    assert result.exit_code == 0, result.stderr
    answer = json.loads(result.stdout)
    assert answer["deck"]["name"] == "Plain Dyna and Gaia"
    assert len(answer["matchups"]) == 2
    assert (tmp_path / "g" / "gauntlet.json").is_file()


def test_the_deck_itself_among_its_rivals_is_left_out_and_told(tmp_path):
    copy = tmp_path / "my-deck.txt"
    copy.write_bytes(PLAIN[0].read_bytes())
    weights = tmp_path / "weights.csv"
    weights.write_text(f"plain-dyna-gaia,12\n{PLAIN[1].stem},7\nzero-geed,1\n", encoding="utf-8")
    result = run("gauntlet", copy, *PLAIN[:2], "-n", 100, "--jobs", 1, "--check", "none", "--field", weights, "--json")
    assert result.exit_code == 0, result.stderr
    assert [each["rival"] for each in json.loads(result.stdout)["matchups"]] == ["Plain Kaiju"]
    assert result.stderr.count("is the same list as") == 1
    assert result.stderr.count("left out of the field, as not among the decks that are played: zero-geed") == 1


def test_refusals():
    assert "name a rival or more, or a file of the field with --field" in refusal("gauntlet", PLAIN[0])
    assert "is the same list as" in refusal("gauntlet", PLAIN[0], PLAIN[0])
    assert "are the same list" in refusal("gauntlet", PLAIN[0], PLAIN[1], PLAIN[1])
    assert "absent.txt: no such file" in refusal("gauntlet", PLAIN[0], "absent.txt")
    assert "give one of them" in refusal("gauntlet", *PLAIN, "-n", 10, "--precision", "1pp")
