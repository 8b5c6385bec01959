"""The process that a command is: its streams, which may be closed, and the signals that end it."""

from __future__ import annotations

import _thread
import os
import signal
import sys
import threading
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ucgsim.cli.common.signals import EXIT_BY_SIGNAL, end_at_once, hear
from ucgsim.engine.core.halting import halt
from ucgsim.errors import UcgsimError
from ucgsim.safe_text import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

_SOON = 0.05

_ended_by: list[int] = []
_lost: list[object] = []
_kept: list[Path | None] = []


@contextmanager
def tidy_end() -> Iterator[None]:
    """Let signals that end the process reach what it is at as KeyboardInterrupt, whatever that is; games that compiled
    code plays stop at once, so that it comes back to hear of it.
    """
    open_streams()
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    for each in (_ended_by, _lost, _kept):
        each.clear()
    before = hear(_end)
    if signal.getsignal(signal.SIGINT) is end_at_once:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    hook, sys.unraisablehook = sys.unraisablehook, _unraisable
    try:
        with _games_halted_by(*before, signal.SIGINT):
            yield
    finally:
        sys.unraisablehook = hook
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _games_halted_by(*signals: int) -> Iterator[None]:
    """Stop games under way at such a signal, by a thread: its handler runs when compiled code has come back."""
    if sys.platform == "win32":
        yield
        return
    ours, theirs = os.pipe()
    os.set_blocking(theirs, False)
    before = signal.set_wakeup_fd(theirs, warn_on_full_buffer=False)
    listener = threading.Thread(target=_listen, args=(ours, signals), daemon=True)
    listener.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        os.close(theirs)
        listener.join()
        os.close(ours)
        halt(halted=False)


def _listen(heard: int, signals: tuple[int, ...]) -> None:
    """Read the numbers of signals as they come, until there can be no more."""
    while numbers := os.read(heard, 1):
        if numbers[0] in signals:
            halt()


def _end(number: int, frame: object) -> None:  # noqa: ARG001 - the signature of a handler
    _ended_by.append(number)
    hear(signal.SIG_IGN)
    raise KeyboardInterrupt


def _unraisable(unraisable: Any) -> None:
    """Interrupt again shortly: in a finalizer, or in what the compiler calls, the first attempt is lost."""
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        _lost.append(unraisable.exc_type)
        later = threading.Timer(_SOON, _interrupt_main_thread)
        later.daemon = True
        later.start()
        return
    sys.__unraisablehook__(unraisable)


def _interrupt_main_thread() -> None:
    """As Ctrl-C does; Windows can't send a signal to a thread, but it can leave one for it."""
    if hasattr(signal, "pthread_kill") and (main := threading.main_thread().ident) is not None:
        signal.pthread_kill(main, signal.SIGINT)
    else:
        _thread.interrupt_main()


def is_interrupted(error: BaseException) -> bool:
    """Whether the process was interrupted; one that was lost can bring about any error."""
    return isinstance(error, KeyboardInterrupt) or bool(_lost)


def interrupted() -> tuple[str, int]:
    """How the process was interrupted and what is left of its work, in words, and its exit code."""
    if _ended_by:
        return f"ended by {signal.Signals(_ended_by[0]).name}{_left()}", EXIT_BY_SIGNAL + _ended_by[0]
    return f"interrupted{_left()}", EXIT_BY_SIGNAL + signal.SIGINT


def keeps(place: Path | None) -> None:
    """Remember where a command keeps what it plays, None for nowhere: an interruption says so."""
    _kept[:] = [place]


def _left() -> str:
    """What is saved of the work, and how to go on; nothing of a command that keeps nothing anyway."""
    if not _kept:
        return ""
    place = _kept[0]
    if place is None:
        return "; nothing is saved: with --out DIR the same command goes on where it stopped"
    saved = _saved_in(place)
    return f"; {saved} in {shown(place)}: the same command goes on from there" if saved else "; nothing is saved yet"


def _saved_in(place: Path) -> str:
    """What is saved in a folder, empty where nothing is."""
    from ucgsim.simulate.ledger import PARTS  # noqa: PLC0415 - only what is broken off needs it
    from ucgsim.studies.kit.run import saved  # noqa: PLC0415

    with suppress(UcgsimError):
        games, unit = saved(place)
        return f"{games:,} {unit} are saved" if games else ""
    return "what was finished is saved" if any(parts.stat().st_size for parts in place.rglob(PARTS)) else ""


def open_streams() -> None:
    """Give closed standard streams to nobody, before a file is opened that would take the place of one."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - it stays open
            os.set_inheritable(stream.fileno(), True)  # noqa: FBT003
            setattr(sys, name, stream)
