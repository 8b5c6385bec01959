"""Files that are called as nobody would call them: every command that names one shows it on one line, and obeyed by
no terminal.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cards.open_catalog import HERO, csv_text
from tests.helpers import DECKLISTS, PLAIN, run
from ucgsim.safe_text import command_line, shown, visible

ODD = "a\x1b[31m\n\t\u202e.txt"
SHOWN = r"a\x1b[31m\n\t\u202e.txt"
SHORT = ("-n", 2, "--jobs", 1)
READ = {
    "deck check": ("deck", "check", ODD),
    "deck check of several": ("deck", "check", ODD, PLAIN[0], ODD),
    "deck check as JSON": ("deck", "check", ODD, "--json"),
    "deck show": ("deck", "show", ODD),
    "deck convert": ("deck", "convert", ODD, "--to", "csv"),
    "deck bans": ("deck", "check", PLAIN[0], "--bans", ODD),
    "deck catalog": ("deck", "check", PLAIN[0], "--catalog", ODD),
    "cards import": ("cards", "import", ODD),
    "cards new": ("cards", "new", ODD),
    "cards new of decks": ("cards", "new", "cards.csv", "--decks", ODD),
    "cards list": ("cards", "list", "--catalog", ODD),
    "cards show": ("cards", "show", "BP01-001", "--catalog", ODD),
    "cards coverage": ("cards", "coverage", "--catalog", ODD),
    "cards smoke": ("cards", "smoke", "--catalog", ODD),
    "odds": ("odds", ODD, "--want", "level 1 >= 1"),
    "hands": ("hands", ODD),
    "duel": ("duel", PLAIN[0], ODD, *SHORT),
    "matrix": ("matrix", *PLAIN[:2], ODD, *SHORT),
    "matrix field": ("matrix", *PLAIN[:2], "--field", ODD, *SHORT),
    "compare": ("compare", ODD, PLAIN[0], "--against", PLAIN[1], *SHORT),
    "compare vs": ("compare", *PLAIN[:2], "--against", ODD, *SHORT),
    "redraw": ("redraw", ODD, *SHORT),
    "meta": ("meta", ODD),
    "replay": ("replay", ODD, 0),
    "replay of decks": ("replay", "--deck-a", ODD, "--deck-b", PLAIN[0], "--game", 0),
    "report": ("report", ODD),
    "run verify": ("run", "verify", ODD),
    "run repair": ("run", "repair", ODD),
    "worth": ("worth", ODD),
    "scenario": ("scenario", ODD),
    "scenario as JSON": ("scenario", ODD, "--json"),
}
WRITE = {
    "convert": ("deck", "convert", PLAIN[0], "--to", "csv", "-o", ODD),
    "duel": ("duel", *PLAIN[:2], *SHORT, "--out", ODD),
    "odds": ("odds", PLAIN[0], "--want", "level 1 >= 1", "--plot", ODD),
}


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """A folder to work in, without a catalog of the user."""
    monkeypatch.setenv("UCGSIM_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    Path("cards.csv").write_text(csv_text(HERO), encoding="utf-8")


def assert_lines(text: str) -> None:
    """Lines that any terminal shows as they are."""
    assert visible(text) == text
    assert "internal error" not in text
    assert SHOWN.partition(r"\n")[0] + "\n" not in text


@pytest.mark.parametrize("words", READ.values(), ids=READ)
@pytest.mark.parametrize("content", [None, b"# oh\nno\n", b"\xff\n\0"], ids=["absent", "wrong", "binary"])
def test_a_file_of_an_odd_name_is_refused_in_one_line(words, content):
    if content is not None:
        Path(ODD).write_bytes(content)
    result = run(*words)
    assert result.exit_code in (1, 2), result.output
    assert SHOWN in result.output.replace("\\u001b", "\\x1b")
    assert_lines(result.stdout)
    assert_lines(result.stderr)
    # A list is told every thing that is wrong with it.
    assert len(result.stderr.splitlines()) <= 2 * words.count(ODD)


@pytest.mark.parametrize("words", WRITE.values(), ids=WRITE)
def test_where_nothing_can_be_written_is_told_in_one_line(words):
    Path(ODD).mkdir()
    (Path(ODD) / "mine").write_text("mine", encoding="utf-8")
    result = run(*words)
    assert result.exit_code == 2
    assert SHOWN in result.stderr
    assert_lines(result.stderr)
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "words",
    [
        ("deck", "check", ODD),
        ("deck", "show", ODD),
        ("deck", "convert", ODD, "--to", "text", "-o", f"b{ODD}"),
        ("odds", ODD, "--want", "level 1 >= 1"),
        ("hands", ODD, "-n", 2),
        ("duel", ODD, PLAIN[1], *SHORT, "--out", "kept\n"),
        ("scenario", "folder\n"),
        ("cards", "new", "cards.csv", "--decks", "decks\n"),
    ],
    ids=lambda words: " ".join(words[:2]).strip(),
)
def test_a_file_of_an_odd_name_is_used_and_shown(words):
    shutil.copy(PLAIN[0], ODD)
    Path("folder\n").mkdir()
    for path in sorted((DECKLISTS.parent / "tests/rules/scenarios").glob("*.yaml"))[:1]:
        shutil.copy(path, Path("folder\n") / "b\x1b\n.yaml")
    Path("decks\n").mkdir()
    for content, path in (("no", f"bad{ODD}"), (PLAIN[0].read_text(encoding="utf-8"), ODD)):
        (Path("decks\n") / path).write_text(content, encoding="utf-8")
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert_lines(result.stdout)
    assert_lines(result.stderr)


def test_the_command_that_plays_again_is_one_line_that_a_shell_takes(tmp_path):
    words = ["ucgsim", "duel", ODD, "it's", "\\", "plain.txt", "a b"]
    line = command_line(words)
    assert shown(line) == line
    assert line.startswith(r"ucgsim duel $'a\x1b[31m\x0a\x09\xe2\x80\xae.txt' ")
    script = tmp_path / "show.sh"
    script.write_text(f"set -- {line}\nprintf '%s\\0' \"$@\"\n", encoding="utf-8")
    out = subprocess.run(["bash", str(script)], check=True, capture_output=True).stdout
    assert out.split(b"\0")[:-1] == [word.encode() for word in words]
