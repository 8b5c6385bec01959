"""Kept transcripts: the same games, compiled and interpreted."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.playthroughs.games import FOLDER, GAMES, played_transcript


def kept(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_kept_transcript_is_played():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_compiled_games_are_as_kept(name):
    assert played_transcript(name) == kept(name)


def test_interpreted_games_are_the_same(tmp_path):
    command = [sys.executable, "-m", "tests.playthroughs.games", str(tmp_path)]
    root = str(FOLDER.parents[1])
    paths = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
    environment = os.environ | {"UCGSIM_INTERPRETED": "1", "PYTHONPATH": paths}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for name in GAMES:
        assert (tmp_path / f"{name}.txt").read_text(encoding="utf-8") == kept(name)
