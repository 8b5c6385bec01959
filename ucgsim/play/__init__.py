"""One game in slow motion: Game, scenarios, replays and transcripts."""

from ucgsim.play.game import Game, Pending
from ucgsim.play.position import Position, Side, Stack

__all__ = ["Game", "Pending", "Position", "Side", "Stack"]
