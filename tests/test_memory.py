"""What a process may use is asked of the system, in whatever way it says so."""

from __future__ import annotations

import pytest

from ucgsim import memory
from ucgsim.errors import UcgsimError


def test_a_process_without_a_limit_is_never_refused(monkeypatch):
    monkeypatch.setattr(memory, "_addresses", lambda: None)
    monkeypatch.setattr(memory, "_allowed", lambda: None)
    memory.check_memory()
    memory.check_loading()
    assert not memory.is_tight()


@pytest.mark.parametrize(("short", "tight"), [(0, False), (1, True)])
def test_a_limit_of_addresses_is_refused_just_below_the_need(monkeypatch, short, tight):
    monkeypatch.setattr(memory, "_addresses", lambda: memory.needed() - short)
    assert memory.is_tight() == tight
    if tight:
        with pytest.raises(UcgsimError, match=r"^too little memory: .*ulimit -v.*GiB"):
            memory.check_memory()
    else:
        memory.check_memory()


@pytest.mark.parametrize(("text", "refused"), [("max\n", False), ("104857600\n", True), ("8589934592\n", False)])
def test_a_container_says_what_it_allows(monkeypatch, tmp_path, text, refused):
    monkeypatch.setattr(memory, "_GROUP", tmp_path / "memory.max")
    monkeypatch.setattr(memory, "_addresses", lambda: None)
    (tmp_path / "memory.max").write_text(text)
    if refused:
        with pytest.raises(UcgsimError, match="100 MiB are allowed here, and playing takes 256 MiB"):
            memory.check_memory()
    else:
        memory.check_memory()
