"""The script that simulates how often intervals hold: it runs, and its page is what it writes."""

from __future__ import annotations

import runpy

from tests.helpers import ROOT


def test_the_page_holds_every_row_that_the_script_makes(monkeypatch):
    script = runpy.run_path(str(ROOT / "scripts" / "interval_coverage.py"))
    monkeypatch.setattr(script["of_games_drawn"], "TRUE_TIMES", 100)
    kept = (ROOT / "reports" / "coverage.md").read_text(encoding="utf-8")
    made = [line for line in script["page"](1).splitlines() if line.startswith("| ")]
    assert [line.split("|")[1] for line in kept.splitlines() if line.startswith("| ")] == [
        line.split("|")[1] for line in made
    ]
