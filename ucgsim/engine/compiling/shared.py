"""Code that is compiled once and called by every loop: the rules are one piece of it, the policies another.

An entry holds all that it calls, so each entry would hold the whole game, and each would be compiled for as long as
the game takes. What is shared is machine code of its own; compiled code calls it by its name, an external symbol, and
knows no more of it than its arguments. It has to be loaded, in every process, before what calls it: `make_ready` does.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from contextlib import contextmanager, suppress
from itertools import groupby
from typing import TYPE_CHECKING, Any, Protocol

import numba
from llvmlite import binding, ir
from numba.core import cgutils, types
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import make_concrete_template, signature
from numba.extending import typeof_impl

from ucgsim.engine.compiling.patience import patience

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

_ALL: list[SharedCode] = []
"""In the order of imports, so that what is called comes before what calls it."""
_HELPER = f"from {__package__} import shared; import sys; shared.compile_room(*sys.argv[1:])"
"""What a process runs that compiles one room for another process."""
_OFF = "UCGSIM_ALONE"
"""Set, one process compiles everything."""


class Kept(Protocol):
    """Where machine code is kept (``engine.compiling.kept_code``)."""

    def place_of(self, sig: Any, target_context: Any) -> Path | None:
        """The file that holds what was compiled for a signature."""

    @property
    def is_writable(self) -> bool:
        """Whether anything can be kept."""


class SharedCode:
    """A function that compiled code calls by its name. It raises nothing."""

    def __init__(self, dispatcher: Any, kept: Kept, kinds: Sequence[Any], returned: Any) -> None:
        self._dispatcher, self._kept = dispatcher, kept
        self.py_func = dispatcher.py_func
        self.module = self.py_func.__module__
        self.symbol = f"{self.module}.{self.py_func.__qualname__}"
        self.signature = signature(kind_of(returned), *map(kind_of, kinds))
        self.loaded = False
        self.kind = types.Function(make_concrete_template(self.symbol, self, [self.signature]))
        lower_builtin(self, *self.signature.args)(_caller(self.symbol))
        _ALL.append(self)

    @property
    def room(self) -> str:
        """Folder of the package in which it lives: what is compiled in one process."""
        return ".".join(self.module.split(".")[:2])

    @property
    def can_be_kept(self) -> bool:
        """Whether another process could hand over its machine code."""
        return self._kept.is_writable

    @property
    def is_kept(self) -> bool:
        """Whether its machine code lies on the disk."""
        return self._kept.place_of(self.signature, self._dispatcher.targetctx) is not None

    def load(self) -> None:
        """Load its machine code, or compile it; from now on it can be called."""
        self._dispatcher.compile(self.signature)
        (result,) = self._dispatcher.overloads.values()
        address = result.library.get_pointer_to_function(result.fndesc.llvm_cfunc_wrapper_name)
        binding.add_symbol(self.symbol, address)
        self.loaded = True

    def pretend(self) -> None:
        """Let code that calls it be made, never run."""
        address = ctypes.cast(ctypes.pythonapi.Py_IsInitialized, ctypes.c_void_p).value
        binding.add_symbol(self.symbol, address)


@typeof_impl.register(SharedCode)
def _type_of(value: SharedCode, _context: Any) -> Any:
    return value.kind


def kind_of(kind: Any) -> Any:
    """Numba's type for ``int``, ``None``, the dtype of a record, or a list of one: a row of such records."""
    if isinstance(kind, list):
        return types.Array(numba.from_dtype(kind[0]), 1, "C")
    if kind is None:
        return types.void
    return types.int64 if kind is int else numba.from_dtype(kind)


def _caller(symbol: str) -> Callable[..., Any]:
    """How a call of a symbol is written down, with the values as Numba's wrapper for C takes them."""

    def call(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds = [context.get_value_type(kind) for kind in signature.args]
        function = ir.FunctionType(context.get_value_type(signature.return_type), kinds)
        return builder.call(cgutils.get_or_insert_function(builder.module, function, symbol), args)

    return call


def make_ready() -> bool:
    """Load all shared code that was imported, compiling what is not kept; whether there is any."""
    waiting = [code for code in _ALL if not code.loaded]
    missing = [code for code in waiting if not code.is_kept]
    with patience("compiling the game, once for this version", wanted=bool(missing)), _helped(missing) as helpers:
        for code in waiting:
            if code.room in helpers:
                helpers[code.room].wait()
            code.load()
    return bool(_ALL)


@contextmanager
def _helped(missing: Sequence[SharedCode]) -> Iterator[dict[str, subprocess.Popen[bytes]]]:
    """Processes that compile all rooms but the first one meanwhile, where there is a core for them."""
    rooms = list(dict.fromkeys(code.room for code in missing))
    helpers: dict[str, subprocess.Popen[bytes]] = {}
    try:
        if (os.cpu_count() or 1) > 1 and not os.environ.get(_OFF) and all(code.can_be_kept for code in missing):
            with suppress(OSError):
                helpers.update((room, _helper(room)) for room in rooms[1:])
        yield helpers
    finally:
        for helper in helpers.values():
            helper.kill()
            helper.wait()


def _helper(room: str) -> subprocess.Popen[bytes]:
    modules = [name for name, _ in groupby(code.module for code in _ALL)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), _OFF: "1"}
    nowhere = subprocess.DEVNULL
    command = [sys.executable, "-c", _HELPER, room, *modules]
    return subprocess.Popen(command, env=environment, stdin=nowhere, stdout=nowhere, stderr=nowhere)


def compile_room(room: str, *modules: str) -> None:
    """Compile and keep what is shared of one room, for the process that started this one."""
    for module in modules:
        __import__(module)
    for code in _ALL:
        if code.room != room:
            code.pretend()
    for code in _ALL:
        if code.room == room:
            code.load()
