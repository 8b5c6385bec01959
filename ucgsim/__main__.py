"""Runs the command line: as the script `ucgsim`, or as `python -m ucgsim` where that is not on the path."""

from __future__ import annotations

import gc
import io
import os
import signal
import sys

from ucgsim.cli.common.signals import EXIT_BY_SIGNAL, end_at_once, hear

FRESH = 50_000
"""Objects made between two looks for such as only refer to each other. Loading makes a million that all stay; looking
through them as often as Python would takes a fifth of the time of a short command.
"""


def run() -> None:
    """Run the command line; Ctrl-C prints no traceback while it is loaded, nor when all has been said."""
    # First of all: a signal that comes before would end the process by itself, without a line and a code of its own;
    # and what is loaded may swallow an exception that comes while it is.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, end_at_once)
    hear(end_at_once)
    gc.set_threshold(FRESH)
    _write_utf8()
    try:
        from ucgsim.cli.main import main  # noqa: PLC0415 - loading it may be interrupted

        main()
    except KeyboardInterrupt:
        os.write(2, b"ucgsim: interrupted\n")
        sys.exit(EXIT_BY_SIGNAL + signal.SIGINT)
    finally:
        # All has been said; what comes now changes nothing. Python gives handlers of its own up before it ends.
        hear(signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        # Python remembers an interrupt that passed through `exec`, which makes every dataclass, and would end by that
        # signal although it was answered; the next `exec` makes it forget.
        exec("")


def _write_utf8() -> None:
    """Have pipes and files get UTF-8, as Python 3.15 does by itself: code pages of Windows lack the names of cards."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and not stream.isatty() and "PYTHONIOENCODING" not in os.environ:
            stream.reconfigure(encoding="utf-8", errors=stream.errors)


if __name__ == "__main__":
    run()
