"""Machine code kept on disk, by what it was made of: any checkout of the same sources finds it.

Numba's own cache goes by the path and the time of a file, and one damaged file of it stops every later run. Here each
file begins with a checksum of the rest; one that is damaged is told of and made anew. Where nothing can be kept, the
workers of a command find what it compiled in a folder that goes with it; what former versions left is dropped.

A file is a pickle with a checksum against damage, not against people: whoever writes one has code run. So the folder is
made for its user alone, and neither a folder nor a file is used that others can write to.
"""

from __future__ import annotations

import atexit
import hashlib
import inspect
import os
import pickle
import re
import stat
import tempfile
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from llvmlite import binding, ir
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps

from ucgsim.engine.compiling import shipped
from ucgsim.engine.compiling.patience import patience, say
from ucgsim.engine.compiling.shared import make_ready
from ucgsim.engine.compiling.shipped import folders, level, making
from ucgsim.errors import UcgsimError
from ucgsim.files.holding import hold
from ucgsim.files.writing import draft_folder, drop_if_left, write_file

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


class _OpenError(Exception):
    """A file that others can write to."""


class KeptCode(NullCache):
    """The kept machine code of one function, as a dispatcher asks for it; says so when it has to be compiled."""

    def __init__(
        self,
        function: Callable[..., Any],
        folder: Callable[[], Path],
        versions: tuple[Callable[[Path], str], Callable[[Path], str]],
        *,
        is_entry: bool,
    ) -> None:
        self._function = function
        self._folder = folder if making() is None else _made
        self._version, self._shipped_version = versions
        self._is_entry = is_entry
        self._patience = ExitStack()

    @property
    def cache_path(self) -> str:
        """Folder of the machine code."""
        return str(self._folder())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What was compiled for a signature, or None, upon which it will be compiled."""
        # What machine code calls of Numba's. All else that Numba can compile is loaded by whoever compiles.
        rtsys.initialize(target_context)
        # Named before anything takes long: whoever edits meanwhile has compiled what was there, not what is now.
        places = self._places(sig, target_context)
        adds = make_ready() if self._is_entry else False
        if _is_ours(self._folder()):
            _use(self._folder())
        for place in places:
            try:
                result = CompileResult._rebuild(target_context, *_read(place))
            except OSError:
                continue
            except _OpenError:
                say(f"{place}: others can write to it, and whatever it holds would be run, so it is made anew")
            except Exception as error:  # noqa: BLE001 - whatever is wrong with what is kept, it can be made anew
                say(f"{place}: this machine code is damaged ({_reason(error)}), so it is made anew")
            else:
                self._adopt(place)
                return result
        what = "what this command adds" if adds else "the game"
        self._patience.enter_context(patience(f"compiling {what}, once for this version"))
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled, whole or not at all; where it can't be kept that is said, and workers get it."""
        self._patience.close()
        if data.library.has_dynamic_globals:
            return  # it holds addresses of this very process
        library, *others = data._reduce()
        body = dumps((_names_only(library), *others))
        name, code = self._name(sig, data.codegen), hashlib.sha256(body).digest() + body
        try:
            _write(self._folder() / name, code)
            if making() is None:
                _use(self._folder())
                drop_former(self._folder())
        except UcgsimError as error:
            _complain(str(error))
            _share(name, code)

    def place_of(self, sig: Any, target_context: Any) -> Path | None:
        """The file that holds what was compiled for a signature, if there is one."""
        return next((place for place in self._places(sig, target_context) if place.is_file()), None)

    @property
    def is_writable(self) -> bool:
        """Whether the folder is there for this user alone, or can be made."""
        there = next(place for place in (self._folder(), *self._folder().parents) if place.exists())
        return there.is_dir() and os.access(there, os.W_OK) and (there != self._folder() or _is_ours(there))

    def _places(self, sig: Any, target_context: Any) -> list[Path]:
        """Where what was compiled may lie: with this version, with another one that has it in common, or shared."""
        name, shipped = self._name(sig, target_context.codegen()), self._shipped_name(sig, target_context.codegen())
        folders_of_mine = (self._folder(), *_others(self._folder()), *_shared())
        own = [folder / name for folder in folders_of_mine if making() is not None or _is_ours(folder)]
        return [*own, *(folder / shipped for folder in folders())] if making() is None else own[:1]

    def _adopt(self, place: Path) -> None:
        """Keep what another version has in common with this one."""
        own = self._folder()
        if place.parent != own and place.parent.parent == own.parent:
            with suppress(OSError, UcgsimError):
                _write(own / place.name, place.read_bytes())
                _use(own)

    def _name(self, sig: Any, codegen: Any) -> str:
        """The name of the file for a signature on this processor, with all sources that it is made of."""
        if making() is not None:
            return self._shipped_name(sig, codegen)
        return self._name_of(sig, codegen.magic_tuple(), self._version(self._module))

    def _shipped_name(self, sig: Any, codegen: Any) -> str:
        """The same for code that a wheel carries: on a kind of system, and processors of a level."""
        wanted = level()
        system = (codegen.magic_tuple()[0], None if wanted is None else wanted.name)
        return self._name_of(sig, system, self._shipped_version(self._module))

    @property
    def _module(self) -> Path:
        return Path(inspect.getfile(self._function)).resolve()

    def _name_of(self, sig: Any, system: Any, version: str) -> str:
        name = f"{self._function.__module__}.{self._function.__qualname__}"
        made_of = (repr(sig), system, version)
        return f"{name}-{hashlib.sha256(repr(made_of).encode()).hexdigest()[:16]}{ENDING}"


