"""Search for a deck of the characters you want to play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ucgsim.cli.common import options
from ucgsim.cli.common.completing import DECK
from ucgsim.cli.games.improve import budget_option, carry_out, pool_options, search_plan_option, tell_search_plan

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.simulate.plan import Terms

FILE = DECK


@click.command(cls=options.ManyAgainst)
@click.option("--characters", required=True, metavar="NAME,NAME", help="Whom to play, such as TIGA,DYNA.")
@click.option(
    options.AGAINST, multiple=True, type=FILE, metavar="DECK...", help="Rivals; without them those of --field."
)
@options.field_option
@pool_options
@click.option("--swaps", type=options.WholeNumber(1, 12), default=6, help="Cards of the first deck that may leave.")
@budget_option
@search_plan_option
@options.terms_options(options.policy_options)
@options.jobs_option
@options.check_options(usual=True)
@options.out_option
@options.full_option
@options.json_option
def build(
    *,
    characters: str,
    against: tuple[Path, ...],
    field: Path | None,
    pool: str,
    bans: Path | None,
    swaps: int,
    budget: str | None,
    plan: bool,
    terms: Terms,
    jobs: int,
    check: options.AskedCheck,
    out: Path | None,
    as_json: bool,
) -> None:
    """Make a deck of the characters you want to play, against rivals or the decks of a field.

    It begins with chains of these characters, as many copies as are legal, and goes on from there as `ucgsim improve`
    does. Cards that come in are of these characters or of none.
    """
    from ucgsim.studies.improve.plan import plan_build  # noqa: PLC0415 - help must not wait
    from ucgsim.studies.improve.question import begun_games  # noqa: PLC0415 - help must not wait

    names = [name.strip() for name in characters.split(",") if name.strip()]
    study = plan_build(
        names,
        against,
        terms,
        budget=budget,
        field_file=field,
        pool=pool,
        swaps=swaps,
        bans=bans,
        jobs=jobs,
        begun=begun_games(out, budget),
    )
    if plan:
        tell_search_plan(study, jobs=jobs, as_json=as_json)
        return
    carry_out("build", study, check, jobs=jobs, out=out, as_json=as_json)
