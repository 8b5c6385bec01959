"""How much shuffles, the Lead and play decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ucgsim.cli.common import options
from ucgsim.cli.common.completing import DECK
from ucgsim.cli.common.console import print_json, progress, tell, tell_parts
from ucgsim.cli.common.questions import known_policies
from ucgsim.safe_text import shown

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.simulate.plan import Terms


@click.command()
@click.argument("deck_a", type=DECK)
@click.argument("deck_b", type=DECK)
@options.games_option(help="Games of all shuffles; they go up to whole shuffles.")
@click.option(
    "--policies", default="greedy,planner", callback=known_policies, metavar="LIST", help="How either side may play."
)
@options.terms_options(options.matchup_option)
@options.jobs_option
@options.out_option
@options.full_option
@options.json_option
def skill(
    deck_a: Path,
    deck_b: Path,
    *,
    games: int,
    policies: list[str],
    terms: Terms,
    jobs: int,
    out: Path | None,
    as_json: bool,
) -> None:
    """Play DECK_A against DECK_B on the same shuffles with either side leading and either playing as any of --policies.

    Prints how much of who wins is decided by the shuffles, by the Lead and by the play. With --out a page is written.
    """
    from ucgsim.studies.kit.kinds import refuse_stored  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.studies.skill import plan_skill, play_skill, write_skill  # noqa: PLC0415

    if out is not None:
        refuse_stored(out)
    study = plan_skill(deck_a, deck_b, policies, terms, games=games)
    with progress("skill", study.games) as advance:
        result = play_skill(study, jobs=jobs, advance=advance)
    page = None if out is None else write_skill(result, out)
    if as_json:
        print_json(result.to_json())
        return
    tell_parts(result.parts())
    if page is not None:
        tell(f"{shown(page)}: open it in a browser; picture, table and summary.json lie beside it")
