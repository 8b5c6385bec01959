"""Whether this process may use the memory that it needs.

Where a process may address too little (``ulimit -v``), libraries fail in the middle of their work, each in its own way:
one can't be loaded, one ends the process, one tries again for ever. So it is asked before they are loaded.
"""

from __future__ import annotations

import os
from pathlib import Path

from ucgsim.errors import UcgsimError

GIB = 1 << 30
_PLAYS, _EACH_CORE = 2 * GIB, GIB // 2
"""Addresses that a command takes that plays and keeps games, and more for the threads of each core. Measured: 2.1 GiB
with one core, 2.6 with two, of which a tenth is ever used.
"""
_LOADS, _LOADS_EACH_CORE = 96 << 20, 32 << 20
"""The same of one that only reckons; measured: 159 MiB with two cores."""
_USED = GIB // 4
"""What is used of them, but for what the machine takes back at need."""
_GROUP = Path("/sys/fs/cgroup/memory.max")
"""What a container may use, on Linux."""


def check_addresses(wanted: int, what: str) -> None:
    """Raise UcgsimError where this process may address fewer bytes than ``what`` takes."""
    limit = _addresses()
    if limit is not None and limit < wanted:
        raise UcgsimError(
            f"too little memory: a process may address {_words(limit)} here (ulimit -v), and {what} takes "
            f"{_words(wanted)} of addresses, most of them never used; raise or lift that limit"
        )


def check_memory() -> None:
    """Raise UcgsimError where this process may use less memory than any command takes that plays."""
    check_addresses(needed(), "playing")
    allowed = _allowed()
    if allowed is not None and allowed < _USED:
        raise UcgsimError(f"too little memory: {_words(allowed)} are allowed here, and playing takes {_words(_USED)}")


def is_tight() -> bool:
    """Whether a process may address less than playing takes, so that whatever fails may fail for that."""
    limit = _addresses()
    return limit is not None and limit < needed()


def needed() -> int:
    """Bytes of addresses that a command takes that plays, on this machine."""
    return _PLAYS + _cores() * _EACH_CORE


def check_loading() -> None:
    """Raise UcgsimError where this process may use less memory than any command takes."""
    check_addresses(_LOADS + _cores() * _LOADS_EACH_CORE, "any command")


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


def _allowed() -> int | None:
    """Bytes that this process and others of its container may use; None where nobody says, or there is no limit."""
    try:
        return int(_GROUP.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def _words(size: int) -> str:
    return f"{size / GIB:.1f} GiB" if size >= GIB else f"{size >> 20} MiB"
