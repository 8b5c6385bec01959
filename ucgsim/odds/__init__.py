"""Opening hands and draws, exactly."""

from ucgsim.odds.answer import odds
from ucgsim.odds.result import ExpectedCount, OddsResult, Play, Share, TurnOdds
from ucgsim.odds.terms import Procedure, Redraw, Seat

__all__ = ["ExpectedCount", "OddsResult", "Play", "Procedure", "Redraw", "Seat", "Share", "TurnOdds", "odds"]
