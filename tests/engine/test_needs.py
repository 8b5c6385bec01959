"""What compiling needs is asked before it begins: a Numba without it, or too little memory, is refused in one line."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from numba.core.typed_passes import AnnotateTypes
from numba.np import arrayobj

from ucgsim.engine.compiling import needs
from ucgsim.errors import UcgsimError

DUEL = """
import sys
from ucgsim.__main__ import run

sys.argv = ["ucgsim", "duel", "tiga-dyna", "zero-geed", "-n", "20"]
run()
"""


def duel(before: str) -> subprocess.CompletedProcess[str]:
    """A command that plays, in a process that does something else first."""
    return subprocess.run([sys.executable, "-c", f"{before}\n{DUEL}"], capture_output=True, text=True, check=False)


def test_this_numba_has_all_that_is_needed():
    assert needs.missing() == []
    needs.check_compiler()


def test_a_part_that_is_gone_is_named(monkeypatch):
    monkeypatch.setattr(needs, "ATTRIBUTES", (f"{AnnotateTypes.__module__}:Absent", "numba.absent:name"))
    message = r"^Numba [\d.]+ can't .* lacks numba.core.typed_passes:Absent and 1 more; .*0.68"
    with pytest.raises(UcgsimError, match=message):
        needs.check_compiler()


def test_other_parameters_are_named(monkeypatch):
    monkeypatch.setattr(arrayobj, "fix_integer_index", lambda context, builder, index: None)
    (lack,) = needs.missing()
    assert lack.endswith("with (context, builder, idxty, idx, size), it has (context, builder, index)")


def test_a_command_refuses_such_a_numba_in_one_line():
    result = duel("from numba.np import arrayobj; del arrayobj.fix_integer_index")
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.startswith("ucgsim: error: Numba ")
    assert result.stderr.count("\n") == 1


def test_a_numba_that_can_not_be_loaded_is_told_in_one_line():
    result = duel("import sys; sys.modules['numba'] = None")
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
