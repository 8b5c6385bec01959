"""One deck against another, in detail."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ucgsim.cli.common import options
from ucgsim.cli.common.completing import DECK
from ucgsim.cli.common.questions import QuestionOptions, plan_option, question_options
from ucgsim.language import marked

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.simulate.plan import Terms
    from ucgsim.studies.duel.question import DuelQuestion


@click.command()
@click.argument("deck_a", type=DECK)
@click.argument("deck_b", type=DECK)
@options.games_option(help="Games to play; both sides win the throw equally often, so an odd number goes up by one.")
@options.precision_option
@plan_option
@question_options(options.policy_options, options.game_options, more=[options.lead_pairs_option])
def duel(
    deck_a: Path,
    deck_b: Path,
    *,
    games: int,
    precision: float | None,
    plan: bool,
    lead_pairs: int | None,
    asked: QuestionOptions,
) -> None:
    """Play DECK_A against DECK_B and print how often each side wins.

    With --out every game is saved, one row each; the same command goes on where an interrupted one stopped.
    """
    from ucgsim.studies.duel.question import plan_duel  # noqa: PLC0415 - help must not wait for what plays

    def planned(terms: Terms, number: int, out: Path | None) -> DuelQuestion:
        return plan_duel(deck_a, deck_b, terms, games=number, out=out, lead_pairs=lead_pairs)

    if plan:
        asked.forecast(planned, precision)
        return
    even = marked("both sides win the throw equally often: playing {each:,} instead of {games:,}")
    asked.run(planned, options.games_wanted(games, precision), even=even)
