"""What is written is there whole or not at all, and a killed writer leaves nothing for ever."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from ucgsim.errors import UcgsimError
from ucgsim.files.writing import UNFINISHED, draft_folder, drop_leftovers, write_file, write_text_file

HOLD = """
import sys
from pathlib import Path
from ucgsim.files.writing import draft_folder
with draft_folder(Path(sys.argv[1]), "report") as draft:
    (draft / "page").write_text("half")
    print(draft.name, flush=True)
    sys.stdin.read()
"""


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def holder(tmp_path):
    """A process that is at work on a folder, and the name of what it is at work on."""
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    yield process, process.stdout.readline().strip()
    process.kill()
    process.wait()


def test_a_file_is_written_with_its_folder_and_replaced(tmp_path):
    place = tmp_path / "a" / "b" / "deck.txt"
    write_text_file(place, "früher\r\n")
    write_file(place, b"sp\xc3\xa4ter\n")
    assert place.read_text(encoding="utf-8") == "später\n"
    assert names(place.parent) == ["deck.txt"]


def test_a_file_is_as_readable_as_the_system_makes_files(tmp_path):
    before = os.umask(0o027)
    try:
        write_file(tmp_path / "deck.txt", b"x")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "deck.txt").stat().st_mode) == 0o640


@pytest.mark.parametrize("name", ["d" * 250, "ウ" * 80, "[a]*?.txt"])
def test_any_name_that_a_file_can_have_will_do(name, tmp_path):
    write_file(tmp_path / name, b"x")
    assert names(tmp_path) == [name]


@pytest.mark.parametrize("method", ["write_bytes", "replace"])
@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()])
def test_what_was_there_stays_where_writing_fails(method, error, tmp_path, monkeypatch):
    (tmp_path / "deck.txt").write_text("before")

    def fail(self, *_):
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(Path, method, fail)
        with pytest.raises(UcgsimError if isinstance(error, OSError) else KeyboardInterrupt):
            write_file(tmp_path / "deck.txt", b"after")
    assert (tmp_path / "deck.txt").read_text() == "before"
    assert names(tmp_path) == ["deck.txt"]


def test_a_folder_in_the_way_is_told(tmp_path):
    with pytest.raises(UcgsimError, match=r"cannot be written \(is a folder\)"):
        write_file(tmp_path, b"x")


def test_half_a_letter_is_told(tmp_path):
    with pytest.raises(UcgsimError, match=r"deck.txt: cannot be written \(U\+D800 is half a letter"):
        write_text_file(tmp_path / "deck.txt", "a\ud800")
    assert names(tmp_path) == []


def test_what_a_killed_writer_left_is_dropped_by_the_next(tmp_path):
    for name in (".deck.txt.17.unfinished", ".other.17.unfinished"):
        (tmp_path / name).write_text("half")
    write_file(tmp_path / "deck.txt", b"x")
    assert names(tmp_path) == [".other.17.unfinished", "deck.txt"]
    drop_leftovers(tmp_path)
    assert names(tmp_path) == ["deck.txt"]


def test_what_a_living_writer_holds_stays_and_goes_when_it_is_killed(tmp_path, holder):
    process, held = holder
    assert held.endswith(UNFINISHED)
    drop_leftovers(tmp_path)
    with draft_folder(tmp_path, "report") as mine:
        assert names(tmp_path) == sorted([held, mine.name])
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert names(tmp_path) == [held]
    with draft_folder(tmp_path, "report"):
        pass
    assert names(tmp_path) == []


def test_a_link_is_not_followed(tmp_path):
    (tmp_path / "mine").write_text("mine")
    (tmp_path / ".x.unfinished").symlink_to(tmp_path / "mine")
    drop_leftovers(tmp_path)
    assert (tmp_path / "mine").read_text() == "mine"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes")
def test_a_pipe_that_is_called_like_a_leftover_keeps_nobody_waiting(tmp_path):
    os.mkfifo(tmp_path / ".x.unfinished")
    drop_leftovers(tmp_path)
    assert names(tmp_path) == []
