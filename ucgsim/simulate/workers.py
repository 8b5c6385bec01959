"""Parts of some work, side by side by joblib or one after the other; what comes out is the same.

Compiled games are played by threads: they hold no lock of Python. Policies written in Python get processes of their
own, which end with the one that started them. A cluster takes either by Dask, with the extra ``ucgsim[cluster]``.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
import warnings
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, TypeVar

from ucgsim.compiling.compiled import make_ready
from ucgsim.compiling.sources import source_hash
from ucgsim.engine.core.halting import halt, heed_all, is_halted
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

T = TypeVar("T")

SECONDS = 10
"""How long a scheduler, and then its first worker, is waited for."""
_QUIET = "ignore:resource_tracker:UserWarning"
_EVERY = 0.5
"""Seconds between two looks of a worker at its parent."""
KILLED = {"TerminatedWorkerError", "BrokenProcessPool", "KilledWorker"}
"""What joblib's processes and Dask's raise for a worker that was killed."""
_SAVED = "with --out what was played is saved, and the same command goes on"
_used: list[int] = []
"""How many parts the cluster in use plays at a time, if there is one."""


def in_order(tasks: Iterable[Callable[[], T]], jobs: int, *, python: bool = False) -> Generator[T]:
    """What the tasks return, in their order, with ``jobs`` at a time; ``python``: most of each is Python.

    Close the iterator to stop early. Raises what a task raises, and UcgsimError where a worker was killed.
    """
    make_ready()
    tasks = iter(tasks)
    begin = list(islice(tasks, 2))
    tasks = chain(begin, tasks)
    if (jobs == 1 or len(begin) < 2) and not _used:
        for task in tasks:
            yield task()
        return
    from joblib import Parallel, delayed, parallel_config  # noqa: PLC0415 - most commands play nothing

    under_way = _UnderWay()
    options: dict[str, Any] = {"backend": "threading"}
    if _used:
        options = {"backend": "dask"}
        tasks = (partial(_of_engine, source_hash(), task) for task in tasks)
    elif python:
        # What clears up after this process, were it killed, would say so.
        warned = os.environ.get("PYTHONWARNINGS")
        if _QUIET not in (warned or ""):
            os.environ["PYTHONWARNINGS"] = f"{warned},{_QUIET}" if warned else _QUIET
        options = {"backend": "loky", "initializer": _begin, "initargs": (os.getpid(),)}
    else:
        tasks = (partial(under_way.carry_out, task) for task in tasks)
    with parallel_config(**options):
        play = Parallel(n_jobs=_used[-1] if _used else jobs, return_as="generator", batch_size=1)
    results: Generator[T] = play(delayed(task)() for task in tasks)
    try:
        for result in results:
            heed_all()
            yield result
    except Exception as error:
        if type(error).__name__ in KILLED:
            raise UcgsimError(f"a worker was ended, perhaps for want of memory; {_SAVED}") from None
        raise
    finally:
        under_way.stop(results)


class _UnderWay:
    """Tasks that threads are carrying out."""

    def __init__(self) -> None:
        self.tasks, self.changed = 0, threading.Condition()

    def carry_out(self, task: Callable[[], T]) -> T:
        """What the task returns."""
        with self.changed:
            self.tasks += 1
        try:
            return task()
        finally:
            with self.changed:
                self.tasks -= 1
                self.changed.notify_all()

    def stop(self, results: Generator[Any]) -> None:
        """End at once what nobody will look at: games stop at their next turn, processes are ended."""
        stops = bool(self.tasks) and not is_halted()
        with warnings.catch_warnings():
            # Enough was known, so it is no mistake that there are more.
            warnings.simplefilter("ignore")
            if stops:
                halt()
            results.close()
        with self.changed:
            self.changed.wait_for(lambda: not self.tasks)
        if stops:
            halt(halted=False)


def _begin(parent: int) -> None:
    """Make a process a worker: it ends with its parent, is not interrupted for itself, and prints nothing."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_EVERY)
    os._exit(0)


# Clusters: processes on other machines, which Dask's scheduler knows.


@contextmanager
def on_cluster(scheduler: str | None, jobs: int) -> Iterator[int]:
    """Send all work within the block to the cluster of a scheduler, or to ``jobs`` local workers without one.

    Its value is how many parts are played at a time. Raises UcgsimError where Dask is not installed, where no scheduler
    answers, where it has no workers, and for a worker of another engine.
    """
    try:
        from distributed import Client, LocalCluster  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        raise UcgsimError("--backend dask needs Dask: python -m pip install 'ucgsim[cluster]'") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with ExitStack() as stack:
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
        refuse_others(client)
        _used.append(max(1, sum(client.nthreads().values())))
        try:
            yield _used[-1]
        finally:
            _used.pop()


def refuse_others(client: Any) -> None:
    """Raise UcgsimError for a worker of a Dask client that plays another engine than this process, or none."""
    mine = source_hash()
    for address, answer in sorted(client.run(_engine, on_error="return").items()):
        if isinstance(answer, OSError):
            raise UcgsimError(f"worker {address}: does not answer ({_line(answer)}); start it again")
        if isinstance(answer, Exception):
            raise UcgsimError(f"worker {address}: can't play ({_line(answer)}); install this version of ucgsim there")
        if answer != mine:
            raise UcgsimError(f"worker {address}: {_other(answer, mine)}")


def _of_engine(engine: str, task: Callable[[], T]) -> T:
    """What a task returns on a worker, which may have come after the others were asked for their engine."""
    mine = source_hash()
    if mine != engine:
        raise UcgsimError(f"a worker of the cluster: {_other(mine, engine)}")
    return task()


def _engine() -> str:
    return source_hash()


def _other(theirs: str, mine: str) -> str:
    return f"plays engine {theirs}, this command {mine}; install one version of ucgsim everywhere"


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:120] or type(error).__name__
