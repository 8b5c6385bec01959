"""Which files the compiled game is made of: found by following imports from every file that compiles something.

Compiled code freezes what it reads from its own module and from those that it imports: constants, enums, other
functions. Nothing else can change it, for the tables of a run are passed in.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(__file__).resolve().parents[2]
_COMPILER = "engine.compiling.compiled"
_KEEPERS = {"kept_code", "patience", "shipped"}
"""They decide where machine code is kept and what is said meanwhile, not what it does."""
_DECORATORS = {"compiled", "entry", "rarely", "shared"}
_IMPORT = re.compile(
    r"^[ \t]*(?:from +([\w.]+) +import +(\((?:#[^\n]*|[^)#])*\)|[^\n]*)|import +([^\n]*))", re.MULTILINE
)
"""An import that begins a line; parsing every file of the game properly takes half a second."""
_REMARK = re.compile(r"#[^\n]*")
_NAME = re.compile(r"[\w.]+(?=[ \t\n]*(?:[,)\n]|as\b|$))")


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
