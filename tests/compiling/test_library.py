"""The library: found, checked, built where it is missing; whatever lies in its place, one line or another build."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from tests.helpers import ROOT
from tests.waiting import assert_soon
from ucgsim.compiling import building
from ucgsim.compiling import library as loading
from ucgsim.compiling.building import TARGETS, build
from ucgsim.compiling.header import argument_of, header, prototype, type_name
from ucgsim.compiling.library import ABOUT, LibraryFunction, library, write_library
from ucgsim.compiling.sources import library_hash, unit_modules
from ucgsim.engine.core.record import GAME, new_game
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import read_sealed, write_sealed
from ucgsim.simulate.loops.match import shuffle_pairs

SMALL = """
from ucgsim.compiling.compiled import compiled, entry

@compiled
def twice(number):
    return 2 * number

@entry(int, returns=int)
def doubled(number):
    return twice(number)
"""
SHARED = os.environ.get(loading.WHERE, "")
"""The library that all other tests share."""
USES = "import small; print(small.doubled(21))"


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """Without the library that all other tests share."""
    monkeypatch.delenv(loading.WHERE)


@pytest.fixture
def place(tmp_path):
    (tmp_path / "small.py").write_text(SMALL, encoding="utf-8")
    (tmp_path / "home" / "cache").mkdir(parents=True)
    game = loading.library_folder()
    shutil.copytree(game, tmp_path / "home" / "cache" / "library" / game.name)
    return tmp_path


def started(place, code=USES, **more):
    """A process that uses the small library, or builds it."""
    paths = os.pathsep.join((str(place), str(ROOT)))
    environment = os.environ | {"UCGSIM_HOME": str(place / "home"), "PYTHONPATH": paths} | more
    words = [sys.executable, "-c", code]
    return subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def output(process):
    stdout, stderr = process.communicate()
    assert process.returncode == 0, stderr
    return stdout, stderr


def test_what_is_built_is_found_and_what_is_damaged_is_built_again(place):
    """Two at once build it once; then it is taken as it is; damaged it is built again."""
    assert [output(each)[0] for each in [started(place) for _ in range(2)]] == ["42\n"] * 2
    (folder,) = (path for path in (place / "home" / "cache" / "library").iterdir() if path.name.endswith("-small"))
    (file,) = folder.glob("*ucgsim.*")
    whole, about = file.read_bytes(), (folder / ABOUT).read_bytes()
    stamp = file.stat().st_mtime_ns
    assert output(started(place))[0] == "42\n"
    assert file.stat().st_mtime_ns == stamp
    file.write_bytes(whole[:-100])
    assert output(started(place))[0] == "42\n"
    assert (file.read_bytes(), (folder / ABOUT).read_bytes()) == (whole, about), "the same bytes"


def test_interpreted_there_is_none(place):
    code = f"import sys; sys.modules['numba'] = None; {USES}; print('ctypes' in sys.modules)"
    assert output(started(place, code, UCGSIM_INTERPRETED="1"))[0].startswith("42\n")
    assert not [path for path in (place / "home" / "cache" / "library").iterdir() if path.name.endswith("-small")]


def running(group):
    """The processes of a group that still run, by their command lines; without those that have ended."""
    listed = subprocess.run(["ps", "-eo", "pgid=,stat=,args="], capture_output=True, text=True, check=True).stdout
    rows = [line.split(maxsplit=2) for line in listed.splitlines()]
    return [args for pgid, state, args in rows if int(pgid) == group and not state.startswith("Z")]


def test_interpreted_workers_ask_for_none_either(place):
    code = (
        "from functools import partial; from ucgsim.simulate.workers import in_order\n"
        "from ucgsim.compiling.library import library\n"
        "if __name__ == '__main__': print(sorted(in_order([partial(abs, -3), partial(abs, 4)], 2)))\n"
        "print(library.cache_info().currsize)"
    )
    assert output(started(place, code, UCGSIM_INTERPRETED="1"))[0] == "[3, 4]\n0\n"
    assert output(started(place, code))[0] == "[3, 4]\n1\n"


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_build_that_is_stopped_ends_at_once(tmp_path, sent):
    """With all its processes, and leaves nothing that would be taken for a library."""
    environment = os.environ | {"UCGSIM_HOME": str(tmp_path), "TMPDIR": str(tmp_path)}
    words = [sys.executable, "-m", "ucgsim", "warmup"]
    with subprocess.Popen(words, env=environment, stderr=subprocess.PIPE, text=True, process_group=0) as process:
        assert "building the game" in process.stderr.readline()
        process.send_signal(sent)
        with assert_soon(5, time.monotonic):
            process.wait()
        assert process.returncode == 128 + sent
    assert not running(process.pid)
    assert not list(tmp_path.rglob(ABOUT))
    assert not list(tmp_path.glob(".ucgsim-build.*"))


LISTENS = """
import queue, threading, time
from ucgsim.compiling.building import _listen
threading.Thread(target=_listen, args=(queue.SimpleQueue(),), daemon=True).start()
print("at work", flush=True)
time.sleep(60)
"""


def test_a_process_that_compiles_ends_with_the_one_that_builds(tmp_path):
    """Whatever it is at: what it is told by is closed with that process."""
    words = [sys.executable, "-c", LISTENS]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout.readline() == b"at work\n"
        process.stdin.close()
        assert process.wait(20) == 0


@pytest.mark.slow(seconds=3)
def test_a_build_that_is_killed_leaves_no_process_and_its_folder_goes_with_the_next(tmp_path, monkeypatch):
    environment = os.environ | {"UCGSIM_HOME": str(tmp_path), "TMPDIR": str(tmp_path)}
    words = [sys.executable, "-m", "ucgsim", "warmup"]
    with subprocess.Popen(words, env=environment, process_group=0) as process:
        while not list(tmp_path.glob(".ucgsim-build.*/*/*.o")):
            assert process.poll() is None
            time.sleep(0.05)
        process.kill()
    # All are within units now; such takes seconds.
    time.sleep(1)
    assert not running(process.pid)
    assert len(list(tmp_path.glob(".ucgsim-build.*"))) == 1
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(building._Workers, "compile", lambda _: [])
    build([], [], "0")
    assert not list(tmp_path.glob(".ucgsim-build.*"))


def test_a_folder_for_one_command_goes_with_it_and_nothing_next_to_it(tmp_path, monkeypatch):
    """Where nothing can be saved; there may be many folders of others in the one for what is temporary."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for number in range(9):
        (tmp_path / f"others-{number}").mkdir()
    monkeypatch.setattr(loading.os, "access", lambda *_: False)
    monkeypatch.setattr(building, "build", lambda *_: {"mine": building.Built("library", b"code")})
    ends = []
    monkeypatch.setattr(loading.atexit, "register", lambda *call: ends.append(call))

    def nothing(folder):
        raise UcgsimError("not yet")

    folder = loading._built(tmp_path / "home", [], "0", ["mine"], nothing)
    assert (folder.parent, (folder / "library").read_bytes()) == (tmp_path, b"code")
    assert len(list(tmp_path.glob("others-*"))) == 9
    ((drop, *args),) = ends
    drop(*args)
    assert not folder.exists()


