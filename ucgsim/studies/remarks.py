"""What a reader of any study must know to judge its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def blank_remark(numbers: Sequence[str]) -> str:
    """That some cards were played without their text."""
    return f"Played as if blank, although they have a text: {', '.join(numbers)}."


def edited_remark(numbers: Sequence[str]) -> str:
    """That some cards were played as a person says, not as the official text was read."""
    return f"Played with an effect edited by hand: {', '.join(numbers)}."
