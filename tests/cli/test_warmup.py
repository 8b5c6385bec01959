"""`ucgsim warmup`: that nothing is left to build."""

from __future__ import annotations

import subprocess
import sys

from ucgsim.engine.compiling.library import library_folder


def test_after_a_warmup_nothing_is_built():
    done = subprocess.run([sys.executable, "-m", "ucgsim", "warmup"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Ready after ")
    assert str(library_folder()) in done.stdout
    assert not done.stderr
