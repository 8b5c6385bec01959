"""What the options of a check ask for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ucgsim.studies.check import Budget


@dataclass(frozen=True, slots=True)
class AskedCheck:
    """The policy of a check, "none" for no check, None where nothing is said; in so many games, or within a budget."""

    policy: str | None = None
    games: int | None = None
    budget: Budget | None = None

    @property
    def is_left_out(self) -> bool:
        """Whether it is said that there is to be none."""
        return self.policy == "none"


@dataclass(frozen=True, slots=True)
class WantedCheck:
    """A check that is to be made: its policy, in so many games or within a budget."""

    policy: str
    games: int | None = None
    budget: Budget | None = None


def wanted_check(asked: AskedCheck, played: Sequence[str], *, usual: bool) -> WantedCheck | None:
    """The check to be made, None for no check; ``usual``: whether there is one where no policy is named.

    Refuses a size of a check that is not made, and a check by what plays already.
    """
    from ucgsim.studies.check import read_check, usual_check  # noqa: PLC0415 - help must not wait for what plays

    policy = read_check(asked.policy, played) if asked.policy is not None or not usual else usual_check(played)
    if policy is not None:
        return WantedCheck(policy, asked.games, asked.budget)
    _refuse_size(asked, "there is no check; name one with --check, such as search:16,with=planner")
    return None


def refuse_check(asked: AskedCheck, why: str) -> None:
    """Refuse the options of a check where nothing can be checked."""
    if replace(asked, policy=None) != AskedCheck() or asked.policy not in {None, "none"}:
        raise click.UsageError(f"--check: {why}")


def _refuse_size(asked: AskedCheck, why: str) -> None:
    for option, value in (("--check-games", asked.games), ("--check-budget", asked.budget)):
        if value is not None:
            raise click.UsageError(f"{option}: {why}")
