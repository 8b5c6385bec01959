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
import sys
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numba
from llvmlite import binding, ir
from numba.extending import intrinsic

from ucgsim.engine.compiling.cache import (
    DamagedError,
    complain,
    drop_former,
    hold_folder,
    make_private,
    notice,
    read,
    shared_folder,
    write,
)
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
    versions = Inner(function)

    def call(context: Any, *kinds: Any) -> Any:
        signature, symbol = versions.version(context, tuple(map(widened, kinds)))

        def write(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            if not symbol:
                return context.get_function(versions.kind, signature)(builder, args)
            kinds = [context.get_value_type(kind) for kind in signature.args]
            whole = ir.FunctionType(context.get_value_type(signature.return_type), kinds)
            function = builder.module.globals.get(symbol) or ir.Function(builder.module, whole, symbol)
            return builder.call(function, args)

        return signature.return_type(*signature.args), write

    parameters = inspect.signature(function)
    context = inspect.Parameter("context", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    described: Any = call
    described.__name__ = function.__name__
    described.__signature__ = parameters.replace(parameters=[context, *parameters.parameters.values()])
    result: Any = intrinsic(call)
    result.py_func, result.versions = function, versions
    return result


class PlainEntry:
    """A function that Python calls: at its first call it is compiled, or found where it is kept."""

    def __init__(self, function: Callable[..., Any], folder: Callable[[], Path]) -> None:
        self.py_func = function
        self.__module__ = function.__module__
        self._folder = folder
        self._dispatcher: Any = None
        self._ready: set[Any] = set()

    def __call__(self, *args: Any) -> Any:
        """What the function gives."""
        kinds = tuple(map(numba.typeof, args))
        if kinds not in self._ready:
            with notice("compiling the game, once for this version"), _kept_in(_writable(self._folder())) as folder:
                self._compile(kinds, folder / f"{self.py_func.__module__}.{self.py_func.__qualname__}.callbacks")
            self._ready.add(kinds)
        return self._dispatcher(*args)

    def __reduce__(self) -> str:
        """To other processes it goes by its name."""
        return self.py_func.__qualname__

    def _compile(self, kinds: tuple[Any, ...], place: Path) -> None:
        """Compile for some types, first the callbacks that are known to be called: ``place`` is their list."""
        known: list[tuple[str, str, Any]] = []
        with suppress(OSError, DamagedError):
            known = read(place)
        for module, name, signature in known:
            getattr(import_module(module), name).versions.make_callback(signature)
        self._dispatcher = self._dispatcher or _njit(self.py_func, error_model="numpy", nogil=True, cache=True)
        self._dispatcher.compile(kinds)
        if len(_callbacks) > len(known):
            write(place, pickle.dumps(list(_callbacks.values())))


def _writable(folder: Path) -> Path:
    """The folder, or one for this process and its workers where it can't be written to."""
    try:
        make_private(folder)
        if not os.access(folder, os.W_OK):
            raise UcgsimError(f"{folder}: it cannot be written")
    except UcgsimError as error:
        complain(str(error))
        return shared_folder()
    hold_folder(folder)
    drop_former(folder)
    return folder


@contextmanager
def _kept_in(folder: Path) -> Iterator[Path]:
    """While this lasts, Numba's cache lies in a folder, and functions may be compiled within each other."""
    before, frames = _config.CACHE_DIR, sys.getrecursionlimit()
    _config.CACHE_DIR = str(folder)
    sys.setrecursionlimit(max(frames, _FRAMES))
    try:
        yield folder
    finally:
        _config.CACHE_DIR = before
        sys.setrecursionlimit(frames)
