"""Parts of some work, one after the other or side by side; what comes out is the same.

Nothing else starts processes; other machines are the matter of ``cluster``. A part whose worker is killed is carried
out again by another one, and all workers end with the process that started them, however that ends: joblib, which
does neither, is not used for it here.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections import Counter, deque
from contextlib import contextmanager, suppress
from multiprocessing import Pipe
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ucgsim.errors import UcgsimError
from ucgsim.simulate.working.cluster import cluster_in_use

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

T = TypeVar("T")

TRIES = 5
"""How often a part is tried whose worker is killed over it."""
AHEAD = 2
"""Parts that a worker has been given at a time, so that it need not wait for the next."""
_BEGIN = """
import gc, os, sys
gc.set_threshold(50_000)
if not os.environ.get("UCGSIM_DEBUG"):
    sys.excepthook = lambda *error: None
sys.path[:] = sys.argv[2:]
from ucgsim.simulate.working.worker import work
work(int(sys.argv[1]))
"""
"""A worker that can't begin is told of by whoever started it, in one line and without a traceback."""
_ONE_THREAD = dict.fromkeys(("POLARS_MAX_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
"""The workers fill the cores; none needs a thread for each of them."""


class WorkerEndedError(UcgsimError):
    """Workers were killed over the same part again and again; ``why`` says by what."""

    def __init__(self, why: str, done: int, parts: int) -> None:
        self.why = why
        kept = "with --out what was played is kept, and the same command goes on"
        super().__init__(f"{why}; {done} of {parts} parts were done: {kept}")

    def __reduce__(self) -> tuple[Any, ...]:
        return UcgsimError, (str(self),)


def in_order(tasks: Sequence[Callable[[], T]], jobs: int, worth: int) -> Generator[T]:
    """What the tasks return, in their order; with ``jobs`` workers where at least ``worth`` of them are to be done.

    Starting workers takes a second or two. Close the iterator to stop early.
    """
    cluster = cluster_in_use()
    jobs = jobs if cluster is None else cluster.workers
    # The first part compiles if need be, before workers would all do so.
    alone = 1 if jobs > 1 and len(tasks) >= worth else len(tasks)
    for task in tasks[:alone]:
        yield task()
    waiting: dict[int, T] = {}
    place = 0
    for number, result in _carried_out(tasks[alone:], jobs):
        waiting[number] = result
        while place in waiting:
            yield waiting.pop(place)
            place += 1


def side_by_side(tasks: Sequence[Callable[[], T]], jobs: int) -> Generator[T]:
    """What the tasks return, with ``jobs`` workers, as it comes. Close the iterator to stop early."""
    for _, result in _carried_out(tasks, jobs):
        yield result


def _carried_out(tasks: Sequence[Callable[[], T]], jobs: int) -> Generator[tuple[int, T]]:
    """Numbers of tasks with what they return, as it comes; on Windows, which hands down no sockets, by this process."""
    cluster = cluster_in_use()
    if cluster is not None and tasks:
        yield from cluster.results(tasks)
        return
    if sys.platform == "win32":
        yield from ((number, task()) for number, task in enumerate(tasks))
        return
    pool = _Pool(tasks, jobs)
    try:
        yield from pool.results()
    finally:
        pool.stop()


class _Pool(Generic[T]):
    """Workers, started as they are needed, and the tasks that none of them has."""

    def __init__(self, tasks: Sequence[Callable[[], T]], jobs: int) -> None:
        self.tasks = tasks
        self.jobs = jobs
        self.open = deque(range(len(tasks)))
        self.tries: Counter[int] = Counter()
        self.workers: list[_Worker] = []

    def results(self) -> Iterator[tuple[int, T]]:
        """Numbers of tasks with what they return, as it comes; raises what a task raises, and WorkerEndedError."""
        done = 0
        while done < len(self.tasks):
            self._hand_out()
            ready = wait([worker.socket for worker in self.workers])
            for worker in [worker for worker in self.workers if worker.socket in ready]:
                answer = worker.answer()
                if answer is None:
                    self._bury(worker, done)
                    continue
                done += 1
                yield worker.numbers.popleft(), _result(answer)

    def _hand_out(self) -> None:
        """Give everyone a task, then a second one while there are enough for all."""
        for depth in range(1, AHEAD + 1):
            for place in range(self.jobs):
                if not self.open or (depth > 1 and len(self.open) < len(self.workers)):
                    return
                if place == len(self.workers) and not self._hire():
                    break
                worker = self.workers[place]
                if len(worker.numbers) < depth:
                    number = self.open.popleft()
                    worker.give(number, self.tasks[number])

    def _hire(self) -> bool:
        """Start a worker; where the system has no room for a further one, those there are will do."""
        try:
            self.workers.append(_Worker())
        except OSError:
            if not self.workers:
                raise
            self.jobs = len(self.workers)
            return False
        return True

    def _bury(self, worker: _Worker, done: int) -> None:
        """Take back what a worker had that was ended; it was at the first of its tasks."""
        self.workers.remove(worker)
        worker.stop()
        self.open.extendleft(reversed(worker.numbers))
        for number in list(worker.numbers)[:1]:
            self.tries[number] += 1
            if self.tries[number] == TRIES:
                raise WorkerEndedError(
                    f"a worker was {worker.fate()}, {TRIES} times at the same part", done, len(self.tasks)
                )

    def stop(self) -> None:
        """End all workers at once, whatever they are at."""
        for worker in self.workers:
            worker.stop()


class _Worker:
    """A process that carries out tasks, in the order in which they are given to it."""

    def __init__(self) -> None:
        self.numbers: deque[int] = deque()
        self.socket, theirs = Pipe()
        command = [sys.executable, "-c", _BEGIN, str(theirs.fileno()), *sys.path]
        with theirs, _no_interrupts():
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env={**_ONE_THREAD, **os.environ},
            )

    def give(self, number: int, task: Callable[[], object]) -> None:
        """Give it a task; one that has ended is noticed when an answer is waited for."""
        self.numbers.append(number)
        data = pickle.dumps(task)
        with suppress(OSError):
            self.socket.send_bytes(data)

    def answer(self) -> bytes | None:
        """What it says of the first of its tasks; None where it has ended."""
        with suppress(EOFError, OSError):
            return self.socket.recv_bytes()
        return None

    def stop(self) -> None:
        """End it."""
        self.socket.close()
        self.process.kill()
        self.process.wait()

    def fate(self) -> str:
        """How it ended, in words."""
        code = self.process.returncode
        if code >= 0:
            return f"ended (exit code {code})"
        memory = ", perhaps for want of memory" if -code == signal.SIGKILL else ""
        return f"ended by {signal.Signals(-code).name}{memory}"


def _result(answer: bytes) -> Any:
    """What a task returned; raises what it raised."""
    went_well, result = pickle.loads(answer)
    if not went_well:
        raise result
    return result


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back here for a moment, and in what is started meanwhile for good."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
