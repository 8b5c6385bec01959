"""Where Numba is not as expected, or on wish, its public interface alone compiles the game, to the same rows."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine import golden_lane
from tests.simulate.golden import GOLDEN
from ucgsim.engine.compiling import numba_internals

ROOT = Path(__file__).resolve().parents[2]
LINE = "the game is compiled by Numba's public interface alone, which takes minutes, and plays slower\n"
PROGRAM = """
import numpy as np
from ucgsim.engine.compiling import plain
from ucgsim.engine.compiling.compiled import compiled, copy_record, entry, shared

plain.LARGEST = 20  # what is larger is a callback

CELL = np.dtype([("value", "i2"), ("other", "u1")], align=True)

@compiled
def twice(number):
    return 2 * number

@compiled
def larger(cell, number):
    for i in range(int(cell.value)):
        number += twice(cell.other) + twice(i)
    return number

@shared(CELL, [CELL], int, returns=int)
def play(cell, cells, number):
    copy_record(cell, cells[1])
    return larger(cell, number) + larger(cell, cells.shape[0])

@entry
def begin(cells, number):
    return play(cells[0], cells, number)

def cells():
    result = np.zeros(2, CELL).view(np.recarray)
    result["value"], result["other"] = 3, 200
    return result
"""
USE = "from small import begin, cells\nprint(begin(cells(), 20))\n"
RESULT = 20 + 2 + 2 * (3 * 400 + 2 * 3)


def run(folder, code, **variables):
    """Standard output and standard error of a program beside ``small``."""
    (folder / "small.py").write_text(PROGRAM, encoding="utf-8")
    paths = {"PYTHONPATH": os.pathsep.join([str(folder), *sys.path]), "UCGSIM_HOME": str(folder / "home")}
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0", **paths, **variables}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False, timeout=500
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def test_this_numba_is_as_expected():
    assert numba_internals.differences() == []


def test_of_parts_that_are_as_expected_nothing_is_said(tmp_path):
    stdout, stderr = run(tmp_path, USE)
    assert stdout == f"{RESULT}\n"
    assert "public interface" not in stderr


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            "from numba.np import arrayobj; arrayobj.fix_integer_index = lambda context, builder, index: None",
            "numba.np.arrayobj:fix_integer_index takes (context, builder, index) for (context, builder, idxty, idx,",
        ),
        (
            "from numba.core.cpu import CPUContext; del CPUContext.call_conv",
            "numba.core.cpu:CPUContext.call_conv is missing",
        ),
        (
            "from numba.core.codegen import CodeLibrary; CodeLibrary.__init__ = lambda self, codegen, name: None",
            "numba.core.codegen:CodeLibrary.__init__ gives no _codegen",
        ),
        ("from numba.core import serialize; del serialize.dumps", "cannot import name 'dumps'"),
        ("import sys; sys.modules['numba.core.callconv'] = None", "import of numba.core.callconv halted"),
    ],
)
def test_another_part_than_expected_is_said_in_one_line_and_not_used(tmp_path, change, reason):
    # Numba itself uses what is changed: nothing is compiled here.
    shows = "from small import begin, play; print(type(begin).__module__)"
    stdout, stderr = run(tmp_path, f"import numba\n{change}\n{shows}\n")
    assert stdout == "ucgsim.engine.compiling.plain\n"
    assert stderr.startswith("ucgsim: Numba ")
    assert f" is not as expected ({reason}" in stderr
    assert stderr.endswith(LINE)
    assert stderr.count("\n") == 1


RENAMED = """
from numba.core.codegen import JITCodeLibrary
usual = JITCodeLibrary.finalize
JITCodeLibrary.finalize = lambda self, more=None: usual(self)
"""


def test_a_game_is_played_where_a_part_is_another(tmp_path):
    stdout, stderr = run(tmp_path, RENAMED + USE)
    assert stdout == f"{RESULT}\n"
    assert "JITCodeLibrary.finalize takes (self, more) for (self)" in stderr


BROKEN = """
import small
from ucgsim.engine.compiling import numba_internals

def broken(*_args, **_more):
    raise AttributeError("this part is another")

