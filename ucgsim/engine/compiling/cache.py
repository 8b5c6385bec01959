"""Machine code on disk: by which sources it is named, where it lies, who may have written it, what a wheel carries.

Compiled code freezes what it reads from its own module and from those that it imports: constants, enums, other
functions. Nothing else can change it, for the tables of a run are passed in. So a file is named by a hash of all
sources that it is made of, and any checkout of the same sources finds it. (Numba's own cache goes by the path and the
time of one file.) Each file begins with a checksum of the rest. What former versions left is dropped.

A file is a pickle with a checksum against damage, not against people: whoever writes one has code run. So the folder is
made for its user alone, and neither a folder nor a file is used that others can write to. Nothing here loads Numba.
"""

from __future__ import annotations

import atexit
import hashlib
import inspect
import os
import pickle
import platform
import re
import stat
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from llvmlite import binding

from ucgsim.errors import UcgsimError
from ucgsim.files.lock import hold
from ucgsim.files.writing import draft_folder, drop_if_left, write_file
from ucgsim.safe_text import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

PACKAGE = Path(__file__).resolve().parents[2]
_COMPILER = "engine.compiling.compiled"
_KEEPERS = {"cache"}
"""It decides where machine code is kept and what is said meanwhile, not what it does."""
_DECORATORS = {"compiled", "entry", "rarely", "shared"}
_IMPORT = re.compile(
    r"^[ \t]*(?:from +([\w.]+) +import +(\((?:#[^\n]*|[^)#])*\)|[^\n]*)|import +([^\n]*))", re.MULTILINE
)
"""An import that begins a line; parsing every file of the game properly takes half a second."""
_REMARK = re.compile(r"#[^\n]*")
_NAME = re.compile(r"[\w.]+(?=[ \t\n]*(?:[,)\n]|as\b|$))")
FOLDER = PACKAGE / "machine"
"""Where a wheel holds machine code; a checkout has no such folder."""
MAKING = "UCGSIM_SHIP"
"""An environment variable: the folder into which code for a wheel is compiled."""
NATIVE = "UCGSIM_NATIVE"
"""An environment variable: set, code that was shipped is left alone."""
SHARED = "UCGSIM_SHARED_CODE"
"""Where the workers of a command look that can keep nothing: an environment variable, which they inherit."""
NEWEST = 5
"""Versions of the game whose machine code is kept, by their last use."""
SILENT = 1.0
"""Seconds of compiling about which nothing is said."""
_EVERY = 0.5
"""Seconds between two looks at the clock."""
_HELD: dict[Path, int] = {}
"""Folders whose code this process uses, with the handles that hold them."""
_NOTICES: list[str] = []
"""What is said to take long just now."""
_VERSION = re.compile("[0-9a-f]{16}")
_CHECK_BYTES = hashlib.sha256().digest_size


class DamagedError(Exception):
    """A file that does not hold what was written into it, or that others can write to."""


@cache
def compiled_sources(package: Path = PACKAGE) -> tuple[Path, ...]:
    """Every file that can change the compiled game, sorted: those that compile functions, and all that they import.

    What only a type checker imports counts too. ``package`` is the folder of the package, named as it is imported.
    """
    return _closure([path for path in package.rglob("*.py") if _compiles(path, package)], package)


@cache
def sources_of(module: Path, package: Path = PACKAGE) -> tuple[Path, ...]:
    """Every file that can change what one module compiles, sorted; itself is one."""
    return _closure([module], package)


def _closure(begin: list[Path], package: Path) -> tuple[Path, ...]:
    """These files and all that they import of the package."""
    sources: set[Path] = set()
    waiting = list(begin)
    while waiting:
        path = waiting.pop()
        if path not in sources and path.stem not in _KEEPERS:
            sources.add(path)
            waiting.extend(_imported(path, package))
    return tuple(sorted(sources))


def _compiles(path: Path, package: Path) -> bool:
    """Whether a file imports one of the decorators that compile."""
    module = f"{package.name}.{_COMPILER}"
    text = path.read_text(encoding="utf-8")
    return module in text and any(name in _DECORATORS for source, name in _imports(text) if source == module)


