"""Small scenarios for the tests of reading and running them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.cards.catalog import shipped_catalog
from ucgsim.play.scenario import Scenario, ScenarioResult, read_scenario
from ucgsim.play.scenario_run import run_scenario

if TYPE_CHECKING:
    from pathlib import Path


CARDS = """\
cards:
  H1: {name: Hero One, character: HERO, kind: [Ultra Hero], level: 1, type: BASIC, bp: [4000, 7000]}
  H2: {name: Hero Two, character: HERO, kind: [Ultra Hero], level: 2, type: BASIC, bp: [6000, 9000]}
  G1: {name: Guardian, character: GUARDIAN, kind: [Ultra Hero], level: 1, type: BASIC, bp: [5000]}
  K1: {name: Foe One, character: FOE, kind: [Kaiju], level: 5, type: HAZARD, bp: [5000]}
  S0: {name: Quiet Town, kind: [Scene], round: 0}
"""


def write(folder: Path, text: str, name: str = "one.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def read(folder: Path, text: str) -> Scenario:
    """Read a scenario that begins with the made-up cards above."""
    return read_scenario(write(folder, CARDS + text), shipped_catalog())


def run(folder: Path, text: str) -> ScenarioResult:
    return run_scenario(read(folder, text))
