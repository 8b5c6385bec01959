"""Opening hands and draws, exactly."""

from ucgsim.cards.versions import Procedure
from ucgsim.probability.counting.terms import Redraw, Seat
from ucgsim.probability.odds import OddsResult, odds_of_cards
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
    "odds_of_cards",
]
