"""Defaults of the user's own: set, shown, laid over commands, and refused where they are wrong."""

from __future__ import annotations

import json
import re

import click
import pytest

from tests.helpers import ROOT, answer, output, refusal
from ucgsim.cli.common.config import config_path, default_map, read_config
from ucgsim.cli.common.options import is_typed
from ucgsim.cli.main import CommandLine


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    monkeypatch.setenv("UCGSIM_HOME", str(tmp_path))


def write(text: str) -> None:
    config_path().write_text(text, encoding="utf-8")


def rows() -> int:
    return len(answer("odds", "table")["rows"])


def test_a_default_holds_until_it_is_dropped_and_what_is_typed_comes_before_it():
    before = output("odds", "table", "--help")
    output("config", "set", "odds.table.copies", "3")
    assert rows() == 3
    assert len(answer("odds", "table", "--copies", "4")["rows"]) == 4
    assert "(3, from config.toml)" in " ".join(output("odds", "table", "--help").split())
    output("config", "unset", "odds.table.copies")
    assert rows() == 20
    assert output("odds", "table", "--help") == before


def test_the_default_of_a_command_comes_before_that_of_all():
    output("config", "set", "copies", "5")
    assert rows() == 5
    output("config", "set", "odds.copies", "2")
    assert rows() == 2
    assert answer("config", "show")["defaults"] == {"copies": "5", "odds.copies": "2"}


def test_a_flag_is_switched_on():
    output("config", "set", "odds.table.json", "true")
    assert json.loads(output("odds", "table"))["exact"]


def test_a_default_is_no_choice_that_conflicts_with_another():
    seen = []

    @click.command()
    @click.option("-n", "--games", default=3)
    def duel(games: int) -> None:
        seen.append((games, is_typed("games")))

    for words, defaults in (((), {("games",): "7"}), (("-n", "5"), {("games",): "7"}), ((), {})):
        duel.main(words, standalone_mode=False, default_map=default_map(duel, ("duel",), defaults))
    assert seen == [(7, False), (5, True), (3, False)]


def test_who_played_a_kept_run_is_not_asked_of_the_defaults():
    """`policy` for all commands says who plays, not who played."""
    commands = {name: CommandLine().shipped(name) for name in ("duel", "worth")}
    defaults = {name: default_map(each, (name,), {("policy",): "greedy"}) for name, each in commands.items()}
    assert defaults == {"duel": {"policy": "greedy"}, "worth": {}}


def test_what_was_written_by_hand_stays():
    write('# mine\njobs = 2  # few\n\n[duel]\ngames = "10k"\n')
    output("config", "set", "deck.rules", "1.6")
    assert config_path().read_text(encoding="utf-8") == (
        '# mine\njobs = 2  # few\n\ndeck.rules = "1.6"\n[duel]\ngames = "10k"\n'
    )
    before = config_path().read_bytes()
    assert "change duel.games by hand there" in refusal("config", "set", "duel.games", "5")
    assert config_path().read_bytes() == before


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("copies = [\n", "line 2: is no TOML"),
        ("odds.copys = 3\n", "odds has no option --copys that can have a default; nearest are copies"),
        ("odds.tabel.copies = 3\n", "odds has no command 'tabel'; nearest are table"),
        ("odds.copies = 1900\n", "odds.copies: 1900 is not a whole number from 1 to"),
        ("copies = true\n", "copies is True; a text or a number was expected"),
        ('odds.json = "yes"\n', "odds.json is 'yes'; it is switched by true or false"),
        ("odds.copies = 2020-01-01\n", "odds.copies is no text, number, true or false, nor a list of texts"),
        (f'copies = "{"(" * 300}"\n', "copies has a text of more than 200 letters"),
        ("a.b.c.d.e = 3\n", "a.b.c.d.e can't be the name of an option"),
        ("Copies = 3\n", "Copies can't be the name of an option; one is like duel.games"),
        ("odds.copies = [3, 4]\n", "odds.copies is [3, 4]; a text or a number was expected"),
        ('odds.plot = "x.doc"\n', "odds.plot: "),
    ],
)
def test_a_wrong_file_is_told_in_one_line_where_it_matters(text, line):
    write(text)
    message = refusal("odds", "table")
    assert f"{config_path()}" in message
    assert line in message
    assert output("help").startswith("Usage: ucgsim")
    assert output("config", "path").strip() == str(config_path())


def test_what_no_option_is_called_can_t_be_set():
    assert "no command has an option --copys" in refusal("config", "set", "copys", "3")
    assert "there is no command 'od'" in refusal("config", "set", "od.copies", "3")
    assert "odds.copies: x is not a whole number" in refusal("config", "set", "odds.copies", "x")
    assert "copies is not set" in refusal("config", "unset", "copies")
    assert "out" not in read_config()
    assert "has no option --out" in refusal("config", "set", "duel.out", "x")
    assert not config_path().exists()


def test_help_is_that_of_the_command():
    assert output("help", "deck", "show") == output("deck", "show", "--help")
    assert output("help") == output("--help")
    assert "Did you mean 'show'?" in refusal("help", "deck", "shw")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete(shell):
    assert "_UCGSIM_COMPLETE" in output("completion", shell)


def test_every_environment_variable_is_documented():
    page = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    read = {
        name
        for path in (ROOT / "ucgsim").rglob("*.py")
        for name in re.findall(r"\"(_?UCGSIM_[A-Z_]+)\"", path.read_text(encoding="utf-8"))
    }
    assert "UCGSIM_HOME" in read
    assert [name for name in sorted(read) if f"`{name}`" not in page] == []
