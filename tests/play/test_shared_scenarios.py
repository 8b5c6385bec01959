"""Every scenario that lies next to the repository, where it is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenarios import check_fulfilled

FOLDER = Path(__file__).resolve().parents[2].parent / "shared" / "scenarios"
FILES = sorted(FOLDER.glob("*.yaml"))


@pytest.mark.skipif(not FILES, reason=f"{FOLDER} is absent")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario_is_fulfilled(path):
    check_fulfilled(path)
