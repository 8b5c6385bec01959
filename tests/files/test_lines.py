"""Files of lines that several processes add to: what is cut off is put aside, nothing is lost, one writes at a time."""

from __future__ import annotations

import errno
import os
import random
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from tests.helpers import ROOT
from ucgsim.errors import UcgsimError
from ucgsim.files import lines as module
from ucgsim.files import lock
from ucgsim.files.lines import LineFile
from ucgsim.files.lock import CAN_HOLD, in_turn
from ucgsim.remarks import heard_by

HEAD = "number,end"
KILLED = 30

WRITER = """
import sys
from pathlib import Path
from ucgsim.files.lines import LineFile

file = LineFile(Path(sys.argv[1]), "number,end", "numbers", lambda line: line.endswith(",end"))
for number in range(int(sys.argv[3])):
    file.add(f"{sys.argv[2]}{number},end\\n".encode())
    print(number, flush=True)
"""

unix = pytest.mark.skipif(not CAN_HOLD or not hasattr(signal, "SIGKILL"), reason="needs locks and SIGKILL")


def numbers(path) -> LineFile:
    return LineFile(path, HEAD, "numbers", lambda line: line.endswith(",end"))


def lines(path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")


def writer(path, name, many) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(path), name, str(many)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": str(ROOT)})


def test_lines_are_added_behind_the_head(tmp_path):
    file = numbers(tmp_path / "a" / "numbers.csv")
    assert file.read() == b""
    file.add(b"1,end\n")
    file.add(b"2,end\n")
    assert file.read() == b"number,end\n1,end\n2,end\n"


def test_a_line_that_is_cut_off_is_put_aside_with_a_remark(tmp_path):
    file = numbers(tmp_path / "numbers.csv")
    file.path.write_bytes(b"number,end\n1,end\n2,e")
    heard = []
    with heard_by(heard.append):
        assert file.read() == b"number,end\n1,end\n"
        file.add(b"3,end\n")
    assert file.read() == b"number,end\n1,end\n3,end\n"
    assert (tmp_path / "numbers.csv.torn").read_bytes() == b"2,e\n"
    assert "left out" in heard[0]
    assert "put aside in" in heard[1]


def test_a_last_line_that_lacks_its_break_alone_stays(tmp_path):
    file = numbers(tmp_path / "numbers.csv")
    file.path.write_bytes(b"\xef\xbb\xbfnumber,end\r\n1,end\r\n2,end")
    assert file.read().endswith(b"2,end\n")
    file.add(b"3,end\n")
    assert lines(file.path)[1:] == ["1,end", "2,end", "3,end", ""]
    assert not (tmp_path / "numbers.csv.torn").exists()


@pytest.mark.parametrize("data", [b"", b"num", b"number,end"])
def test_a_head_that_was_cut_off_is_written_again(tmp_path, data):
    file = numbers(tmp_path / "numbers.csv")
    file.path.write_bytes(data)
    assert file.read() == b""
    file.add(b"1,end\n")
    assert file.read() == b"number,end\n1,end\n"


def test_another_file_is_left_alone(tmp_path):
    file = numbers(tmp_path / "numbers.csv")
    file.path.write_bytes(b"something,else\nmy data")
    for act in (file.read, lambda: file.add(b"1,end\n"), lambda: file.add_chosen(lambda _: b"1,end\n")):
        with pytest.raises(UcgsimError, match="its first line must be number,end"):
            act()
    assert file.path.read_bytes() == b"something,else\nmy data"


def test_without_room_nothing_of_a_line_stays(tmp_path, monkeypatch):
    file = numbers(tmp_path / "numbers.csv")
    file.add(b"1,end\n")
    real = os.write
    monkeypatch.setattr(module.os, "write", lambda handle, data: real(handle, data[:3]))
    with pytest.raises(UcgsimError, match=os.strerror(errno.ENOSPC)):
        file.add(b"2,end\n")
    assert file.path.read_bytes() == b"number,end\n1,end\n"


def test_what_is_chosen_is_added_whole_or_not_at_all(tmp_path):
    file = numbers(tmp_path / "numbers.csv")
    file.add_chosen(lambda data: data.upper() + b"1,end\n")
    assert file.path.read_bytes() == b"number,end\nNUMBER,END\n1,end\n"
    with pytest.raises(ZeroDivisionError):
        file.add_chosen(lambda data: b"2,end\n" * (1 // 0))
    assert file.path.read_bytes() == b"number,end\nNUMBER,END\n1,end\n"


def test_a_link_stays_one(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    real = tmp_path / "elsewhere" / "numbers.csv"
    link = tmp_path / "link.csv"
    link.symlink_to(real)
    numbers(link).add(b"1,end\n")
    numbers(link).add_chosen(lambda _: b"2,end\n")
    assert link.is_symlink()
    assert real.read_bytes() == b"number,end\n1,end\n2,end\n"


@unix
def test_one_waits_for_its_turn_and_not_for_ever(tmp_path, monkeypatch):
    place, pauses = tmp_path / ".lock", []
    monkeypatch.setattr(lock, "time", SimpleNamespace(monotonic=lambda: sum(pauses), sleep=pauses.append))
    with in_turn(place):
        with pytest.raises(UcgsimError, match="another process has held it"), in_turn(place, seconds=0.1):
            pass
        assert 0.1 <= sum(pauses) < 0.1 + 2 * lock.PAUSE
    with in_turn(place, seconds=0.1):
        assert place.exists()


@unix
def test_two_writers_at_once_lose_nothing(tmp_path):
    path, many = tmp_path / "numbers.csv", 40
    both = [writer(path, name, many) for name in "ab"]
    assert [each.communicate()[0].count("\n") for each in both] == [many, many]
    written = lines(path)
    assert written[0] == HEAD
    assert sorted(written[1:]) == sorted(["", *(f"{name}{number},end" for name in "ab" for number in range(many))])


@unix
@pytest.mark.slow(seconds=10)
def test_a_writer_that_is_killed_leaves_whole_lines_and_loses_none_that_it_reported(tmp_path):
    killed = int(os.environ.get("UCGSIM_KILLED", str(KILLED)))
    path, chance, reported = tmp_path / "numbers.csv", random.Random(5), set()
    for turn in range(killed):
        process = writer(path, f"t{turn}n", 100_000)
        first = process.stdout.readline()
        time.sleep(chance.uniform(0, 0.05))
        process.send_signal(signal.SIGKILL)
        rest = process.communicate()[0]
        reported |= {f"t{turn}n{number},end" for number in (first + rest).split("\n")[:-1]}
    numbers(path).add(b"last,end\n")
    written = lines(path)
    assert written[0] == HEAD
    assert written[-2:] == ["last,end", ""]
    assert len(set(written)) == len(written)
    assert all(line.endswith(",end") for line in written[1:-1])
    assert len(reported) >= killed
    assert reported <= set(written)
