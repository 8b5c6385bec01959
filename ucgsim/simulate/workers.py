"""Parts of some work, one after the other or side by side; what comes out, and in which order, is the same."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

T = TypeVar("T")


def in_order(tasks: Sequence[Callable[[], T]], jobs: int, worth: int) -> Generator[T]:
    """What the tasks return, in their order; with ``jobs`` workers where at least ``worth`` of them are to be done.

    Starting workers takes a second or two. Close the iterator to stop early.
    """
    # The first part compiles if need be, before workers would all do so.
    for task in tasks[:1]:
        yield task()
    rest = tasks[1:]
    if jobs == 1 or len(tasks) < worth:
        for task in rest:
            yield task()
        return
    from joblib import Parallel, delayed  # noqa: PLC0415 - most work ends before it needs it

    parts = Parallel(n_jobs=jobs, return_as="generator")(delayed(task)() for task in rest)
    try:
        for part in parts:  # noqa: UP028 - `yield from` would close it, with a warning
            yield part
    finally:
        # Stopping early is meant; joblib would warn of the parts that were played for nothing.
        with warnings.catch_warnings(action="ignore"):
            parts.close()
