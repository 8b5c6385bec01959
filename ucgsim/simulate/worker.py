"""The process of a worker: carries out tasks that come through a socket, until nobody is at its other end.

The process that gave the tasks may be killed at any time. The socket then closes, and on Linux the system ends the
worker with it, were it stopped or busy. Ctrl-C does not reach a worker: it was started with that signal held back.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import signal
import sys
import threading
import traceback
from contextlib import suppress
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any

_END_WITH_PARENT = 1
"""``PR_SET_PDEATHSIG`` of prctl(2)."""


def work(handle: int) -> None:
    """Carry out what comes through the socket ``handle``, in order: pickled calls in, pickled answers out."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_END_WITH_PARENT, signal.SIGKILL)
    socket: Connection[Any, Any] = Connection(handle)
    tasks: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(socket, tasks), daemon=True).start()
    with suppress(OSError):
        while True:
            socket.send_bytes(_answer(tasks.get()))


def _listen(socket: Connection[Any, Any], tasks: SimpleQueue[bytes]) -> None:
    """Take tasks in even while one is carried out, so that nobody waits; end at once when there will be no more."""
    try:
        while True:
            tasks.put(socket.recv_bytes())
    finally:
        os._exit(0)


def _answer(task: bytes) -> bytes:
    """Whether it went well, and what came out or was raised."""
    try:
        return pickle.dumps((True, pickle.loads(task)()))
    except BaseException as error:  # noqa: BLE001 - it is raised where the task came from
        return _raised(error)


def _raised(error: BaseException) -> bytes:
    """An exception that can be raised elsewhere; with ``UCGSIM_DEBUG`` it says where it came from."""
    error.add_note(f"in a worker:\n{traceback.format_exc()}")
    try:
        pickled = pickle.dumps((False, error))
        pickle.loads(pickled)
    except Exception:  # noqa: BLE001 - some exceptions can't be built again
        pickled = pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))
    return pickled
