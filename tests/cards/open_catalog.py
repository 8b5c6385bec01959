"""Open catalog files with made-up cards."""

from __future__ import annotations

import csv
import io

import pytest

from tests.helpers import ROOT

SHARED = ROOT.parent / "shared" / "cards" / "ultraman_cards_2026-08-11.csv"
needs_shared = pytest.mark.skipif(not SHARED.is_file(), reason="the open catalog file is not beside the repository")

HEADER = [
    "id",
    "section",
    "bundle_version",
    "serial",
    "number",
    "round",
    "level",
    "type",
    "feature",
    "battle_power_1",
    "battle_power_2",
    "battle_power_3",
    "battle_power_4",
    "battle_power_ex",
    "name",
    "character_name",
    "effect",
    "type_name",
]

HERO = {
    "id": "1",
    "number": "BP01-001",
    "level": "1",
    "type": "BASIC",
    "feature": "Ultra Hero",
    "battle_power_1": "4000",
    "battle_power_2": "7000",
    "name": "Hero One",
    "character_name": "HERO",
    "effect": "-",
}
SCENE = {
    "id": "2",
    "number": "BP01-002",
    "round": "0",
    "feature": "Scene",
    "name": "Quiet Town",
    "character_name": "-",
    "effect": "《When this scene enters play》You may draw a card.",
}


def csv_text(*rows: dict[str, str], columns: list[str] | tuple[str, ...] = HEADER, end: str = "\r\n") -> str:
    """A file of the rows that are given; absent values are blank, other columns are left out."""
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, columns, restval="", extrasaction="ignore", lineterminator=end)
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
