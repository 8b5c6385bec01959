"""Whether this process may use the memory that it needs.

Where a process may address too little (``ulimit -v``), libraries fail in the middle of their work, each in its own way:
one can't be loaded, one ends the process, one tries again for ever. So it is asked before they are loaded.
"""

from __future__ import annotations

import os

from ucgsim.errors import UcgsimError

GIB = 1 << 30
_PLAYS, _EACH_CORE = 2 * GIB, GIB // 2
"""Addresses that a command takes that plays and keeps games, and more for the threads of each core. Measured: 2.1 GiB
with one core, 2.6 with two, of which a tenth is ever used.
"""
_LOADS, _LOADS_EACH_CORE = 96 << 20, 32 << 20
"""Addresses that a command takes that plays nothing, and more for each core; measured: 159 MiB with two cores."""


def is_tight() -> bool:
    """Whether a process may address less than playing takes, so that whatever fails may fail for that."""
    limit = _addresses()
    return limit is not None and limit < needed()


def needed() -> int:
    """Bytes of addresses that a command takes that plays, on this machine."""
    return _PLAYS + _cores() * _EACH_CORE


def check_loading() -> None:
    """Raise UcgsimError where this process may address fewer bytes than any command takes."""
    limit, wanted = _addresses(), _LOADS + _cores() * _LOADS_EACH_CORE
    if limit is not None and limit < wanted:
        raise UcgsimError(
            f"too little memory: a process may address {_words(limit)} here (ulimit -v), and any command takes "
            f"{_words(wanted)} of addresses, most of them never used; raise or lift that limit"
        )


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _addresses() -> int | None:
    """Bytes that this process may address; None where nobody says, or there is no limit."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return None
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    return None if limit in (resource.RLIM_INFINITY, -1) else limit


def _words(size: int) -> str:
    return f"{size / GIB:.1f} GiB" if size >= GIB else f"{size >> 20} MiB"
