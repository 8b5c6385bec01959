"""What leading is worth where a deck meets itself: the pairs of a duel of it, and its folder."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests.helpers import PLAIN, run
from ucgsim.errors import UcgsimError
from ucgsim.simulate.ledger import PARTS
from ucgsim.simulate.tasks import not_finished
from ucgsim.studies.initiative import InitiativeQuestion, initiative
from ucgsim.studies.kit.run import resume, verify

pytestmark = pytest.mark.usefixtures("all_undrawn")


@pytest.fixture(autouse=True)
def _in_parts(monkeypatch):
    monkeypatch.setattr("ucgsim.studies.leading.PART", 50)


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


def test_the_command(tmp_path):
    words = ("initiative", PLAIN[0], "-n", 60, "--policy", "greedy", "-j", 1, "--out", tmp_path / "run")
    result = run(*words)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.splitlines()[-1] == f"Saved in {tmp_path / 'run'}; its page: {tmp_path / 'run'}/index.html"
    assert json.loads(run(*words, "--json").stdout)["pairs"] == 60
    assert run("run", "verify", tmp_path / "run", "--replay").exit_code == 0
    assert run("report", tmp_path / "run").exit_code == 0
