"""Monte Carlo deck analysis for the Ultraman Card Game."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ucgsim.errors import UcgsimError
    from ucgsim.probability.answer import OddsResult
    from ucgsim.probability.deck_odds import odds
    from ucgsim.studies.cards.result import ImpactResult
    from ucgsim.studies.cards.study import cards_impact
    from ucgsim.studies.cards.swap import swap_cards
    from ucgsim.studies.cards.worth_result import WorthResult, cards_worth
    from ucgsim.studies.compare.answer import CompareResult
    from ucgsim.studies.compare.question import compare
    from ucgsim.studies.duel.result import DuelResult
    from ucgsim.studies.duel.study import duel
    from ucgsim.studies.gauntlet.result import GauntletResult
    from ucgsim.studies.gauntlet.study import gauntlet
    from ucgsim.studies.improve.answer import ImproveResult
    from ucgsim.studies.improve.question import build, improve
    from ucgsim.studies.matrix.games import matrix
    from ucgsim.studies.matrix.matches import matches
    from ucgsim.studies.matrix.result import MatchMatrix, MatrixResult
    from ucgsim.studies.meta.result import MetaResult
    from ucgsim.studies.meta.study import meta
    from ucgsim.studies.openings import odds_with_effects
    from ucgsim.studies.plays.result import PlaysResult
    from ucgsim.studies.plays.study import under_policies
    from ucgsim.studies.redraw.result import RedrawResult
    from ucgsim.studies.redraw.study import redraw
    from ucgsim.studies.sealed.result import StrengthResult
    from ucgsim.studies.sealed.study import pool_strength, sealed_deck, sealed_pool
    from ucgsim.studies.skill import SkillResult, skill
    from ucgsim.studies.tournament.result import TournamentResult
    from ucgsim.studies.tournament.study import tournament
    from ucgsim.version import __version__

__all__ = [
    "CompareResult",
    "DuelResult",
    "GauntletResult",
    "ImpactResult",
    "ImproveResult",
    "MatchMatrix",
    "MatrixResult",
    "MetaResult",
    "OddsResult",
    "PlaysResult",
    "RedrawResult",
    "SkillResult",
    "StrengthResult",
    "TournamentResult",
    "UcgsimError",
    "WorthResult",
    "__version__",
    "build",
    "cards_impact",
    "cards_worth",
    "compare",
    "duel",
    "gauntlet",
    "improve",
    "matches",
    "matrix",
    "meta",
    "odds",
    "odds_with_effects",
    "pool_strength",
    "redraw",
    "sealed_deck",
    "sealed_pool",
    "skill",
    "swap_cards",
    "tournament",
    "under_policies",
]

_HOMES = {
    "CompareResult": "ucgsim.studies.compare.answer",
    "DuelResult": "ucgsim.studies.duel.result",
    "GauntletResult": "ucgsim.studies.gauntlet.result",
    "ImpactResult": "ucgsim.studies.cards.result",
    "ImproveResult": "ucgsim.studies.improve.answer",
    "MatchMatrix": "ucgsim.studies.matrix.result",
    "MatrixResult": "ucgsim.studies.matrix.result",
    "MetaResult": "ucgsim.studies.meta.result",
    "OddsResult": "ucgsim.probability.answer",
    "PlaysResult": "ucgsim.studies.plays.result",
    "RedrawResult": "ucgsim.studies.redraw.result",
    "SkillResult": "ucgsim.studies.skill",
    "StrengthResult": "ucgsim.studies.sealed.result",
    "TournamentResult": "ucgsim.studies.tournament.result",
    "UcgsimError": "ucgsim.errors",
    "WorthResult": "ucgsim.studies.cards.worth_result",
    "__version__": "ucgsim.version",
    "build": "ucgsim.studies.improve.question",
    "cards_impact": "ucgsim.studies.cards.study",
    "cards_worth": "ucgsim.studies.cards.worth_result",
    "compare": "ucgsim.studies.compare.question",
    "duel": "ucgsim.studies.duel.study",
    "gauntlet": "ucgsim.studies.gauntlet.study",
    "improve": "ucgsim.studies.improve.question",
    "matches": "ucgsim.studies.matrix.matches",
    "matrix": "ucgsim.studies.matrix.games",
    "meta": "ucgsim.studies.meta.study",
    "odds": "ucgsim.probability.deck_odds",
    "odds_with_effects": "ucgsim.studies.openings",
    "pool_strength": "ucgsim.studies.sealed.study",
    "redraw": "ucgsim.studies.redraw.study",
    "sealed_deck": "ucgsim.studies.sealed.study",
    "sealed_pool": "ucgsim.studies.sealed.study",
    "skill": "ucgsim.studies.skill",
    "swap_cards": "ucgsim.studies.cards.swap",
    "tournament": "ucgsim.studies.tournament.study",
    "under_policies": "ucgsim.studies.plays.study",
}


def __getattr__(name: str) -> Any:
    """Import a name on its first use: what plays takes long to load."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