numba_internals.{part} = broken
print(small.begin(small.cells(), 20), small.begin(small.cells(), 21))
"""


@pytest.mark.parametrize("part", ["PlainCalls.call_function", "EntryLibrary._optimize_final_module", "_names_only"])
def test_where_a_part_fails_while_the_game_is_compiled_the_game_is_played_all_the_same(tmp_path, part):
    stdout, stderr = run(tmp_path, BROKEN.format(part=part))
    assert stdout == f"{RESULT} {RESULT + 1}\n"
    assert "(this part is another): " in stderr
    assert stderr.count(LINE) == 1
    assert all(line.startswith("ucgsim: ") for line in stderr.splitlines())


def test_where_neither_lane_compiles_one_line_says_so(tmp_path):
    code = BROKEN.format(part="PlainCalls.call_function").replace(
        "import small", "import os, small; os.environ['NUMBA_DISABLE_JIT'] = '1'", 1
    )
    with pytest.raises(AssertionError, match="UcgsimError: Numba's public interface alone can't compile the game eith"):
        run(tmp_path, code)


KEPT = """
from numba.core.event import install_recorder
with install_recorder("numba:compile") as recorder:
    from small import begin, cells
    print(begin(cells(), 20), len(recorder.buffer) > 0)
"""


@pytest.mark.parametrize("writable", [True, False])
def test_what_was_compiled_plainly_is_kept(tmp_path, writable):
    if not writable:
        (tmp_path / "home").write_text("no folder")
    assert run(tmp_path, KEPT, UCGSIM_PLAIN_NUMBA="1")[0] == f"{RESULT} True\n"
    stdout, stderr = run(tmp_path, KEPT, UCGSIM_PLAIN_NUMBA="1")
    assert stdout == f"{RESULT} {not writable}\n"
    assert ("every command will compile the game again" in stderr) is not writable


WORKERS = """
from functools import partial
from small import begin, cells
from ucgsim.simulate.workers import side_by_side

print(*side_by_side([partial(begin, cells(), number) for number in range(3)], 2))
"""


def test_it_is_said_once_for_all_workers(tmp_path):
    stdout, stderr = run(tmp_path, WORKERS, UCGSIM_PLAIN_NUMBA="1")
    assert sorted(stdout.split()) == [str(RESULT - 20 + number) for number in range(3)]
    assert stderr.count(LINE) == 1


@pytest.mark.slow(seconds=120)
def test_golden_games_and_whole_commands_are_the_same(tmp_path):
    """What they never reach is left out, and one process compiles once for all of them: all of it takes minutes."""

    def lane(what, given="", **variables):
        done = subprocess.run(
            [sys.executable, "-m", "tests.engine.golden_lane", what, str(tmp_path / what)],
            env={**os.environ, "UCGSIM_HOME": str(tmp_path), **variables},
            input=given,
            capture_output=True,
            text=True,
            cwd=ROOT,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout, done.stderr

    reached, _ = lane("reached", NUMBA_DISABLE_JIT="1")
    rows, stderr = lane("rows", reached, NUMBA_DISABLE_JIT="0", UCGSIM_PLAIN_NUMBA="1")
    assert rows == GOLDEN.read_text(encoding="utf-8")
    assert stderr.startswith(f"ucgsim: UCGSIM_PLAIN_NUMBA is set: {LINE}")
    golden_lane.commands(tmp_path / "fast")
    tables = [path.relative_to(tmp_path / "fast") for path in sorted((tmp_path / "fast").rglob("*.parquet"))]
    assert {path.parts[0] for path in tables} == set(golden_lane.COMMANDS)
    for table in tables:
        assert (tmp_path / "rows" / table).read_bytes() == (tmp_path / "fast" / table).read_bytes(), table


DUEL = """
import sys
from ucgsim.__main__ import run

sys.argv = ["ucgsim", "duel", "tiga-dyna", "zero-geed", "-n", "20"]
run()
"""


def test_a_numba_that_can_not_be_loaded_is_told_in_one_line():
    code = f"import sys; sys.modules['numba'] = None\n{DUEL}"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert result.stderr.startswith("ucgsim: error: Numba, which compiles the game, can't be loaded: ")


@pytest.mark.skipif(os.name != "posix", reason="needs a limit of addresses")
@pytest.mark.parametrize("mib", [100, 400, 1500])
def test_too_little_memory_is_told_at_once(mib, tmp_path):
    command = f"ulimit -v {mib * 1024}; exec {sys.executable} -m ucgsim duel tiga-dyna zero-geed -n 60000 --out run"
    result = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, check=False, timeout=120, cwd=tmp_path
    )
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert result.stderr.startswith("ucgsim: error: too little memory: a process may address ")
    assert not (tmp_path / "run").exists()
