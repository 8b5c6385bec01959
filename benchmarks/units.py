"""How long a command takes in a unit that machines share: 20 million turns of a loop in Python.

    python benchmarks/units.py scripts/test

The unit is sampled every 15 seconds while the command runs, since a machine that does other work is slower.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time

TURNS = 20_000_000
PART = 20
"""A sample is this part of a unit, so that sampling takes little of the time that is measured."""
EVERY = 15.0


def unit() -> float:
    """Seconds that a unit takes here and now, next to all else that runs."""
    start, x = time.monotonic(), 0
    for i in range(TURNS // PART):
        x += i * i % 7
    return (time.monotonic() - start) * PART


def main() -> int:
    """Run the command and print what it took."""
    samples: list[float] = [unit()]
    ended = threading.Event()

    def sample() -> None:
        while not ended.wait(EVERY):
            samples.append(unit())

    sampler = threading.Thread(target=sample)
    start = time.monotonic()
    # Of all programs that it starts, those are counted that were waited for, as the operating system does.
    with subprocess.Popen(sys.argv[1:]) as process:
        sampler.start()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - start
    ended.set()
    sampler.join()
    cpu, mean = used.ru_utime + used.ru_stime, sum(samples) / len(samples)
    print(
        f"{cpu:.0f} s of processor time, {wall:.0f} s of wall time; a unit took {mean:.2f} s here "
        f"({len(samples)} samples): {cpu / mean:.0f} units of processor time, {wall / mean:.0f} of wall time"
    )
    return process.returncode


if __name__ == "__main__":
    sys.exit(main())
