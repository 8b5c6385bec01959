"""How much shuffles, the Lead and play decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ucgsim.cli.common import options
from ucgsim.cli.common.completing import DECK
from ucgsim.cli.common.console import progress, tell
from ucgsim.cli.common.questions import Asked, known_policies, output_options
from ucgsim.safe_text import shown

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@click.argument("deck_a", type=DECK)
@click.argument("deck_b", type=DECK)
@options.games_option(help="Games of all shuffles; they go up to whole shuffles.")
@click.option(
    "--policies", default="greedy,planner", callback=known_policies, metavar="LIST", help="How either side may play."
)
@output_options(options.terms_options(options.matchup_option), options.jobs_option, options.out_option, kind=Asked)
def skill(deck_a: Path, deck_b: Path, *, games: int, asked: Asked) -> None:
    """Play DECK_A against DECK_B on the same shuffles with either side leading and either playing as any of --policies.

    Prints how much of who wins is decided by the shuffles, by the Lead and by the play. With --out a page is written.
    """
    from ucgsim.studies.kit.kinds import refuse_stored  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.studies.skill import plan_skill, play_skill, write_skill  # noqa: PLC0415

    if asked.out is not None:
        refuse_stored(asked.out)
    study = plan_skill(deck_a, deck_b, asked.policies or (), asked.terms, games=games)
    with progress("skill", study.games) as advance:
        result = play_skill(study, jobs=asked.jobs, advance=advance)
    page = None if asked.out is None else write_skill(result, asked.out)
    asked.tell(result)
    if page is not None and not asked.as_json:
        tell(f"{shown(page)}: open it in a browser; picture, table and summary.json are in the same folder")
