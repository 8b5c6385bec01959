"""What was played with another engine is told in one line, whatever it is and whoever reads it."""

from __future__ import annotations

import json
import shutil

import pytest

from tests.helpers import PLAIN, run
from tests.simulate.sealing import changed_plan, resealed
from ucgsim.engine.compiling.sources import source_hash
from ucgsim.simulate.ledger import PARTS
from ucgsim.studies.compare.question import CompareQuestion, compare
from ucgsim.studies.kit.kinds import GAME, NUMBERS, change_of, change_words
from ucgsim.studies.leading import LEAD
from ucgsim.studies.matrix.matches import Matches
from ucgsim.studies.matrix.question import matrix

pytestmark = pytest.mark.usefixtures("all_undrawn")

NOW = {"engine": source_hash()}
THEN = {"engine": "0" * 16}


@pytest.fixture(scope="module")
def folders(kept, field, catalog, tmp_path_factory):
    """A duel, a matrix, matches and a comparison."""
    base = tmp_path_factory.mktemp("old")
    for name, source in (("duel", kept.folder.path), ("matrix", field.path)):
        shutil.copytree(source, base / name)
    matrix(PLAIN, match="bo3", games=10, out=base / "matches", catalog=catalog)
    compare(*PLAIN[:2], PLAIN[2:], games=10, out=base / "compare", catalog=catalog)
    return base


def age(folder):
    """Give every plan below a folder another engine; pairs that go with the former plans are dropped."""
    for place in [*folder.rglob(LEAD)]:
        shutil.rmtree(place)
    for place in folder.rglob("*.json"):
        data = json.loads(place.read_text(encoding="utf-8"))
        if place.name in {"plan.json", "matches.json", "compare.json"}:
            if place.name == "plan.json":
                changed_plan(place, versions=data["versions"] | {"engine": THEN["engine"]})
            else:
                resealed(place, lambda data: data["plan"]["versions"].update(engine=THEN["engine"]))
    for name, opened in (("matches.json", Matches.folder), ("compare.json", CompareQuestion.folder)):
        if (folder / name).is_file():
            bind(opened(folder))


def bind(folder):
    """Bind the parts to the plan as it is now, as if they had been played for it."""
    place = folder.path / PARTS
    parts = [json.loads(line.split(" ", 2)[2]) for line in place.read_text(encoding="utf-8").splitlines()]
    place.unlink()
    with folder.ledger([part["part"] for part in parts]) as ledger:
        for part in parts:
            ledger.add(part["counts"])


@pytest.mark.parametrize("name", ["duel", "matrix", "matches", "compare"])
def test_another_engine_is_told_once(name, folders, tmp_path):
    folder = tmp_path / name
    shutil.copytree(folders / name, folder)
    assert change_of(folder) == ""
    age(folder)
    text = f"ucgsim: {folder} was played with another engine; {NUMBERS}\n"
    commands = ("meta", "report")[name == "compare" :]
    for command in commands:
        result = run(command, folder)
        assert result.exit_code == 0, result.stderr
        assert result.stderr.count(text) == result.stderr.count("another engine") == 1
    assert "was played with" not in run(commands[0], folders / name).stderr


def test_replay_tells_it_in_the_same_words(folders, tmp_path):
    folder = tmp_path / "duel"
    shutil.copytree(folders / "duel", folder)
    assert run("replay", folder, "1").stderr == ""
    age(folder)
    result = run("replay", folder, "1").stderr
    assert result == f"ucgsim: {folder} was played with another engine; {GAME}\n"


def test_cards_and_engine_are_one_line():
    assert change_words("x", NOW, GAME) == ""
    assert change_words("x", NOW, GAME, same_cards=False) == (
        "x was played with other cards, effects or policies; this game may differ from it"
    )
    assert change_words("x", THEN, GAME, same_cards=False).count("and another engine; ") == 1
