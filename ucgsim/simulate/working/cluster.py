"""The parts of some work on a Dask cluster, through joblib's backend for it; what comes out is the same as here.

A worker that dies is survived: Dask gives its parts to another one. Needs the extra ``ucgsim[cluster]``.
"""

from __future__ import annotations

import logging
import warnings
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from ucgsim.engine.compiling.compiled import source_hash
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

T = TypeVar("T")

SECONDS = 10
"""How long a scheduler, and then its first worker, is waited for."""
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
        """Numbers of tasks with what they return, as it comes; raises what a task raises."""
        from distributed import KilledWorker  # noqa: PLC0415 - an extra
        from joblib import Parallel, delayed, parallel_config  # noqa: PLC0415 - loaded with it

        engine = source_hash()
        calls = (delayed(_carry_out)(engine, number, task) for number, task in enumerate(tasks))
        try:
            with parallel_config(backend="dask", client=self._client, wait_for_workers_timeout=SECONDS):
                yield from Parallel(n_jobs=-1, batch_size=1, return_as="generator_unordered")(calls)
        except KilledWorker as error:
            why = f"workers of the cluster were killed over the same part again and again ({error.task})"
            raise UcgsimError(f"{why}; with --out what was played is kept, and the same command goes on") from None

    def refuse_others(self) -> None:
        """Raise UcgsimError for a worker that plays another engine than this process, or none."""
        mine = source_hash()
        answers = self._client.run(_engine, on_error="return")
        for address, answer in sorted(answers.items()):
            if isinstance(answer, Exception):
                raise UcgsimError(
                    f"worker {address}: can't play ({_line(answer)}); install this version of ucgsim there"
                )
            if answer != mine:
                raise UcgsimError(f"worker {address}: {_other(answer, mine)}")


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
        # To stop early is no mistake here: whoever stops knows enough.
        stack.enter_context(warnings.catch_warnings())
        warnings.filterwarnings("ignore", message=r"\d+ tasks ", category=UserWarning)
        place = scheduler
        if place is None:
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
