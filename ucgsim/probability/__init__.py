"""Opening hands and draws, exactly."""

from ucgsim.cards.versions import Procedure
from ucgsim.probability.answer import OddsResult, odds
from ucgsim.probability.counting.terms import Redraw, Seat
from ucgsim.probability.result import ExpectedCount, Play, Share, TurnOdds

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
