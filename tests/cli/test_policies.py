"""Policies: those that ship, with their strength; files of the user; policies and questions of other packages."""

from __future__ import annotations

import json
import sys
import tomllib
from importlib import metadata

import pytest

import ucgsim
from tests.helpers import PLAIN, ROOT, answer, assert_refuses, output, refusal, run
from ucgsim.files.checksums import sealed
from ucgsim.plugins import POLICIES, QUESTIONS
from ucgsim.policies import policy_files, strength
from ucgsim.policies.spec import FAMILIES, parse_policy
from ucgsim.simulate.arrangements import Copy, Setting

RATE = {"rate": 0.7, "low": 0.68, "high": 0.72, "n": 500, "confidence": 0.95, "method": "score over pairs"}
ELO = {"rate": 150.0, "low": 140.0, "high": 160.0}


def figures(label: str) -> bytes:
    each = {"name": "search:16", "label": label, "speed": 200.4, "rating": ELO, "mirrors": RATE, "crosses": None}
    return sealed({"format": 1, "basis": "1,000 games over 3 decks", "policies": [each]})


@pytest.fixture
def shipped(monkeypatch):
    result = strength.read_measured(figures(parse_policy("search:16").label), "strength.json")
    monkeypatch.setattr(strength, "measured", lambda: result)


def test_every_policy_is_listed_with_its_version_and_numbers():
    result = output("policies", "--full")
    for kind in FAMILIES:
        assert f"{kind.name} v{kind.version}" in result
        assert all(f"  {parameter.name}=" in result for parameter in kind.parameters)
    assert "my_policy.py:Careful" in result


def test_what_is_written_is_taken_again():
    for kind in answer("policies")["policies"]:
        numbers = ",".join(f"{each['name']}={each['default']}" for each in kind["parameters"])
        assert parse_policy(f"{kind['name']}:{numbers}").name == kind["name"]


@pytest.mark.usefixtures("shipped")
def test_measured_figures_stand_with_interval_and_games():
    assert "search:16" in output("policies")
    assert "70 % ± 2" in output("policies")
    data = output("policies", "--full")
    assert "search:16: 200 games a second and core; Elo +150 (+140 to +160); " in data
    assert "wins 70.0 % (68.0 to 72.0) against greedy with the same deck (1,000 games)" in data
    result = next(kind for kind in answer("policies")["policies"] if kind["name"] == "search")
    assert result["measured"][0]["mirrors"] == RATE


def test_figures_of_another_version_are_void():
    result = strength.read_measured(figures("search:16 v99 (open list)"), "strength.json")
    assert result.of_kind("search", 1) == []
    assert len(result.of_kind("search", 99)) == 1


def test_what_is_shipped_can_be_read_and_is_of_known_policies():
    result = strength.measured()
    known = {kind.name: kind.version for kind in FAMILIES}
    assert all(each.name.partition(":")[0] in known for each in result.policies)
    assert all(parse_policy(each.name).name == each.name for each in result.policies)


def test_damaged_figures_are_one_line():
    raw = figures("search:16 v1 (open list)").replace(b"200.4", b"900.4")
    assert_refuses(r"strength\.json: is damaged", strength.read_measured, raw, "strength.json")


A, B, C = PLAIN
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
    assert_refuses(r"'gone' of some-package 1\.2 .* can't be used", ucgsim.duel, A, B, games=2, policy="gone", jobs=1)


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


A, B, C = PLAIN
CHANCE = """
class Mine:
    def choose(self, seen, options):
        print("thinking")
        return seen.random.choice(options)
"""


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(CHANCE)
    return path


@pytest.fixture
def folder(tmp_path, mine, monkeypatch):
    """A run of a policy that nobody has given since."""
    out = tmp_path / "run"
    output("duel", A, B, "-n", 4, "-j", 1, "--policy", f"{mine}:Mine", "--policy-b", "greedy", "--out", out)
    monkeypatch.setattr(policy_files, "_given", {})
    return out


def test_a_duel_answers_in_json_whatever_the_policy_prints(mine):
    result = run("duel", A, B, "-n", 4, "-j", 1, "--policy", f"{mine}:Mine", "--json")
    assert json.loads(result.stdout)["games"] == 4
    assert "thinking" in result.stderr


