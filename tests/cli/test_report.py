"""`ucgsim report`: help, page, JSON, refusals."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest

from tests.helpers import DECKLISTS, PLAIN, refusal, run
from ucgsim.cards.catalog import load_catalog
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


def test_help():
    result = run("report", "--help")
    assert result.exit_code == 0
    assert "RUN_DIR" in result.stdout


def test_page(folder):
    result = run("report", folder)
    assert result.exit_code == 0
    assert str(folder / "index.html") in result.stdout
    assert (folder / "index.html").read_text(encoding="utf-8").lstrip().startswith("<!doctype html>")


def test_one_file_to_send_has_its_replays(folder):
    answer = json.loads(run("report", folder, "--share", "--json").stdout)
    page = Path(answer["page"])
    assert page == folder / "share.html"
    assert Path(answer["tables"]).is_dir()
    assert len(list(Path(answer["replays"]).iterdir())) == 3
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
    answer = run("report", tmp_path / "run")
    page = tmp_path / "run" / "index.html"
    assert answer.stdout == f"{page}: open it in a browser; plots, tables and summary.json are in the same folder\n"
    assert "replays" not in json.loads(run("report", tmp_path / "run", "--json").stdout)
    assert page.is_file()


def test_decks(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    options = ("-n", 100, *FEW, "--seed", 7, "--jobs", 1)
    result = run("report", *DECKS, *options)
    assert result.exit_code == 0, result.stderr
    folder = Path("reports/plain-dyna-and-gaia-plain-kaiju")
    assert result.stdout.startswith(f"{folder / 'index.html'}: open it in a browser")
    assert (folder / "matrix.json").is_file()
    page = (folder / "index.html").read_bytes()
    assert run("report", *DECKS, *options).exit_code == 0
    assert (folder / "index.html").read_bytes() == page


def test_decks_with_a_field_and_a_folder(tmp_path):
    weights = tmp_path / "weights.csv"
    weights.write_text("Plain Dyna and Gaia,30\nPlain Kaiju,70\n", encoding="utf-8")
    options = ("-n", 100, *FEW, "--jobs", 1, "--field", weights)
    result = run("report", *DECKS, *options, "--out", tmp_path / "r", "--json")
    assert result.exit_code == 0, result.stderr
    page = Path(json.loads(result.stdout)["page"])
    assert page == tmp_path / "r" / "index.html"
    assert "against the given field" in page.read_text(encoding="utf-8")
    mine = json.loads(run("report", tmp_path / "r", "--deck", "kaiju", "--json").stdout)
    assert mine["page"] == str(tmp_path / "r" / "only-plain-kaiju.html")
    assert Path(mine["page"]).is_file()
    assert "holds no deck of that name; name one of Plain Dyna" in refusal("report", tmp_path / "r", "--deck", "xyz")


def test_refusals(tmp_path, folder):
    for args, message in (
        ((tmp_path,), "holds no run"),
        ((tmp_path / "absent",), "is no folder"),
        ((DECKS[0],), "is one deck; name two or more, or the folder of a run"),
        ((DECKS[0], DECKS[0], "--out", tmp_path / "new"), "are the same list"),
        ((DECKS[0], "absent.txt", "--out", tmp_path / "new"), "absent.txt: no such file"),
        ((DECKS[0], folder), "is the folder of a run; name it alone, or two or more decks"),
        ((folder, "-n", 50), "--games: the folder of a run says how it was played"),
        ((*DECKS, "--out", folder), "holds done.json but no matrix"),
    ):
        assert message in refusal("report", *args)
    assert not (tmp_path / "new").exists()


def test_another_run_in_the_folder_of_decks_is_refused(tmp_path):
    options = ("-n", 100, *FEW, "--jobs", 1, "--out", tmp_path / "r")
    assert run("report", *DECKS, *options).exit_code == 0
    before = (tmp_path / "r" / "index.html").read_bytes()
    assert "holds a run that differs in seed" in refusal("report", *DECKS, *options, "--seed", 9)
    assert (tmp_path / "r" / "index.html").read_bytes() == before


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
        done = json.loads(run("report", out, "--share", "--json").stdout)
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
