"""Monte Carlo deck analysis for the Ultraman Card Game."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ucgsim.chances.deck_odds import odds
    from ucgsim.studies.cards.study import cards_impact
    from ucgsim.studies.cards.swap import swap_cards
    from ucgsim.studies.compare.study import compare
    from ucgsim.studies.duel.study import duel
    from ucgsim.studies.matrix.games import matrix
    from ucgsim.studies.matrix.matches import matches
    from ucgsim.studies.meta.study import meta
    from ucgsim.studies.openings import odds_with_effects
    from ucgsim.studies.redraw.study import redraw

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
    "cards_impact": "ucgsim.studies.cards.study",
    "compare": "ucgsim.studies.compare.study",
    "duel": "ucgsim.studies.duel.study",
    "matches": "ucgsim.studies.matrix.matches",
    "matrix": "ucgsim.studies.matrix.games",
    "meta": "ucgsim.studies.meta.study",
    "odds": "ucgsim.chances.deck_odds",
    "odds_with_effects": "ucgsim.studies.openings",
    "redraw": "ucgsim.studies.redraw.study",
    "swap_cards": "ucgsim.studies.cards.swap",
}


def __getattr__(name: str) -> Any:
    """Import a name on its first use: what plays takes long to load."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
