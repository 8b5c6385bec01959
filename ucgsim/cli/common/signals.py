"""Signals that end a command, from its first moment to its last; it imports next to nothing, to be there at once."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Signals that end a command as Ctrl-C does: with a line, and with nothing half-written or left running."""
EXIT_BY_SIGNAL = 128
"""What a shell adds to the number of a signal."""


def hear(handler: Callable[[int, Any], None] | signal.Handlers) -> dict[int, Any]:
    """Answer signals that end a command with ``handler``; returns by number what answered each before.

    One that is ignored, as a command under nohup ignores its terminal's end, stays ignored.
    """
    heard = [number for number in ENDING if signal.getsignal(number) is not signal.SIG_IGN]
    return {number: signal.signal(number, handler) for number in heard}


def end_at_once(number: int, frame: object) -> None:  # noqa: ARG001 - the signature of a handler
    """End while the command is loaded, or after it: nothing is under way that would have to be put in order."""
    why = "interrupted" if number == signal.SIGINT else f"ended by {signal.Signals(number).name}"
    os.write(2, f"ucgsim: {why}\n".encode())
    os._exit(EXIT_BY_SIGNAL + number)
