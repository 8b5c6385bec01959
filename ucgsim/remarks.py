"""Remarks on what was given: what of it was left out, so that nobody takes the answer for one to the whole.

A command prints each remark once, on stderr; where ``import ucgsim`` is used they are warnings of Python.
"""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from ucgsim.safe_text import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_HEARER: ContextVar[Callable[[str], object] | None] = ContextVar("hearer", default=None)


class Remark(UserWarning):
    """What was left out of what was given, in one line."""


def remark(text: str) -> None:
    """Say, in one line, that something that was given is left out."""
    hearer = _HEARER.get()
    if hearer is None:
        warnings.warn(one_line(text), Remark, stacklevel=3)
    else:
        hearer(one_line(text))


@contextmanager
def heard_by(hearer: Callable[[str], object]) -> Iterator[None]:
    """Hand every remark that is made in here to ``hearer``, the same one only once."""
    said: set[str] = set()

    def once(text: str) -> None:
        if text not in said:
            said.add(text)
            hearer(text)

    token = _HEARER.set(once)
    try:
        yield
    finally:
        _HEARER.reset(token)
