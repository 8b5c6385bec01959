"""Remarks on stderr that nobody asked for: what takes long, what was found amiss and is mended."""

from __future__ import annotations

import sys
import threading
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from ucgsim.safe_text import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

SILENT = 1.0
"""Seconds of what takes long about which nothing is said."""
_EVERY = 0.5
"""Seconds between two looks at the clock."""


def say(message: str, *, end: str = "\n", start: str = "") -> None:
    """A remark on stderr, which may be closed."""
    with suppress(OSError, ValueError, AttributeError):
        print(f"{start}ucgsim: {shown(message)}", file=sys.stderr, flush=True, end=end)


@contextmanager
def notice(what: str) -> Iterator[None]:
    """Say what takes long, how long it has been going on, and how long it took."""
    started, over, said = time.monotonic(), threading.Event(), threading.Event()
    clock = threading.Thread(target=_show, args=(what, started, over, said), daemon=True)
    clock.start()
    try:
        yield
    finally:
        over.set()
        clock.join()
    if said.is_set():
        say(f"done in {time.monotonic() - started:.0f} s", start="\r\x1b[K" if _is_watched() else "")


def _is_watched() -> bool:
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):
        return False


def _show(what: str, started: float, over: threading.Event, said: threading.Event) -> None:
    """Say what takes long as soon as it does, and where somebody looks for how long it has."""
    if over.wait(SILENT):
        return
    said.set()
    moves = _is_watched()
    say(f"{what} ...", end="" if moves else "\n")
    while moves and not over.wait(_EVERY):
        say(f"{what} ... {time.monotonic() - started:.0f} s", start="\r", end="")
