"""The one module that owns the compiler: how a function of the game is compiled and cached.

``compiled`` marks an inner function, ``rarely`` one that few games reach, ``entry`` one that Python calls, ``shared``
one that all entries call: the rules, the policies. Entries and what they share are written to the cache, with
everything that they call but what is shared. A file of it is named by a hash of all sources that it is made of, their
folder by one of all that is compiled.
"""

from __future__ import annotations

import functools
import hashlib
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
import platformdirs
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ucgsim.engine.compiling.kept_code import KeptCode
from ucgsim.engine.compiling.linking import EntryPipeline, InnerPipeline, RarePipeline
from ucgsim.engine.compiling.passes import LeanCompiling
from ucgsim.engine.compiling.shared import SharedCode
from ucgsim.engine.compiling.sources import PACKAGE, compiled_sources, sources_of

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
    lean = LeanCompiling(dispatcher)
    dispatcher.compile = lean.compile
    dispatcher.get_call_template = lambda args, kws: lean.get_call_template(
        tuple(_widened(arg) for arg in args), {name: _widened(kind) for name, kind in kws.items()}
    )
    return dispatcher


def compiled(function: F) -> F:
    """Compile an inner function of the game; with ``NUMBA_DISABLE_JIT=1`` it stays Python."""
    return cast("F", _once(_njit(function, error_model="numpy", pipeline_class=InnerPipeline, **_BARE)))


def rarely(function: F) -> F:
    """Compile an inner function that few games reach: its code lies apart from what all of them run through."""
    return cast("F", _once(_njit(function, error_model="numpy", pipeline_class=RarePipeline, **_BARE)))


def entry(function: F) -> F:
    """Compile a function that Python calls, and keep its machine code on disk; other threads go on while it runs."""
    return cast("F", _kept(function, is_entry=True)[0])


def shared(*kinds: Any, returns: Any = None) -> Callable[[F], F]:
    """Compile a function once for all that call it: machine code of its own, kept on disk (``core.shared``).

    ``kinds`` of its arguments and what it ``returns``: ``int``, the dtype of a record, or a list of one, an array.
    """

    def mark(function: F) -> F:
        if config.DISABLE_JIT:
            return function
        return cast("F", SharedCode(*_kept(function, is_entry=False), kinds, returns))

    return mark


def _kept(function: Callable[..., Any], *, is_entry: bool) -> tuple[Any, KeptCode]:
    """Compile a function with everything that it calls."""
    options = {"nogil": True, "no_cpython_wrapper": not is_entry, "no_cfunc_wrapper": is_entry}
    dispatcher = _njit(function, error_model="numpy", pipeline_class=EntryPipeline, **options)
    kept = KeptCode(function, cache_folder, (version_of, shipped_version_of), is_entry=is_entry)
    if not config.DISABLE_JIT:
        dispatcher._cache = kept
    return dispatcher, kept


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
