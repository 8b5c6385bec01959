"""What leading is worth where a deck meets itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ucgsim.cli.common import options
from ucgsim.cli.common.completing import DECK
from ucgsim.cli.common.questions import OF_PAGE, QuestionOptions, output_options
from ucgsim.limits import MAX_GAMES

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.simulate.plan import Terms
    from ucgsim.studies.initiative import InitiativeQuestion


@click.command()
@click.argument("deck", type=DECK)
@click.option(
    "-n",
    "--pairs",
    "pairs",
    type=options.WholeNumber(1, MAX_GAMES),
    default=10_000,
    help="Pairs of games, each on the same shuffles with either side leading.",
)
@output_options(
    options.terms_options(options.policy_option), options.jobs_option, options.out_option, kind=QuestionOptions
)
def initiative(deck: Path, *, pairs: int, asked: QuestionOptions) -> None:
    """Play DECK against itself and print what leading the first turn is worth.

    With --out what is counted is saved, with a page; the same command goes on, and grows with a larger -n.
    """
    from ucgsim.studies.initiative import plan_initiative  # noqa: PLC0415 - help must not wait for what plays

    def planned(terms: Terms, number: int, out: Path | None) -> InitiativeQuestion:
        return plan_initiative(deck, terms, pairs=number, out=out)

    asked.run(planned, pairs, page=OF_PAGE)
