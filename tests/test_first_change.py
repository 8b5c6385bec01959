"""docs/first-change.md: its edits and commands, on a copy of the checkout, turn red and green what the page says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from http.server import ThreadingHTTPServer

import pytest

from scripts import serve_page
from tests.helpers import ROOT, as_typed
from ucgsim.errors import UcgsimError

PAGE = (ROOT / "docs" / "first-change.md").read_text(encoding="utf-8")
WAYS = PAGE.split("\n## ")[1:4]
STEP = re.compile(r"(?:^<!-- file: (?P<file>\S+) -->\n\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.M | re.S)
COPIED = ("ucgsim", "tests", "scripts", "decklists", "pyproject.toml")
CACHES = shutil.ignore_patterns("__pycache__", "*.pyc", ".*_cache")


@pytest.fixture
def checkout(tmp_path):
    """A copy in which the commands of the page are those of this Python and find the copy."""
    place, commands = tmp_path / "ucgsim", tmp_path / "bin"
    place.mkdir()
    commands.mkdir()
    for name in COPIED:
        copy = shutil.copy if (ROOT / name).is_file() else lambda a, b: shutil.copytree(a, b, ignore=CACHES)
        copy(ROOT / name, place / name)
    for name, words in (("python", ""), ("ucgsim", "-m ucgsim ")):
        (commands / name).write_text(f'#!/bin/sh\nexec {as_typed(sys.executable)} {words}"$@"\n', encoding="utf-8")
        (commands / name).chmod(0o755)
    known = f"environment() {{ :; }}\nroot={as_typed(place)}\npython=python\n"
    (place / "scripts" / "environment").write_text(known, encoding="utf-8")
    typed(place, "git init -q && git add -A")
    return place


def edited(text: str, diff: str) -> str:
    """A file after an edit, whose place is there exactly once."""
    lines = diff.splitlines(keepends=True)
    before, after = ("".join(line[1:] for line in lines if line[0] in kept) for kept in (" -", " +"))
    assert text.count(before) == 1, before
    assert before != after
    return text.replace(before, after)


def typed(checkout, commands: str) -> list[str]:
    """The lines that commands print, typed in a checkout whose environment is active."""
    path = f"{checkout.parent / 'bin'}{os.pathsep}{os.environ['PATH']}"
    ours = ("GIT_", "PYTEST_", "UCGSIM_INTERPRETED")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    env = {**kept, "PATH": path, "PYTHONPATH": str(checkout), "NO_COLOR": "1", "COLUMNS": "200"}
    done = subprocess.run(["bash", "-c", commands], cwd=checkout, env=env, capture_output=True, text=True, check=False)
    return (done.stdout + done.stderr).splitlines()


def summary(line: str) -> str:
    """A line without what changes from run to run."""
    return re.sub(r" in [\d.]+s.*| - .*", "", line)


def red(lines: list[str]) -> list[str]:
    """The tests that failed."""
    return [line for line in lines if line.startswith("FAILED")]


def walked(checkout, way: str) -> int:
    """Do what a part of the page says, see that each block of output is printed, and count these."""
    printed, seen = [], 0
    for step in STEP.finditer(way):
        text = step["text"]
        if step["kind"] == "sh":
            printed = [summary(line) for line in typed(checkout, text)]
        elif step["kind"] == "diff":
            head, diff = text.split("\n", 1)
            place = checkout / head.removeprefix("--- ")
            place.write_text(edited(place.read_text(encoding="utf-8"), diff), encoding="utf-8")
        elif step["kind"] == "text":
            shown, seen = text.splitlines(), seen + 1
            assert [line for line in shown if line not in printed] == [], printed
            assert red(printed) == red(shown)
        else:
            (checkout / step["file"]).write_text(text, encoding="utf-8")
    return seen


@pytest.mark.parametrize("way", [WAYS[0], WAYS[2]], ids=["card", "page"])
def test_what_the_page_shows_is_what_happens(checkout, way):
    assert walked(checkout, way) >= 2


def test_the_cards_that_are_listed_are_those_that_no_scenario_names():
    listed = next(step["text"] for step in STEP.finditer(WAYS[0]))
    done = subprocess.run(["bash", "-c", listed], cwd=ROOT, capture_output=True, text=True, check=True)
    cards = set(re.findall(r"^[A-Z\d]+-\d+(?=  #)", done.stdout, re.MULTILINE))
    scenarios = [
        path for folder in ("tests/cards", "tests/rules/scenarios") for path in (ROOT / folder).rglob("*.yaml")
    ]
    named = set().union(*(re.findall(r"[A-Z]+\d+-\d+", path.read_text(encoding="utf-8")) for path in scenarios))
    assert len(cards) > 0
    assert len(named) > 50
    assert cards & named == set()


@pytest.mark.slow(seconds=15)
def test_a_rule_that_is_changed_turns_red_the_test_of_its_clause_alone(checkout):
    assert walked(checkout, WAYS[1]) == 1


def test_what_is_to_be_edited_is_there():
    """The cheap half of the others: every place that the page changes, but for what its own steps make."""
    diffs = [step["text"].split("\n", 1) for step in STEP.finditer(PAGE) if step["kind"] == "diff"]
    files = [(ROOT / head.removeprefix("--- "), diff) for head, diff in diffs]
    shipped = [(path, diff) for path, diff in files if path.exists() and not diff.startswith(" ")]
    assert len(shipped) == 3
    for path, diff in shipped:
        edited(path.read_text(encoding="utf-8"), diff)


def test_every_script_is_named_once():
    table = PAGE[PAGE.index("## What is in `scripts/`") :].split("|---|---|")
    cells = [row.split("|")[1] for part in table[1:] for row in part.splitlines() if row.startswith("| `")]
    named = [name for cell in cells for name in re.findall("`([^`]+)`", cell)]
    there = {path.name for path in (ROOT / "scripts").iterdir() if path.name != "__pycache__"}
    assert sorted(named) == sorted(there), "the tables at the end of docs/first-change.md"


@pytest.fixture
def address(monkeypatch):
    monkeypatch.setattr(serve_page, "data_files", lambda _: {"cards.json.gz": b"packed"})
    with ThreadingHTTPServer(("127.0.0.1", 0), serve_page.Page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_the_page_is_served_as_its_files_are_now(address, monkeypatch):
    def given(name):
        with urllib.request.urlopen(address + name) as answer:
            assert answer.headers["Cache-Control"] == "no-store"
            return answer.headers["Content-Type"], answer.read()

    assert given("?deck=x")[1] == (ROOT / "ucgsim/web/static/index.html").read_bytes()
    assert "javascript" in given("app.js")[0]
    assert given("cards.json.gz")[1] == b"packed"
    monkeypatch.setattr(serve_page, "static_files", lambda: {"app.js": b"edited"})
    assert given("app.js")[1] == b"edited"
    with pytest.raises(urllib.error.HTTPError, match="404"):
        given("../pyproject.toml")


def test_a_port_that_is_taken_is_refused_in_a_line(address):
    port = address.rstrip("/").rpartition(":")[2]
    with pytest.raises(UcgsimError, match=f"port {port} of 127.0.0.1 can't be had; name another one with --port"):
        serve_page.main(["--port", port], standalone_mode=False)
