"""Opening hands and draws, exactly."""

from ucgsim.cards.versions import Procedure
from ucgsim.chances.answer import OddsResult, odds
from ucgsim.chances.counting.terms import Redraw, Seat
from ucgsim.chances.result import ExpectedCount, Play, Share, TurnOdds

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
