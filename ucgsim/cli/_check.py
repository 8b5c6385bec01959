"""What the options of a check ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence


def wanted_check(check: str | None, games: int | None, played: Sequence[str], *, usual: bool) -> str | None:
    """The policy of the check, None for no check; ``usual``: whether there is one where none is named.

    Refuses games of a check that is not made, and a check by what plays already.
    """
    from ucgsim.studies.check import read_check, usual_check  # noqa: PLC0415 - help must not wait for what plays

    found = read_check(check, played) if check is not None or not usual else usual_check(played)
    if found is None and games is not None:
        raise click.UsageError("--check-games: there is no check; name one with --check, such as search:16")
    return found


def refuse_check(check: str | None, games: int | None) -> None:
    """Refuse the options of a check where nothing can be checked."""
    if games is not None or check not in {None, "none"}:
        raise click.UsageError("--check: matches can't be checked; leave it out, or play games")
