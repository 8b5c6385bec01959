"""What Windows lacks: no module of its file locks, no owners of files, no signals of Unix. All else goes on."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import DECKLISTS
from ucgsim.files.lock import hold

ELSEWHERE = """
import os, signal, sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in ("fcntl", "resource", "pwd", "grp"):
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, Missing())
import ctypes, multiprocessing, platform, shutil, subprocess, tempfile
for name in ("fcntl", "resource", "pwd", "grp"):
    sys.modules.pop(name, None)
for room, names in (
    (os, ("getuid", "pread", "pwrite", "O_NOFOLLOW", "fork")),
    (signal, ("SIGKILL", "SIGHUP", "pthread_kill", "pthread_sigmask", "SIGALRM", "setitimer")),
):
    for name in names:
        if hasattr(room, name):
            delattr(room, name)
"""

WRITES = """
from pathlib import Path
from ucgsim.files.lock import CAN_HOLD
from ucgsim.files.lock import only_one
from ucgsim.files.writing import draft_folder, write_file
assert not CAN_HOLD
folder = Path(sys.argv[1])
write_file(folder / "a.txt", b"first")
write_file(folder / "a.txt", b"second")
with only_one(folder), draft_folder(folder, "b") as draft:
    (draft / "c").write_text("within")
    (draft / "c").replace(folder / "c")
"""


def elsewhere(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", ELSEWHERE + code, *arguments], capture_output=True, text=True, check=False
    )


def test_files_are_written_whole_where_nothing_can_be_held(tmp_path: Path) -> None:
    done = elsewhere(WRITES, str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"a.txt": "second", "c": "within"}


def test_a_command_answers_where_nothing_can_be_held() -> None:
    code = "sys.argv[:1] = ['ucgsim']\nfrom ucgsim.__main__ import run\nrun()"
    done = elsewhere(code, "odds", str(DECKLISTS / "tiga-dyna.txt"), "--want", "BP01-001 >= 1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "67.95 %" in done.stdout


def test_the_rooms_that_play_load_where_nothing_can_be_held() -> None:
    rooms = "simulate.workers", "simulate.referee", "cli.main"
    code = "import " + ", ".join(f"ucgsim.{room}" for room in rooms)
    assert elsewhere(code).stderr == ""


def test_who_holds_a_file_is_alone_until_it_is_closed(tmp_path: Path) -> None:
    place = tmp_path / "file"
    with place.open("w") as mine, place.open("w") as theirs:
        hold(mine.fileno())
        with pytest.raises(BlockingIOError):
            hold(theirs.fileno(), shared=True)
        mine.close()
        hold(theirs.fileno(), shared=True)
