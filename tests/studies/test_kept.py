"""What was played with another engine is told in one line, whatever it is and whoever reads it."""

from __future__ import annotations

import json
import shutil

import pytest

from tests.helpers import PLAIN, run
from tests.simulate.sealing import changed_plan, resealed
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.engine.compiling.sources import source_hash
from ucgsim.simulate.ledger import PARTS
from ucgsim.studies.compare.question import compare
from ucgsim.studies.kit.kinds import GAME, KINDS, NUMBERS, change_of, change_words, kind_of
from ucgsim.studies.leading import LEAD
from ucgsim.studies.matrix.matches import matches

pytestmark = pytest.mark.usefixtures("all_undrawn")

NOW = {"engine": source_hash()}
THEN = {"engine": "0" * 16}


@pytest.fixture(scope="module")
def folders(kept, field, catalog, tmp_path_factory):
    """A duel, a matrix, matches and a comparison."""
    base = tmp_path_factory.mktemp("old")
    for name, source in (("duel", kept.folder.path), ("matrix", field.folder)):
        shutil.copytree(source, base / name)
    matches(PLAIN, games=10, out=base / "matches", catalog=catalog)
    compare(*PLAIN[:2], PLAIN[2:], games=10, out=base / "compare", catalog=catalog)
    return base


def age(folder):
    """Give every plan below a folder another engine; pairs that go with the former plans are dropped."""
    for place in [*folder.rglob(LEAD)]:
        shutil.rmtree(place)
    for place in folder.rglob("*.json"):
        data = json.loads(place.read_text(encoding="utf-8"))
        if place.name == "plan.json":
            changed_plan(place, versions=data["versions"] | {"engine": THEN["engine"]})
        elif place.name in {"matches.json", "compare.json"}:
            tasks = [task for task, _ in planned(place.parent).stored(place.parent)]
            resealed(place, lambda data: data["plan"]["versions"].update(engine=THEN["engine"]))
            bind(place.parent, tasks)


def planned(folder):
    """The question of a folder."""
    return KINDS[kind_of(folder)].of(folder).planned(shipped_catalog())


def bind(folder, tasks):
    """Bind the counts of these tasks to the plan as it is now, as if they had been played for it."""
    question, place = planned(folder), folder / PARTS
    parts = [json.loads(line.split(" ", 2)[2]) for line in place.read_text(encoding="utf-8").splitlines()]
    values = {part["part"]: part["counts"] for part in parts}
    place.unlink()
    with question.folder(folder).ledger() as ledger:
        for task, now in zip(tasks, next(question.course()).now, strict=True):
            ledger.add(now.key, values[task.key])


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
