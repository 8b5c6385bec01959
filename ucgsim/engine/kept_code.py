"""Machine code kept on disk, by what it was made of: any checkout of the same sources finds it.

Numba's own cache goes by the path and the time of a file, and one damaged file of it stops every later run. Here each
file begins with a checksum of the rest; one that is damaged is told of and made anew.
"""

from __future__ import annotations

import hashlib
import inspect
import pickle
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from ucgsim.errors import UcgsimError
from ucgsim.files.writing import write_file

if TYPE_CHECKING:
    from collections.abc import Callable

ENDING = ".code"
_CHECK_BYTES = hashlib.sha256().digest_size


class _DamagedError(Exception):
    """A file that does not hold what was written into it."""


class KeptCode(NullCache):
    """The kept machine code of one function, as a dispatcher asks for it; says so when it has to be compiled."""

    def __init__(self, function: Callable[..., Any], folder: Callable[[], Path]) -> None:
        self._function = function
        self._folder = folder
        self._started = 0.0

    @property
    def cache_path(self) -> str:
        """Folder of the machine code."""
        return str(self._folder())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What was compiled for a signature, or None, upon which it will be compiled."""
        target_context.refresh()
        place = self._place(sig, target_context.codegen())
        try:
            return CompileResult._rebuild(target_context, *_read(place))
        except OSError:
            pass
        except Exception as error:  # noqa: BLE001 - whatever is wrong with what is kept, it can be made anew
            _say(f"{place}: this machine code is damaged ({_reason(error)}), so it is made anew")
        self._started = time.perf_counter()
        _say("compiling the game, once for this version ...")
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled, whole or not at all; where it can't be kept that is only said."""
        _say(f"compiled in {time.perf_counter() - self._started:.0f} s")
        if data.library.has_dynamic_globals:
            return  # it holds addresses of this very process
        try:
            body = dumps(data._reduce())
            write_file(self._place(sig, data.codegen), hashlib.sha256(body).digest() + body)
        except UcgsimError as error:
            _say(f"{error}; every command will compile the game anew")

    def _place(self, sig: Any, codegen: Any) -> Path:
        """The file for a signature on this processor; a function from elsewhere brings its own source along."""
        source = Path(inspect.getfile(self._function)).read_bytes()
        made_of = (repr(sig), codegen.magic_tuple(), source)
        name = f"{self._function.__module__}.{self._function.__qualname__}"
        return self._folder() / f"{name}-{hashlib.sha256(repr(made_of).encode()).hexdigest()[:16]}{ENDING}"


def _read(place: Path) -> Any:
    data = place.read_bytes()
    check, body = data[:_CHECK_BYTES], data[_CHECK_BYTES:]
    if hashlib.sha256(body).digest() != check:
        raise _DamagedError("its checksum is another")
    return pickle.loads(body)


def _reason(error: Exception) -> str:
    return " ".join(f"{error}".split()) or type(error).__name__


def _say(message: str) -> None:
    """A remark on stderr, which may be closed."""
    with suppress(OSError, ValueError, AttributeError):
        print(f"ucgsim: {message}", file=sys.stderr, flush=True)
