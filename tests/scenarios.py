"""What is common to the tests that play scenarios."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.cards.catalog import shipped_catalog
from ucgsim.play.scenario import read_scenario
from ucgsim.play.scenario_run import run_scenario

if TYPE_CHECKING:
    from pathlib import Path


def check_fulfilled(path: Path) -> None:
    assert run_scenario(read_scenario(path, shipped_catalog())).failures == ()