def _made() -> Path:
    """The folder into which code for a wheel is compiled."""
    place = making()
    assert place is not None, "asked only where there is one"
    return place


def _is_private(status: os.stat_result) -> bool:
    """Whether nobody but this user, or the system's, can write there."""
    # Windows names no owners; there a user's folders are its own.
    if not hasattr(os, "getuid"):
        return True
    return status.st_uid in (os.getuid(), 0) and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _is_ours(folder: Path) -> bool:
    """Whether what lies in a folder may be run: nobody else can write there. One that is missing will be ours."""
    try:
        return _is_private(folder.stat())
    except OSError:
        return True


def _write(path: Path, code: bytes) -> None:
    """Write machine code for this user alone; UcgsimError where it can't be, or others could write there."""
    if making() is None:
        with suppress(OSError):
            path.parent.parent.mkdir(parents=True, exist_ok=True)
            path.parent.mkdir(mode=0o700, exist_ok=True)
        if not _is_ours(path.parent):
            raise UcgsimError(f"{path.parent}: others can write there, and whatever lies there would be run")
    write_file(path, code)
    if making() is None:
        with suppress(OSError):
            path.chmod(0o600)


def _shared() -> list[Path]:
    """The folder of the command that this process works for, if it has one; never one that others can write to."""
    folder = Path(os.environ.get(SHARED, ""))
    return [folder] if folder.is_absolute() and folder.is_dir() and _is_ours(folder) else []


def _share(name: str, code: bytes) -> None:
    """Give machine code to the workers that this process will start, as long as it lives."""
    with suppress(OSError, UcgsimError):
        if not _shared():
            # A folder that only its owner may enter: whatever lies in it will be run.
            stack = ExitStack()
            folder = stack.enter_context(draft_folder(Path(tempfile.gettempdir()), "ucgsim-code"))
            atexit.register(_close, stack, os.getpid())
            os.environ[SHARED] = str(folder)
        _write(_shared()[0] / name, code)


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


def _others(folder: Path) -> list[Path]:
    """Folders of other versions, the one used last first."""
    with suppress(OSError):
        others = [path for path in folder.parent.iterdir() if _VERSION.fullmatch(path.name) and path != folder]
        return sorted(others, key=lambda path: path.stat().st_mtime, reverse=True)
    return []


def drop_former(folder: Path) -> None:
    """Drop the machine code of former versions, beside that in ``folder``: all but the newest few, and none in use."""
    with suppress(OSError):
        for path in _others(folder)[NEWEST - 1 :]:
            drop_if_left(path)


@cache
def _complain(reason: str) -> None:
    """Say once that nothing can be kept."""
    say(f"{reason}: UCGSIM_HOME may name another folder; every command will compile the game anew")


def _read(place: Path) -> Any:
    with place.open("rb") as file:
        # Asked of what was opened: a name may lead elsewhere a moment later.
        if making() is None and shipped.FOLDER not in place.parents and not _is_private(os.fstat(file.fileno())):
            raise _OpenError
        data = file.read()
    check, body = data[:_CHECK_BYTES], data[_CHECK_BYTES:]
    if hashlib.sha256(body).digest() != check:
        raise _DamagedError("its checksum is another")
    return pickle.loads(body)


def _names_only(library: tuple[str, str, tuple[bytes, bytes]]) -> tuple[str, str, tuple[bytes, bytes]]:
    """A library as Numba keeps it, with only the names of its functions where their code in LLVM's language would be.

    That is for drawing them into other code, which nothing does here, and it is three times as long as the machine
    code and slow to read.
    """
    name, kind, (machine_code, code) = library
    named = ir.Module(name)
    for function in binding.parse_bitcode(code).functions:
        if not function.is_declaration:
            nothing = ir.Function(named, ir.FunctionType(ir.VoidType(), ()), function.name)
            ir.IRBuilder(nothing.append_basic_block()).ret_void()
    return name, kind, (machine_code, binding.parse_assembly(str(named)).as_bitcode())


def _reason(error: Exception) -> str:
    return " ".join(f"{error}".split()) or type(error).__name__
