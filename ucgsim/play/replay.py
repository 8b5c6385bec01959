"""One game of a run, played again exactly as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.engine.core.constants import NONE
from ucgsim.errors import UcgsimError
from ucgsim.play.game import Game
from ucgsim.simulate.table import lay_out
from ucgsim.simulate.terms import Terms

if TYPE_CHECKING:
    from ucgsim.cards.catalog import Catalog
    from ucgsim.simulate.plan import Plan


def play_again(plan: Plan, index: int, catalog: Catalog) -> Game:
    """Play game ``index`` of a plan, with every event; raises UcgsimError where it has no such game."""
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
    game.play_out(plan.policies)
    return game


def is_same(plan: Plan, catalog: Catalog) -> bool:
    """Whether cards, effects and policies are still those with which the plan was made."""
    return lay_out(plan.decks, Terms.of_plan(plan, catalog)).fingerprint == plan.cards
