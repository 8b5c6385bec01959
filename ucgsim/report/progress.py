"""How far work is, for who plays from Python: a bar in a notebook or on a terminal, and whoever asked to be told."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE = 1.0
"""Seconds of work before a bar is shown that nobody asked for."""
BETWEEN = 0.2
"""Seconds between two pictures of a bar in a notebook."""


@contextmanager
def watched(
    progress: bool | None,  # noqa: FBT001 - handed on as it came
    advance: Callable[[int], object] | None,
    total: int,
    unit: str = "games",
) -> Iterator[Callable[[int], object] | None]:
    """The function to be told how many more of ``total`` units are done; None where nobody wants to know.

    ``progress``: a bar, or none; where None is said, one in a notebook or on a terminal for work that takes longer
    than a second. ``advance`` is told the same, and is enough where it is given and no bar is asked for.
    """
    if progress is False or (progress is None and (advance is not None or not _is_watched())):
        yield advance
        return
    bar = _Bar(total, unit, time.monotonic() + (0 if progress else PATIENCE))

    def both(more: int) -> None:
        bar.advance(more)
        if advance is not None:
            advance(more)

    try:
        yield both
    finally:
        bar.close()


class _Bar:
    """A bar that begins to be shown at some time, if there is anything left by then."""

    def __init__(self, total: int, unit: str, begins: float) -> None:
        self._total, self._unit, self._begins = total, unit, begins
        self._done = 0
        self._shown: _OfNotebook | TerminalBar | None = None

    def advance(self, more: int) -> None:
        self._done += more
        if self._shown is None and time.monotonic() >= self._begins:
            self._shown = (_OfNotebook if _kernel() else TerminalBar)(self._total, self._unit)
        if self._shown is not None:
            self._shown.show(min(self._done, self._total))

    def close(self) -> None:
        if self._shown is not None:
            self._shown.close()


class TerminalBar:
    """A bar on stderr, gone when the work is done."""

    def __init__(self, total: int, unit: str, label: str = "") -> None:
        from rich import progress as bars  # noqa: PLC0415 - takes long to import
        from rich.console import Console  # noqa: PLC0415
        from rich.errors import LiveError  # noqa: PLC0415

        columns = (
            *([bars.TextColumn("{task.description}")] if label else []),
            bars.BarColumn(),
            bars.TextColumn(f"{{task.completed:,.0f}} of {{task.total:,.0f}} {unit}"),
            bars.TimeRemainingColumn(compact=True),
        )
        self._bars = bars.Progress(*columns, console=Console(stderr=True), transient=True)
        # Whoever plays within a bar of his own sees that one.
        with suppress(LiveError):
            self._bars.start()
        self._task = self._bars.add_task(label, total=total)

    def show(self, done: int) -> None:
        """So many units are done."""
        self._bars.update(self._task, completed=done)

    def close(self) -> None:
        """Take the bar away."""
        self._bars.stop()


class _OfNotebook:
    """A bar in the output of a cell, of plain HTML, so that no extension of the notebook is needed."""

    def __init__(self, total: int, unit: str) -> None:
        self._total, self._unit, self._done, self._last = total, unit, 0, 0.0
        self._handle = import_module("IPython.display").display(self, display_id=True)

    def _repr_html_(self) -> str:
        text = f"{self._done:,} of {self._total:,} {self._unit}"
        return f'<progress value="{self._done}" max="{self._total}" aria-label="{text}"></progress> {text}'

    def show(self, done: int) -> None:
        self._done = done
        if time.monotonic() - self._last >= BETWEEN or done == self._total:
            self._last = time.monotonic()
            self._handle.update(self)

    def close(self) -> None:
        self._handle.update(import_module("IPython.display").HTML(""))


def _is_watched() -> bool:
    """Whether somebody sees a bar."""
    return _kernel() is not None or bool(sys.stderr and sys.stderr.isatty())


def _kernel() -> Any:
    """The notebook that this process runs for, if any; nothing is imported to find out."""
    module = sys.modules.get("IPython")
    shell = None if module is None else module.get_ipython()
    return getattr(shell, "kernel", None)
