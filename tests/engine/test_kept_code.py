"""Machine code on disk: found by its sources, made anew where it is damaged."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

PROGRAM = """
from ucgsim.engine.compiled import entry

@entry
def double(number):
    return 2 * number

assert double(21) == 42
"""


@pytest.fixture
def place(tmp_path):
    """A script with a small entry, in a folder of its own."""
    return written(tmp_path / "checkout")


def written(folder):
    folder.mkdir()
    (folder / "small.py").write_text(PROGRAM, encoding="utf-8")
    return folder / "small.py"


def begun(script, home):
    environment = {**os.environ, "UCGSIM_HOME": str(home), "NUMBA_DISABLE_JIT": "0", "PYTHONPATH": ":".join(sys.path)}
    return subprocess.Popen([sys.executable, str(script)], stderr=subprocess.PIPE, text=True, env=environment)


def told(script, home):
    """What a run of the script says; it must succeed."""
    process = begun(script, home)
    _, stderr = process.communicate(timeout=120)
    assert process.returncode == 0, stderr
    return stderr.splitlines()


def kept(home):
    return sorted(path for path in home.rglob("*") if path.is_file())


def says_so(lines):
    return [line.partition(" ...")[0].rpartition(" in ")[0] or line for line in lines] == [
        "ucgsim: compiling the game, once for this version ...",
        "ucgsim: compiled",
    ]


def test_what_is_compiled_is_said_once_and_kept(place, tmp_path):
    assert says_so(told(place, tmp_path / "home"))
    assert len(kept(tmp_path / "home")) == 1
    assert told(place, tmp_path / "home") == []


def test_another_checkout_of_the_same_sources_finds_it(place, tmp_path):
    told(place, tmp_path / "home")
    other = written(tmp_path / "another checkout")
    os.utime(other, (0, 0))
    assert told(other, tmp_path / "home") == []


def test_another_source_of_the_same_name_does_not(place, tmp_path):
    told(place, tmp_path / "home")
    place.write_text(PROGRAM.replace("2 * number", "number + number"), encoding="utf-8")
    assert says_so(told(place, tmp_path / "home"))


def damaged(data):
    flipped = bytearray(data)
    flipped[len(data) // 2] ^= 1
    return {
        "empty": b"",
        "cut off": data[:-100],
        "a stump": data[:7],
        "flipped": bytes(flipped),
        "garbage": b"\x80" * 999,
    }


@pytest.mark.parametrize("kind", damaged(b"x" * 999))
def test_a_damaged_file_is_told_of_and_made_anew(place, tmp_path, kind):
    told(place, tmp_path / "home")
    (file,) = kept(tmp_path / "home")
    whole = file.read_bytes()
    file.write_bytes(damaged(whole)[kind])
    first, *rest = told(place, tmp_path / "home")
    assert first == f"ucgsim: {file}: this machine code is damaged (its checksum is another), so it is made anew"
    assert says_so(rest)
    assert told(place, tmp_path / "home") == []


def test_two_at_once_do_not_disturb_each_other(place, tmp_path):
    both = [begun(place, tmp_path / "home") for _ in range(2)]
    for process in both:
        _, stderr = process.communicate(timeout=120)
        assert process.returncode == 0, stderr
    assert told(place, tmp_path / "home") == []
    assert len(kept(tmp_path / "home")) == 1


def test_where_nothing_can_be_kept_that_is_said(place, tmp_path):
    (tmp_path / "home").write_text("no folder")
    *begin, last = told(place, tmp_path / "home")
    assert says_so(begin)
    assert "cannot be written" in last
    assert last.endswith("; every command will compile the game anew")
