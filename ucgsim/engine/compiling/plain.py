"""The game compiled by Numba's public interface alone: slower to compile and to play, with the same results.

Numba puts all that a function calls into it, and works through that once more at every level above: for the game that
is hours and more memory than machines have. So a function that has become large with what it calls is compiled as a
callback for C, whose address its callers are given by a name (an external symbol). What is kept is kept by Numba's own
cache, in the folder of these very sources; with each entry lies a list of the callbacks that it calls.
"""

from __future__ import annotations

import inspect
import os
import pickle
import subprocess
import sys
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numba
from llvmlite import binding, ir
from numba.extending import intrinsic

from ucgsim.engine.compiling.cache import DamagedError, drop_former, hold_folder, notice, read, usable_folder, write
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

LARGEST = 3000
"""Bytes of Python's code, with that of all it calls, from which a function is a callback."""
_FRAMES = 20_000
"""Frames of Python: a function is compiled while the one that calls it is, some thirty frames further down."""
_njit: Any = numba.njit
_cfunc: Any = numba.cfunc
_config: Any = numba.config
_sizes: list[int] = [0]
"""Of the functions that are being compiled, each called by the one before."""
_callbacks: dict[str, tuple[str, str, Any]] = {}
"""Module, name and signature of all callbacks by their symbols, what is called before what calls it."""


class Inner:
    """An inner function: its versions, by the types of its arguments, with their sizes and symbols."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._dispatcher = _njit(function, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)
        self.kind = numba.typeof(self._dispatcher)
        self._versions: dict[Any, tuple[Any, str, int]] = {}
        self._callbacks: list[Any] = []

    def version(self, context: Any, kinds: tuple[Any, ...]) -> tuple[Any, str]:
        """The signature for these types, and the symbol of a callback; empty where it is put into what calls it."""
        if kinds not in self._versions:
            _sizes.append(len(self._function.__code__.co_code))
            try:
                signature, symbol = context.resolve_function_type(self.kind, kinds, {}), ""
            finally:
                size = _sizes.pop()
            # What is made by another function has no name by which it could be kept.
            if size > LARGEST and not self._function.__closure__:
                symbol, size = self.make_callback(signature), 0
            self._versions[kinds] = signature, symbol, size
        signature, symbol, size = self._versions[kinds]
        _sizes[-1] += size
        return signature, symbol

    def make_callback(self, signature: Any) -> str:
        """Compile a callback, or find it where it is kept; gives its symbol."""
        module, name = self._function.__module__, self._function.__qualname__
        symbol = f"ucgsim {module}.{name} {signature}"
        if symbol not in _callbacks:
            callback = _cfunc(signature, error_model="numpy", cache=True)(self._function)
            binding.add_symbol(symbol, callback.address)
            self._versions[signature.args] = signature, symbol, 0
            self._callbacks.append(callback)
            _callbacks[symbol] = module, name, signature
        return symbol


def inner(function: Callable[..., Any], widened: Callable[[Any], Any]) -> Any:
    """An inner function as what compiles its calls; ``widened``: the type as which one of some type is passed."""
    versions, parameters = Inner(function), inspect.signature(function)

    def call(context: Any, *kinds: Any, **named: Any) -> Any:
        given = parameters.bind(*kinds, **named).args
        signature, symbol = versions.version(context, tuple(map(widened, given)))

        def write(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            if not symbol:
                return context.get_function(versions.kind, signature)(builder, args)
            kinds = [context.get_value_type(kind) for kind in signature.args]
            whole = ir.FunctionType(context.get_value_type(signature.return_type), kinds)
            function = builder.module.globals.get(symbol) or ir.Function(builder.module, whole, symbol)
            return builder.call(function, args)

        return signature.return_type(*signature.args), write

    context = inspect.Parameter("context", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    described: Any = call
    described.__name__ = function.__name__
    described.__signature__ = parameters.replace(parameters=[context, *parameters.parameters.values()])
    result: Any = intrinsic(call)
    result.py_func, result.versions = function, versions
    return result


class PlainEntry:
    """A function that Python calls: at its first call it is compiled, or found where it is kept."""

    def __init__(self, function: Callable[..., Any], folder: Callable[[], Path], *, apart: bool = False) -> None:
        """``apart``: compile in another process, as this one holds code that other parts of Numba have compiled."""
        self.py_func = function
        self.__module__ = function.__module__
        self._folder = folder
        self._apart = apart
        self._dispatcher: Any = None
        self._ready: set[Any] = set()

    def __call__(self, *args: Any) -> Any:
        """What the function gives."""
        kinds = tuple(map(numba.typeof, args))
        if kinds not in self._ready:
            self.make_ready(kinds)
        return self._dispatcher(*args)

    def __reduce__(self) -> str:
        """To other processes it goes by its name."""
        return self.py_func.__qualname__

    def make_ready(self, kinds: tuple[Any, ...]) -> None:
        """Load the code for some types of arguments, compiled if it is not kept."""
        folder = usable_folder(self._folder())
        if folder == self._folder():
            hold_folder(folder)
            drop_former(folder)
        with notice("compiling the game, once for this version"), _kept_in(folder):
            if self._apart:
                _compile_apart(self.py_func, kinds)
            self._compile(kinds, folder / f"{self.py_func.__module__}.{self.py_func.__qualname__}.callbacks")
        self._ready.add(kinds)

    def _compile(self, kinds: tuple[Any, ...], place: Path) -> None:
        """Compile for some types, first the callbacks that are known to be called: ``place`` is their list."""
        known: list[tuple[str, str, Any]] = []
        with suppress(OSError, DamagedError):
            known = read(place)
        for module, name, signature in known:
            function = getattr(import_module(module), name)
            (getattr(function, "versions", None) or Inner(function.py_func)).make_callback(signature)
        self._dispatcher = self._dispatcher or _njit(self.py_func, error_model="numpy", nogil=True, cache=True)
        self._dispatcher.compile(kinds)
        if self._apart and self._dispatcher.stats.cache_misses:
            raise UcgsimError(f"{place.parent}: the code that was compiled there a moment ago is gone")
        if len(_callbacks) > len(known):
            write(place, pickle.dumps(list(_callbacks.values())))


def _compile_apart(function: Callable[..., Any], kinds: tuple[Any, ...]) -> None:
    """Compile an entry for some types in a process of its own, and keep it. Raises UcgsimError where that fails."""
    begin = f"import sys; from {__name__} import compile_entry; compile_entry(*sys.argv[1:])"
    words = (function.__module__, function.__qualname__, pickle.dumps(kinds).hex())
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", begin, *words]
    done = subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        raise UcgsimError(f"Numba's public interface alone can't compile the game either ({reason})")


def compile_entry(module: str, name: str, kinds: str) -> None:
    """Compile an entry for the process that started this one, and keep it; ``kinds``: types of its arguments."""
    getattr(import_module(module), name).make_ready(pickle.loads(bytes.fromhex(kinds)))


@contextmanager
def _kept_in(folder: Path) -> Iterator[None]:
    """While this lasts, Numba's cache lies in a folder, and functions may be compiled within each other."""
    before, frames = _config.CACHE_DIR, sys.getrecursionlimit()
    _config.CACHE_DIR = str(folder)
    sys.setrecursionlimit(max(frames, _FRAMES))
    try:
        yield
    finally:
        _config.CACHE_DIR = before
        sys.setrecursionlimit(frames)
