"""How far good players lie apart, as `scripts.players` has measured it, for intervals that hold both errors."""

from __future__ import annotations

from functools import cache
from importlib import resources

from ucgsim.files.checksums import unsealed
from ucgsim.files.reading import own_text
from ucgsim.policies.spec import parse_policy
from ucgsim.stats.random_effects import PlayerSpread

FORMAT = 2
FILE = "spread.json"
GOOD = ("planner", "search")
"""Families of players within reach of the best. Others, such as greedy, misplay some decks by twenty points."""


@cache
def stored_spread() -> PlayerSpread:
    """The spread that is shipped."""
    place = resources.files("ucgsim.policies") / "data" / FILE
    figures = unsealed(
        own_text(place).encode(), FILE, "how far players lie apart", FORMAT, "run scripts.players --ship"
    )
    figures.pop("format")
    return PlayerSpread(**figures | {"players": tuple(figures["players"])})


def spread_of(policies: tuple[str, ...]) -> PlayerSpread | None:
    """The spread for games that these policies played; None where one is no good player, or no one knows."""
    names = {parse_policy(name).name for name in policies}
    good = len(names) == 1 and all(name.partition(":")[0] in GOOD for name in names)
    return stored_spread() if good else None
