"""Runs the command line: as the script `ucgsim`, or as `python -m ucgsim` where that is not on the path."""

from __future__ import annotations

import gc
import os
import signal
import sys

FRESH = 50_000
"""Objects made between two looks for such as only refer to each other. Loading makes a million that all stay; looking
through them as often as Python would takes a fifth of the time of a short command.
"""


def run() -> None:
    """Run the command line; Ctrl-C prints no traceback while it is loaded, nor when all has been said."""
    gc.set_threshold(FRESH)
    try:
        from ucgsim.cli.main import main  # noqa: PLC0415 - loading it may be interrupted

        main()
    except KeyboardInterrupt:
        os.write(2, b"ucgsim: interrupted\n")
        sys.exit(130)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        # Python remembers an interrupt that passed through `exec`, which makes every dataclass, and would end by that
        # signal although it was answered; the next `exec` makes it forget.
        exec("")


if __name__ == "__main__":
    run()
