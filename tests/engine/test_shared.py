"""Code that is compiled once for all entries: by its name, in two processes, and again only where it changed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

LOW = """
import numpy as np
from ucgsim.engine.compiling.compiled import compiled, shared

CELL = np.dtype([("value", "i8")], align=True)

@compiled
def twice(number):
    return 2 * number

@shared(CELL, int)
def put(cell, number):
    cell.value = twice(number)
"""
HIGH = """
from low.rules import CELL, put
from ucgsim.engine.compiling.compiled import shared

@shared(CELL, [CELL], int, returns=int)
def put_both(cell, cells, number):
    put(cell, number)
    for i in range(cells.shape[0]):
        put(cells[i], number + 1)
    return cell.value
"""
PROGRAM = """
import numpy as np
from high.policy import put_both
from low.rules import CELL, put
from ucgsim.engine.compiling import cache
from ucgsim.engine.compiling.compiled import entry

cache.SILENT = 0  # nothing here takes long

@entry
def play(cells, number):
    put(cells[0], 1)
    return put_both(cells[0], cells, number) + cells[1].value

print(play(np.zeros(2, CELL).view(np.recarray), 20))
"""


@pytest.fixture
def place(tmp_path):
    return written(tmp_path / "checkout")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The program, and what a run of it keeps."""
    away = tmp_path_factory.mktemp("made")
    run(written(away / "checkout"))
    return away


@pytest.fixture
def played(made, tmp_path):
    """The program, with what is kept of it: it was run once, for all tests that begin there."""
    return shutil.copytree(made, tmp_path / "played") / "checkout"


def written(folder):
    """A program whose code lies in two rooms."""
    for name, text in (("low/rules", LOW), ("high/policy", HIGH), ("program", PROGRAM)):
        file = folder / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def run(place, **more):
    """What the program prints, and what it says meanwhile."""
    paths = {"PYTHONPATH": os.pathsep.join([str(place), *sys.path]), "UCGSIM_HOME": str(place.parent / "home")}
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0", **paths, **more}
    command = [sys.executable, str(place / "program.py")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=True)
    return int(done.stdout), [line.partition(" ...")[0] for line in done.stderr.splitlines() if " ..." in line]


def kept(place):
    files = (place.parent / "home").rglob("*.code")
    return {file.name.partition("-")[0]: file.stat().st_mtime_ns for file in files}


GAME = "ucgsim: compiling the game, once for this version"
MORE = "ucgsim: compiling what this command adds, once for this version"


@pytest.mark.parametrize("alone", ["", "1"])
def test_it_is_called_by_its_name_and_kept(place, alone):
    assert run(place, UCGSIM_ALONE=alone) == (42 + 42, [GAME, MORE])
    assert set(kept(place)) == {"low.rules.put", "high.policy.put_both", "__main__.play"}
    assert run(place) == (42 + 42, [])


def test_interpreted_it_is_plain_python(place):
    assert run(place, NUMBA_DISABLE_JIT="1") == (42 + 42, [])


def test_only_what_was_edited_is_compiled_again(played):
    before = kept(played)
    (played / "high" / "policy.py").write_text(HIGH.replace("number + 1", "number + 2"), encoding="utf-8")
    assert run(played) == (44 + 44, [GAME])
    assert kept(played)["low.rules.put"] == before["low.rules.put"]


def test_another_entry_finds_it(played):
    (played / "program.py").write_text(PROGRAM.replace("+ cells[1].value", "- cells[1].value"), encoding="utf-8")
    assert run(played) == (42 - 42, [MORE])


LEFT = """
import gc
from numba.core import types
BEFORE = gc.get_threshold(), types.BaseFunction.get_call_type
"""
SAME = "\nassert BEFORE == (gc.get_threshold(), types.BaseFunction.get_call_type)\n"


def test_compiling_leaves_the_process_as_it_was(place):
    (place / "program.py").write_text(LEFT + PROGRAM + SAME, encoding="utf-8")
    assert run(place) == (42 + 42, [GAME, MORE])


EDITED = """
from pathlib import Path
from ucgsim.engine.compiling import numba_internals

def edit(ready=numba_internals.make_ready):
    Path(__file__).write_text(Path("after.py").read_text())
    return ready()

numba_internals.make_ready = edit
"""


def test_an_edit_while_it_is_compiled_is_not_taken_for_what_was_compiled(place, monkeypatch):
    monkeypatch.chdir(place)
    (place / "after.py").write_text(PROGRAM.replace("+ cells[1].value", "- cells[1].value"), encoding="utf-8")
    (place / "program.py").write_text(EDITED + PROGRAM, encoding="utf-8")
    assert run(place)[0] == 42 + 42
    assert run(place) == (42 - 42, [MORE])


def test_where_nothing_can_be_kept_it_is_compiled_all_the_same(place):
    (place.parent / "home").write_text("no folder")
    assert run(place) == (42 + 42, [GAME, MORE])
