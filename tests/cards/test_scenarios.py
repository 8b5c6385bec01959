"""Scenarios of our own, card by card and clause by clause; what each expects is derived in its comment."""

from __future__ import annotations

from pathlib import Path

import pytest

from ucgsim.cards.catalog import shipped_catalog
from ucgsim.play.scenario_file import read_scenario
from ucgsim.play.scenario_run import run_scenario

FOLDER = Path(__file__).resolve().parent
FILES = sorted(FOLDER.rglob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(FOLDER).with_suffix("").as_posix())
def test_scenario_is_fulfilled(path):
    scenario = read_scenario(path, shipped_catalog())
    assert run_scenario(scenario).failures == ()
