"""A command of ucgsim that the studio runs: it ends when the studio is gone, however that ended.

The studio holds the other end of its standard input and never writes to it. The system closes that end with the
process, on every platform and after every signal.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

from ucgsim.__main__ import run
from ucgsim.cli.common.signals import EXIT_BY_SIGNAL

END_WITHIN = 10.0
"""Seconds that the command has to end tidily."""


def watch(stdin: int) -> None:
    """Wait until the other end of standard input is closed, then end this process as SIGTERM does."""
    while os.read(stdin, 1):
        continue
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(END_WITHIN)
    os._exit(EXIT_BY_SIGNAL + signal.SIGTERM)


if __name__ == "__main__":
    threading.Thread(target=watch, args=(sys.stdin.fileno(),), name="ucgsim-parent", daemon=True).start()
    run()
