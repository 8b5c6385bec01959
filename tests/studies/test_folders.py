"""What a folder holds, told by the file of its plan."""

from __future__ import annotations

import pytest

from ucgsim.studies.kit.kinds import KINDS, kind_of, no_run


@pytest.mark.parametrize("kind", KINDS.values())
def test_a_folder_holds_what_its_plan_is_of(kind, tmp_path):
    (tmp_path / kind.file).write_text("{}")
    assert kind_of(tmp_path) == kind.name


def test_a_folder_that_is_empty_or_none_holds_nothing(tmp_path):
    assert kind_of(tmp_path) is None
    assert kind_of(tmp_path / "none") is None
    assert str(no_run(tmp_path, "`ucgsim duel`")).endswith(
        "holds no run; name a folder that `ucgsim duel` wrote with --out"
    )
    assert "is no folder" in str(no_run(tmp_path / "none", "`ucgsim duel`"))
