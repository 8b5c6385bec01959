"""`ucgsim report`, where an answer is stored, and the command that makes a page of it."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.helpers import DECKLISTS, PLAIN, answer, refusal, run
from ucgsim.cards.catalog import load_catalog
from ucgsim.cli.common import console
from ucgsim.cli.common.questions import OF_REPORT, QuestionOptions
from ucgsim.decks.reading import read_deck

pytestmark = pytest.mark.usefixtures("all_undrawn")

DECKS = PLAIN[:2]
THIRD = DECKLISTS / "plain-rosso-blu.txt"
FEW = ("--check-games", 10)
"""What is checked where any check will do: `test_page` shows the usual one."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("played") / "run"
    assert run("duel", *DECKS, "-n", 100, "--jobs", 1, "--out", place).exit_code == 0
    return place


def test_one_file_to_send_has_its_replays(folder):
    data = answer("report", folder, "--share")
    page = Path(data["page"])
    assert page == folder / "share.html"
    assert Path(data["tables"]).is_dir()
    assert len(list(Path(data["replays"]).iterdir())) == 3
    text = page.read_text(encoding="utf-8")
    replays = [place.name for place in (folder / "replays").iterdir()]
    assert 'href="replays/' not in text
    assert all(f'href="#replays/{name}"' in text and f'id="replays/{name}"' in text for name in replays)
    assert text.count("<pre>") >= len(replays) == 3
    assert "Game over" in text or "wins by" in text


@pytest.mark.parametrize("command", [("matrix", "--match", "bo3"), ("compare", "--against", THIRD)])
def test_pages_of_what_has_no_replays(command, tmp_path):
    name, *options = command
    result = run(name, *DECKS, *options, "-n", 40, "--jobs", 1, "--out", tmp_path / "run")
    assert result.exit_code == 0, result.stderr
    data = run("report", tmp_path / "run")
    page = tmp_path / "run" / "index.html"
    assert data.stdout == f"{page}: open it in a browser; plots, tables and summary.json are in the same folder\n"
    assert "replays" not in answer("report", tmp_path / "run")
    assert page.is_file()


def test_a_field_and_one_deck_of_it(tmp_path):
    weights = tmp_path / "weights.csv"
    weights.write_text("Plain Dyna and Gaia,30\nPlain Kaiju,70\n", encoding="utf-8")
    out = tmp_path / "r"
    assert run("matrix", *DECKS, "-n", 100, *FEW, "--jobs", 1, "--field", weights, "--out", out).exit_code == 0
    page = Path(answer("report", out)["page"])
    assert page == out / "index.html"
    assert "against the given field" in page.read_text(encoding="utf-8")
    mine = answer("report", out, "--deck", "kaiju")
    assert mine["page"] == str(out / "only-plain-kaiju.html")
    assert Path(mine["page"]).is_file()
    assert "holds no deck of that name; name one of Plain Dyna" in refusal("report", out, "--deck", "xyz")


def test_refusals(tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "a.txt").write_text("4 BP01-001\n", encoding="utf-8")
    for place, message in (
        (tmp_path / "empty", "holds no run"),
        (tmp_path / "absent", "is no folder"),
        (DECKS[0], "is no run but decks; play them first: ucgsim matrix "),
        (tmp_path / "lists", "is no run but decks; play them first: ucgsim matrix "),
    ):
        assert message in refusal("report", place)


def test_no_file_of_a_run_names_a_folder_of_this_machine(tmp_path, monkeypatch):
    here = tmp_path / "work"
    here.mkdir()
    monkeypatch.chdir(here)
    lists = [tmp_path / "lists" / "mine.txt", here / "third.txt", DECKLISTS / "plain-dyna-gaia.txt"]
    lists[0].parent.mkdir()
    for place, shipped in zip(lists, PLAIN[1:], strict=False):
        place.write_bytes(shipped.read_bytes())
    field = tmp_path / "field.csv"
    field.write_text("deck,weight\nPlain Kaiju,1\nPlain Rosso and Blu,1\nPlain Dyna and Gaia,1\n", encoding="utf-8")
    for words in (("matrix", *lists, "--field", field), ("duel", *lists[:2])):
        out = tmp_path / "out" / words[0]
        assert run(*words, "-n", 20, "--check", "none", "--jobs", 1, "--out", out).exit_code == 0
        done = answer("report", out, "--share")
        written = [place for place in out.rglob("*") if place.is_file()]
        assert Path(done["page"]) in written
        of_here = [str(folder).encode() for folder in (tmp_path, DECKLISTS.parent, Path.home())]
        assert not [place for place in written if any(folder in place.read_bytes() for folder in of_here)]
        page = (out / "index.html").read_text(encoding="utf-8")
        assert "Who lacks third.txt saves the list below, under Decks, as a file of that name." in page
        cards = re.search(r"<summary>Plain Rosso and Blu <small>.*?</summary><ul>(.*?)</ul>", page)[1]
        (tmp_path / "saved.txt").write_text(unescape(re.sub("<li>(.*?)</li>", r"\1\n", cards)), encoding="utf-8")
        saved, third = (read_deck(place, load_catalog()) for place in (tmp_path / "saved.txt", lists[1]))
        assert saved.fingerprint == third.fingerprint


PLAYED = re.compile("[0-9] (games|matches)")


@pytest.mark.parametrize(("name", "typed"), [("run", "run"), ("<my run>", "'<my run>'"), ("it's", "'it'\"'\"'s'")])
def test_a_command_that_is_printed_names_its_folder_as_a_shell_takes_it(name, typed, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path(name).mkdir()
    (Path(name) / "plan.json").touch()
    asked = SimpleNamespace(tell=lambda _: None, out=Path(name), as_json=False)
    QuestionOptions.tell_saved(asked, None, OF_REPORT)
    assert capsys.readouterr().out == f"\nSaved in {name}; its page: ucgsim report {typed}\n"


@pytest.mark.parametrize(
    "question",
    [
        ["duel", *PLAIN[:2], "--check", "greedy", "--check-games", "20"],
        ["gauntlet", *PLAIN, "--check", "greedy"],
        ["matrix", *PLAIN[:2], "--match", "bo3"],
        ["matrix", *PLAIN[:2], "--until", "best"],
        ["compare", *PLAIN[:2], "--check", "greedy", "--check-games", "20"],
        ["compare", *PLAIN[:2], "--until-sure", "--check", "none"],
    ],
)
def test_what_is_only_read_says_nothing_of_games_that_are_played(question, tmp_path, monkeypatch):
    monkeypatch.setattr(console, "PLAIN_SECONDS", 0.0)
    words = [*question, "-n", 200, "--jobs", 1, "--out", tmp_path / "run"]
    played, before = run(*words), {place: place.read_bytes() for place in tmp_path.rglob("*") if place.is_file()}
    assert PLAYED.search(played.stderr)
    read = run(*words)
    assert {place: place.read_bytes() for place in tmp_path.rglob("*") if place.is_file()} == before
    assert read.stdout == played.stdout
    assert not PLAYED.search(read.stderr), read.stderr
    more = run(*question, "-n", 400, "--jobs", 1, "--out", tmp_path / "run")
    assert PLAYED.search(more.stderr) or more.exit_code == 2
