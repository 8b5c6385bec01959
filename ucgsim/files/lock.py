"""A folder that one process at a time writes to: the next one learns who is at work there.

A hold ends with its process, however that ends. Windows has no such holds: there everybody is taken to be alone.
"""

from __future__ import annotations

import errno
import os
import platform
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


try:
    import fcntl
except ModuleNotFoundError:
    CAN_HOLD = False
else:
    CAN_HOLD = True


def hold(handle: int, *, shared: bool = False) -> None:
    """Hold what an open handle is of, alone or ``shared`` with others who do; does not wait.

    Raises BlockingIOError where somebody else holds it, and OSError where the system has no holds.
    """
    if not CAN_HOLD:
        raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))
    fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)


# A folder that one process at a time writes to: the next one learns who is at work there.
#
# The lock ends with the process that holds it, however that ends, so a killed one is in nobody's way.


LOCK = ".lock"
READ_ONLY = {errno.EACCES, errno.EPERM, errno.EROFS}
ATTEMPTS = 100
TURN, PAUSE = 20.0, 0.01
"""Seconds that one waits for its turn at most, and between two looks whether it has come."""


@contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """Nobody else writes to the folder, which is made if need be, until the end of the block.

    Raises UcgsimError that names who is at work there, and where the folder cannot be made. A folder that can only be
    read needs no lock, and a file system without locks has none.
    """
    if folder.exists() and not folder.is_dir():
        raise UcgsimError(f"{folder}: is no folder; name a new or an empty one")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = _take(folder / LOCK)
    except OSError as error:
        if error.errno not in READ_ONLY or not folder.is_dir():
            raise UcgsimError(f"{folder}: can't write ({error.strerror or error}); name another folder") from None
        handle = None
    if handle is None:
        yield
        return
    try:
        yield
    finally:
        with suppress(OSError):
            (folder / LOCK).unlink()
        os.close(handle)


@contextmanager
def in_turn(place: Path, seconds: float = TURN) -> Iterator[None]:
    """Hold the file ``place``, which is made if need be and stays, until the end of the block; waits for its turn.

    For writers that need it for a moment each. Raises UcgsimError after so many ``seconds``, and OSError where the file
    can't be opened. A file system without locks has none.
    """
    handle = os.open(place, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _wait_for(handle, place, time.monotonic() + seconds)
        yield
    finally:
        os.close(handle)


def _wait_for(handle: int, place: Path, end: float) -> None:
    while True:
        try:
            hold(handle)
        except BlockingIOError:
            if time.monotonic() >= end:
                raise UcgsimError(f"{place}: another process has held it for long; try again when it is done") from None
            time.sleep(PAUSE)
        except OSError:
            return
        else:
            return


def is_held(folder: Path) -> bool:
    """Whether somebody writes to the folder by `only_one`; nobody, where that can't be seen."""
    if not CAN_HOLD:
        return False
    try:
        handle = os.open(folder / LOCK, os.O_RDONLY | os.O_NONBLOCK)  # somebody's pipe would keep one waiting
    except OSError:
        return False
    try:
        # Shared, so that one who looks is in nobody's way but a writer's for a moment.
        hold(handle, shared=True)
    except BlockingIOError:
        return True
    except OSError:
        return False
    else:
        return False
    finally:
        os.close(handle)


def _take(place: Path) -> int:
    """The handle of a lock that is ours; its holder drops the file, so the one that was locked may be gone."""
    for _ in range(ATTEMPTS):
        handle = os.open(place, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            hold(handle)
        except BlockingIOError:
            holder = os.read(handle, 200).decode("utf-8", "replace").strip() or "another process"
            os.close(handle)
            text = f"{holder} is at work here; wait for it, or name another folder"
            raise UcgsimError(f"{place.parent}: {text}") from None
        except OSError:
            return handle
        with suppress(OSError):
            if os.path.samestat(place.stat(), os.fstat(handle)):
                _sign(handle)
                return handle
        os.close(handle)
    raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))


def _sign(handle: int) -> None:
    since = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime())
    os.ftruncate(handle, 0)
    os.write(handle, f"ucgsim (process {os.getpid()} on {platform.node()}, since {since})\n".encode())
