"""Which sources the library is made of, what it is named by, and what its functions are called.

The library freezes what compiled functions read from their own modules and from those that these import: constants,
enums, other functions. Nothing else can change it, for the tables of a run are passed in. So it is known by a hash of
all sources that it is made of, the same in every checkout; and the game by a hash of those that play it, for the
library counts as well: odds and statistics, which change no game.
"""

from __future__ import annotations

import hashlib
import os
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs

from ucgsim.files.checksums import digest
from ucgsim.files.remembered import remembered, stamp_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

BUILDS = "UCGSIM_BUILDS"
"""An environment variable: set, this process builds the library."""
INTERPRETED = "UCGSIM_INTERPRETED"
"""An environment variable: set, the game is played by Python itself, some two hundred times as slowly."""
BOUNDS = "UCGSIM_BOUNDS"
"""An environment variable: set, a library is built and used that ends the process at an index out of bounds."""
PACKAGE = Path(__file__).resolve().parents[1]
COUNTING = ("probability", "stats")
"""Rooms whose compiled functions count, and play nothing."""
_COMPILER = "compiling.compiled"
_BUILDING = "compiling/building.py"
_LOADERS = {"library"}
"""It decides where the library lies and who builds it, not what it does."""
_DECORATORS = {"compiled", "entry", "rarely", "shared"}
_UNITS = {"entry", "shared"}
_IMPORT = re.compile(
    r"^[ \t]*(?:from +([\w.]+) +import +(\((?:#[^\n]*|[^)#])*\)|[^\n]*)|import +([^\n]*))", re.MULTILINE
)
"""An import that begins a line; parsing every file of the game properly takes half a second."""
_REMARK = re.compile(r"#[^\n]*")
_NAME = re.compile(r"[\w.]+(?=[ \t\n]*(?:[,)\n]|as\b|$))")


def source_hash() -> str:
    """Hash of every source that can change the compiled game, 16 hexadecimal digits."""
    return _hashes()["game"]


def library_hash() -> str:
    """Hash of every source that can change the library, 16 hexadecimal digits."""
    return _hashes()["library"]


@cache
def _hashes() -> dict[str, str]:
    """Both hashes. To follow all imports takes longer than a short command, so they are remembered as long as no file
    of the package has changed in size or time.
    """
    place = cache_folder() / "sources" / digest(str(PACKAGE).encode())[:16]
    return remembered(
        place,
        package_stamp(),
        lambda: {"game": hash_of(compiled_sources(but=COUNTING)), "library": hash_of(compiled_sources())},
    )


@cache
def package_stamp() -> str:
    """Sixteen digits that change with any file of the package."""
    return stamp_of([PACKAGE])


def cache_folder() -> Path:
    """Where what can be made again is saved; ``UCGSIM_HOME`` moves it."""
    home = os.environ.get("UCGSIM_HOME")
    return Path(home) / "cache" if home else Path(platformdirs.user_cache_dir("ucgsim"))


def hash_of(sources: Sequence[Path]) -> str:
    """Hash of some sources, their names included."""
    total = hashlib.sha256()
    for path in sources:
        name = path.relative_to(PACKAGE).as_posix() if path.is_relative_to(PACKAGE) else path.name
        total.update(f"\0{name}\0".encode() + path.read_bytes())
    return total.hexdigest()[:16]


def symbol_of(function: Callable[..., Any]) -> str:
    """What a function is called in the library."""
    return f"ucg_{function.__name__.lstrip('_')}"


@cache
def unit_modules(package: Path = PACKAGE) -> tuple[str, ...]:
    """Modules that hold what the library can be asked for: entries, and what they share."""
    return tuple(
        ".".join((package.name, *path.relative_to(package).with_suffix("").parts))
        for path in compiled_sources(package)
        if _compiles(path, package, _UNITS)
    )


@cache
def compiled_sources(package: Path = PACKAGE, *, but: tuple[str, ...] = ()) -> tuple[Path, ...]:
    """Every file that can change the library, sorted: those that compile functions, and all that they import.

    What only a type checker imports counts too, and so does what builds: it knows the processors that are built for.
    ``package`` is the folder of the package, named as it is imported; ``but``: rooms whose functions don't count.
    """
    rooms = [place for place in package.iterdir() if place.name not in but]
    files = [*package.glob("*.py"), *(path for room in rooms for path in room.rglob("*.py"))]
    return _closure([*(path for path in files if _compiles(path, package)), *package.glob(_BUILDING)], package)


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
        if path not in sources and path.stem not in _LOADERS:
            sources.add(path)
            waiting.extend(_imported(path, package))
    return tuple(sorted(sources))


def _compiles(path: Path, package: Path, decorators: set[str] = _DECORATORS) -> bool:
    """Whether a file imports one of the decorators that compile."""
    module = f"{package.name}.{_COMPILER}"
    text = path.read_text(encoding="utf-8")
    return module in text and any(name in decorators for source, name in _imports(text) if source == module)


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
