"""A time limit for code of the user, who may have written a loop that never ends."""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

AGAIN = 0.1
"""Seconds after which code that held the end back is ended again."""
PATIENCE = 20
"""How often that is tried before the whole process ends."""
EXIT_BAD_INPUT = 2


class TooLongError(BaseException):
    """The time is up. Not an ``Exception``, which code of the user might well handle."""


@contextmanager
def limited(seconds: float, what: str) -> Iterator[None]:
    """Raise TooLongError in what is done within once it takes longer; ``what`` tells of it should even that not help.

    Signals reach the main thread alone, so there is no limit in others, nor on Windows.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    tries = 0

    def ring(_number: int, _frame: FrameType | None) -> None:
        nonlocal tries
        tries += 1
        if tries > PATIENCE:
            os.write(sys.__stderr__.fileno() if sys.__stderr__ else 2, f"ucgsim: error: {what}\n".encode())
            os._exit(EXIT_BAD_INPUT)
        raise TooLongError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
