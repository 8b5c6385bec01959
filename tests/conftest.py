"""The order in which files of tests are played."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

USUAL = 5
"""Seconds that a test takes which is marked as slow and does not say how many."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow files first: with one of them begun last, all workers but its own would have nothing to do."""
    seconds: Counter[object] = Counter()
    for item in items:
        mark = item.get_closest_marker("slow")
        seconds[item.path] += 0 if mark is None else mark.kwargs.get("seconds", USUAL)
    items.sort(key=lambda item: -seconds[item.path])
