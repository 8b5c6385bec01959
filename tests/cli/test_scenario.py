"""`ucgsim scenario`: lines, JSON, exit codes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.helpers import run
from tests.play.snippets import CARDS, write

if TYPE_CHECKING:
    from click.testing import Result

GOOD = f"""{CARDS}title: Good
phase: judgement
field: [{{A: [H2], B: [K1]}}]
steps:
  - expect: {{at: judgement, outcome: [A]}}
"""
WRONG = GOOD.replace("title: Good", "title: Wrong").replace("outcome: [A]", "outcome: [B]")
BAD = GOOD.replace("outcome:", "outcame:")


def scenario(*args: object) -> Result:
    return run("scenario", *args)


def test_a_failure_says_what_was_expected_and_found(tmp_path):
    good, wrong = write(tmp_path, GOOD, "a.yaml"), write(tmp_path, WRONG, "b.yaml")
    result = scenario(good, wrong)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        f"ok {good}: Good",
        f"FAILED {wrong}: line 11: outcome: expected [B], found [A]",
    ]


def test_other_rules_and_blank_cards_are_told(tmp_path):
    path = write(tmp_path, GOOD.replace("phase:", "A: {hand: [BP01-004]}\nphase:"))
    result = scenario("--play-blank", "bp01-004", "--rules", "1.4", "--log", path)
    assert (result.exit_code, result.stdout.splitlines()[1]) == (0, "    rules 1.4")
    assert "ucgsim: played without their text: BP01-004" in result.stderr
    assert "ucgsim: played by rules 1.4, whatever the files say" in result.stderr
    assert "played" not in scenario(path).stderr


def test_a_folder_counts_as_its_files(tmp_path):
    write(tmp_path, WRONG, "b.yaml")
    write(tmp_path, GOOD, "a.yaml")
    write(tmp_path, "no scenario", "c.txt")
    lines = scenario(tmp_path).stdout.splitlines()
    assert [line.split(" ")[0] for line in lines] == ["ok", "FAILED"]


def test_json_is_a_list_and_nothing_else(tmp_path):
    good, wrong = write(tmp_path, GOOD, "a.yaml"), write(tmp_path, WRONG, "b.yaml")
    result = scenario("--json", good, wrong)
    assert result.exit_code == 1
    assert json.loads(result.stdout) == [
        {"file": str(good), "ok": True, "failures": []},
        {"file": str(wrong), "ok": False, "failures": ["line 11: outcome: expected [B], found [A]"]},
    ]


def test_the_log_follows_on_request(tmp_path):
    result = scenario("--log", write(tmp_path, GOOD))
    assert "turn 1, judgement: area 1: A 6000 BP, B 5000 BP: A wins (CR 5.9.4.1)" in result.stdout
    assert len(result.stdout.splitlines()) > 1


UNREADABLE = {
    "a key that there is not": (BAD, "line 11: expect: unknown key 'outcame'"),
    "a text that can't be read": (
        GOOD.replace("K1: {", "K1: {effect: '[SIN]Sing and dance.', "),
        "K1",
    ),
    "a phase that is past": (GOOD.replace("at: judgement", "at: set"), "line 11: "),
    "no YAML": ("{[", "line 1"),
    "nothing": ("", "is empty"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_file_that_can_t_be_run_has_failed_and_the_others_run(tmp_path, name):
    text, message = UNREADABLE[name]
    first, bad, last = (
        write(tmp_path, each, f"{place}.yaml") for place, each in zip("abc", (GOOD, text, WRONG), strict=True)
    )
    result = scenario("--log", first, bad, last)
    assert (result.exit_code, result.stderr) == (1, "")
    lines = [line for line in result.stdout.splitlines() if not line.startswith("    ")]
    assert [line.split(": ")[0] for line in lines] == [f"ok {first}", f"FAILED {bad}", f"FAILED {last}"]
    assert message in lines[1]
    assert str(bad) not in lines[1].removeprefix(f"FAILED {bad}")
    answer = json.loads(scenario("--json", first, bad, last).stdout)
    assert [each["ok"] for each in answer] == [True, False, False]
    assert answer[1] == {"file": str(bad), "ok": False, "failures": [lines[1].removeprefix(f"FAILED {bad}: ")]}


def test_what_is_not_there_is_told(tmp_path):
    missing, empty = scenario(tmp_path / "none.yaml"), scenario(tmp_path)
    assert (missing.exit_code, empty.exit_code) == (1, 2)
    assert missing.stdout.startswith(f"FAILED {tmp_path / 'none.yaml'}: no such file")
    assert "holds no *.yaml" in empty.stderr