def _imports(text: str) -> Iterator[tuple[str, str]]:
    """Modules with the names that are taken from them; no name for a module that is imported as such."""
    for source, names, modules in _IMPORT.findall(text):
        for name in _NAME.findall(_REMARK.sub("", names or modules)):
            yield (source, name) if source else (name, "")


@cache
def _imported(path: Path, package: Path) -> tuple[Path, ...]:
    """The files of the package that a file imports: what is taken from a package may be a module of it."""
    result: list[Path] = []
    for source, name in _imports(path.read_text(encoding="utf-8")):
        if source.partition(".")[0] == package.name:
            module = package.parent.joinpath(*source.split("."))
            within = [module / f"{name}.py", module / name / "__init__.py"] if name else []
            places = [*within, module.with_suffix(".py"), module / "__init__.py"]
            result += [place for place in places if place.is_file()][:1]
    return tuple(result)


class Level(NamedTuple):
    """A level of processors as LLVM calls it, and the features that are asked for."""

    name: str
    features: tuple[str, ...]

    @property
    def environment(self) -> dict[str, str]:
        """What tells Numba to compile for it."""
        return {"NUMBA_CPU_NAME": self.name, "NUMBA_CPU_FEATURES": ",".join(f"+{each}" for each in self.features)}


_V3 = Level(
    "x86-64-v3",
    (
        *("64bit", "cmov", "cx8", "fxsr", "mmx", "sse", "sse2"),
        *("cx16", "sahf", "popcnt", "sse3", "sse4.1", "sse4.2", "ssse3"),
        *("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"),
    ),
)
"""The x86-64 psABI's third level: Intel's of 2013, AMD's of 2015, and later ones."""
_ARM = Level("generic", ("neon",))
LEVELS = {"x86_64": _V3, "amd64": _V3, "aarch64": _ARM, "arm64": _ARM}
"""By what the machine calls itself."""


@cache
def level() -> Level | None:
    """The level for which code is shipped to such a machine; None where it does not reach it."""
    wanted = LEVELS.get(platform.machine().lower())
    if wanted is None:
        return None
    features = binding.get_host_cpu_features()
    return wanted if all(features.get(each, False) for each in wanted.features) else None


def making() -> Path | None:
    """The folder into which code for a wheel is compiled, in a process that does so."""
    place = os.environ.get(MAKING)
    return Path(place) if place else None


def shipped_folders() -> list[Path]:
    """Where code that was shipped lies, if there is any for this machine."""
    return [FOLDER] if level() is not None and not os.environ.get(NATIVE) and FOLDER.is_dir() else []


class CodeFiles:
    """Files of the machine code of one function: one for each signature, processor and version of its sources."""

    def __init__(
        self, function: Callable[..., Any], folder: Callable[[], Path], versions: Sequence[Callable[[Path], str]]
    ) -> None:
        """``folder``: where they lie; ``versions``: of a module, on this machine and on any machine."""
        self._function = function
        self._own_folder = folder
        self._version, self._shipped_version = versions

    @property
    def folder(self) -> Path:
        """Where they lie; where that folder can't be used, another one is written to."""
        return making() or self._own_folder()

    def make_folder(self) -> Path:
        """The folder that is written to, for other processes as well."""
        return making() or usable_folder(self._own_folder())

    def name(self, signature: str, system: tuple[Any, ...]) -> str:
        """The name of a file on this system and processor, with all sources that it is made of."""
        if making() is not None:
            return self._shipped_name(signature, system)
        return self._name_of(signature, system, self._version)

    def places(self, signature: str, system: tuple[Any, ...]) -> list[Path]:
        """Where the file may lie: with this version, with another one that has it in common, or shared."""
        name = self.name(signature, system)
        if making() is not None:
            return [self.folder / name]
        own = [folder for folder in (self.folder, *_others(self.folder), *_shared_folder()) if is_private(folder)]
        shipped = self._shipped_name(signature, system)
        return [*(folder / name for folder in own), *(folder / shipped for folder in shipped_folders())]

    def use(self) -> None:
        """Mark the folder as the newest, and hold it until this process ends, so that nobody drops it meanwhile."""
        if making() is None and is_private(self.folder):
            hold_folder(self.folder)

    def adopt(self, place: Path) -> None:
        """Keep what another version has in common with this one."""
        if place.parent != self.folder and place.parent.parent == self.folder.parent:
            with suppress(OSError, UcgsimError):
                write(self.folder / place.name, place.read_bytes()[_CHECK_BYTES:])
                hold_folder(self.folder)

    def write(self, name: str, body: bytes) -> None:
        """Keep a file, whole or not at all; where it can't be kept that is said, and workers get it."""
        folder = self.make_folder()
        try:
            write(folder / name, body)
        except UcgsimError as error:
            complain(str(error))
            with suppress(OSError, UcgsimError):
                write(shared_folder() / name, body)
        if folder == self._own_folder() and making() is None:
            hold_folder(folder)
            drop_former(folder)

    def _shipped_name(self, signature: str, system: tuple[Any, ...]) -> str:
        """The same for code that a wheel carries: on a kind of system, and processors of a level."""
        wanted = level()
        return self._name_of(signature, (system[0], None if wanted is None else wanted.name), self._shipped_version)

    def _name_of(self, signature: str, system: tuple[Any, ...], version: Callable[[Path], str]) -> str:
        name = f"{self._function.__module__}.{self._function.__qualname__}"
        made_of = (signature, system, version(Path(inspect.getfile(self._function)).resolve()))
        return f"{name}-{hashlib.sha256(repr(made_of).encode()).hexdigest()[:16]}.code"


