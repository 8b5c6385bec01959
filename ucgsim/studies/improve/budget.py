"""How many games a search may take: said as a number, or as a time."""

from __future__ import annotations

import re

from ucgsim.errors import UcgsimError
from ucgsim.limits import MAX_GAMES
from ucgsim.studies.check import Budget, read_budget

_GAMES = re.compile(r"(?P<number>\d+(?:[_,]\d{3})*(?:\.\d+)?(?:[eE]\+?\d{1,2})?)(?P<unit>[kM]?)")
_UNITS = {"": 1, "k": 1_000, "M": 1_000_000}
MEASURED_FOR = 1.0
"""Seconds in which the speed is taken, or a tenth of the time there is."""


def games_in_text(text: str) -> int | None:
    """A number of games such as 2e6, 2M, 500k or 2,000,000; None for anything else."""
    read = _GAMES.fullmatch(text.strip())
    if read is None:
        return None
    games = float(re.sub("[_,]", "", read["number"])) * _UNITS[read["unit"]]
    if not 1 <= games <= MAX_GAMES:
        raise UcgsimError(f"a budget of {text.strip()} games; give 1 to {MAX_GAMES:,}")
    return int(games)


def seconds_in_text(text: str) -> float:
    """A time such as 90s, 10m or 1h; UcgsimError for what is neither a time nor a number of games."""
    try:
        budget = read_budget(text)
    except UcgsimError:
        budget = Budget()
    if budget.seconds is None:
        raise UcgsimError(f"{text!r} is no budget; give a number of games such as 2e6 or 2M, or a time such as 10m")
    return budget.seconds


def games_within(seconds: float, per_second: float) -> int:
    """About how many games are played in a time."""
    return min(max(int(per_second * seconds), 1), MAX_GAMES)
