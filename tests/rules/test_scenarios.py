"""Scenarios of our own, clause by clause; what each expects is derived in its comment.

A test is named by its file and by the clauses that it shows, so that ``-k 9_2_1`` finds them all.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.scenarios import check_fulfilled

FOLDER = Path(__file__).resolve().parent
FILES = sorted(FOLDER.glob("scenarios/*.yaml"))
CLAUSES = re.compile(r"^clauses: (\[.*\])$", re.MULTILINE)


def clauses(path: Path) -> list[str]:
    """Each as it is in the names of tests: ``9_2_1``."""
    (line,) = CLAUSES.findall(path.read_text(encoding="utf-8"))
    return [clause.replace(".", "_") for clause in re.findall(r"[\d.]+", line)]


def section(clause: str) -> str:
    """The beginning of the name of a file: ``09_02``."""
    return "_".join(f"{int(part):02}" for part in clause.split("_")[:2])


@pytest.mark.parametrize("path", FILES, ids=lambda path: "-".join([path.stem, *clauses(path)]))
def test_scenario_is_fulfilled(path):
    check_fulfilled(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_scenario_stands_under_a_clause_that_it_shows(path):
    assert path.stem[:5] in {section(clause) for clause in clauses(path)}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("test_[0-9]*.py")), ids=lambda path: path.stem)
def test_a_test_of_a_clause_stands_in_the_file_of_its_section(path):
    chapter = re.fullmatch(r"test_((?:\d\d_){1,2})[a-z][a-z0-9_]*", path.stem)
    assert chapter
    match = re.findall(r"^def test_(\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    shown = [re.match(r"(\d+(?:_\d+)+)_[a-z]", name) for name in match]
    assert [name for name, clause in zip(match, shown, strict=True) if not clause] == []
    assert [clause[1] for clause in shown if not f"{section(clause[1])}_".startswith(chapter[1])] == []


def test_no_test_of_a_clause_stands_elsewhere():
    others = [path for path in FOLDER.parent.rglob("test_*.py") if path.parent != FOLDER]
    assert [path for path in others if re.search(r"^def test_\d+_\d+", path.read_text(encoding="utf-8"), re.M)] == []
    scenarios = [path for path in FOLDER.parent.rglob("*.yaml") if re.match(r"\d+_\d+-", path.name)]
    assert {path.parent for path in scenarios} == {FOLDER / "scenarios"}