def is_private(place: Path | int) -> bool:
    """Whether what lies in a folder or an open file may be run: nobody can write there but this user or the system's.

    One that is missing will be ours, unless others can write to what it would lie in.
    """
    return not (_danger(place) or (isinstance(place, Path) and _danger_above(place)))


def _danger(place: Path | int) -> str:
    """Why what lies there must not be run; blank where it may."""
    try:
        status = os.stat(place)  # noqa: PTH116 - a handle, too
    except OSError:
        return ""
    # Windows names no owners; there a user's folders are its own.
    if not hasattr(os, "getuid"):
        return ""
    if status.st_uid not in (os.getuid(), 0):
        return f"{place}: belongs to another user, and whatever lies there would be run"
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return f"{place}: others can write there, and whatever lies there would be run (chmod go-w ends that)"
    return ""


@cache
def _danger_above(folder: Path) -> str:
    """The same of what a folder lies in, as it is named and where links lead: others could put another one there.

    In a folder with the sticky bit, as ``/tmp``, they could not.
    """
    for place in dict.fromkeys((*folder.absolute().parents, *folder.resolve().parents)):
        with suppress(OSError):
            status = place.stat()
            mine = stat.S_IWGRP if _is_own_group(status.st_gid) else 0
            if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH) & ~mine and not status.st_mode & stat.S_ISVTX:
                return f"{place}: others can write there, and could put there what would be run (chmod go-w ends that)"
    return ""


@cache
def _is_own_group(number: int) -> bool:
    """Whether a group is that of this user alone, as many systems make one for each."""
    try:
        import grp  # noqa: PLC0415 - Windows has none
        import pwd  # noqa: PLC0415

        group, user = grp.getgrgid(number), pwd.getpwuid(os.getuid())
    except (ImportError, KeyError):
        return False
    return group.gr_name == user.pw_name and set(group.gr_mem) <= {user.pw_name}


def make_private(folder: Path) -> None:
    """Make a folder for this user alone; UcgsimError where others can write there, or it can't be made."""
    with suppress(OSError):
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
    if danger := _danger(folder) or _danger_above(folder):
        raise UcgsimError(danger)


def _refusal(folder: Path) -> str:
    """Why nothing can be kept in a folder, which is made if need be; blank where it can."""
    try:
        make_private(folder)
    except UcgsimError as error:
        return str(error)
    return "" if folder.is_dir() and os.access(folder, os.W_OK) else f"{folder}: it cannot be written"


def usable_folder(folder: Path) -> Path:
    """The folder, or where it can't be used, one for this command and its workers, which is said."""
    if refusal := _refusal(folder):
        complain(refusal)
        with suppress(OSError):
            return shared_folder()
    return folder


