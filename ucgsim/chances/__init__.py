"""Opening hands and draws, exactly."""

from ucgsim.cards.versions import Procedure
from ucgsim.chances.answer import OddsResult, odds
from ucgsim.chances.result import ExpectedCount, Play, Share, TurnOdds
from ucgsim.chances.terms import Redraw, Seat

__all__ = [
    "ExpectedCount",
    "OddsResult",
    "Play",
    "Procedure",
    "Redraw",
    "Seat",
    "Share",
    "TurnOdds",
    "odds",
]
