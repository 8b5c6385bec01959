"""Commands in the tables and the text of the documents; what blocks of them print: `tests/test_documents.py`."""

from __future__ import annotations

import json
import re

import pytest

from tests.helpers import ROOT, output


def printed(*args: str) -> str:
    result = output(*args)
    return result.strip()


@pytest.fixture(autouse=True)
def shipped_catalog_only(tmp_path, monkeypatch):
    """Stand where the README stands, without a catalog that somebody imported."""
    monkeypatch.setenv("UCGSIM_HOME", str(tmp_path))
    monkeypatch.chdir(ROOT)


@pytest.fixture
def questions() -> str:
    return (ROOT / "docs" / "how-to.md").read_text(encoding="utf-8")


def test_no_row_of_the_table_stands_twice(questions):
    rows = re.findall(r"^\| (.+?) \| (`ucgsim .+) \|$", questions, flags=re.MULTILINE)
    commands = [command for _, cell in rows for command in re.findall(r"`([^`]+)`", cell)]
    assert len(rows) > 15
    assert len(set(commands)) == len(commands)


def test_the_weights_of_the_example_are_those_of_its_decks(questions, tmp_path):
    part = questions[questions.index("## The field that you expect") :]
    command = re.search(r"`ucgsim (matrix arc-blazar.+?--out .+?)`", part, flags=re.DOTALL)[1].split()
    weights = tmp_path / "weights.csv"
    weights.write_text(re.search(r"```\n(deck,weight\n.+?)```", part, flags=re.DOTALL)[1], encoding="utf-8")
    places = {"weights.csv": str(weights), "reports/field": str(tmp_path / "field")}
    answer = json.loads(
        printed(*(places.get(word, word) for word in command), "-n", "20", "--check", "none", "-j", "1", "--json")
    )
    assert list(answer["weights"].values()) == [0.45, 0, 0.3, 0.25]
    assert "--field field.csv " in f"{answer['command']} "
    assert "gainst the given field" in printed("meta", str(tmp_path / "field"), "--times", "200")