def test_without_library_and_builder_one_line_says_what_to_get(tmp_path):
    code = (
        "from importlib import util; real = util.find_spec\n"
        "util.find_spec = lambda name: None if name == 'numba' else real(name)\n"
        "from ucgsim.__main__ import run; import sys\n"
        "sys.argv = ['ucgsim', 'duel', 'plain-kaiju', 'plain-kaiju', '-n', '2']; run()"
    )
    process = started(tmp_path, code)
    _, stderr = process.communicate()
    assert process.returncode == 2
    assert [line for line in stderr.splitlines() if "error" in line] == stderr.splitlines()
    assert "python -m pip install 'ucgsim[build]'" in stderr


def test_a_home_that_can_not_be_written_costs_a_build_and_a_line(place, monkeypatch):
    if os.getuid() == 0:
        pytest.skip("root may write everywhere")
    (place / "home" / "cache" / "library").chmod(0o500)
    stdout, stderr = output(started(place))
    assert stdout == "42\n"
    assert "it cannot be written" in stderr


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"version": "0123456789abcdef"}, "is of another version (0123456789abcdef for"),
        ({"target": "plan9-mips"}, "is of another target (plan9-mips for"),
        ({"sha256": "0"}, "is damaged"),
        ({"file": "none.so"}, "no such file"),
        ({"file": "../elsewhere/libucgsim.so"}, "lies elsewhere than library.json"),
        ({"file": "/usr/lib/libucgsim.so"}, "lies elsewhere than library.json"),
        ({"file": ""}, "lies elsewhere than library.json"),
        ({"file": ".."}, "is a folder"),
    ],
)
def test_another_library_is_named(tmp_path, change, says):
    shutil.copytree(library().place.parent, tmp_path, dirs_exist_ok=True)
    described = read_sealed(tmp_path / ABOUT, "", 1, "")
    described.pop("seal", None)
    write_sealed(tmp_path / ABOUT, described | change)
    with pytest.raises(UcgsimError) as refused:
        loading._opened(tmp_path, library_hash())
    assert says in str(refused.value)
    (tmp_path / ABOUT).write_bytes(b"{}")
    with pytest.raises(UcgsimError):
        loading._opened(tmp_path, library_hash())


