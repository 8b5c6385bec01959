"""Which cards to swap, and what that gains."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from ucgsim.cli.common import options
from ucgsim.cli.common.completing import DECK
from ucgsim.cli.common.console import print_json, progress, say, tell
from ucgsim.cli.common.questions import tell_answer, wanted_check
from ucgsim.safe_text import shown

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ucgsim.simulate.plan import Terms
    from ucgsim.studies.improve.plan import ImproveStudy

FILE = DECK
KEEP = "--keep"


class ManyKept(options.ManyAgainst):
    """A command whose ``--against`` and ``--keep`` take every word up to the next option."""

    many = (options.AGAINST, KEEP)


def pool_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--pool`` and ``--bans``: what a build may have."""
    pool = click.option(
        "--pool",
        default="all",
        metavar="FILE|all",
        help="Cards that may come in: all, or those that a list (or CSV of number,count) says you own.",
    )
    bans = click.option("--bans", type=FILE, metavar="FILE", help="Ban file: CSV with number,from,limit.")
    return pool(bans(command))


def budget_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--budget``: how long."""
    return click.option(
        "--budget",
        metavar="GAMES|TIME",
        show_default="2e6, or as many as can say anything",
        help="Games such as 2e6 or 500k, or a time such as 10m.",
    )(command)


search_plan_option = click.option(
    "--plan",
    is_flag=True,
    help="Say how many builds and games it takes, and how many minutes; keep nothing.",
)


@click.command(cls=ManyKept)
@click.argument("deck", type=FILE)
@click.option(
    options.AGAINST, multiple=True, type=FILE, metavar="DECK...", help="Rivals; without them those of --field."
)
@options.field_option
@pool_options
@click.option(KEEP, multiple=True, metavar="NUMBER...", help="Cards that do not leave.")
@click.option("--swaps", type=options.WholeNumber(1, 4), default=1, help="Cards that may leave.")
@budget_option
@search_plan_option
@options.terms_options(options.policy_options)
@options.jobs_option
@options.check_options(usual=True)
@options.out_option
@options.full_option
@options.json_option
def improve(
    deck: Path,
    *,
    against: tuple[Path, ...],
    field: Path | None,
    pool: str,
    bans: Path | None,
    keep: tuple[str, ...],
    swaps: int,
    budget: str | None,
    plan: bool,
    terms: Terms,
    jobs: int,
    check: options.AskedCheck,
    out: Path | None,
    as_json: bool,
) -> None:
    """Say which cards should leave DECK and which come in, against rivals or the decks of a field.

    Every build a swap away is tried on the same shuffles, half of them drop out in a round, and the best are measured
    again on shuffles that chose nothing. With --out it is kept, goes on where it was interrupted, and grows with a
    larger --budget.
    """
    from ucgsim.studies.improve.plan import plan_improve  # noqa: PLC0415 - help must not wait
    from ucgsim.studies.improve.question import begun_games  # noqa: PLC0415 - help must not wait

    study = plan_improve(
        deck,
        against,
        terms,
        budget=budget,
        field_file=field,
        pool=pool,
        keep=keep,
        swaps=swaps,
        bans=bans,
        jobs=jobs,
        begun=begun_games(out, budget),
    )
    if plan:
        tell_search_plan(study, jobs=jobs, as_json=as_json)
        return
    carry_out("improve", study, check, jobs=jobs, out=out, as_json=as_json)


def tell_search_plan(study: ImproveStudy, *, jobs: int, as_json: bool) -> None:
    """Say how many games the budget is, and how long they take."""
    from ucgsim.studies.check import sides_words  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.studies.improve.plan import games_a_second  # noqa: PLC0415

    builds, speed = len(study.course.singles), games_a_second(study, jobs=jobs)
    minutes = study.budget / speed / 60
    if as_json:
        policies = dict(zip(("deck", "opponents"), study.labels, strict=True))
        values = {"builds": builds, "games": study.budget, "games_per_second": speed, "minutes": minutes}
        print_json({**values, "policies": policies})
        return
    tell(
        f"{study.budget:,} games take about {minutes:.1f} minutes here (about {speed:,.0f} games a second), "
        f"{sides_words(study.labels)}. They try {builds:,} builds one swap away."
    )


def carry_out(
    name: str, study: ImproveStudy, asked: options.AskedCheck, *, jobs: int, out: Path | None, as_json: bool
) -> None:
    """Search, check, and print what came of it."""
    from ucgsim.studies.improve.question import Search, check_improve  # noqa: PLC0415

    second = wanted_check(asked, study.terms.policies, usual=out is not None)
    say(f"{name}: {len(study.course.singles):,} builds one swap away, {study.budget:,} games")
    with progress(name, study.budget) as advance:
        result = Search(study, out, partial(_say, name)).play(jobs=jobs, advance=advance)
    if second is not None and result.sure:
        say(f"{name}: {len(result.sure)} builds are checked under {second.policy}")
        result = check_improve(result, second, jobs=jobs, out=out)
    tell_answer(result, as_json=as_json)
    if out is not None and not as_json:
        tell(f"Kept in {shown(out)}; the page of it: {shown(out / 'index.html')}; the deck: {shown(out / 'deck.txt')}")


def _say(name: str, text: str) -> None:
    say(f"{name}: {text}")
