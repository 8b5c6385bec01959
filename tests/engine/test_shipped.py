"""Machine code that a wheel carries: made for many processors, found by each of them, and left alone on wish."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from ucgsim.engine.compiling import cache, numba_internals

PROGRAM = """
from pathlib import Path
from ucgsim.engine.compiling import cache

cache.FOLDER = Path({folder!r})
from ucgsim.engine.compiling.compiled import entry

cache.SILENT = 0  # nothing here takes long

@entry
def double(number):
    return 2 * number

assert double(21) == 42
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """A script whose machine code was made for a wheel, and the folder of that."""
    away = tmp_path_factory.mktemp("wheel")
    script, folder = away / "small.py", away / "machine"
    script.write_text(PROGRAM.format(folder=str(folder)), encoding="utf-8")
    level = cache.level()
    if level is None:
        pytest.skip("no code is shipped for such a processor")
    said = output_of(script, away / "home", **level.environment, UCGSIM_SHIP=str(folder))
    assert "compiling" in said
    return script, folder


def output_of(script, home, **more):
    """What a run of the script says; it must succeed."""
    path = {"PYTHONPATH": os.pathsep.join(sys.path), "NUMBA_DISABLE_JIT": "0", "UCGSIM_HOME": str(home)}
    environment = {**os.environ, **path, **more}
    result = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False, env=environment)
    assert result.returncode == 0, result.stderr
    return result.stderr


def files(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


def test_what_a_wheel_carries_is_neither_compiled_nor_copied(wheel, tmp_path):
    script, folder = wheel
    assert [path.suffix for path in files(folder)] == [".code"]
    assert output_of(script, tmp_path) == ""
    assert files(tmp_path) == []


def test_code_for_this_very_processor_is_made_on_wish_and_goes_before(wheel, tmp_path):
    script, folder = wheel
    assert "compiling" in output_of(script, tmp_path, UCGSIM_NATIVE="1")
    (own,) = files(tmp_path)
    (other,) = files(folder)
    assert own.name != other.name
    assert output_of(script, tmp_path) == ""


def test_damaged_code_of_a_wheel_is_told_and_made_anew(wheel, tmp_path):
    script, folder = wheel
    (place,) = files(folder)
    data = place.read_bytes()
    try:
        place.write_bytes(data[:-1])
        said = output_of(script, tmp_path)
    finally:
        place.write_bytes(data)
    assert "this machine code is damaged" in said
    assert len(files(tmp_path)) == 1


def test_a_processor_below_the_level_is_given_none(monkeypatch, tmp_path):
    features = dict.fromkeys(["sse", "sse2"], True)
    monkeypatch.setattr(cache.binding, "get_host_cpu_features", lambda: features)
    monkeypatch.setattr(cache, "FOLDER", tmp_path)
    cache.level.cache_clear()
    try:
        assert cache.level() is None
        assert cache.shipped_folders() == []
    finally:
        cache.level.cache_clear()


def test_a_process_that_helps_compiling_finds_what_it_runs():
    result = subprocess.run(
        [sys.executable, "-c", numba_internals._HELPER, "no.room"], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
