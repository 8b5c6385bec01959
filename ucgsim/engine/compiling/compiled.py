"""The one module that owns the compiler: how a function of the game is compiled and cached.

``compiled`` marks an inner function, ``rarely`` one that few games reach, ``entry`` one that Python calls, ``shared``
one that all entries call: the rules, the policies. Entries and what they share are written to the cache, with
everything that they call but what is shared. A file of it is named by a hash of all sources that it is made of, their
folder by one of all that is compiled.

Numba's own parts that make that fast (``numba_internals``) are used where all of them are as expected; else, with
``UCGSIM_PLAIN_NUMBA``, or where one of them fails, its public interface alone compiles the game (``plain``), to the
same results.
"""

from __future__ import annotations

import functools
import hashlib
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
import platformdirs
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ucgsim.engine.compiling import plain
from ucgsim.engine.compiling.cache import (
    PACKAGE,
    CodeFiles,
    compiled_sources,
    prepare_workers,
    say,
    sources_of,
)
from ucgsim.errors import UcgsimError

F = TypeVar("F", bound=Callable[..., Any])

config: Any = numba.core.config
_njit: Any = numba.njit
"""Numba describes neither its settings nor all of its options to type checkers."""
_BARE = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}
"""Inner functions are called by compiled code alone, and nothing that they are given has its references counted."""


@functools.cache
def source_hash() -> str:
    """Hash of every source that can change the compiled game and of the compiler's version, 16 hexadecimal digits."""
    return _hash_of(compiled_sources())


@functools.cache
def version_of(module: Path) -> str:
    """Hash of every source that can change what one module compiles, and of the compiler's version."""
    return _hash_of(sources_of(module))


@functools.cache
def shipped_version_of(module: Path) -> str:
    """The same for code that goes to other machines: for any build of this Python, and NumPy by its first digit."""
    compiler = f"{numba.__version__} {np.__version__.partition('.')[0]} {sys.version_info[:2]}"
    return _hash_of(sources_of(module), compiler)


