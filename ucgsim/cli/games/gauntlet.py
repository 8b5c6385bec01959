"""Your deck against its rivals, the worst matchup first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ucgsim.cli.common import options
from ucgsim.cli.common.completing import DECK
from ucgsim.cli.common.questions import QuestionOptions, plan_option, question_options
from ucgsim.language import marked

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ucgsim.simulate.plan import Terms
    from ucgsim.studies.matrix.gauntlet import GauntletResult
    from ucgsim.studies.matrix.question import Matchups

EVEN = marked("both decks win the throw equally often: playing {each:,} a matchup instead of {games:,}")


@click.command()
@click.argument("mine", type=DECK)
@click.argument("rivals", nargs=-1, type=DECK, metavar="[RIVAL...]")
@options.games_option(
    default=2000, help="Games against each rival; both win the throw equally often, so an odd number goes up by one."
)
@options.precision_option
@plan_option
@options.field_option
@question_options(options.policy_option, usual=True, more=[options.lead_pairs_option])
def gauntlet(
    mine: Path,
    rivals: Sequence[Path],
    *,
    games: int,
    precision: float | None,
    plan: bool,
    field: Path | None,
    lead_pairs: int | None,
    asked: QuestionOptions,
) -> None:
    """Play the deck MINE against each RIVAL and print how it does over all, against whom worst and best.

    Without a RIVAL the decks of --field are met. The games are those that matrix plays of its first deck; rivals do
    not meet. With --out every game is saved; the same command goes on where an interrupted one stopped, and a larger
    -n plays the rest.
    """
    from ucgsim.studies.matrix.question import plan_gauntlet  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.studies.weights import decks_of_field  # noqa: PLC0415

    rivals = rivals or decks_of_field(field)
    if not rivals:
        raise click.UsageError("name a rival or more, or a file of the field with --field")

    def planned(terms: Terms, number: int, out: Path | None) -> Matchups[GauntletResult]:
        return plan_gauntlet(mine, rivals, terms, games=number, out=out, field=field, lead_pairs=lead_pairs)

    if plan:
        asked.forecast(planned, precision)
        return
    asked.run(planned, options.games_wanted(games, precision), even=EVEN)
