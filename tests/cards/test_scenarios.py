"""Scenarios of our own, card by card; what each expects is derived in its comment."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenarios import check_fulfilled

FOLDER = Path(__file__).resolve().parent
FILES = sorted(FOLDER.rglob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(FOLDER).with_suffix("").as_posix())
def test_scenario_is_fulfilled(path):
    check_fulfilled(path)
