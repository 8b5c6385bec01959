"""One process at a time in a folder: who is there is named, and who was killed is in nobody's way."""

from __future__ import annotations

import os
import platform
import subprocess
import sys

import pytest

from ucgsim.errors import UcgsimError
from ucgsim.files.lock import LOCK, is_held, only_one

HOLD = """
import sys
from pathlib import Path
from ucgsim.files.lock import only_one
with only_one(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_the_second_is_told_who_is_at_work(tmp_path):
    with only_one(tmp_path / "new"):
        text = rf"new: ucgsim \(process {os.getpid()} on {platform.node()}, since 20\S+ \S+ UTC\) is at work here; wait"
        with pytest.raises(UcgsimError, match=text), only_one(tmp_path / "new"):
            pytest.fail("two at once")
    assert list((tmp_path / "new").iterdir()) == []
    with only_one(tmp_path / "new"):
        pass


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_who_was_killed_is_in_nobodys_way(tmp_path):
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "held\n"
        with pytest.raises(UcgsimError, match=f"process {process.pid} on"), only_one(tmp_path):
            pytest.fail("two at once")
        process.kill()
        process.wait()
    with only_one(tmp_path), pytest.raises(UcgsimError, match=f"process {os.getpid()} on"), only_one(tmp_path):
        pytest.fail("two at once")
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_folder_is_one_line(tmp_path):
    (tmp_path / "file").write_text("mine")
    for place in ("file", "file/below"):
        text = r"file\S*: (is no folder|can't write \(Not a directory\)); name a"
        with pytest.raises(UcgsimError, match=text), only_one(tmp_path / place):
            pytest.fail("no folder")
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes")
def test_a_pipe_in_the_place_of_the_lock_keeps_nobody_waiting(tmp_path):
    os.mkfifo(tmp_path / LOCK)
    assert not is_held(tmp_path)