needs_owners = pytest.mark.skipif(not hasattr(os, "getuid"), reason="Windows names no owners")


@pytest.fixture
def planted(tmp_path, monkeypatch):
    """A library that is whole, three folders down, and is never loaded by who looks for it."""
    folder = tmp_path / "shared" / "cache" / "here"
    shutil.copytree(library().place.parent, folder)
    for each in (folder, *folder.parents[:2]):
        each.chmod(0o755)
    monkeypatch.setenv(loading.WHERE, str(folder))
    monkeypatch.setattr(loading.ctypes, "CDLL", lambda *_, **__: pytest.fail("it was loaded"))
    return folder / library().place.name


def others_write(place):
    place.chmod(0o777)


def a_group_writes(place):
    os.chown(place, -1, 12345)
    place.chmod(0o775)


def another_owns(place):
    os.chown(place, 65534, -1)


@needs_owners
@pytest.mark.parametrize("above", [1, 2, 3])
@pytest.mark.parametrize(
    ("change", "says"),
    [
        (others_write, "others can write there, .* end that with chmod go-w "),
        (a_group_writes, "others can write there, .* end that with chmod go-w "),
        (another_owns, "belongs to another user, .* name a folder of your own with UCGSIM_HOME"),
    ],
)
def test_a_library_in_a_folder_of_others_is_not_loaded(planted, change, says, above, monkeypatch):
    """Nor is anything built into one, whichever variable names it."""
    if os.getuid() and change is not others_write:
        pytest.skip("only root may give a file away")
    folder = [planted, *planted.parents][above]
    change(folder)
    with pytest.raises(UcgsimError, match=f"{folder}: {says}"):
        library.__wrapped__()
    monkeypatch.delenv(loading.WHERE)
    monkeypatch.setattr(loading, "library_folder", lambda: planted.parent / "new")
    monkeypatch.setattr("ucgsim.compiling.building.build", lambda *_: pytest.fail("it was built"))
    with pytest.raises(UcgsimError, match=f"{folder}: {says}"):
        library.__wrapped__()


@needs_owners
@pytest.mark.parametrize("change", [others_write, another_owns])
def test_a_library_file_of_others_is_not_loaded(planted, change):
    if os.getuid() and change is another_owns:
        pytest.skip("only root may give a file away")
    change(planted)
    with pytest.raises(UcgsimError, match=f"{planted}: "):
        loading._opened(planted.parent, library_hash())


@needs_owners
def test_a_link_is_as_good_as_what_it_leads_to(planted, tmp_path):
    (tmp_path / "link").symlink_to(planted.parent)
    others_write(planted.parents[1])
    with pytest.raises(UcgsimError, match=f"{planted.parents[1]}: others can write there"):
        loading._opened(tmp_path / "link", library_hash())


@needs_owners
def test_folders_as_systems_make_them_will_do(planted, monkeypatch):
    """With the sticky bit, as /tmp, nobody can touch what is not his; a group may be of the user alone."""
    import grp
    import pwd

    user = pwd.getpwuid(os.getuid()).pw_name
    monkeypatch.undo()
    planted.parents[1].chmod(0o1777)
    assert loading._opened(planted.parent, library_hash()).place == planted
    monkeypatch.setattr(grp, "getgrgid", lambda number: grp.struct_group((user, "x", number, [])))
    planted.parents[1].chmod(0o775)
    assert loading._opened(planted.parent, library_hash()).place == planted


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes")
@pytest.mark.parametrize("name", [ABOUT, ""])
def test_a_pipe_in_the_place_of_a_library_keeps_nobody_waiting(planted, name):
    place = planted.parent / (name or planted.name)
    place.unlink()
    os.mkfifo(place)
    with pytest.raises(UcgsimError, match="it is a pipe or a device"):
        loading._opened(planted.parent, library_hash())


