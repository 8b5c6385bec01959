"""What a process may use is asked of the system, in whatever way it says so."""

from __future__ import annotations

import pytest

from tests.helpers import assert_refuses
from ucgsim import memory


def test_a_process_without_a_limit_is_never_refused(monkeypatch):
    monkeypatch.setattr(memory, "_addresses", lambda: None)
    memory.check_loading()
    assert not memory.is_tight()


@pytest.mark.parametrize(("short", "tight"), [(0, False), (1, True)])
def test_a_limit_of_addresses_is_refused_just_below_the_need(monkeypatch, short, tight):
    monkeypatch.setattr(memory, "_addresses", lambda: memory.needed() - short)
    assert memory.is_tight() == tight
    loading = memory._LOADS + memory._cores() * memory._LOADS_EACH_CORE
    monkeypatch.setattr(memory, "_addresses", lambda: loading - short)
    if tight:
        assert_refuses(r"^too little memory: .*ulimit -v.*MiB", memory.check_loading)
    else:
        memory.check_loading()
