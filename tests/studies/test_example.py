"""The report that is kept as an example is what its commands give, and small."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.helpers import ROOT
from ucgsim.studies.duel.question import duel

EXAMPLE = ROOT / "reports" / "example"
MOST_BYTES = 1_550_000
RATES = ("games", "win_rate", "by_first_lead", "ended_by", "rounds", "redraw", "comebacks")


def flat(value: Any, at: str = "") -> dict[str, Any]:
    """The leaves of nested values, by their path."""
    if not isinstance(value, dict):
        return {at: value}
    return {path: leaf for key, inner in value.items() for path, leaf in flat(inner, f"{at}/{key}").items()}


def close(leaf: Any) -> Any:
    return pytest.approx(leaf, rel=1e-12) if isinstance(leaf, float) else leaf


def test_the_example_is_what_its_commands_give(catalog, monkeypatch):
    monkeypatch.chdir(ROOT)
    kept = json.loads((EXAMPLE / "summary.json").read_text(encoding="utf-8"))
    decks = [f"decklists/plain-{name}.txt" for name in ("dyna-gaia", "kaiju")]
    result = duel(*decks, games=2000, seed=7, rules=kept["rules"], catalog=catalog)
    played = json.loads(json.dumps(result.to_json()))
    again = "make it again with the commands in reports/README.md"
    for key in RATES:
        mine, its = flat(played[key]), flat(kept[key])
        # Another processor may round the last digit of a logarithm otherwise.
        assert {at: close(leaf) for at, leaf in its.items()} == mine, again
    assert kept["command"] == played["command"]


def test_the_example_is_whole_and_small():
    files = [path for path in EXAMPLE.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < MOST_BYTES
    assert {path.name for path in files} >= {"index.html", "summary.json", "plan.json", "done.json"}
    assert len(list((EXAMPLE / "replays").iterdir())) == 3
    assert {path.name for path in (EXAMPLE / "tables").iterdir()} >= {"rates.csv", "cards.csv", "cards.parquet"}
    page = (EXAMPLE / "index.html").read_text(encoding="utf-8")
    assert str(ROOT) not in page