def _hash_of(sources: Sequence[Path], compiler: str = f"{numba.__version__} {np.__version__} {sys.version}") -> str:
    digest = hashlib.sha256(compiler.encode())
    for path in sources:
        name = path.relative_to(PACKAGE).as_posix() if path.is_relative_to(PACKAGE) else path.name
        digest.update(f"\0{name}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _cache() -> Path:
    home = os.environ.get("UCGSIM_HOME")
    return Path(home) / "cache" if home else Path(platformdirs.user_cache_dir("ucgsim"))


_CACHE = _cache()
"""Where the process was told to keep things when it began."""


def cache_folder() -> Path:
    """Folder that holds the machine code of these very sources; ``UCGSIM_HOME`` moves it."""
    return _CACHE / "compiled" / source_hash()


def _usable_internals() -> Any:
    """Numba's own parts as the game uses them; None where one is not as expected, which is said once a command."""
    if config.DISABLE_JIT or os.environ.get(PLAIN):
        reason = "" if config.DISABLE_JIT or os.environ[PLAIN] == _SAID else f"{PLAIN} is set"
    else:
        try:
            internals: Any = import_module("ucgsim.engine.compiling.numba_internals")
            differences = internals.differences()
        except Exception as error:  # noqa: BLE001 - whatever a part does that is not as expected
            differences = [_line(error)]
        if not differences:
            return internals
        reason = _not_expected(differences[0])
    if reason:
        _give_up(reason)
    return None


def _give_up(reason: str) -> None:
    """Say once a command why the game is compiled plainly from now on; workers are started so."""
    say(f"{reason}: the game is compiled by Numba's public interface alone, which takes minutes, and plays slower")
    os.environ[PLAIN] = _SAID


def share_code() -> None:
    """Let the workers that this process will start share what they compile where nothing can be kept."""
    if not config.DISABLE_JIT:
        prepare_workers(cache_folder())


def _not_expected(difference: str) -> str:
    return f"Numba {numba.__version__} is not as expected ({difference})"


def _line(error: Exception) -> str:
    return " ".join(f"{error}".split())[:200] or type(error).__name__


PLAIN = "UCGSIM_PLAIN_NUMBA"
"""An environment variable: set, Numba's public interface alone compiles the game."""
_SAID = "said"
"""What it is set to for workers, which need not say so again."""
_INTERNALS: Any = _usable_internals()


def _widened(kind: Any) -> Any:
    """64-bit integer for every kind of whole number, other types as they are.

    Columns of 16 and 32 bits, enum members and literals would else each compile a version of every function that
    they reach; measured: five times the compile time.
    """
    whole = (types.Integer, types.IntEnumMember, types.Boolean, types.IntegerLiteral, types.BooleanLiteral)
    return types.int64 if isinstance(kind, whole) else kind


def compiled(function: F) -> F:
    """Compile an inner function of the game; with ``NUMBA_DISABLE_JIT=1`` it stays Python."""
    return _inner(function, "InnerPipeline")


def rarely(function: F) -> F:
    """Compile an inner function that few games reach: its code lies apart from what all of them run through."""
    return _inner(function, "RarePipeline")


def _inner(function: F, pipeline: str) -> F:
    if config.DISABLE_JIT:
        return function
    if _INTERNALS is None:
        return cast("F", plain.inner(function, _widened))
    dispatcher = _njit(function, error_model="numpy", pipeline_class=getattr(_INTERNALS, pipeline), **_BARE)
    return cast("F", _INTERNALS.widen_calls(dispatcher, _widened))


def entry(function: F) -> F:
    """Compile a function that Python calls, and keep its machine code on disk; other threads go on while it runs."""
    if config.DISABLE_JIT:
        return function
    if _INTERNALS is None:
        return cast("F", plain.PlainEntry(function, cache_folder))
    return cast("F", FastEntry(function))


class _NotCompiledError(Exception):
    """A part of Numba has failed over an entry, or did so before over another one."""


class FastEntry:
    """A function that Python calls, compiled with Numba's own parts; plainly where one of them fails over it.

    What is compiled already is called at once: to ask for the types of records takes longer than many a call.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.py_func = function
        self.__module__ = function.__module__
        self._dispatcher = _kept(function, is_entry=True)[0]
        self._compile = self._dispatcher.compile
        self._dispatcher.compile = self._compiled
        self._plain: plain.PlainEntry | None = None

    def __call__(self, *args: Any) -> Any:
        """What the function gives."""
        if self._plain is not None:
            return self._plain(*args)
        try:
            return self._dispatcher(*args)
        except _NotCompiledError:
            self._plain = plain.PlainEntry(self.py_func, cache_folder, apart=True)
        return self._plain(*args)

    def __reduce__(self) -> str:
        """To other processes it goes by its name."""
        return self.py_func.__qualname__

    def _compiled(self, kinds: tuple[Any, ...]) -> Any:
        """Compile for some types, or load what is kept; _NotCompiledError where PLAIN is set, or a part fails now."""
        if not os.environ.get(PLAIN):
            try:
                return self._compile(kinds)
            except (UcgsimError, MemoryError):
                raise
            except Exception as error:
                # A script that is run has no name by which another process could compile what it holds.
                if self.__module__ == "__main__" or os.environ.get("UCGSIM_DEBUG"):
                    raise
                self._dispatcher._cache.give_up()
                _give_up(_not_expected(_line(error)))
        raise _NotCompiledError


def shared(*kinds: Any, returns: Any = None) -> Callable[[F], F]:
    """Compile a function once for all that call it: machine code of its own, kept on disk.

    ``kinds`` of its arguments and what it ``returns``: ``int``, the dtype of a record, or a list of one, an array.
    """

    def mark(function: F) -> F:
        if config.DISABLE_JIT or _INTERNALS is None:
            return compiled(function)
        return cast("F", _INTERNALS.SharedCode(*_kept(function, is_entry=False), kinds, returns))

    return mark


def _kept(function: Callable[..., Any], *, is_entry: bool) -> tuple[Any, Any]:
    """Compile a function with everything that it calls."""
    options = {"nogil": True, "no_cpython_wrapper": not is_entry, "no_cfunc_wrapper": is_entry}
    dispatcher = _njit(function, error_model="numpy", pipeline_class=_INTERNALS.EntryPipeline, **options)
    files = CodeFiles(function, cache_folder, (version_of, shipped_version_of))
    dispatcher._cache = _INTERNALS.KeptCode(files, is_entry=is_entry)
    return dispatcher, dispatcher._cache


def _copy_by_column(target: np.record, source: np.record) -> None:
    for name in cast("tuple[str, ...]", source.dtype.names):
        target[name] = source[name]


@intrinsic
def _copy_memory(_typing: Any, target: Any, source: Any) -> Any:
    def copy(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        size = context.get_constant(types.intp, signature.args[1].size)
        cgutils.raw_memcpy(builder, args[0], args[1], size, 1)
        return context.get_dummy_value()

    return types.void(target, source), copy


copy_record: Any = _copy_by_column if config.DISABLE_JIT else _copy_memory
"""Make a record (the first) the same as another one of its dtype; compiled, one stretch of memory is copied."""
