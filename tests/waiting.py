"""What a test waits for, and how soon something must be done: on any machine, whatever else that does meanwhile."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")

STUCK = 600
"""Seconds after which a test is red. The first one that plays builds the library: half a minute where nothing else
runs, measured with ten programs on two cores six minutes and a half.
"""
PATIENCE = 1000 * STUCK // 2
"""Milliseconds that a browser waits: it can still say for what before its test is stuck."""
_LOOK_AGAIN = 0.01
_USUAL = 0.045
"""Seconds that `slowness` works on the machine for which bounds of time are written."""


def until(holds: Callable[[], T]) -> T:
    """What is waited for, as soon as it is there; a test that waits for too long is red as one that is stuck."""
    while not (value := holds()):
        time.sleep(_LOOK_AGAIN)
    return value


def slowness(clock: Callable[[], float] = time.process_time) -> float:
    """How many times as long as usual a fixed piece of work takes by a clock, here and now; at least 1."""
    began = clock()
    ",".join(sorted(str(number * 7919 % 100_003) for number in range(100_000))).split(",")
    return max(1.0, (clock() - began) / _USUAL)


@contextmanager
def assert_soon(seconds: float, clock: Callable[[], float] = time.process_time) -> Iterator[None]:
    """What is done within takes no longer, and on a slower machine as many times as long as that is slower."""
    began = clock()
    yield
    taken = clock() - began
    assert taken < seconds or taken < seconds * slowness(clock), f"{taken:.1f} s"
