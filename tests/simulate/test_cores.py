"""How many cores a process may use: as many as joblib says, and as a container is given."""

from __future__ import annotations

import os

import joblib
import pytest

from ucgsim.simulate.cores import MOST, cores, usable


def test_as_many_as_joblib_says(monkeypatch):
    assert cores() == usable() == joblib.cpu_count()
    assert cores(7) == 7
    monkeypatch.setenv(MOST, "1")
    assert usable() == joblib.cpu_count() == 1


@pytest.mark.parametrize(
    ("files", "most"),
    [
        ({"cpu.max": "150000 100000"}, 2),
        ({"cpu.max": "max 100000"}, 64),
        ({"cpu/cpu.cfs_quota_us": "50000", "cpu/cpu.cfs_period_us": "100000"}, 1),
        ({"cpu/cpu.cfs_quota_us": "-1", "cpu/cpu.cfs_period_us": "100000"}, 64),
        ({"cpu.max": "nonsense"}, 64),
        ({}, 64),
    ],
)
def test_a_container_has_what_it_is_given(tmp_path, monkeypatch, files, most):
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: range(64), raising=False)
    monkeypatch.delenv(MOST, raising=False)
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert usable(tmp_path) == most
