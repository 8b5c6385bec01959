"""One game of a run, played again exactly as it was, and told clause by clause for a person to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.engine.core.constants import NONE, Event, Phase
from ucgsim.errors import UcgsimError
from ucgsim.play.events import PHASES, describe
from ucgsim.play.game import Game
from ucgsim.policies.labels import SIDES
from ucgsim.simulate.plan import Plan, Terms
from ucgsim.simulate.table import lay_out

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ucgsim.cards.catalog import Catalog


def play_again(plan: Plan, index: int, catalog: Catalog) -> Game:
    """Play game ``index`` of a plan, with every event; raises UcgsimError where it has no such game."""
    game = dealt_again(plan, index, catalog)
    game.finish()
    return game


def dealt_again(plan: Plan, index: int, catalog: Catalog) -> Game:
    """Deal game ``index`` of a plan, its policies seated; raises UcgsimError where it has no such game."""
    if not 0 <= index < plan.games:
        raise UcgsimError(f"game {index}: the run has the games 0 to {plan.games - 1}")
    game = Game.deal(
        plan.decks,
        seed=plan.seed,
        rules=plan.rules,
        redraw_procedure=plan.redraw_procedure,
        catalog=catalog,
        first=None if plan.first.code == NONE else plan.first.code,
        matchup=plan.matchup,
        index=index,
        play_blank=plan.blank,
        policies=plan.policies,
    )
    game.number = index
    game.seat(plan.policies)
    table = lay_out(plan.decks, Terms.of_plan(plan, catalog))
    if table.practising:
        game.book.tables.learned = table.tables.learned
    return game


def is_same(plan: Plan, catalog: Catalog) -> bool:
    """Whether cards, effects and policies are still those with which the plan was made."""
    return lay_out(plan.decks, Terms.of_plan(plan, catalog)).fingerprint == plan.cards


# Transcripts: one game told clause by clause, for a person to read.


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
