"""Monte Carlo deck analysis for the Ultraman Card Game."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ucgsim.decks.deck import Deck
    from ucgsim.errors import UcgsimError
    from ucgsim.probability.odds import OddsResult
    from ucgsim.probability.usual import UsualOdds, odds
    from ucgsim.studies.cards.swap import swap_cards
    from ucgsim.studies.cards.worth import WorthResult, worth
    from ucgsim.studies.compare.answer import CompareResult
    from ucgsim.studies.compare.question import compare
    from ucgsim.studies.duel.answer import DuelResult
    from ucgsim.studies.duel.question import duel
    from ucgsim.studies.improve.answer import ImproveResult
    from ucgsim.studies.improve.question import build, improve
    from ucgsim.studies.kit.question import Answer
    from ucgsim.studies.kit.run import open_run as open  # noqa: A004 - as a file is opened
    from ucgsim.studies.matrix.gauntlet import GauntletResult
    from ucgsim.studies.matrix.question import gauntlet, matrix
    from ucgsim.studies.matrix.result import MatrixResult
    from ucgsim.studies.openings import odds_with_effects
    from ucgsim.studies.redraw.answer import RedrawResult
    from ucgsim.studies.redraw.question import redraw
    from ucgsim.studies.sealed import StrengthResult, pool_strength, sealed_deck, sealed_pool
    from ucgsim.studies.tournament.answer import TournamentResult
    from ucgsim.studies.tournament.meta import MetaResult, meta
    from ucgsim.studies.tournament.question import tournament
    from ucgsim.version import __version__

__all__ = [
    "Answer",
    "CompareResult",
    "Deck",
    "DuelResult",
    "GauntletResult",
    "ImproveResult",
    "MatrixResult",
    "MetaResult",
    "OddsResult",
    "RedrawResult",
    "StrengthResult",
    "TournamentResult",
    "UcgsimError",
    "UsualOdds",
    "WorthResult",
    "__version__",
    "build",
    "compare",
    "duel",
    "gauntlet",
    "improve",
    "matrix",
    "meta",
    "odds",
    "odds_with_effects",
    "open",
    "pool_strength",
    "redraw",
    "sealed_deck",
    "sealed_pool",
    "swap_cards",
    "tournament",
    "worth",
]

_HOMES = {
    "Answer": "ucgsim.studies.kit.question",
    "CompareResult": "ucgsim.studies.compare.answer",
    "Deck": "ucgsim.decks.checking",
    "DuelResult": "ucgsim.studies.duel.answer",
    "GauntletResult": "ucgsim.studies.matrix.gauntlet",
    "ImproveResult": "ucgsim.studies.improve.answer",
    "MatrixResult": "ucgsim.studies.matrix.result",
    "MetaResult": "ucgsim.studies.tournament.meta",
    "OddsResult": "ucgsim.probability.odds",
    "RedrawResult": "ucgsim.studies.redraw.answer",
    "StrengthResult": "ucgsim.studies.sealed",
    "TournamentResult": "ucgsim.studies.tournament.answer",
    "UsualOdds": "ucgsim.probability.usual",
    "UcgsimError": "ucgsim.errors",
    "WorthResult": "ucgsim.studies.cards.worth",
    "__version__": "ucgsim.version",
    "build": "ucgsim.studies.improve.question",
    "compare": "ucgsim.studies.compare.question",
    "duel": "ucgsim.studies.duel.question",
    "gauntlet": "ucgsim.studies.matrix.question",
    "improve": "ucgsim.studies.improve.question",
    "matrix": "ucgsim.studies.matrix.question",
    "meta": "ucgsim.studies.tournament.meta",
    "odds": "ucgsim.probability.usual",
    "odds_with_effects": "ucgsim.studies.openings",
    "open": "ucgsim.studies.kit.run:open_run",
    "pool_strength": "ucgsim.studies.sealed",
    "redraw": "ucgsim.studies.redraw.question",
    "sealed_deck": "ucgsim.studies.sealed",
    "sealed_pool": "ucgsim.studies.sealed",
    "swap_cards": "ucgsim.studies.cards.swap",
    "tournament": "ucgsim.studies.tournament.question",
    "worth": "ucgsim.studies.cards.worth",
}


def __getattr__(name: str) -> Any:
    """Import a name on its first use: what plays takes long to load."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, called = _HOMES[name].partition(":")
    return getattr(import_module(module), called or name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
