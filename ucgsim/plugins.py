"""What other packages add: policies and questions, which they name as entry points.

A package is asked only about what is called by its name, so that one that is broken stops nothing else; and entry
points are looked for only where a name is none of ours, for to read those of all packages takes a moment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

POLICIES = "ucgsim.policies"
QUESTIONS = "ucgsim.questions"
_LETTERS = 200
"""Of the reason why something can't be loaded."""


def installed(group: str) -> dict[str, EntryPoint]:
    """Entry points of a group, sorted by their names; of two of a name that of the package that comes first."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - help must not wait for it

    points = sorted(entry_points(group=group), key=lambda point: (point.name, package_of(point)))
    return dict(sorted({point.name: point for point in reversed(points)}.items()))


def package_of(point: EntryPoint) -> str:
    """Name and version of the package that names an entry point, as far as they are known."""
    return "a package without a name" if point.dist is None else f"{point.dist.name} {point.dist.version}"


def summary_of(point: EntryPoint) -> str:
    """What its package says of itself, in a line, and which one it is: nothing of it is loaded."""
    facts = {} if point.dist is None else point.dist.metadata.json
    said = str(facts.get("summary", ""))
    return f"{said.rstrip('.')} (of {package_of(point)})".strip()


def load(point: EntryPoint) -> Any:
    """What an entry point leads to. Raises UcgsimError, with the package, for anything that goes wrong in it."""
    try:
        return point.load()
    except (Exception, SystemExit) as error:
        raise broken(point, error) from error


def file_of(point: EntryPoint) -> str:
    """The class of an entry point as file and name, ``/path/careful.py:Careful``; its module is not loaded.

    Raises UcgsimError where it names no class of a module that is a file of Python code.
    """
    from importlib.util import find_spec  # noqa: PLC0415

    try:
        spec = find_spec(point.module)
    except (Exception, SystemExit) as error:  # The package around the module is loaded, and may do anything.
        raise broken(point, error) from error
    origin = None if spec is None else spec.origin
    if origin is None or not origin.endswith(".py") or not point.attr.isidentifier():
        raise broken(point, "it names no class in a file of Python code; one is like my_module:Careful")
    return f"{origin}:{point.attr}"


def broken(point: EntryPoint, why: object) -> UcgsimError:
    """That an entry point can't be used, and whose fault it is."""
    name = f"{type(why).__name__}: {why}" if isinstance(why, BaseException) else str(why)
    reason = " ".join(name.split())[:_LETTERS]
    return UcgsimError(
        f"{point.name!r} of {package_of(point)} ({point.value}) can't be used: {reason}; mend that package or remove it"
    )
