"""Parts of some work, one after the other, by processes side by side or on a cluster; what comes out is the same.

A worker that dies is survived: Dask gives its parts to another one. Needs the extra ``ucgsim[cluster]``.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
import subprocess
import sys
import time
import warnings
from collections import Counter, deque
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing import Pipe
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ucgsim.engine.compiling.compiled import make_ready
from ucgsim.engine.compiling.sources import source_hash
from ucgsim.engine.core.halting import heed_all
from ucgsim.errors import UcgsimError
from ucgsim.notices import say

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence


T = TypeVar("T")

SECONDS = 10
"""How long a scheduler, and then its first worker, is waited for."""
SILENT = 15
"""Seconds after which a worker is named that the scheduler has not heard of."""
GIVEN_UP = 120
"""Seconds after which a command ends whose worker has stopped."""
_EVERY = 2.0
"""Seconds between two looks at the workers of a cluster."""
_SAVED = "with --out what was played is saved, and the same command goes on"
_NO_SCHEDULER = f"the scheduler of the cluster does not answer any more; {_SAVED}"
_used: list[Cluster] = []


class Cluster:
    """Workers that a scheduler knows."""

    def __init__(self, client: Any) -> None:
        self._client = client

    @property
    def workers(self) -> int:
        """How many parts are played at a time."""
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    def results(self, tasks: Sequence[Callable[[], T]]) -> Generator[tuple[int, T]]:
        """Numbers of tasks with what they return, as it comes; raises what a task raises.

        Raises UcgsimError where workers are killed over a part again and again, where one has stopped for too long,
        and where the scheduler is gone.
        """
        from distributed import KilledWorker  # noqa: PLC0415 - an extra

        engine, watch = source_hash(), WorkerWatch(self._client)
        waiting, running = deque(enumerate(tasks)), set[Any]()
        try:
            while waiting or running:
                while waiting and len(running) < AHEAD * self.workers:
                    running.add(self._client.submit(_carry_out, engine, *waiting.popleft(), pure=False))
                done = self._ready(running, watch)
                running -= done
                for future in done:
                    yield self._result(future, watch)
        except KilledWorker as error:
            why = f"workers of the cluster were killed over the same part again and again ({error.task})"
            raise UcgsimError(f"{why}; {_SAVED}") from None
        finally:
            with suppress(Exception):
                self._client.cancel(list(running))

    def _ready(self, running: set[Any], watch: WorkerWatch) -> set[Any]:
        """Those that are done, after a moment."""
        from distributed import CancelledError, wait  # noqa: PLC0415 - an extra

        try:
            with suppress(TimeoutError):
                return set(wait(running, timeout=_EVERY, return_when="FIRST_COMPLETED").done)
            return set()
        except (CancelledError, OSError):
            raise UcgsimError(_NO_SCHEDULER) from None
        finally:
            watch.look()

    def _result(self, future: Any, watch: WorkerWatch) -> Any:
        """What a task that is done has returned; the worker that holds it may have stopped since."""
        from distributed import CancelledError  # noqa: PLC0415 - an extra

        while True:
            try:
                return future.result(timeout=_EVERY)
            except CancelledError:
                raise UcgsimError(_NO_SCHEDULER) from None
            except TimeoutError:
                if future.status == "error":
                    raise
            watch.look()

    def refuse_others(self) -> None:
        """Raise UcgsimError for a worker that plays another engine than this process, or none."""
        mine = source_hash()
        answers = self._client.run(_engine, on_error="return")
        for address, answer in sorted(answers.items()):
            if isinstance(answer, OSError):
                raise UcgsimError(f"worker {address}: does not answer ({_line(answer)}); start it again")
            if isinstance(answer, Exception):
                raise UcgsimError(
                    f"worker {address}: can't play ({_line(answer)}); install this version of ucgsim there"
                )
            if answer != mine:
                raise UcgsimError(f"worker {address}: {_other(answer, mine)}")


class WorkerWatch:
    """Looks after the workers of a cluster: how long the scheduler has not heard of each."""

    def __init__(self, client: Any, clock: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._clock = clock
        self._looked = clock()
        self._heard: dict[str, float] = {}
        self._silent: Counter[str] = Counter()
        self._said: set[str] = set()

    def look(self) -> None:
        """Say which worker has stopped, once for each; UcgsimError where one has for too long."""
        passed = self._clock() - self._looked
        if passed < _EVERY:
            return
        workers = self._client.scheduler_info(n_workers=-1)["workers"]
        self._looked = self._clock()
        heard = {address: worker["last_seen"] for address, worker in workers.items()} or {_NO_WORKER: 0.0}
        # Where this process or the scheduler stood still, no worker is to blame for it.
        passed = min(passed, 2 * _EVERY)
        silent = {
            address: self._silent[address] + passed for address, at in heard.items() if self._heard.get(address) == at
        }
        self._heard, self._silent = heard, Counter(silent)
        self._said &= silent.keys()
        for address, seconds in sorted(silent.items()):
            if seconds >= GIVEN_UP:
                raise UcgsimError(f"{_silence(address, seconds)}; {_SAVED}")
            if seconds >= SILENT and address not in self._said:
                self._said.add(address)
                say(f"{_silence(address, seconds)}; after {GIVEN_UP} s this command ends")


_NO_WORKER = ""
"""In place of a worker where there is none."""


def _silence(address: str, seconds: float) -> str:
    if address == _NO_WORKER:
        return f"the cluster has had no worker for {seconds:.0f} s; start one again"
    return f"worker {address}: has not been heard of for {seconds:.0f} s; let it go on, or end it"


def cluster_in_use() -> Cluster | None:
    """The cluster that work goes to at the moment, if any."""
    return _used[-1] if _used else None


@contextmanager
def on_cluster(scheduler: str | None, jobs: int) -> Iterator[Cluster]:
    """Send all work within the block to the cluster of a scheduler, or to ``jobs`` local workers without one.

    Raises UcgsimError where Dask is not installed, where no scheduler answers, where it has no workers, and for a
    worker of another engine.
    """
    try:
        from distributed import Client, LocalCluster  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        raise UcgsimError("--backend dask needs Dask: python -m pip install 'ucgsim[cluster]'") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with ExitStack() as stack:
        # To stop early is no mistake here: enough is known then.
        stack.enter_context(warnings.catch_warnings())
        warnings.filterwarnings("ignore", message=r"\d+ tasks ", category=UserWarning)
        place = scheduler
        if place is None:
            make_ready()
            local = LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None)
            place = stack.enter_context(local).scheduler_address
        try:
            client = stack.enter_context(Client(place, timeout=SECONDS))
            client.wait_for_workers(1, timeout=SECONDS)
        except (OSError, ValueError, TypeError) as error:
            why = _line(error) or "no answer"
            raise UcgsimError(
                f"{place}: no scheduler with workers answers ({why}); is it like tcp://host:8786?"
            ) from None
        cluster = Cluster(client)
        cluster.refuse_others()
        _used.append(cluster)
        try:
            yield cluster
        finally:
            _used.remove(cluster)


def _carry_out(engine: str, number: int, task: Callable[[], T]) -> tuple[int, T]:
    """A task with its number, on a worker, which may have come after the others were asked for their engine."""
    mine = source_hash()
    if mine != engine:
        raise UcgsimError(f"a worker of the cluster: {_other(mine, engine)}")
    return number, task()


def _engine() -> str:
    return source_hash()


def _other(theirs: str, mine: str) -> str:
    return f"plays engine {theirs}, this command {mine}; install one version of ucgsim everywhere"


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:120] or type(error).__name__


# Parts of some work, one after the other or side by side; what comes out is the same.
#
# Nothing else starts processes; other machines are the matter of ``cluster``. A part whose worker is killed is carried
# out again by another one, and all workers end with the process that started them, however that ends: joblib, which
# does neither, is not used for it here.


WORTH_WORKERS = 12
"""Parts of the usual size that pay for starting workers, which takes a second or two."""
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
from ucgsim.simulate.worker import work
work(int(sys.argv[1]))
"""
"""A worker that can't begin is reported by the process that started it, in one line and without a traceback."""
_ONE_THREAD = dict.fromkeys(("POLARS_MAX_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
"""The workers fill the cores; none needs a thread for each of them."""


class WorkerEndedError(UcgsimError):
    """Workers were killed over the same part again and again; ``why`` says by what."""

    def __init__(self, why: str, done: int, parts: int) -> None:
        self.why = why
        super().__init__(f"{why}; {done} of {parts} parts were done: {_SAVED}")

    def __reduce__(self) -> tuple[Any, ...]:
        return UcgsimError, (str(self),)


def in_order(tasks: Sequence[Callable[[], T]], jobs: int, worth: int = WORTH_WORKERS) -> Generator[T]:
    """What the tasks return, in their order; with ``jobs`` workers where at least ``worth`` of them are to be done.

    Close the iterator to stop early.
    """
    cluster = cluster_in_use()
    jobs = jobs if cluster is None else cluster.workers
    alone = 0 if jobs > 1 and len(tasks) >= worth else len(tasks)
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
        make_ready()

    def results(self) -> Iterator[tuple[int, T]]:
        """Numbers of tasks with what they return, as it comes; raises what a task raises, and WorkerEndedError."""
        done = 0
        while done < len(self.tasks):
            self._hand_out()
            ready = wait([worker.socket for worker in self.workers])
            heed_all()
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
