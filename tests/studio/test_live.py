"""What a page says of a run before there is an answer."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.helpers import PLAIN
from ucgsim.cards.catalog import load_catalog
from ucgsim.simulate.folder import RunFolder
from ucgsim.simulate.plan import Terms
from ucgsim.studies.duel.question import plan_duel
from ucgsim.studio.live import SOON, seen


@pytest.fixture(scope="module")
def catalog():
    return load_catalog()


@pytest.fixture
def begun(tmp_path, catalog):
    """A run of which not one part is there, in a folder whose name speaks of an end."""
    folder = tmp_path / "finishers" / "run"
    terms = Terms.of(policy="greedy", catalog=catalog)
    RunFolder(folder).begin(plan_duel(*PLAIN[:2], terms, games=10).run.plan)
    return folder


def why(folder, catalog):
    return seen(SimpleNamespace(said="", folder=folder), catalog).why


def test_the_first_numbers_are_awaited(begun, catalog):
    assert why(begun, catalog) == SOON


def test_a_damaged_run_is_not_taken_for_one_that_goes_on(begun, catalog):
    (begun / "plan.json").write_text("{", encoding="utf-8")
    assert why(begun, catalog) != SOON
    assert "plan.json" in why(begun, catalog)
