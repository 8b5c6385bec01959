"""What `scripts/check-scripts` says and answers, with tools that only say whether all is well."""

from __future__ import annotations

import os
import subprocess

import pytest

from tests.helpers import ROOT


def checked(folder, failing):
    """The script, where one of its tools finds a mistake."""
    npx = folder / "npx"
    npx.write_text(f'#!/bin/sh\ncase "$*" in *" {failing} "*) exit 1 ;; esac\n', encoding="utf-8")
    npx.chmod(0o755)
    env = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", ROOT / "scripts/check-scripts"], env=env, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_that_all_is_well_is_said(tmp_path):
    assert checked(tmp_path, "nothing") == (0, "JavaScript: types, rules and form are right\n", "")


@pytest.mark.parametrize("tool", ["tsc -p", "eslint", "prettier --log-level"])
def test_a_mistake_is_the_end_of_it(tmp_path, tool):
    assert checked(tmp_path, tool) == (1, "", "")