def prepare_workers(folder: Path) -> None:
    """Let the workers that this process will start share what they compile where this folder can't be used."""
    with suppress(OSError):
        if _refusal(folder):
            shared_folder()


def write(path: Path, body: bytes) -> None:
    """Write a file for this user alone; UcgsimError where it can't be, or others could write there."""
    if making() is None:
        make_private(path.parent)
    write_file(path, hashlib.sha256(body).digest() + body)
    if making() is None:
        with suppress(OSError):
            path.chmod(0o600)


def read(place: Path) -> Any:
    """What a file holds; DamagedError where that must not be run."""
    with place.open("rb") as file:
        # Asked of what was opened: a name may lead elsewhere a moment later.
        if making() is None and FOLDER not in place.parents and not is_private(file.fileno()):
            raise DamagedError("others can write to it, and whatever it holds would be run")
        data = file.read()
    check, body = data[:_CHECK_BYTES], data[_CHECK_BYTES:]
    if hashlib.sha256(body).digest() != check:
        raise DamagedError("this machine code is damaged (its checksum is another)")
    return pickle.loads(body)


def _shared_folder() -> list[Path]:
    """The folder of the command that this process works for, if it has one; never one that others can write to."""
    folder = Path(os.environ.get(SHARED, ""))
    return [folder] if folder.is_absolute() and folder.is_dir() and is_private(folder) else []


def shared_folder() -> Path:
    """A folder for the workers that this process will start, as long as it lives. Raises OSError without a safe one."""
    if not _shared_folder():
        if danger := _danger_above(Path(tempfile.gettempdir()) / "ucgsim-code"):
            raise OSError(danger)
        # A folder that only its owner may enter: whatever lies in it will be run.
        stack = ExitStack()
        folder = stack.enter_context(draft_folder(Path(tempfile.gettempdir()), "ucgsim-code"))
        atexit.register(_close, stack, os.getpid())
        os.environ[SHARED] = str(folder)
    return _shared_folder()[0]


def _close(stack: ExitStack, owner: int) -> None:
    """Drop the folder at the end of the process that made it, not at that of a copy of it."""
    if os.getpid() == owner:
        os.environ.pop(SHARED, None)
        stack.close()


def hold_folder(folder: Path) -> None:
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
    """Drop the machine code of former versions, next to that in ``folder``: all but the newest few, and none in use."""
    with suppress(OSError):
        for path in _others(folder)[NEWEST - 1 :]:
            drop_if_left(path)


def complain(reason: str) -> None:
    """Say once a command, whichever of its processes finds it out, that nothing can be kept."""
    try:
        (shared_folder() / "said").touch(exist_ok=False)
    except FileExistsError:
        return
    except OSError:
        pass
    say(f"{reason}: mend that, or name another folder with UCGSIM_HOME; every command will compile the game again")


def say(message: str, *, end: str = "\n", start: str = "") -> None:
    """A remark on stderr, which may be closed."""
    with suppress(OSError, ValueError, AttributeError):
        print(f"{start}ucgsim: {shown(message)}", file=sys.stderr, flush=True, end=end)


@contextmanager
def notice(what: str, *, wanted: bool = True) -> Iterator[None]:
    """Say what takes long, how long it has been going on, and how long it took; nothing within another such thing."""
    if not wanted or _NOTICES:
        yield
        return
    _NOTICES.append(what)
    started, over, said = time.monotonic(), threading.Event(), threading.Event()
    clock = threading.Thread(target=_show, args=(what, started, over, said), daemon=True)
    clock.start()
    try:
        yield
    finally:
        over.set()
        clock.join()
        _NOTICES.clear()
    if said.is_set():
        say(f"compiled in {time.monotonic() - started:.0f} s", start="\r\x1b[K" if _is_watched() else "")


def _is_watched() -> bool:
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):
        return False


def _show(what: str, started: float, over: threading.Event, said: threading.Event) -> None:
    """Say what takes long as soon as it does, and where somebody looks for how long it has."""
    if over.wait(SILENT):
        return
    said.set()
    moves = _is_watched()
    say(f"{what} ...", end="" if moves else "\n")
    while moves and not over.wait(_EVERY):
        say(f"{what} ... {time.monotonic() - started:.0f} s", start="\r", end="")
