"""The library of the game as Python calls it: found and checked, built where it is missing, and called.

A wheel brings it (``ucgsim/library``). In a checkout it lies in the user's cache, in a folder named by the hash of its
sources; the first command builds it. It loads without Numba, in any Python.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import platform
import shlex
import stat
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ucgsim.compiling.header import prototype
from ucgsim.compiling.sources import (
    BOUNDS,
    PACKAGE,
    cache_folder,
    hash_of,
    library_hash,
    sources_of,
    symbol_of,
    unit_modules,
)
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import digest, read_sealed, write_sealed
from ucgsim.files.lock import hold
from ucgsim.files.reading import parse_json, read_bytes
from ucgsim.files.writing import draft_folder, drop_folder, make_own_folder, write_file
from ucgsim.notices import notice, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ucgsim.compiling.building import Built
    from ucgsim.compiling.header import Argument


def refuse_foreign(place: Path) -> None:
    """Raise UcgsimError where others could decide what lies at ``place``, by the file or by a folder around it.

    In a folder with the sticky bit, as ``/tmp``, they can't touch what is not theirs. Links must be resolved. Windows
    names no owners; there a user's folders are its own. Raises OSError where nothing is there.
    """
    if not hasattr(os, "getuid"):
        return
    around = [place, *place.parents]
    # In some containers the system's own files belong to nobody in particular.
    trusted = {0, os.getuid(), around[-1].stat().st_uid}
    for each in around:
        status = each.stat()
        if status.st_uid not in trusted:
            raise UcgsimError(
                f"{each}: belongs to another user, and what lies there would be run; name a folder of your own with "
                "UCGSIM_HOME"
            )
        if _others_write(status):
            raise UcgsimError(
                f"{each}: others can write there, and what lies there would be run; end that with chmod go-w "
                f"{shlex.quote(str(each))}, or name another folder with UCGSIM_HOME"
            )


def _others_write(status: os.stat_result) -> bool:
    if stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_ISVTX:
        return False
    by_group = status.st_mode & stat.S_IWGRP and not _is_own_group(status.st_gid)
    return bool(status.st_mode & stat.S_IWOTH or by_group)


def _is_own_group(number: int) -> bool:
    """Whether a group is that of this user alone: many systems make one for each, and let it write."""
    import grp  # noqa: PLC0415 - Windows has none
    import pwd  # noqa: PLC0415

    try:
        group, user = grp.getgrgid(number), pwd.getpwuid(os.getuid())
    except KeyError:
        return False
    return group.gr_name == user.pw_name and set(group.gr_mem) <= {user.pw_name}


# Where the library lies, and what Python calls of it.


SHIPPED = PACKAGE / "library"
"""Where a wheel holds the library; a checkout has no such folder."""
ABOUT = "library.json"
"""The file next to a library that says what it is of and what its bytes come to."""
WEB = "wasm"
"""The target that plays in a page, and the folder of its library next to that of this machine."""
FORMAT = 1
WHERE = "UCGSIM_LIBRARY"
"""An environment variable: a folder that holds the library, for the workers of a command that can save none."""
NEWEST = 5
"""Versions of the library that are kept, by when they were last used."""
MOST_BYTES = 64_000_000
MACHINES = {"x86_64": "x86_64", "amd64": "x86_64", "aarch64": "aarch64", "arm64": "aarch64"}
"""What machines call themselves."""
V3 = {"avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}
"""What processors of x86-64-v3 have, as Linux calls it."""
_LOADING = threading.RLock()
_EVERY = 0.1
"""Seconds between two looks whether another process is done with building."""


class Library(NamedTuple):
    """Machine code that was loaded, where it lies, and the prototypes of its functions by their names."""

    code: ctypes.CDLL
    place: Path
    prototypes: dict[str, str]


class LibraryFunction:
    """A function of the library that Python calls, with numbers, records and arrays of declared kinds."""

    def __init__(self, function: Callable[..., Any], takes: Sequence[Argument], returns: Any) -> None:
        self.py_func, self.takes, self.returns = function, takes, returns
        self.__module__, self.__qualname__ = function.__module__, function.__qualname__
        self._call: Any = None

    def __call__(self, *args: Any) -> Any:
        """What the function gives; TypeError for an argument of another kind."""
        call = self._call or self._loaded()
        words: list[int] = []
        for kind, value in zip(self.takes, args, strict=True):
            if kind.dtype is None:
                words.append(int(value))
                continue
            if value.dtype is not kind.dtype and value.dtype != kind.dtype:
                raise TypeError(f"{self.__qualname__}: {value.dtype} for {kind.dtype}")
            if kind.dimensions:
                if value.ndim != kind.dimensions or not value.flags.c_contiguous:
                    raise TypeError(f"{self.__qualname__}: an array that is laid out otherwise")
                words += (value.ctypes.data, *value.shape)
            else:
                # Not by its array interface, which describes every member: a tenth of a millisecond for a large record.
                words.append(np.frombuffer(value, np.uint8).ctypes.data)
        return call(*words)

    def __reduce__(self) -> str:
        """To other processes it goes by its name."""
        return self.__qualname__

    def _loaded(self) -> Any:
        """Its machine code, looked up at the first call."""
        with _LOADING:
            loaded = library() if self.__module__.partition(".")[0] == PACKAGE.name else _library_of(self.__module__)
            symbol, wanted = symbol_of(self.py_func), prototype(self.py_func, self.takes, self.returns)
            if loaded.prototypes.get(symbol) != wanted:
                raise UcgsimError(f"{loaded.place}: has no {wanted}")
            call = loaded.code[symbol]
            call.restype = None if self.returns is None else ctypes.c_int64
            call.argtypes = [kind for each in self.takes for kind in _c_types(each)]
            self._call = call
        return call


def _c_types(kind: Argument) -> list[Any]:
    if kind.dtype is None:
        return [ctypes.c_int64]
    return [ctypes.c_void_p, *([ctypes.c_int64] * kind.dimensions)]


@cache
def library() -> Library:
    """The library of the game, which is built where there is none.

    Raises UcgsimError where it can be neither found nor built, and where others could have put it there.
    """
    version = library_hash()
    with _LOADING:
        for place in _places():
            if (place / ABOUT).is_file():
                _refuse_foreign(place)
                try:
                    return _opened(place, version)
                except UcgsimError as error:
                    say(f"{error}; it is built again")
        targets = targets_here()[:1] if os.environ.get(BOUNDS) else (targets_here()[0], WEB)
        place = _built(library_folder(), unit_modules(), version, targets, partial(_opened, version=version))
        if place != library_folder():
            os.environ[WHERE] = str(place)
        return _opened(place, version)


def _places() -> list[Path]:
    """Folders where the library may lie; the first that has one is taken. None that is shipped looks after indices."""
    shared = os.environ.get(WHERE)
    shipped = [] if os.environ.get(BOUNDS) else [SHIPPED / target for target in targets_here()]
    return [*([Path(shared)] if shared else []), *shipped, library_folder()]


def library_folder() -> Path:
    """The folder of the library of these very sources; ``UCGSIM_HOME`` moves it."""
    return _folder(library_hash())


def _folder(version: str) -> Path:
    return cache_folder() / "library" / f"{version}{'-bounds' if os.environ.get(BOUNDS) else ''}"


@cache
def targets_here() -> tuple[str, ...]:
    """Names of the targets whose library plays on this machine, the fastest first."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    machine = platform.machine().lower()
    target = f"{system}-{MACHINES.get(machine, machine)}"
    return (f"{target}-v3", target) if target == "linux-x86_64" and _reaches_v3() else (target,)


