"""Games under way are stopped from outside: a column of the tables that they are played on, read once a turn.

A signal is heard by Python when compiled code returns, which may be many games later. Another thread can write here at
once, and every game then ends with the fault ``HALTED`` as its next turn begins. Such games are never handed out.

What waits for games of others asks here too: the exception that a signal raises can be lost in whatever runs just then.
"""

from __future__ import annotations

import threading
import weakref
from typing import Any

_tables: list[weakref.ref[Any]] = []
_halted: list[bool] = [False]
_one = threading.Lock()


def can_be_halted(tables: Any) -> None:
    """Remember an array of dtype TABLES, for as long as somebody plays on it."""
    with _one:
        _tables[:] = [known for known in _tables if known() is not None]
        _tables.append(weakref.ref(tables))
    tables["halted"] = _halted[0]


def halt(*, halted: bool = True) -> None:
    """Stop all games that are played on tables of this process; or let games be played on them again."""
    _halted[:] = [halted]
    for known in list(_tables):
        tables = known()
        if tables is not None:
            tables["halted"] = halted


def is_halted() -> bool:
    """Whether all games of this process were stopped."""
    return _halted[0]


def heed(tables: Any) -> None:
    """Raise KeyboardInterrupt where the games on a record of dtype TABLES were stopped, so that nobody keeps them."""
    if tables["halted"]:
        raise KeyboardInterrupt


def heed_all() -> None:
    """Raise KeyboardInterrupt where all games of this process were stopped."""
    if _halted[0]:
        raise KeyboardInterrupt
