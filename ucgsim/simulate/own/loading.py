"""The class of a policy of the user's own, out of the code that its file holds."""

from __future__ import annotations

import sys
import traceback
from contextlib import redirect_stdout
from functools import cache
from importlib.abc import InspectLoader
from importlib.util import module_from_spec, spec_from_loader
from typing import TYPE_CHECKING, Any

from ucgsim.errors import UcgsimError
from ucgsim.policies.own_file import at_hand
from ucgsim.showing import shown
from ucgsim.simulate.own.limit import TooLongError, limited

if TYPE_CHECKING:
    from types import ModuleType

    from ucgsim.policies.own_file import OwnFile

SECONDS = 10.0
"""What a decision may take; the class may say another number of its own, ``seconds``."""
LOADING = 60.0
"""What loading the file may take."""
MOST_SECONDS = 3600.0
LONGEST = 200
"""Characters of a message of the user's code that are told."""


class _GivenCode(InspectLoader):
    """Hands out the lines of the file where one of them is shown, as in a traceback."""

    def __init__(self, own: OwnFile) -> None:
        self._own = own

    def get_source(self, fullname: str) -> str:  # noqa: ARG002 - it loads one module
        """What the file held when it was given."""
        return self._own.code or ""


def _module(own: OwnFile) -> ModuleType:
    """An empty module for the code, with all that Python asks of one."""
    # What type checkers know of Python 3.15 still asks a loader for a method that it no longer has.
    loader = _GivenCode(own)
    spec = spec_from_loader(f"own_policy_{own.mark}", loader, is_package=False)  # type: ignore[arg-type, unused-ignore]
    assert spec is not None, "None only without a loader"
    return module_from_spec(spec)


@cache
def load(own: OwnFile) -> type[Any]:
    """The class; UcgsimError where its file was not given in this process, fails, or holds no such class."""
    own = at_hand(own)
    module = _module(own)
    # Where dataclasses and pickle look for it.
    sys.modules[module.__name__] = module
    try:
        with redirect_stdout(sys.stderr), limited(LOADING, f"{own.file}: {_too_long(LOADING)}"):
            exec(compile(own.code or "", own.file, "exec"), module.__dict__)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever the code of a user does is told in one line
        raise UcgsimError(f"policy {own.option}: can't be loaded, {failure(own, error, LOADING)}") from None
    return _checked(own, getattr(module, own.name, None), module)


def _checked(own: OwnFile, given: object, module: ModuleType) -> type[Any]:
    if not isinstance(given, type):
        known = [name for name, value in vars(module).items() if hasattr(value, "choose") and isinstance(value, type)]
        text = ", ".join(known) or "none with a method choose"
        raise UcgsimError(f"policy {own.option}: the file holds no class {own.name!r}; its classes are {text}")
    if not callable(getattr(given, "choose", None)):
        raise UcgsimError(f"policy {own.option}: the class lacks its method, choose(self, seen, options)")
    seconds = getattr(given, "seconds", SECONDS)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= MOST_SECONDS:
        raise UcgsimError(f"policy {own.option}: seconds must be a number above 0, up to {MOST_SECONDS:g}")
    return given


def seconds_of(policy: type[Any]) -> float:
    """How long a decision of this class may take."""
    return float(getattr(policy, "seconds", SECONDS))


def failure(own: OwnFile, error: BaseException, seconds: float) -> str:
    """What went wrong in the code of a user and in which line of the file, in one line."""
    line = _line(own, error)
    place = f"line {line}: " if line else ""
    if isinstance(error, TooLongError):
        return f"{place}{_too_long(seconds)}"
    text = shown(" ".join(str(error.msg if isinstance(error, SyntaxError) else error).split()))
    text = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    return f"{place}{type(error).__name__}: {text}".removesuffix(": ")


def _too_long(seconds: float) -> str:
    return f"takes longer than {seconds:g} seconds"


def _line(own: OwnFile, error: BaseException) -> int | None:
    """The last line of the file that was being carried out."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == own.file]
    return lines[-1] if lines else getattr(error, "lineno", None)
