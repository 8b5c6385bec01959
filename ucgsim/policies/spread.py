"""How far good players lie apart, as `scripts.players` has measured it, for intervals that hold both errors.

A good player is one who does not surely lose mirrors to the planner that was measured (`scripts.spread`). For whose
games the spread holds is listed by name and version: how far other versions and variants lie from others is not known.
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
def stored_figures() -> dict[str, Any]:
    """What the file that ships holds: the ``spread``, and the players who are ``shown`` with it."""
    place = resources.files("ucgsim.policies") / "data" / FILE
    return unsealed(own_text(place).encode(), FILE, "how far players lie apart", FORMAT, "run scripts.spread --ship")


@cache
def stored_spread() -> PlayerSpread:
    """The spread that is shipped."""
    figures = stored_figures()["spread"]
    return _spread(figures | {"simple": _spread(figures["simple"])})


def _spread(figures: dict[str, Any]) -> PlayerSpread:
    return PlayerSpread(**figures | {"players": tuple(figures["players"])})


@cache
def shown_players() -> frozenset[str]:
    """The players for whose games it holds, as labels with versions."""
    return frozenset(stored_figures()["shown"])


def spread_of(policies: tuple[str, ...]) -> PlayerSpread | None:
    """The spread for games that these policies played; None unless they are the same, and one that was measured."""
    labels = {parse_policy(name).label for name in policies}
    return stored_spread() if len(labels) == 1 and labels <= shown_players() else None
