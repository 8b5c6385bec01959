"""Machine code on disk: found by its sources, made again where it is damaged."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import time

import pytest
from llvmlite import binding

from ucgsim.engine.compiling import cache
from ucgsim.engine.compiling.cache import NEWEST
from ucgsim.errors import UcgsimError

PROGRAM = """
from ucgsim.engine.compiling import cache
from ucgsim.engine.compiling.compiled import entry

cache.SILENT = 0  # nothing here takes long

@entry
def double(number):
    return 2 * number

assert double(21) == 42
"""


@pytest.fixture
def place(tmp_path):
    """A script with a small entry, in a folder of its own."""
    return written(tmp_path / "checkout")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """What a run of the script keeps."""
    away = tmp_path_factory.mktemp("made")
    output_of(written(away / "checkout"), away / "home")
    return away / "home"


@pytest.fixture
def home(made, tmp_path):
    """A folder in which that is kept: it was run once, for all tests that begin there."""
    return shutil.copytree(made, tmp_path / "home")


def written(folder):
    folder.mkdir()
    (folder / "small.py").write_text(PROGRAM, encoding="utf-8")
    return folder / "small.py"


def environment(home):
    return {**os.environ, "UCGSIM_HOME": str(home), "NUMBA_DISABLE_JIT": "0", "PYTHONPATH": ":".join(sys.path)}


def begun(script, home):
    return subprocess.Popen([sys.executable, str(script)], stderr=subprocess.PIPE, text=True, env=environment(home))


def output_of(script, home):
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
    assert says_so(output_of(place, tmp_path / "home"))
    assert len(kept(tmp_path / "home")) == 1
    assert output_of(place, tmp_path / "home") == []


def test_another_checkout_of_the_same_sources_finds_it(home, tmp_path):
    other = written(tmp_path / "another checkout")
    os.utime(other, (0, 0))
    assert output_of(other, home) == []


def test_another_source_of_the_same_name_does_not(place, home):
    place.write_text(PROGRAM.replace("2 * number", "number + number"), encoding="utf-8")
    assert says_so(output_of(place, home))


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


@pytest.mark.slow
@pytest.mark.parametrize("kind", damaged(b"x" * 999))
def test_a_damaged_file_is_told_of_and_made_anew(place, home, kind):
    (file,) = kept(home)
    whole = file.read_bytes()
    file.write_bytes(damaged(whole)[kind])
    first, *rest = output_of(place, home)
    assert first == f"ucgsim: {file}: this machine code is damaged (its checksum is another), so it is made again"
    assert says_so(rest)
    assert output_of(place, home) == []


@pytest.mark.slow
def test_two_at_once_do_not_disturb_each_other(place, tmp_path):
    both = [begun(place, tmp_path / "home") for _ in range(2)]
    for process in both:
        _, stderr = process.communicate(timeout=120)
        assert process.returncode == 0, stderr
    assert output_of(place, tmp_path / "home") == []
    assert len(kept(tmp_path / "home")) == 1


def test_where_nothing_can_be_kept_that_is_said(place, tmp_path):
    (tmp_path / "home").write_text("no folder")
    *begin, last = output_of(place, tmp_path / "home")
    assert says_so(begin)
    assert "cannot be written" in last
    assert "UCGSIM_HOME" in last
    assert last.endswith(
        "mend that, or name another folder with UCGSIM_HOME; every command will compile the game again"
    )


WORKERS = """
import sys
from functools import partial
from small import double
from ucgsim.simulate.workers import side_by_side

assert double(4) == 8
assert sorted(side_by_side([partial(double, number) for number in range(6)], 3)) == [0, 2, 4, 6, 8, 10]
"""


def test_where_nothing_can_be_kept_workers_use_what_their_command_compiled(place, tmp_path, monkeypatch):
    """Compiled once, not once more by every worker; and what they shared goes with the command."""
    (tmp_path / "home").write_text("no folder")
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    (place.parent / "program.py").write_text(WORKERS, encoding="utf-8")
    lines = output_of(place.parent / "program.py", tmp_path / "home")
    assert [line for line in lines if "compiling" in line] == ["ucgsim: compiling the game, once for this version ..."]
    assert kept(tmp_path / "temporary") == []


def test_what_a_killed_command_shared_goes_with_the_next(place, tmp_path, monkeypatch):
    (tmp_path / "home").write_text("no folder")
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    place.write_text(f"{PROGRAM}\nimport os\nos.kill(os.getpid(), 9)\n", encoding="utf-8")
    begun(place, tmp_path / "home").communicate(timeout=120)
    (folder,) = (tmp_path / "temporary").iterdir()
    assert folder.stat().st_mode & 0o077 == 0
    place.write_text(PROGRAM, encoding="utf-8")
    output_of(place, tmp_path / "home")
    assert list((tmp_path / "temporary").iterdir()) == []


def former(home, count):
    """Folders as former versions left them, the first one used last."""
    folders = [home / "cache" / "compiled" / f"{number:016x}" for number in range(count)]
    for age, folder in enumerate(folders):
        folder.mkdir(parents=True)
        (folder / "small.code").write_bytes(b"code")
        os.utime(folder, (10_000 - age, 10_000 - age))
    return folders


def test_former_versions_are_dropped_but_the_newest_and_those_in_use(place, tmp_path):
    folders = former(tmp_path / "home", 9)
    other = tmp_path / "home" / "cache" / "compiled" / "notes"
    other.mkdir()
    handle = os.open(folders[-1], os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_SH)
    output_of(place, tmp_path / "home")
    os.close(handle)
    assert [folder.exists() for folder in folders] == [True] * (NEWEST - 1) + [False] * (9 - NEWEST) + [True]
    assert other.exists()


def test_what_a_process_uses_is_held_and_the_newest(place, home):
    """Another version's command drops no code that a running one has loaded, however long ago it was made."""
    folder = kept(home)[0].parent
    os.utime(folder, (0, 0))
    place.write_text(f"{PROGRAM}\nimport sys\nprint('ready', file=sys.stderr, flush=True)\nsys.stdin.readline()\n")
    with subprocess.Popen(
        [sys.executable, str(place)],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(home),
    ) as process:
        while "ready" not in process.stderr.readline():
            assert process.poll() is None
        assert folder.stat().st_mtime > 0
        assert not is_free(folder)
        process.communicate("\n")
    assert is_free(folder)


