"""Every command in a terminal of 80 columns: no line is longer, and what is left out is said."""

from __future__ import annotations

import os
import re
import shutil
import sys

import click
import pytest

from tests.helpers import DECKLISTS, ROOT
from ucgsim.cards.catalog import load_catalog
from ucgsim.cli.main import main
from ucgsim.decks.reading import read_deck

PLAIN = [f"plain-{name}.txt" for name in ("dyna-gaia", "kaiju", "rosso-blu")]
TIGA = "tiga-dyna.txt"
COLUMNS = 80
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")
SCENARIO = min((ROOT / "tests" / "rules" / "scenarios").glob("*.yaml"))
FEW = ("-n", "40", "--jobs", "1")
AGAINST = ("--against", PLAIN[1])
QUICK = ("--policy", "greedy", "--jobs", "1", "--check", "none")
BUILD = ("--budget", "25k", *QUICK, "--full")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a terminal of so many columns needs a pseudo-terminal")

PROGRAM = """
import json, sys
import pytest
from tests.conftest import draw_nothing
from ucgsim.cli.main import main
from ucgsim.studies import forecast

draw_nothing(pytest.MonkeyPatch())
forecast.SECONDS = 0.01
for number, arguments in enumerate(json.loads(sys.argv[1])):
    try:
        print(f"=== {number}")
        main(arguments)
    except SystemExit as end:
        sys.stdout.flush()
        assert not end.code, (arguments, end.code)
"""
"""All commands in one process: what plays is loaded once."""


def in_terminal(commands, columns, folder):
    """What commands print in a terminal so wide, a text each, without what moves and colours."""
    import fcntl
    import json
    import pty
    import struct
    import subprocess
    import termios

    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    without = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES"}}
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, json.dumps(commands)],
        stdin=follower,
        stdout=follower,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=without | {"TERM": "xterm", "PYTHONPATH": os.pathsep.join(sys.path)},
    ) as process:
        os.close(follower)
        text = _all_of(leader)
        error = process.stderr.read().decode()
    assert process.returncode == 0, error[-2000:]
    return [part.partition("\n")[2] for part in ESCAPES.sub("", text).split("=== ")[1:]]


def _all_of(leader):
    parts = []
    while True:
        try:
            part = os.read(leader, 1 << 16)
        except OSError:  # the last process that held the terminal has ended
            break
        if not part:
            break
        parts.append(part)
    os.close(leader)
    return b"".join(parts).decode()


COMMANDS = {
    "duel": ["duel", *PLAIN[:2], *FEW, "--out", "d"],
    "duel in full": ["duel", *PLAIN[:2], *FEW, "--full"],
    "plan": ["duel", *PLAIN[:2], "--plan", "--jobs", "1"],
    "gauntlet": ["gauntlet", *PLAIN, *FEW],
    "gauntlet in full": ["gauntlet", *PLAIN, *FEW, "--check", "greedy", "--full"],
    "matrix": ["matrix", *PLAIN, *FEW, "--out", "m", "--check", "none"],
    "matrix in full": ["matrix", *PLAIN, *FEW, "--check", "greedy", "--full"],
    "matches": ["matrix", *PLAIN, *FEW, "--match", "bo3", "--full"],
    "compare": ["compare", *PLAIN[:2], "--against", PLAIN[2], *FEW, "--full"],
    "redraw": ["redraw", PLAIN[0], "--against", PLAIN[1], *FEW, "--full"],
    "meta": ["meta", "m", "--times", "200", "--full"],
    "tournament": ["tournament", "m", "--players", "8", "--times", "200", "--full"],
    "tournament's page": ["tournament", "m", "--players", "8", "--times", "200", "--out", "t"],
    "report": ["report", "d"],
    "improve": ["improve", PLAIN[0], *AGAINST, "--pool", "owned.csv", "--budget", "21k", *QUICK, "--full"],
    "build": ["build", "--characters", "DYNA", *AGAINST, "--pool", "fours.csv", "--swaps", "1", *BUILD],
    "sealed pool": ["sealed", "pool", "--out", "pool.txt"],
    "sealed build": ["sealed", "build", "pool.txt", "--by", "chains"],
    "sealed strength": ["sealed", "strength", "pool.txt", "--rivals", "2", *FEW, "--policy", "greedy", "--full"],
    "replay": ["replay", "d", "3"],
    "odds": ["odds", TIGA, "--want", "chain"],
    "odds table": ["odds", "table", "--copies", "2"],
    "hands": ["redraw", TIGA, "--deal", "2"],
    "cards list": ["cards", "list", "--set", "SD01"],
    "cards list in full": ["cards", "list", "--set", "SD01", "--full"],
    "cards show": ["cards", "show", "Tiga 3"],
    "cards coverage": ["cards", "coverage"],
    "deck check": ["deck", "check", TIGA],
    "deck show": ["deck", "show", TIGA],
    "deck list": ["deck", "list"],
    "policies": ["policies"],
    "verify": ["run", "verify", "d"],
    "config": ["config", "show"],
    "scenario": ["scenario", SCENARIO.name],
}
COMMANDS |= {f"{name} --help": ["help", name] for name in main.list_commands(click.Context(main))}


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    # No line can be broken within a path, and how long one is does not depend on the tool.
    folder = tmp_path_factory.mktemp("t")
    for path in (*(DECKLISTS / name for name in (*PLAIN, TIGA)), SCENARIO):
        shutil.copy(path, folder)
    (folder / "owned.csv").write_text("number,count\nSD01-014,2\n")
    numbers = [number for number, _ in read_deck(DECKLISTS / PLAIN[0], load_catalog()).counts]
    (folder / "fours.csv").write_text("".join(f"{number},4\n" for number in numbers))
    texts = in_terminal(list(COMMANDS.values()), COLUMNS, folder)
    return dict(zip(COMMANDS, texts, strict=True))


def test_no_line_of_any_command_is_longer_than_the_terminal_is_wide(printed):
    long = [(name, line) for name, text in printed.items() for line in text.split("\n") if len(line) > COLUMNS]
    assert long == []
    assert all(text.strip() for text in printed.values())


def test_the_answer_is_followed_by_one_table_and_how_to_see_more(printed):
    assert "--full shows more" in printed["duel"]
    assert "lost by" not in printed["duel"]
    assert "lost by" in printed["duel in full"]
    assert len(printed["duel"].splitlines()) <= 24


def test_a_command_to_play_it_again_can_be_copied(printed):
    again = printed["duel in full"].partition("Again: ")[2].partition("\nSaved")[0]
    assert again.replace("\\\n", "").split()[:2] == ["ucgsim", "duel"]


def test_columns_without_room_are_named(printed):
    assert "In a wider terminal, or with --full: " in printed["cards list"]
    assert "In a wider terminal" not in printed["cards list in full"]
