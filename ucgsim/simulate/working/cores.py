"""How many processes play side by side where nobody says it."""

from __future__ import annotations


def cores(jobs: int | None = None) -> int:
    """``jobs``, or for None the cores that this process may use."""
    from joblib import cpu_count  # noqa: PLC0415 - only what plays waits for it

    return int(cpu_count()) if jobs is None else jobs
