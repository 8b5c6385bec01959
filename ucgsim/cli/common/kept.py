"""What commands say of a folder that they read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.cli.common.console import say

if TYPE_CHECKING:
    from pathlib import Path


def say_change(folder: Path) -> None:
    """Say so where the games of a folder were played with what is here no longer."""
    from ucgsim.studies.kept import change_of  # noqa: PLC0415 - help must not wait for what plays

    if words := change_of(folder):
        say(f"ucgsim: {words}")
