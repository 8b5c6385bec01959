"""Options that commands share: what they hand on and what they refuse."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from tests.helpers import run
from ucgsim.cards.versions import DEFAULT_RULES, RULES_VERSIONS
from ucgsim.cli.common import options
from ucgsim.cli.main import CommandLine
from ucgsim.defaults import DEFAULT_POLICY
from ucgsim.errors import UcgsimError


def invoke(decorator, *args: str) -> Result:
    """Run a command with the option, which prints what it received."""

    def show(**values):
        click.echo(json.dumps(values, default=str))

    group = CommandLine()
    command = click.command(name="show")(decorator(show))
    group.get_command = lambda ctx, cmd_name: command
    group.resolve_command = lambda ctx, args: ("show", command, args[1:])
    return CliRunner().invoke(group, ["show", *args])


def given(decorator, *args: str) -> dict[str, object]:
    return json.loads(invoke(decorator, *args).stdout)


def refusal(decorator, *args: str) -> str:
    result = invoke(decorator, *args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("ucgsim: error: ")
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_catalog_is_a_path_or_nothing():
    assert given(options.catalog_option) == {"catalog": None}
    assert given(options.catalog_option, "--catalog", "x.csv") == {"catalog": "x.csv"}


def test_rules_default_and_refusal():
    assert given(options.rules_option) == {"rules": DEFAULT_RULES}
    assert given(options.rules_option, "--rules", "1.6", "--format", "sealed") == {"rules": "1.6 sealed"}
    assert "'draft' is not one of" in refusal(options.rules_option, "--format", "draft")
    message = refusal(options.rules_option, "--rules", "9.9")
    assert all(repr(version) in message for version in RULES_VERSIONS)


def test_cards_to_play_blank_are_numbers_or_all():
    assert given(options.play_blank_option) == {"play_blank": []}
    args = ("--play-blank", "bp01-004", "--play-blank", "AP(01/20) BP01-001", "--play-blank", "ALL")
    assert given(options.play_blank_option, *args) == {"play_blank": ["BP01-004", "BP01-001", "all"]}


@pytest.mark.parametrize(
    "command",
    ["duel", "matrix", "compare", "redraw", "replay", "odds", "scenario", "cards smoke"],
)
def test_every_command_that_plays_takes_rules_and_blank_cards(command):
    result = run(*command.split(), "--help-all").stdout
    assert f"--rules [{'|'.join(RULES_VERSIONS)}]" in result
    assert "--play-blank NUMBER" in result


def test_what_is_no_number_cannot_be_played_blank():
    message = refusal(options.play_blank_option, "--play-blank", "tiga")
    assert "'tiga' is no card number; one looks like BP01-012 or (PR-095)BP02-005, nor 'all'" in message


def test_json_is_a_flag():
    assert given(options.json_option, "--json") == {"as_json": True}


@pytest.mark.parametrize("value", ["-1", "1.5", "seven", str(2**63)])
def test_seed_outside_is_refused(value):
    assert f"{value} is not a whole number from 0 to" in refusal(options.seed_option, "--seed", value)


def test_seed_is_handed_on():
    assert given(options.seed_option, "--seed", "7") == {"seed": 7}


@pytest.mark.parametrize("value", ["-5", "0", "1e10", "1000000001", "ten", "", "1.5", "0.0005k", "2m", "1,00", "k"])
def test_games_outside_are_refused(value):
    message = refusal(options.games_option(), "-n", value)
    assert "is not a whole number from 1 to 1,000,000,000" in message


def test_games_default_and_value():
    assert given(options.games_option(default=20)) == {"games": 20}
    assert given(options.games_option(), "-n", "1000000000") == {"games": 10**9}


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("1e6", 10**6),
        ("10k", 10_000),
        ("2M", 2_000_000),
        ("1.5k", 1500),
        ("1,000", 1000),
        ("1e9", 10**9),
        ("2.5E3", 2500),
    ],
)
def test_games_are_read_as_people_write_them(text, games):
    assert given(options.games_option(), "-n", text) == {"games": games}


def test_jobs_default_is_the_cores(monkeypatch):
    monkeypatch.setattr("ucgsim.simulate.cores.usable", lambda: 5)
    assert given(options.jobs_option) == {"jobs": 5}
    assert given(options.jobs_option, "--jobs", "2") == {"jobs": 2}
    assert "from 1 to 1,024" in refusal(options.jobs_option, "--jobs", "0")


@pytest.fixture
def known_policies(monkeypatch):
    """Two policies, so that the option is tested apart from the room that owns the names."""

    def given_policy(name):
        if name not in {DEFAULT_POLICY, "greedy", "random"}:
            raise UcgsimError(f"no policy {name!r}; there are greedy, random")
        return name

    monkeypatch.setattr("ucgsim.simulate.installed.given_policy", given_policy)


@pytest.mark.usefixtures("known_policies")
@pytest.mark.parametrize(
    ("args", "a", "b"),
    [
        ([], DEFAULT_POLICY, DEFAULT_POLICY),
        (["--policy", "random"], "random", "random"),
        (["--policy-b", "random"], DEFAULT_POLICY, "random"),
        (["--policy-b", "greedy", "--policy", "random"], "random", "greedy"),
    ],
)
def test_policy_is_both_sides_unless_b_is_given(args, a, b):
    assert given(options.policy_options, *args) == {"policy": a, "policy_b": b}


@pytest.mark.usefixtures("known_policies")
@pytest.mark.parametrize("option", ["--policy", "--policy-b"])
def test_unknown_policy_names_the_known(option):
    assert "no policy 'clever'; there are greedy, random" in refusal(options.policy_options, option, "clever")


def test_out_is_checked_but_not_made(tmp_path):
    out = tmp_path / "a" / "b"
    assert given(options.out_option, "--out", str(out)) == {"out": str(out)}
    assert list(tmp_path.iterdir()) == []


def test_out_may_be_left_out():
    assert given(options.out_option) == {"out": None}


def test_out_on_a_file_is_refused(tmp_path):
    file = tmp_path / "taken"
    file.write_text("mine")
    assert f"{file} is not a folder" in refusal(options.out_option, "--out", str(file / "below"))
    assert file.read_text() == "mine"


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no /proc on this system")
def test_out_where_nothing_can_be_written_is_refused():
    assert "can't write to /proc" in refusal(options.out_option, "--out", "/proc/ucgsim")


def test_make_folder_makes_parents_once_and_again(tmp_path):
    folder = tmp_path / "a" / "b"
    assert options.make_folder(folder) == folder
    assert options.make_folder(folder).is_dir()


def test_make_folder_on_a_file_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UcgsimError, match=r"file: can't make this folder"):
        options.make_folder(tmp_path / "file")


MISSPELT = """
import sys
from ucgsim.cli.main import main
try:
    main(["gauntlet", "tiga-dyna", "arc-blazzar", "--out", "away"])
except SystemExit as end:
    print(end.code, [name for name in ("numba", "polars", "scipy") if name in sys.modules])
"""


def test_a_misspelt_deck_is_refused_before_the_game_is_loaded(tmp_path):
    program = [sys.executable, "-c", MISSPELT]
    result = subprocess.run(program, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert result.stdout == "2 []\n"
    assert "arc-blazzar: no such file, and no deck of that name" in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("games", "speed", "said"),
    [(10**9, 100_000, "1,000,000,000 games take about 3 hours here"), (10**9, 10**6, ""), (4000, 0.1, "")],
)
def test_a_run_of_hours_is_said_to_be_one_before_it_begins(monkeypatch, games, speed, said):
    monkeypatch.setattr("ucgsim.studies.forecast.speed_of", lambda *_: speed)
    monkeypatch.setattr("ucgsim.studies.kit.run.ask", lambda *_, **__: None)
    monkeypatch.setattr("ucgsim.cli.common.questions.tell_answer", lambda *_, **__: None)
    result = run("duel", "plain-kaiju", "plain-dyna-gaia", "-n", games)
    assert result.exit_code == 0
    assert result.stderr.strip().partition(";")[0] == (f"ucgsim: {said}" if said else "")
