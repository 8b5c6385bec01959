"""How far good players lie apart, as `scripts.players` has measured it, for intervals that hold both errors.

A good player is one who does not surely lose mirrors to the planner that was measured (`scripts.spread`). Whose numbers
are another good player's business is listed by name and version: of other versions and variants nobody knows.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

from ucgsim.files.checksums import unsealed
from ucgsim.files.reading import own_text
from ucgsim.policies.spec import parse_policy
from ucgsim.stats.random_effects import PlayerSpread

FORMAT = 3
FILE = "spread.json"


@cache
def _figures() -> dict[str, Any]:
    place = resources.files("ucgsim.policies") / "data" / FILE
    return unsealed(own_text(place).encode(), FILE, "how far players lie apart", FORMAT, "run scripts.spread --ship")


@cache
def stored_spread() -> PlayerSpread:
    """The spread that is shipped."""

    def spread(figures: dict[str, Any] | None) -> PlayerSpread | None:
        if figures is None:
            return None
        return PlayerSpread(**figures | {"players": tuple(figures["players"]), "simple": spread(figures["simple"])})

    stored = spread(_figures()["spread"])
    assert stored is not None, "the file has one"
    return stored


@cache
def shown_players() -> frozenset[str]:
    """The players for whose games it holds, as labels with versions."""
    return frozenset(_figures()["shown"])


def spread_of(policies: tuple[str, ...]) -> PlayerSpread | None:
    """The spread for games that these policies played; None unless they are the same, and one that was measured."""
    labels = {parse_policy(name).label for name in policies}
    return stored_spread() if len(labels) == 1 and labels <= shown_players() else None
