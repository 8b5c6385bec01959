"""Transcripts: one game told clause by clause, for a person to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.engine.core.constants import Event, Phase
from ucgsim.play.events import PHASES, describe
from ucgsim.policies.labels import SIDES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ucgsim.play.game import Game


def transcript(game: Game, viewer: str | None = None) -> str:
    """All that has happened in a game, in paragraphs by turn; phases in which nothing did are left out.

    ``viewer``: only what this player may see.
    """
    return "\n".join(_lines(game, None if viewer is None else SIDES.index(viewer))) + "\n"


def _lines(game: Game, viewer: int | None) -> Iterator[str]:
    turn, shown = 0, None
    for happening in game.happenings:
        line = describe(happening, game.book, viewer)
        if line is None or happening.event is Event.PHASE:
            continue
        if happening.phase >= Phase.START and happening.turn != turn:
            turn, shown = happening.turn, None
            yield from ("", f"Turn {turn}, {SIDES[happening.lead]} is the Lead Player")
        if happening.phase is not shown:
            shown = happening.phase
            yield "  {} (CR {})".format(*PHASES[shown])
        yield f"    {line}"
