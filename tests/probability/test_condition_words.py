"""What players write is read as the language has it."""

from __future__ import annotations

import pytest

from ucgsim.probability.condition import as_asked


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("lv1", "level 1"),
        ("Lv. 2 TIGA", "level 2 TIGA"),
        ("BP01-001 + BP02-049", "BP01-001 and BP02-049"),
        ("2 BP01-001", "BP01-001 >= 2"),
        ("2x bp01-001 + scene", "bp01-001 >= 2 and scene"),
        ("chain 1-2", "chain 1-2"),
        ("level 1 >= 2 and PR-095", "level 1 >= 2 and PR-095"),
        ("chain of 3", "chain of 3"),
    ],
)
def test_words_of_players(asked: str, read: str) -> None:
    assert as_asked(asked) == read
