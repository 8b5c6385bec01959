"""How functions of the game are marked: what becomes part of the library, and what Python calls of it.

``compiled`` marks an inner function, ``rarely`` one that few games reach, ``shared`` one that all entries call: the
rules, the policies. ``entry`` marks one that Python calls. Those two are given what their arguments are: ``int``, the
dtype of a record, ``[dtype]`` for an array of such, ``[dtype, n]`` for one of n dimensions.

All of them stay Python. A process that builds the library (`building`) hands them to Numba; in any other an entry calls
the library, or itself where the game is interpreted (``UCGSIM_INTERPRETED=1``).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ucgsim.compiling.header import argument_of
from ucgsim.compiling.library import LibraryFunction, library
from ucgsim.compiling.sources import BUILDS, INTERPRETED

if TYPE_CHECKING:
    import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

builder: Any = None
machine: Any = None
"""What compiles, and what is written as LLVM code, in a process that builds; None elsewhere."""
if os.environ.get(BUILDS):
    from ucgsim.compiling import machine as written
    from ucgsim.compiling import numba_internals as internals

    builder, machine = internals, written
is_interpreted = bool(os.environ.get(INTERPRETED)) and builder is None


def make_ready() -> None:
    """Find or build what plays, before other processes ask for it. Raises UcgsimError where there is none."""
    if not is_interpreted:
        library()


def compiled(function: F) -> F:
    """Mark an inner function of the game."""
    return function if builder is None else cast("F", builder.inner(function))


def rarely(function: F) -> F:
    """Mark an inner function that few games reach: its code lies apart from what all of them run through."""
    return function if builder is None else cast("F", builder.inner(function, rare=True))


def shared(*marks: Any, returns: Any = None) -> Callable[[F], F]:
    """Mark a function that is compiled once for all that call it; it ``returns`` ``int`` or nothing."""

    def mark(function: F) -> F:
        return function if builder is None else cast("F", builder.Shared(function, [*map(argument_of, marks)], returns))

    return mark


def entry(*marks: Any, returns: Any = None) -> Callable[[F], F]:
    """Mark a function that Python calls; other threads go on while it runs. It ``returns`` ``int`` or nothing."""

    def mark(function: F) -> F:
        takes = [*map(argument_of, marks)]
        if builder is not None:
            return cast("F", builder.Unit(function, takes, returns))
        if is_interpreted:
            return function
        return cast("F", LibraryFunction(function, takes, returns))

    return mark


def _copy_by_column(target: np.record, source: np.record, _size: int = 0) -> None:
    for name in cast("tuple[str, ...]", source.dtype.names):
        target[name] = source[name]


copy_record: Any = _copy_by_column if builder is None else machine.copy_memory
"""Make a record (the first) the same as another one of its dtype; compiled, one stretch of memory is copied."""
copy_start: Any = _copy_by_column if builder is None else machine.copy_start
"""The same for its first bytes, as many as the third says; interpreted, all is copied."""