@needs_owners
def test_what_is_built_is_loaded_whatever_users_let_others_do(place):
    """With an umask of 0, every new file and folder can be written by others."""
    shutil.rmtree(place / "home")
    code = f"import os; os.umask(0); {USES}"
    stamps = set()
    for _ in range(2):
        assert output(started(place, code, **{loading.WHERE: str(library().place.parent)}))[0] == "42\n"
        stamps |= {file.stat().st_mtime_ns for file in (place / "home").rglob(ABOUT)}
    assert len(stamps) == 1


def test_functions_are_held_against_their_prototypes():
    assert set(unit_modules()) >= {"ucgsim.engine.bp", "ucgsim.simulate.loops.match"}
    assert library().prototypes["version"] == library_hash()
    assert library().prototypes["ucg_shuffle_pairs"] == f"void ucg_shuffle_pairs({type_name(GAME)} *g, int64_t n)"
    other = LibraryFunction(shuffle_pairs.py_func, [argument_of(GAME), argument_of([np.int8])], None)
    with pytest.raises(UcgsimError, match="has no void ucg_shuffle_pairs"):
        other(new_game(), np.zeros(1, np.int8))


@pytest.mark.parametrize(
    "bad", [(np.zeros(3, np.int64), 1), (np.zeros(1, GAME).view(np.recarray)[0], "one"), (new_game(),)]
)
def test_arguments_of_another_kind_are_refused(bad):
    with pytest.raises((TypeError, ValueError)):
        shuffle_pairs(*bad)


def test_the_header_is_read_by_a_compiler(tmp_path):
    """Every structure has its size and every member its place in C as in NumPy."""
    text = header([prototype(shuffle_pairs.py_func, shuffle_pairs.takes, None)], [GAME])
    (tmp_path / "ucgsim.h").write_text(text, encoding="utf-8")
    checks = [f'_Static_assert(sizeof({type_name(GAME)}) == {GAME.itemsize}, "size");']
    for name in GAME.names:
        checks.append(f'_Static_assert(offsetof({type_name(GAME)}, {name}) == {GAME.fields[name][1]}, "{name}");')
    lines = ["#include <stddef.h>", '#include "ucgsim.h"', *checks, "int main(void) { return 0; }"]
    (tmp_path / "check.c").write_text("\n".join(lines), encoding="utf-8")
    words = [sys.executable, "-m", "ziglang", "cc", "-c", "check.c", "-o", "check.o"]
    done = subprocess.run(words, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_it_holds_no_address_of_the_process_that_compiled_it(monkeypatch):
    """Two builds of the same sources are the same bytes: what could change is nothing but such addresses."""
    monkeypatch.setenv(loading.WHERE, SHARED)
    content = loading.library().place.read_bytes()
    if not content.startswith(b"\x7fELF"):
        pytest.skip("not run: only a library for Linux names its sections in letters")
    assert b"\0.text\0" in content
    assert b"\0.data\0" not in content


def test_a_target_that_is_none_is_refused():
    with pytest.raises(UcgsimError, match="there is no library for amiga"):
        build(["small"], ["amiga"], "0")


@pytest.mark.slow(seconds=10)
def test_small_libraries_of_other_machines_say_what_they_are(place, monkeypatch):
    """What is in them can be seen, though they can't be run. Those of macOS and Windows: `scripts/build_wheels.py`."""
    monkeypatch.syspath_prepend(str(place))
    begins = {"linux": b"\x7fELF", "wasm": b"\0asm"}
    targets = [target for target in TARGETS if target.partition("-")[0] in begins]
    assert len(targets) == 4
    for target, built in build(["small"], targets, "0123456789abcdef").items():
        assert built.data.startswith(begins[target.partition("-")[0]])
        assert b"ucg_doubled" in built.data
        assert json.dumps({"version": "0123456789abcdef"})[:-1].encode() in built.data
        write_library(place / target, built, target, "0123456789abcdef")
