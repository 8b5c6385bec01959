"""Machine code kept on disk, by what it was made of: any checkout of the same sources finds it.

Numba's own cache goes by the path and the time of a file, and one damaged file of it stops every later run. Here each
file begins with a checksum of the rest; one that is damaged is told of and made anew. Where nothing can be kept, the
workers of a command find what it compiled in a folder that goes with it; what former versions left is dropped.
"""

from __future__ import annotations

import atexit
import hashlib
import inspect
import os
import pickle
import re
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from ucgsim.errors import UcgsimError
from ucgsim.files.holding import hold
from ucgsim.files.writing import draft_folder, drop_if_left, write_file
from ucgsim.showing import shown

if TYPE_CHECKING:
    from collections.abc import Callable

ENDING = ".code"
SHARED = "UCGSIM_SHARED_CODE"
"""Where the workers of a command look that can keep nothing: an environment variable, which they inherit."""
NEWEST = 5
"""Versions of the game whose machine code is kept, by their last use."""
_HELD: dict[Path, int] = {}
"""Folders whose code this process uses, with the handles that hold them."""
_VERSION = re.compile("[0-9a-f]{16}")
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
        _use(self._folder())
        name = self._name(sig, target_context.codegen())
        for folder in [self._folder(), *_shared()]:
            try:
                return CompileResult._rebuild(target_context, *_read(folder / name))
            except OSError:
                pass
            except Exception as error:  # noqa: BLE001 - whatever is wrong with what is kept, it can be made anew
                _say(f"{folder / name}: this machine code is damaged ({_reason(error)}), so it is made anew")
        self._started = time.perf_counter()
        _say("compiling the game, once for this version ...")
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled, whole or not at all; where it can't be kept that is said, and workers get it."""
        _say(f"compiled in {time.perf_counter() - self._started:.0f} s")
        if data.library.has_dynamic_globals:
            return  # it holds addresses of this very process
        body = dumps(data._reduce())
        name, code = self._name(sig, data.codegen), hashlib.sha256(body).digest() + body
        try:
            write_file(self._folder() / name, code)
            _use(self._folder())
            drop_former(self._folder())
        except UcgsimError as error:
            _say(f"{error}: UCGSIM_HOME may name another folder; every command will compile the game anew")
            _share(name, code)

    def _name(self, sig: Any, codegen: Any) -> str:
        """The name of the file for a signature on this processor; a function from elsewhere brings its source."""
        source = Path(inspect.getfile(self._function)).read_bytes()
        made_of = (repr(sig), codegen.magic_tuple(), source)
        name = f"{self._function.__module__}.{self._function.__qualname__}"
        return f"{name}-{hashlib.sha256(repr(made_of).encode()).hexdigest()[:16]}{ENDING}"


def _shared() -> list[Path]:
    """The folder of the command that this process works for, if it has one; never one that is another user's."""
    folder = Path(os.environ.get(SHARED, ""))
    with suppress(OSError):
        # Windows names no owners; there a user's folder for temporary files is its own.
        mine = not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()
        if folder.is_absolute() and folder.is_dir() and mine:
            return [folder]
    return []


def _share(name: str, code: bytes) -> None:
    """Give machine code to the workers that this process will start, as long as it lives."""
    with suppress(OSError, UcgsimError):
        if not _shared():
            # A folder that only its owner may enter: whatever lies in it will be run.
            stack = ExitStack()
            folder = stack.enter_context(draft_folder(Path(tempfile.gettempdir()), "ucgsim-code"))
            atexit.register(_close, stack, os.getpid())
            os.environ[SHARED] = str(folder)
        write_file(_shared()[0] / name, code)


def _close(stack: ExitStack, owner: int) -> None:
    """Drop the folder at the end of the process that made it, not at that of a copy of it."""
    if os.getpid() == owner:
        os.environ.pop(SHARED, None)
        stack.close()


def _use(folder: Path) -> None:
    """Mark a folder as the newest, and hold it until this process ends, so that nobody drops it meanwhile."""
    if folder not in _HELD:
        with suppress(OSError):
            _HELD[folder] = os.open(folder, os.O_RDONLY)
            hold(_HELD[folder], shared=True)
            os.utime(folder)


def drop_former(folder: Path) -> None:
    """Drop the machine code of former versions, beside that in ``folder``: all but the newest few, and none in use."""
    with suppress(OSError):
        others = [path for path in folder.parent.iterdir() if _VERSION.fullmatch(path.name) and path != folder]
        others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        for path in others[NEWEST - 1 :]:
            drop_if_left(path)


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
        print(f"ucgsim: {shown(message)}", file=sys.stderr, flush=True)