def _reaches_v3() -> bool:
    """Whether a processor of Linux has what x86-64-v3 asks for."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text("ascii", "replace").splitlines():
            if line.startswith("flags"):
                return set(line.split()) >= V3
    return False


def _refuse_foreign(place: Path) -> Path:
    """A place without its links; UcgsimError where others could decide what lies there.

    What a wheel brings is in the hands that the Python next to it is in.
    """
    place = place.resolve()
    if not place.is_relative_to(SHIPPED):
        refuse_foreign(place)
    return place


def _read(place: Path, version: str, targets: Sequence[str]) -> tuple[Path, bytes]:
    """The file of a library and what is in it; UcgsimError where it is another one than is asked for, or damaged."""
    described = read_sealed(place / ABOUT, "what a library is of", FORMAT, "delete it")
    name = str(described.get("file"))
    file = place / name
    if file.name != name:
        raise UcgsimError(f"{file}: lies elsewhere than {ABOUT}, which names it")
    for key, known in (("version", (version,)), ("target", targets)):
        if described.get(key) not in known:
            raise UcgsimError(f"{file}: is of another {key} ({described.get(key)} for {known[0]})")
    data = read_bytes(file, "the library of the game", most=MOST_BYTES)
    file = _refuse_foreign(file)
    if digest(data) != described.get("sha256"):
        raise UcgsimError(f"{file}: is damaged")
    return file, data


def _opened(place: Path, version: str) -> Library:
    """Load a library; UcgsimError as `_read` raises it, and where it can't be loaded."""
    file, _ = _read(place, version, targets_here())
    try:
        loaded = ctypes.CDLL(str(file), mode=ctypes.RTLD_GLOBAL)
        text = ctypes.string_at(ctypes.addressof(ctypes.c_char.in_dll(loaded, "ucg_about")))
    except (OSError, ValueError) as error:
        raise UcgsimError(f"{file}: can't be loaded ({' '.join(str(error).split())})") from None
    with suppress(OSError):
        os.utime(place)
    return Library(loaded, file, parse_json(text.decode(), str(file), "what a library holds"))


