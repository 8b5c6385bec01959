"""Files of tuned numbers: read wherever a policy is named, refused in one line where they are not what is meant."""

from __future__ import annotations

import re

import pytest

from scripts.tuning import tuned_text
from ucgsim.errors import UcgsimError
from ucgsim.policies import given_policy, parse_policy
from ucgsim.policies.policy_files import read_tuned
from ucgsim.policies.spec import FAMILIES

VERSION = next(kind.version for kind in FAMILIES if kind.name == "planner")
RECORD = {"tuned_on": ['a "deck"', "line\nbreak", "Ä \\ é"], "games": 12, "shares": [0.5, 0.25], "seed": 1}


def written(tmp_path, text: str):
    path = tmp_path / "my.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_stands_for_the_policy_with_its_numbers(tmp_path):
    path = written(tmp_path, tuned_text("planner", VERSION, {"margin": 0.3512345678, "ends": 0}, RECORD))
    policy = parse_policy(f"planner@{path}")
    assert policy.name == "planner:margin=0.351235,ends=0"
    assert parse_policy(policy.name) == policy
    assert given_policy(f"planner@{path}") == policy.name
    assert read_tuned(str(path)).parameters["margin"] == 0.3512345678


def test_what_is_left_out_is_as_by_default(tmp_path):
    path = written(tmp_path, f'policy = "planner"\nversion = {VERSION}\n[parameters]\n')
    assert parse_policy(f"planner@{path}") == parse_policy("planner")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("policy = planner", "my.toml, line 1: is no TOML: "),
        ('policy = "planner"\nversion = 1\n', "my.toml: needs policy = "),
        ('policy = "planner"\nversion = true\n[parameters]\n', "my.toml: needs policy = "),
        ('policy = "greedy"\nversion = 1\n[parameters]\n', "my.toml: holds numbers of 'greedy', not of 'planner'"),
        ('policy = "planner"\nversion = 99\n[parameters]\n', "my.toml: was tuned for planner v99, this is v"),
        (
            f'policy = "planner"\nversion = {VERSION}\n[parameters]\nspeed = 1\n',
            "planner has no parameter 'speed'; it has",
        ),
        (
            f'policy = "planner"\nversion = {VERSION}\n[parameters]\nmargin = 11\n',
            "margin = 11 must be a number from 0 to",
        ),
        (f'policy = "planner"\nversion = {VERSION}\n[parameters]\nmargin = nan\n', "margin = nan must be a number"),
        (
            f'policy = "planner"\nversion = {VERSION}\n[parameters]\nmargin = "1"\n',
            "margin in [parameters] is no number",
        ),
        ("a = " + "[" * 400 + "]" * 400, "brackets are nested more than"),
        ("a = [\n" * 3000 + "]" * 3000, "is no TOML"),
        ("a = " + "1" * 5000, "holds a number of more than"),
        ("", "is empty"),
    ],
)
def test_bad_files_are_one_line(tmp_path, text, message):
    path = written(tmp_path, text)
    with pytest.raises(UcgsimError, match=re.escape(message)) as error:
        parse_policy(f"planner@{path}")
    assert "\n" not in str(error.value)


def test_no_file_and_no_policy_are_one_line(tmp_path):
    with pytest.raises(UcgsimError, match=r"gone\.toml: no such file; a file of tuned numbers"):
        parse_policy(f"planner@{tmp_path / 'gone.toml'}")
    with pytest.raises(UcgsimError, match="holds numbers of 'clever', not of 'planner'"):
        parse_policy(f"planner@{written(tmp_path, tuned_text('clever', 1, {}, {}))}")
    with pytest.raises(UcgsimError, match="policy 'clever' is unknown"):
        parse_policy(f"clever@{written(tmp_path, tuned_text('clever', 1, {}, {}))}")
