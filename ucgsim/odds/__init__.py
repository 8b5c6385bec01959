"""Opening hands and draws, exactly."""

from ucgsim.cards.versions import Procedure
from ucgsim.odds.answer import odds
from ucgsim.odds.package import OddsPackage
from ucgsim.odds.result import ExpectedCount, OddsResult, Play, Share, TurnOdds
from ucgsim.odds.terms import Redraw, Seat

__all__ = [
    "ExpectedCount",
    "OddsPackage",
    "OddsResult",
    "Play",
    "Procedure",
    "Redraw",
    "Seat",
    "Share",
    "TurnOdds",
    "odds",
]