def _built(
    folder: Path, modules: Sequence[str], version: str, targets: Sequence[str], read: Callable[[Path], object]
) -> Path:
    """Build libraries into a folder, or another one where that can't be written; returns which.

    That of a page lies in a folder within it. ``read`` raises UcgsimError for a folder in which they are not yet.
    """
    if find_spec("numba") is None or find_spec("ziglang") is None:
        raise UcgsimError(
            f"there is no library of the game for this machine ({targets_here()[0]}): install a wheel of ucgsim that "
            "brings it, or what builds it: python -m pip install 'ucgsim[build]'"
        )
    from ucgsim.compiling.building import build  # noqa: PLC0415 - only those who build have it

    try:
        make_own_folder(folder)
        writable = os.access(folder, os.W_OK)
    except OSError:
        writable = False
    if not writable:
        say(
            f"{folder}: it cannot be written: mend that, or name another folder with UCGSIM_HOME; every command will "
            "build the game again"
        )
        draft = ExitStack()
        folder = draft.enter_context(draft_folder(Path(tempfile.gettempdir()), "ucgsim-library"))
        atexit.register(_drop, draft, os.getpid())
    _refuse_foreign(folder)
    with _alone(folder):
        with suppress(UcgsimError):
            read(folder)
            return folder  # by another process, meanwhile
        with notice("building the game, once for this version"):
            built = build(modules, targets, version)
        # That of this machine comes last: it says that all is there.
        for target in reversed(targets):
            write_library(folder / WEB if target == WEB else folder, built[target], target, version)
        if folder == library_folder():
            _drop_former(folder)
    return folder


def web_library() -> bytes:
    """The library for a page, as WebAssembly; it lies next to that of this machine, and is built where it does not.

    Raises UcgsimError where it can be neither read nor built.
    """
    version, beside = library_hash(), library().place.parent

    def read(folder: Path) -> bytes:
        return _read(folder / WEB, version, (WEB,))[1]

    for folder in (beside.parent, beside):
        if (folder / WEB / ABOUT).is_file():
            try:
                return read(folder)
            except UcgsimError as error:
                say(f"{error}; it is built again")
    return read(_built(library_folder(), unit_modules(), version, (WEB,), read))


def write_library(folder: Path, built: Built, target: str, version: str) -> None:
    """Write a library into a folder, and last what says so; UcgsimError where that fails."""
    folder.mkdir(parents=True, exist_ok=True)
    write_file(folder / built.name, built.data)
    # Whatever users let others do with new files: what others can write to is not loaded.
    (folder / built.name).chmod((folder / built.name).stat().st_mode & ~0o022)
    sealed = {"format": FORMAT, "file": built.name, "version": version, "target": target}
    write_sealed(folder / ABOUT, {**sealed, "sha256": digest(built.data)})


def _drop(draft: ExitStack, owner: int) -> None:
    """Drop a folder at the end of the process that made it, not at that of a copy of it."""
    if os.getpid() == owner:
        draft.close()


def _drop_former(folder: Path) -> None:
    """Drop the libraries of former versions, all but the newest few."""
    with suppress(OSError, UcgsimError):
        others = sorted(folder.parent.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in others[NEWEST:]:
            drop_folder(path)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Wait until no other process builds into the folder; where nobody can tell, all build."""
    handle = -1
    try:
        handle = os.open(folder / ".building", os.O_RDWR | os.O_CREAT, 0o600)
        while True:
            try:
                hold(handle)
                break
            except BlockingIOError:
                time.sleep(_EVERY)
    except OSError:
        pass
    try:
        yield
    finally:
        if handle >= 0:
            os.close(handle)


@cache
def _library_of(module: str) -> Library:
    """The library of a module elsewhere, as tests have some: what it shares with the game is the game's."""
    library()
    file = Path(sys.modules[module].__file__ or "")
    version = hash_of(sources_of(file))
    folder = _folder(f"{version}-{module}")
    if (folder / ABOUT).is_file():
        with suppress(UcgsimError):
            return _opened(folder, version)
    opened = partial(_opened, version=version)
    return opened(_built(folder, [module], version, targets_here()[:1], opened))
