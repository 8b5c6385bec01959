"""Monte Carlo deck analysis for the Ultraman Card Game."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ucgsim.odds.package import odds
    from ucgsim.report.compare import compare
    from ucgsim.report.duel import duel
    from ucgsim.report.impact import cards_impact
    from ucgsim.report.matches import matches
    from ucgsim.report.matrix import matrix
    from ucgsim.report.meta import meta
    from ucgsim.report.openings import odds_with_effects
    from ucgsim.report.redraw import redraw
    from ucgsim.report.swap import swap_cards

__all__ = [
    "cards_impact",
    "compare",
    "duel",
    "matches",
    "matrix",
    "meta",
    "odds",
    "odds_with_effects",
    "redraw",
    "swap_cards",
]

_HOMES = {
    "cards_impact": "ucgsim.report.impact",
    "compare": "ucgsim.report.compare",
    "duel": "ucgsim.report.duel",
    "matches": "ucgsim.report.matches",
    "matrix": "ucgsim.report.matrix",
    "meta": "ucgsim.report.meta",
    "odds": "ucgsim.odds.package",
    "odds_with_effects": "ucgsim.report.openings",
    "redraw": "ucgsim.report.redraw",
    "swap_cards": "ucgsim.report.swap",
}


def __getattr__(name: str) -> Any:
    """Import a name on its first use: what plays takes long to load."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
