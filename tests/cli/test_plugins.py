"""Policies and questions of other packages: found by entry points, which are made up here; nothing is installed."""

from __future__ import annotations

import json
import sys
import tomllib
from importlib import metadata

import pytest

import ucgsim
from tests.helpers import PLAIN, ROOT, answer, output, refusal, run
from ucgsim.errors import UcgsimError
from ucgsim.plugins import POLICIES, QUESTIONS

A, B, _ = PLAIN
EXAMPLES = ROOT / "docs" / "examples"
BROKEN = {"broken": "import nothing_of_this_name", "odd": "ask = 3", "leaves": "raise SystemExit(7)"}
RAISES = 'import click\n\n\n@click.command()\ndef ask():\n    """Ask."""\n    raise KeyError("lost")\n'


class Package:
    """What an entry point says of its package."""

    name, version = "some-package", "1.2"

    class metadata:  # noqa: N801 - as the library calls it
        json = {"summary": "Asks something."}  # noqa: RUF012


@pytest.fixture
def packages(monkeypatch, tmp_path):
    """Entry points of the two examples, and of packages that are broken."""
    for folder in (EXAMPLES / "ucgsim-steady", EXAMPLES / "ucgsim-mirror", tmp_path):
        monkeypatch.syspath_prepend(folder)
    for name, code in {**BROKEN, "raises": RAISES}.items():
        (tmp_path / f"{name}_of_test.py").write_text(code)
    named = [(QUESTIONS, name, f"{name}_of_test:ask") for name in (*BROKEN, "raises")]
    named += [(POLICIES, "gone", "no_such_module:Gone"), (POLICIES, "built", "math:Gone")]
    named += [(QUESTIONS, "duel", "odd_of_test:ask"), (POLICIES, "greedy", "no_such_module:Gone")]
    for folder in ("ucgsim-steady", "ucgsim-mirror"):
        project = tomllib.loads((EXAMPLES / folder / "pyproject.toml").read_text())["project"]
        named += [(group, *one) for group, points in project["entry-points"].items() for one in points.items()]
    points = [metadata.EntryPoint(name, value, group)._for(Package) for group, name, value in named]
    monkeypatch.setattr(metadata, "entry_points", lambda group: [each for each in points if each.group == group])
    yield points
    for name in [each for each in sys.modules if each.endswith("_of_test") or each.startswith("ucgsim_mirror")]:
        del sys.modules[name]


def test_a_policy_of_a_package_plays_by_its_name(packages):
    result = answer("duel", A, B, "-n", 4, "-j", 1, "--policy", "steady", "--policy-b", "greedy")
    assert result["games"] == 4
    assert "ucgsim_steady.py:Steady@" in json.dumps(result["policies"])


def test_the_python_face_takes_it_too(packages):
    result = ucgsim.duel(A, B, games=2, policy="steady", jobs=1)
    assert result.policies[0].startswith("ucgsim_steady.py:Steady@")
    with pytest.raises(UcgsimError, match=r"'gone' of some-package 1\.2 .* can't be used"):
        ucgsim.duel(A, B, games=2, policy="gone", jobs=1)


def test_a_run_of_it_is_read_again_when_it_is_named(packages, tmp_path):
    out = tmp_path / "run"
    output("duel", A, B, "-n", 2, "-j", 1, "--policy", "steady", "--out", out)
    assert "ucgsim_steady.py:Steady@" in output("replay", out, 1, "--policy", "steady", "--json")


def test_policies_lists_what_packages_bring(packages):
    assert "steady  Asks something (of some-package 1.2)" in output("policies", "--full")
    assert answer("policies")["packages"]["steady"] == {"package": "some-package 1.2", "at": "ucgsim_steady:Steady"}


@pytest.mark.parametrize(
    ("name", "why"),
    [("gone", "no class in a file"), ("built", "no class in a file"), ("nobody", "packages bring built")],
)
def test_a_policy_that_is_none_is_told_in_one_line(packages, name, why):
    assert why in refusal("duel", A, B, "-n", 2, "--policy", name)


def test_without_packages_nothing_is_said_of_them(monkeypatch):
    monkeypatch.setattr(metadata, "entry_points", lambda group: [])
    line = refusal("duel", A, B, "-n", 2, "--policy", "nobody")
    assert "planner@my.toml (see: " in line
    assert "packages" not in line


def test_a_question_of_a_package_is_a_command(packages):
    result = answer("mirror", A, "-n", 40, "--policy", "greedy")
    assert result["n"] == 40
    assert result["low"] <= result["rate"] <= result["high"]
    assert "Play DECK against itself" in output("mirror", "--help")
    assert "mirror" in output("help", "--all")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("broken", "ModuleNotFoundError: No module named 'nothing_of_this_name'"),
        ("odd", "it is int, no command of click"),
        ("leaves", "SystemExit: 7"),
        ("raises", "KeyError: 'lost'"),
    ],
)
def test_a_package_that_is_broken_is_named_in_one_line(packages, name, why):
    line = refusal(name)
    assert f"'{name}' of some-package 1.2" in line
    assert why in line
    assert line.endswith("; mend that package or remove it")


def test_a_package_that_is_broken_stops_no_other_command(packages):
    assert answer("duel", A, B, "-n", 2, "-j", 1, "--policy", "greedy")["games"] == 2
    assert "Of other packages" in output("help", "--all")
    assert run("deck", "show", A).exit_code == 0
    assert not {"broken_of_test", "odd_of_test", "raises_of_test"} & {*sys.modules}


def test_help_and_our_commands_look_for_no_packages(monkeypatch):
    def unwanted(group):
        raise AssertionError(group)

    monkeypatch.setattr(metadata, "entry_points", unwanted)
    assert "Start" in output("--help")
    assert answer("duel", A, B, "-n", 2, "-j", 1, "--policy", "greedy")["games"] == 2


@pytest.mark.parametrize("folder", ["ucgsim-steady", "ucgsim-mirror"])
def test_examples_are_short_and_whole(folder):
    (module,) = (EXAMPLES / folder).glob("*.py")
    assert len(module.read_text().splitlines()) < 80
    assert "pip install" in (EXAMPLES / folder / "README.txt").read_text()
