"""The question to copy (docs/examples/initiative.py), registered as CONTRIBUTING says: its answer, folder and page."""

from __future__ import annotations

import ast
import importlib.util
import json
import sys

import numpy as np
import pytest

from scripts.measure_house import code_lines
from tests.helpers import PLAIN, ROOT
from ucgsim.errors import UcgsimError
from ucgsim.simulate.ledger import PARTS
from ucgsim.simulate.tasks import not_finished
from ucgsim.studies.kit.kinds import KINDS, QuestionKind
from ucgsim.studies.kit.run import resume, verify, write_report

pytestmark = pytest.mark.usefixtures("all_undrawn")


HOME = "ucgsim.studies.initiative"
spec = importlib.util.spec_from_file_location(HOME, ROOT / "docs" / "examples" / "initiative.py")
example = importlib.util.module_from_spec(spec)
sys.modules[HOME] = example
spec.loader.exec_module(example)
InitiativeQuestion, initiative = example.InitiativeQuestion, example.initiative


@pytest.fixture(autouse=True)
def _registered(monkeypatch):
    monkeypatch.setattr("ucgsim.studies.leading.PART", 50)
    monkeypatch.setitem(sys.modules, HOME, example)
    monkeypatch.setitem(
        KINDS, "initiative", QuestionKind("initiative", "initiative.json", "initiative", "StoredInitiative")
    )


def asked(catalog, pairs=120, **options):
    return initiative(PLAIN[0], pairs=pairs, seed=7, policy="greedy", jobs=1, catalog=catalog, **options)


def test_it_is_what_the_first_player_wins_on_the_same_shuffles(catalog):
    result = asked(catalog)
    assert result.leading.pairs == 120
    assert f"{100 * result.leading.effect.rate:+.0f}".strip("+") in result.answer()
    assert result.to_json()["rate"] == result.leading.effect.rate
    assert result.command.startswith("ucgsim initiative ")


def test_its_folder_goes_on_grows_shrinks_and_is_repaired(catalog, tmp_path):
    whole = asked(catalog, 240)
    asked(catalog, 130, out=tmp_path)
    parts = tmp_path / PARTS
    parts.write_bytes(parts.read_bytes()[:-20])
    assert np.array_equal(asked(catalog, 240, out=tmp_path).leading.table, whole.leading.table)
    before = parts.read_bytes()
    assert np.array_equal(asked(catalog, 100, out=tmp_path).leading.table, asked(catalog, 100).leading.table)
    assert parts.read_bytes() == before
    asked(catalog, 240, out=tmp_path)
    parts.write_bytes(before.replace(b"[", b"[ ", 1))
    assert ["line 1: is damaged" in each.why for each in verify(tmp_path, catalog) if not each.holds] == [True]
    assert resume(tmp_path, catalog).played == 100
    assert all(each.holds for each in verify(tmp_path, catalog, replay=True))
    read = InitiativeQuestion.stored_in(tmp_path, catalog)
    assert np.array_equal(read.finished(tmp_path).leading.table, whole.leading.table)
    with pytest.raises(UcgsimError, match="holds a study of the initiative that differs in seed"):
        initiative(PLAIN[0], pairs=240, seed=8, policy="greedy", out=tmp_path, catalog=catalog)


def test_one_that_was_stopped_is_not_finished(catalog, tmp_path):
    asked(catalog, out=tmp_path)
    (tmp_path / PARTS).write_bytes(b"")
    with pytest.raises(type(not_finished(tmp_path)), match="is not finished"):
        InitiativeQuestion.stored_in(tmp_path, catalog).finished(tmp_path)


def test_its_folder_has_a_page_that_is_written_with_it_and_again(catalog, tmp_path):
    asked(catalog, 60, out=tmp_path / "run")
    page = (tmp_path / "run" / "index.html").read_text(encoding="utf-8")
    assert "What is leading worth in the mirror?" in page
    assert json.loads((tmp_path / "run" / "summary.json").read_text(encoding="utf-8"))["pairs"] == 60
    (tmp_path / "run" / "index.html").unlink()
    assert write_report(tmp_path / "run", catalog=catalog).read_text(encoding="utf-8") == page


def test_it_is_as_short_as_the_recipe_says():
    text = (ROOT / "docs" / "examples" / "initiative.py").read_text(encoding="utf-8")
    assert len(code_lines(text, ast.parse(text))) <= 100
