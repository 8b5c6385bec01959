"""`ucgsim policies`: every policy with its numbers, and what the ladder measured of it."""

from __future__ import annotations

import json

import pytest

from tests.helpers import output
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import sealed
from ucgsim.policies import strength
from ucgsim.policies.spec import FAMILIES, parse_policy

RATE = {"rate": 0.7, "low": 0.68, "high": 0.72, "n": 500, "confidence": 0.95, "method": "score over pairs"}
ELO = {"rate": 150.0, "low": 140.0, "high": 160.0}


def figures(label: str) -> bytes:
    each = {"name": "search:16", "label": label, "speed": 200.4, "rating": ELO, "mirrors": RATE, "crosses": None}
    return sealed({"format": 1, "basis": "1,000 games over 3 decks", "policies": [each]})


@pytest.fixture
def shipped(monkeypatch):
    result = strength.read_measured(figures(parse_policy("search:16").label), "strength.json")
    monkeypatch.setattr(strength, "measured", lambda: result)


def test_every_policy_is_listed_with_its_version_and_numbers():
    result = output("policies", "--full")
    for kind in FAMILIES:
        assert f"{kind.name} v{kind.version}" in result
        assert all(f"  {parameter.name}=" in result for parameter in kind.parameters)
    assert "my_policy.py:Careful" in result


def test_what_is_written_is_taken_again():
    for kind in json.loads(output("policies", "--json"))["policies"]:
        numbers = ",".join(f"{each['name']}={each['default']}" for each in kind["parameters"])
        assert parse_policy(f"{kind['name']}:{numbers}").name == kind["name"]


@pytest.mark.usefixtures("shipped")
def test_measured_figures_stand_with_interval_and_games():
    assert "search:16" in output("policies")
    assert "70 % ± 2" in output("policies")
    data = output("policies", "--full")
    assert "search:16: 200 games a second and core; Elo +150 (+140 to +160); " in data
    assert "wins 70.0 % (68.0 to 72.0) against greedy with the same deck (1,000 games)" in data
    result = next(kind for kind in json.loads(output("policies", "--json"))["policies"] if kind["name"] == "search")
    assert result["measured"][0]["mirrors"] == RATE


def test_figures_of_another_version_are_void():
    result = strength.read_measured(figures("search:16 v99 (open list)"), "strength.json")
    assert result.of_kind("search", 1) == []
    assert len(result.of_kind("search", 99)) == 1


def test_what_is_shipped_can_be_read_and_is_of_known_policies():
    result = strength.measured()
    known = {kind.name: kind.version for kind in FAMILIES}
    assert all(each.name.partition(":")[0] in known for each in result.policies)
    assert all(parse_policy(each.name).name == each.name for each in result.policies)


def test_damaged_figures_are_one_line():
    raw = figures("search:16 v1 (open list)").replace(b"200.4", b"900.4")
    with pytest.raises(UcgsimError, match=r"strength\.json: is damaged"):
        strength.read_measured(raw, "strength.json")
