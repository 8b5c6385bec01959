"""Holding open files and folders, so that other processes see that somebody is at work on them.

A hold ends with its process, however that ends. Windows has no such holds: there everybody is taken to be alone.
"""

from __future__ import annotations

import errno
import os

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