def is_free(folder):
    """Whether nobody holds a folder."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(handle)
    return True


def test_of_what_takes_no_second_nothing_is_said(capsys, monkeypatch):
    with cache.notice("resting"):
        pass
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(cache, "SILENT", 0.01)
    with cache.notice("resting"):
        time.sleep(0.1)
    assert [line.rstrip(" .0123456789s") for line in capsys.readouterr().err.splitlines()] == [
        "ucgsim: resting",
        "ucgsim: compiled in",
    ]


def test_only_machine_code_and_names_are_kept(home):
    (file,) = kept(home)
    name, kind, (machine_code, names) = cache.read(file)[0]
    assert (name, kind) == ("double", "object")
    functions = list(binding.parse_bitcode(names).functions)
    assert all(len(list(each.blocks)) == 1 for each in functions)
    assert all(each.name.encode() in machine_code for each in functions)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="Windows names no owners")
def test_a_folder_that_others_can_write_to_is_not_run_from(place, home):
    (file,) = kept(home)
    file.parent.chmod(0o777)
    first, *_ = output_of(place, home)
    assert first == "ucgsim: compiling the game, once for this version ..."
    (complaint,) = [line for line in output_of(place, home) if "others can write" in line]
    assert complaint.startswith(f"ucgsim: {file.parent}: ")
    assert kept(home) == [file]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="Windows names no owners")
@pytest.mark.parametrize(("mode", "refused"), [(0o777, True), (0o1777, False), (0o755, False)])
def test_a_folder_within_one_that_others_can_write_to_is_not_run_from(tmp_path, mode, refused):
    folder = tmp_path / "between" / "code"
    folder.mkdir(parents=True, mode=0o700)
    folder.parent.chmod(mode)
    assert cache.is_private(folder) is not refused
    assert cache.is_private(folder.parent / "not there yet") is not refused
    if refused:
        with pytest.raises(UcgsimError, match=f"{folder.parent}: others can write there, .*chmod go-w ends that"):
            cache.make_private(folder)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="Windows names no owners")
def test_where_the_folder_is_refused_workers_share_one_and_it_is_said_once(place, home, tmp_path, monkeypatch):
    """The worker is started before anything was compiled; what it compiled, the next one finds."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    (file,) = kept(home)
    file.parent.chmod(0o777)
    alone = WORKERS.replace("assert double(4) == 8\n", "").replace(", 3)", ", 1)")
    (place.parent / "program.py").write_text(alone + alone.splitlines()[-1] + "\n", encoding="utf-8")
    place.write_text(PROGRAM.replace("assert double(21) == 42\n", ""), encoding="utf-8")
    lines = output_of(place.parent / "program.py", home)
    assert sum("compiling" in line for line in lines) == 1
    assert sum("others can write there" in line for line in lines) == 1
    assert kept(tmp_path / "temporary") == []


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="Windows names no owners")
def test_a_file_that_others_can_write_to_is_not_run(place, home):
    (file,) = kept(home)
    file.chmod(0o666)
    first, *rest = output_of(place, home)
    assert first.startswith(f"ucgsim: {file}: others can write to it")
    assert says_so(rest)
    assert file.stat().st_mode & 0o777 == 0o600
    assert output_of(place, home) == []


@pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX's")
def test_the_folder_is_made_for_its_user_alone(place, tmp_path):
    before = os.umask(0o002)
    try:
        output_of(place, tmp_path / "home")
    finally:
        os.umask(before)
    (file,) = kept(tmp_path / "home")
    assert [path.stat().st_mode & 0o777 for path in (file, file.parent)] == [0o600, 0o700]
    assert output_of(place, tmp_path / "home") == []
