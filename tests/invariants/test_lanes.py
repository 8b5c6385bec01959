"""The same random play in other lanes: with bounds checks, and interpreted."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.helpers import ROOT
from ucgsim.compiling.library import WHERE


def lane(module: str, *args: str, **variables: str) -> str:
    """Standard output of a module run under other variables."""
    paths = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    done = subprocess.run(
        [sys.executable, "-m", module, *args],
        cwd=ROOT,
        env=os.environ | variables | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@pytest.mark.slow(seconds=60)
def test_no_index_is_out_of_bounds(pytestconfig, monkeypatch):
    """In a library that ends the process at such an index, built once for a version of the game: only what is played
    here.
    """
    monkeypatch.delenv(WHERE)
    where = {"UCGSIM_BOUNDS": "1", "UCGSIM_HOME": str(pytestconfig.cache.mkdir("bounds"))}
    assert lane("tests.invariants.bounds", "400", **where).endswith("no fault\n")


def test_interpreted_play_holds_the_same():
    assert lane("tests.invariants.random_games", "6", UCGSIM_INTERPRETED="1") == "played 6\n"
