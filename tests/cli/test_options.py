"""Options that commands share: what they hand on and what they refuse."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from tests.helpers import assert_refuses, output, run
from ucgsim.cards.versions import DEFAULT_RULES, RULES_VERSIONS, Procedure
from ucgsim.cli.common import options
from ucgsim.cli.main import CommandLine
from ucgsim.limits import DEFAULT_POLICY


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
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert result.stderr.startswith("ucgsim: error: ")
    return result.stderr


BLANK = ("--play-blank", "bp01-004", "--play-blank", "AP(01/20) BP01-001", "--play-blank", "ALL")
GAMES = {
    "1e6": 10**6,
    "10k": 10_000,
    "2M": 2_000_000,
    "1.5k": 1500,
    "1,000": 1000,
    "1e9": 10**9,
    "1000000000": 10**9,
    "2.5E3": 2500,
}


@pytest.mark.parametrize(
    ("option", "args", "values"),
    [
        (options.catalog_option, (), {"catalog": None}),
        (options.catalog_option, ("--catalog", "x.csv"), {"catalog": "x.csv"}),
        (options.rules_option, (), {"rules": DEFAULT_RULES}),
        (options.rules_option, ("--rules", "1.6", "--format", "sealed"), {"rules": "1.6 sealed"}),
        (options.play_blank_option, (), {"play_blank": []}),
        (options.play_blank_option, BLANK, {"play_blank": ["BP01-004", "BP01-001", "all"]}),
        (options.json_option, ("--json",), {"as_json": True}),
        (options.seed_option, ("--seed", "7"), {"seed": 7}),
        (options.games_option(default=20), (), {"games": 20}),
        *((options.games_option(), ("-n", text), {"games": games}) for text, games in GAMES.items()),
        (options.jobs_option, (), {"jobs": 5}),
        (options.jobs_option, ("--jobs", "2"), {"jobs": 2}),
        (options.policy_options, (), {"policy": DEFAULT_POLICY, "policy_b": DEFAULT_POLICY}),
        (options.policy_options, ("--policy", "random"), {"policy": "random", "policy_b": "random"}),
        (options.policy_options, ("--policy-b", "random"), {"policy": DEFAULT_POLICY, "policy_b": "random"}),
        (
            options.policy_options,
            ("--policy-b", "greedy", "--policy", "random"),
            {"policy": "random", "policy_b": "greedy"},
        ),
        (options.out_option, (), {"out": None}),
        (options.out_option, ("--out", "a/b"), {"out": "a/b"}),
    ],
)
def test_what_is_typed_is_handed_on_and_nothing_is_made(option, args, values, monkeypatch, tmp_path):
    monkeypatch.setattr("ucgsim.simulate.cores.usable", lambda: 5)
    monkeypatch.chdir(tmp_path)
    assert given(option, *args) == values
    assert list(tmp_path.iterdir()) == []


NO_SEED = ("-1", "1.5", "seven", str(2**63))
NO_GAMES = ("-5", "0", "1e10", "1000000001", "ten", "", "1.5", "0.0005k", "2m", "1,00", "k")


@pytest.mark.parametrize(
    ("option", "args", "message"),
    [
        (options.rules_option, ("--format", "draft"), "'draft' is not one of"),
        *((options.rules_option, ("--rules", "9.9"), repr(version)) for version in RULES_VERSIONS),
        (
            options.play_blank_option,
            ("--play-blank", "tiga"),
            "'tiga' is no card number; one looks like BP01-012 or (PR-095)BP02-005, nor 'all'",
        ),
        *((options.seed_option, ("--seed", text), f"{text} is not a whole number from 0 to") for text in NO_SEED),
        *((options.games_option(), ("-n", text), "is not a whole number from 1 to 1,000,000,000") for text in NO_GAMES),
        (options.jobs_option, ("--jobs", "0"), "from 1 to 1,024"),
        *((options.policy_options, (which, "clever"), "'clever'") for which in ("--policy", "--policy-b")),
    ],
)
def test_what_is_none_is_refused_with_what_would_be_right(option, args, message):
    assert message in refusal(option, *args)


PLAY = ("duel", "matrix", "compare", "redraw", "replay", "odds", "scenario", "cards smoke")


@pytest.mark.parametrize(
    ("option", "commands"),
    [
        (f"--rules [{'|'.join(RULES_VERSIONS)}]", PLAY),
        ("--play-blank NUMBER", PLAY),
        (f"--redraw-procedure [{'|'.join(Procedure)}]", (*PLAY, "hands", "worth")),
        ("--skip LINE,LINE", ("gauntlet", "duel", "odds", "matrix", "compare", "redraw", "deck show", "log add")),
    ],
)
def test_every_command_for_which_it_means_something_takes_it(option, commands):
    for command in commands:
        assert option in " ".join(output(*command.split(), "--help-all").split()), command


def test_out_on_a_file_is_refused(tmp_path):
    file = tmp_path / "taken"
    file.write_text("mine")
    assert f"{file} is not a folder" in refusal(options.out_option, "--out", str(file / "below"))
    assert file.read_text() == "mine"


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no /proc on this system")
def test_out_where_nothing_can_be_written_is_refused():
    assert "can't write to /proc" in refusal(options.out_option, "--out", "/proc/ucgsim")


def test_make_folder_makes_parents_once_and_again_and_none_on_a_file(tmp_path):
    folder = tmp_path / "a" / "b"
    assert options.make_folder(folder) == options.make_folder(folder) == folder
    assert folder.is_dir()
    (tmp_path / "file").write_text("")
    assert_refuses(r"file: can't make this folder", options.make_folder, tmp_path / "file")


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
