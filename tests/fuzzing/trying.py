"""One input after the other: each gets an answer or one line that says what is wrong, and soon."""

from __future__ import annotations

import gc
import signal
import sys
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.waiting import slowness
from ucgsim.errors import UcgsimError
from ucgsim.safe_text import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


SECONDS = slowness()
"""Of work, whatever else the machine does meanwhile: one, on a usual machine."""
MOST_AT_ONCE = 1000
"""Inputs that hypothesis makes before it begins again."""
PREFIX = "fuzz\x1b[31m\n-"
"""Of folders: whoever quotes one has to show it safely."""
MOST_LETTERS = 2000
"""Of a line of a message; only lists of problems have several."""


class TooSlowError(Exception):
    """An input took longer than it may; the traceback says where."""


def attempt(read: Callable[[], object]) -> str:
    """Read one input: "answer" or "refused"; raises whatever else became of it."""
    # What was made before, by whoever makes the inputs, is not looked through on this one's time.
    gc.freeze()
    start = time.process_time()
    try:
        with _bounded():
            read()
    except UcgsimError as error:
        text = "refused"
        for line in str(error).split("\n"):
            look_at(line)
    else:
        text = "answer"
    finally:
        taken = time.process_time() - start
        gc.unfreeze()
    if taken > SECONDS:
        raise TooSlowError(f"{taken:.1f} s")
    return text


def look_at(message: str) -> None:
    """AssertionError where a message isn't one line that can be read on any terminal."""
    assert message, "no message"
    assert len(message) <= MOST_LETTERS, f"{len(message)} letters: {message[:200]!r}"
    assert visible(message) == message, f"a terminal obeys {message[:300]!r}"
    assert not set("\n\t") & set(message), f"more than a line: {message[:300]!r}"


@contextmanager
def _bounded() -> Iterator[None]:
    """Stop what works on and on."""
    before = signal.signal(signal.SIGVTALRM, _too_slow)
    signal.setitimer(signal.ITIMER_VIRTUAL, 2 * SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _too_slow(*_: object) -> None:
    raise TooSlowError(f"more than {2 * SECONDS:.1f} s")


def try_all(
    inputs: st.SearchStrategy[Any], read: Callable[[Any], object], number: int, *, derandomize: bool = False
) -> Counter[str]:
    """Try ``number`` inputs and count what became of them; raises what hypothesis found, as small as it gets."""
    counts: Counter[str] = Counter()
    while (missing := number - counts.total()) > 0:
        # Hypothesis remembers all that it tried: many at once take ever longer.
        counts += _try_some(inputs, read, min(missing, MOST_AT_ONCE), derandomize=derandomize)
    return counts


def _try_some(
    inputs: st.SearchStrategy[Any], read: Callable[[Any], object], number: int, *, derandomize: bool
) -> Counter[str]:
    counts: Counter[str] = Counter()

    @settings(
        max_examples=number,
        derandomize=derandomize,
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
        print_blob=False,
    )
    @given(inputs)
    def each(value: Any) -> None:
        counts[attempt(lambda: read(value))] += 1

    each()
    return counts


@contextmanager
def reader_of(file: str, read: Callable[[Path], object]) -> Iterator[Callable[[bytes], object]]:
    """A reader of bytes, by way of a file of this name."""
    with TemporaryDirectory(prefix=PREFIX) as folder:
        place = Path(folder) / file

        def read_bytes(raw: bytes) -> object:
            place.write_bytes(raw)
            return read(place)

        yield read_bytes


def report(name: str, counts: Counter[str], seconds: float) -> None:
    """Say what became of a kind."""
    text = ", ".join(f"{number} {what}" for what, number in sorted(counts.items()))
    print(f"{name}: {sum(counts.values())} inputs in {seconds:.0f} s: {text}")
    sys.stdout.flush()