def test_matrix_and_compare_take_it(mine):
    policy = f"{mine}:Mine"
    result = answer("matrix", A, B, C, "-n", 2, "-j", 1, "--policy", policy)
    assert result["games"] == 6
    assert "mine.py:Mine@" in output("compare", A, B, "--against", C, "-n", 4, "-j", 1, "--policy", policy)


def test_the_same_command_goes_on_and_another_file_does_not(folder, mine):
    command = ("duel", A, B, "-n", 4, "-j", 1, "--policy", f"{mine}:Mine", "--policy-b", "greedy", "--out", folder)
    output(*command)
    mine.write_text(CHANCE + "\n")
    assert "differs in policies" in refusal(*command)


def test_a_game_of_the_folder_is_told_when_its_file_is_given(folder, mine):
    assert "give the file that played with --policy mine.py:Mine" in refusal("replay", folder, 1)
    result = answer("replay", folder, 1, "--policy", f"{mine}:Mine")
    assert result["policies"]["a"].startswith("mine.py:Mine@")
    output("run", "verify", folder, "--replay", "--policy", f"{mine}:Mine")
    mine.write_text(CHANCE + "\n")
    policy_files._given.clear()
    assert "the one that was given is another" in refusal("replay", folder, 1, "--policy", f"{mine}:Mine")


def test_a_lost_part_is_played_anew_when_the_file_is_given(folder, mine):
    before = (folder / "part-00000.parquet").read_bytes()
    (folder / "part-00000.parquet").unlink()
    assert "give the file" in refusal("run", "repair", folder)
    output("run", "repair", folder, "-j", 1, "--policy", f"{mine}:Mine")
    assert (folder / "part-00000.parquet").read_bytes() == before


def test_every_copy_is_weighed_as_it_plays(folder, mine, monkeypatch):
    """The first of the copies, in as few games as show them all."""
    monkeypatch.setattr("ucgsim.studies.cards.worth.FEWEST_PAIRS", 1)
    monkeypatch.setattr(Setting, "copies", [Copy(0, 1), Copy(0, 2)])
    words = ("worth", folder, "-n", 20, "-j", 1)
    assert "give the file" in refusal(*words)
    worth = answer(*words, "--policy", f"{mine}:Mine")
    assert worth["policies"]["own"].startswith("mine.py:Mine@")
    assert [each["copy"] for each in worth["copies"]] == [1, 2]


def test_opening_turns_are_played_as_it_plays(mine):
    words = ("odds", A, "--want", "chain", "--turn", 2, "--with-effects", "--policy", f"{mine}:Mine")
    first, second = (answer(*words, "--sample", 10) for _ in range(2))
    assert first == second
    assert "10 openings played" in first["method"]
    assert "mine.py:Mine@" in json.dumps(first)


def test_a_redraw_is_asked_of_it(mine):
    """It keeps what it is dealt or gives it back in both branches alike, and later chance is the same in both."""
    words = ("redraw", A, "--against", B, "-n", 6, "--policy", f"{mine}:Mine", "-j", 1)
    first, second = (answer(*words) for _ in range(2))
    assert first == second
    assert first["policies"]["a"].startswith("mine.py:Mine@")


def test_a_card_is_swapped_as_it_plays(folder, mine):
    words = ("worth", folder, "--swap", "SD01-007=BP02-029", "-j", 1)
    assert "give the file" in refusal(*words)
    swap = answer(*words, "--policy", f"{mine}:Mine")["swaps"][0]
    assert "mine.py:Mine@" in json.dumps(swap["policies"])
    assert answer("duel", A, B, "-n", 4, "-j", 1)["games"] == 4


@pytest.mark.parametrize("command", [("duel", A, B), ("matrix", A, B, C), ("compare", A, B)])
@pytest.mark.parametrize(
    ("policy", "message"),
    [
        ("none.py:Mine", "none.py"),
        ("mine.py", "my_policy.py:Careful"),
        ("nobody", "'nobody' is unknown"),
        ("search:0", "worlds=0 must be a whole number from 1 to 512"),
    ],
)
def test_what_is_no_policy_is_refused(command, policy, message):
    assert message in refusal(*command, "--policy", policy)
