"""Runs the command line: as the script `ucgsim`, or as `python -m ucgsim` where that is not on the path."""

from __future__ import annotations

import os
import signal
import sys


def run() -> None:
    """Run the command line; Ctrl-C prints no traceback while it is loaded, nor when all has been said."""
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
