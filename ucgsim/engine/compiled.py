"""The one module that owns the compiler: how a function of the game is compiled and cached.

``compiled`` marks an inner function, ``entry`` one that Python calls. Only entries are written to the cache:
their machine code holds everything they call. Numba keys a cached function by its own file alone, so an edit in
a file that it calls would go unnoticed; the cache folder is therefore named by a hash of all compiled sources.
"""

from __future__ import annotations

import functools
import hashlib
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import platformdirs
from numba import types

from ucgsim.engine.linking import EntryPipeline, InnerPipeline

F = TypeVar("F", bound=Callable[..., Any])

config: Any = numba.core.config
_njit: Any = numba.njit
"""Numba describes neither its settings nor all of its options to type checkers."""
_BARE = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Inner functions are called by compiled code alone."""

COMPILED_ROOMS = ("engine", "policies")


def _sources() -> list[Path]:
    root = Path(__file__).resolve().parent.parent
    return sorted(path for room in COMPILED_ROOMS for path in (root / room).glob("*.py"))


@functools.cache
def source_hash() -> str:
    """Hash of every compiled source and of the compiler's version, 16 hexadecimal digits."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for path in _sources():
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Folder that holds the machine code of these very sources; ``UCGSIM_HOME`` moves it."""
    home = os.environ.get("UCGSIM_HOME")
    base = Path(home) / "cache" if home else Path(platformdirs.user_cache_dir("ucgsim"))
    return base / "compiled" / source_hash()


def _usable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


_CACHED = not config.DISABLE_JIT and _usable(cache_folder())
if _CACHED and not os.environ.get("NUMBA_CACHE_DIR"):
    config.CACHE_DIR = str(cache_folder())


def _widened(kind: Any) -> Any:
    """64-bit integer for every kind of whole number, other types as they are."""
    whole = (types.Integer, types.IntEnumMember, types.Boolean, types.IntegerLiteral, types.BooleanLiteral)
    return types.int64 if isinstance(kind, whole) else kind


def _once(dispatcher: Any) -> Any:
    """Let calls pass every whole number as 64 bits, so that a function is compiled once.

    Columns of 16 and 32 bits, enum members and literals would else each compile a version of every function that
    they reach; measured: five times the compile time.
    """
    if config.DISABLE_JIT:
        return dispatcher
    inherited = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: inherited(
        tuple(_widened(arg) for arg in args), {name: _widened(kind) for name, kind in kws.items()}
    )
    return dispatcher


def compiled(function: F) -> F:
    """Compile an inner function of the game; with ``NUMBA_DISABLE_JIT=1`` it stays Python."""
    return cast("F", _once(_njit(function, error_model="numpy", pipeline_class=InnerPipeline, **_BARE)))


def entry(function: F) -> F:
    """Compile a function that Python calls, and keep its machine code on disk."""
    return cast("F", _once(numba.njit(function, cache=_CACHED, error_model="numpy", pipeline_class=EntryPipeline)))


def is_warm(name: str) -> bool:
    """Whether the machine code of the entry ``name`` lies in the cache already."""
    if config.DISABLE_JIT:
        return True
    return any(True for _ in cache_folder().rglob(f"*.{name}-*.nbi"))


def announced(name: str, call: Callable[[], Any]) -> Any:
    """Run ``call``, the first use of entry ``name``, and say so when that means compiling it first."""
    if is_warm(name):
        return call()
    started = time.perf_counter()
    print("ucgsim: compiling the game, once for this version ...", file=sys.stderr, flush=True)
    result = call()
    print(f"ucgsim: compiled in {time.perf_counter() - started:.0f} s", file=sys.stderr, flush=True)
    return result
