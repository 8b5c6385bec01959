"""How many processes play side by side where no number is given.

What joblib's ``cpu_count`` says, without the eighth of a second that joblib takes to load.
"""

from __future__ import annotations

import math
import os
from contextlib import suppress
from pathlib import Path

from ucgsim.errors import UcgsimError
from ucgsim.files.reading import read_kept

MOST = "LOKY_MAX_CPU_COUNT"
"""The environment variable that joblib reads for the same."""
_GROUPS = Path("/sys/fs/cgroup")
_QUOTAS = (("cpu.max",), ("cpu/cpu.cfs_quota_us", "cpu/cpu.cfs_period_us"))
"""Microseconds of processor time, and of the time they are for: of control groups of version 2 and of version 1."""


def cores(jobs: int | None = None) -> int:
    """``jobs``, or for None the cores that this process may use."""
    return usable() if jobs is None else jobs


def usable(groups: Path = _GROUPS) -> int:
    """The cores there are, or those that the system, a container or ``LOKY_MAX_CPU_COUNT`` allows of them."""
    limits = [os.cpu_count() or 1, _share_of(groups)]
    if hasattr(os, "sched_getaffinity"):
        limits.append(len(os.sched_getaffinity(0)))
    with suppress(ValueError):
        limits.append(int(os.environ.get(MOST, "")))
    return max(int(min(limits)), 1)


def _share_of(groups: Path) -> float:
    """Cores that the control group of this process is given, as a container's is; infinite where nothing says so."""
    for files in _QUOTAS:
        with suppress(UcgsimError, ValueError):
            quota, period = b" ".join(read_kept(groups / file) or b"" for file in files).split()
            return math.ceil(int(quota) / int(period)) if int(quota) > 0 else math.inf
    return math.inf
