"""Compare two builds of a deck on the same opponents and the same chance."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ucgsim.cli.common.console import PLAIN_SECONDS, print_json, progress, say, tell, tell_parts
from ucgsim.cli.common.options import (
    AGAINST,
    ManyAgainst,
    WholeNumber,
    check_options,
    field_option,
    full_option,
    jobs_option,
    json_option,
    out_option,
    points_value,
    policy_options,
    terms_options,
)
from ucgsim.cli.common.questions import games_under, plan_option, policies_option, tell_plan, tell_plays, wanted_check
from ucgsim.limits import MAX_GAMES
from ucgsim.showing import shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from ucgsim.cli.common.options import AskedCheck
    from ucgsim.cli.common.questions import WantedCheck
    from ucgsim.simulate.terms import Terms
    from ucgsim.studies.compare.answer import CompareResult
    from ucgsim.studies.compare.plan import CompareStudy, Stop

DECK = click.Path(path_type=Path)
ERROR = click.FloatRange(0, 1, min_open=True, max_open=True)
TEST_OPTIONS = ("elo0", "elo1", "points0", "points1", "alpha", "beta")


@click.command(cls=ManyAgainst)
@click.argument("deck_a", type=DECK)
@click.argument("deck_b", type=DECK)
@click.option(
    AGAINST,
    multiple=True,
    type=DECK,
    metavar="DECK...",
    help="Opponents, met equally often unless --field weighs them; both builds without any.",
)
@field_option
@click.option(
    "-n",
    "--games",
    type=WholeNumber(1, MAX_GAMES),
    show_default="20,000; the most when it stops by itself: 1,000,000",
    help="Games of each build over all opponents.",
)
@click.option("--until-sure", is_flag=True, help="Stop as soon as a sequential test (SPRT) decides.")
@click.option("--elo0", type=float, help="H0 of the test in Elo, as between even decks.")
@click.option("--elo1", type=float, help="H1 of the test in Elo.")
@click.option("--points0", type=float, show_default="-0.5", help="H0 in percentage points that DECK_B gains.")
@click.option("--points1", type=float, show_default="0.5", help="H1 in percentage points that DECK_B gains.")
@click.option("--alpha", type=ERROR, show_default="0.05", help="Chance to accept H1 where H0 is true.")
@click.option("--beta", type=ERROR, show_default="0.05", help="Chance to accept H0 where H1 is true.")
@click.option(
    "--precision", callback=points_value, metavar="POINTS", help="Stop when the interval is +- so many points: 0.5pp."
)
@plan_option
@terms_options(policy_options)
@policies_option
@jobs_option
@check_options(usual=True)
@out_option
@full_option
@json_option
def compare(
    deck_a: Path,
    deck_b: Path,
    *,
    against: tuple[Path, ...],
    field: Path | None,
    games: int | None,
    until_sure: bool,
    precision: float | None,
    plan: bool,
    terms: Terms,
    policies: list[str] | None,
    jobs: int,
    check: AskedCheck,
    out: Path | None,
    as_json: bool,
    **test: float | None,
) -> None:
    """Play two builds DECK_A and DECK_B on the same chance and print by how much they differ.

    Both meet the same opponents with the same shuffles, so that most of the luck cancels. --policy-b is how the
    opponents decide. With --out everything counted is kept, with a page, plots and tables; the same command goes on
    where an interrupted one stopped, and with a larger -n where a shorter one ended. If you give more games because
    of what fewer showed, let --until-sure or --precision decide when it is enough: a 95 % interval does not last
    through such looks.
    """
    from ucgsim.studies.compare.plan import plan_compare  # noqa: PLC0415 - help must not wait for what plays

    if plan:
        from ucgsim.studies.forecast import plan_of_compare  # noqa: PLC0415

        tell_plan(
            lambda *how: plan_of_compare(plan_compare(deck_a, deck_b, against, terms, games=None, field=field), *how),
            precision,
            jobs=jobs,
            as_json=as_json,
        )
        return
    stop = _stop(test, precision, until_sure=until_sure)
    if policies is not None:
        if until_sure:
            raise click.UsageError("--until-sure stops one comparison; with --policies give -n or --precision")
        planned = partial(plan_compare, deck_a, deck_b, against, stop=stop, field=field)
        ask = partial(_under, plan=planned, terms=terms, games=games, check=check, jobs=jobs)
        tell_plays(policies, ask, check, out=out, as_json=as_json)
        return
    study = plan_compare(deck_a, deck_b, against, terms, games=games, stop=stop, field=field)
    second = wanted_check(check, terms.policies, usual=out is not None)
    result = _play(study, jobs, out)
    if second is not None:
        result = checked(result, second, jobs=jobs, out=out)
    if as_json:
        print_json(result.to_json())
        return
    tell_parts(result.parts())
    if out is not None:
        tell(f"Kept in {shown(out)}; the page of it: {shown(out / 'index.html')}")


def _under(
    name: str,
    place: Path | None,
    *,
    plan: Callable[..., CompareStudy],
    terms: Terms,
    games: int | None,
    check: AskedCheck,
    jobs: int,
) -> CompareResult:
    """The comparison under one of several policies."""
    from ucgsim.simulate.speed import Dealt  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.studies.compare.plan import DEFAULT_GAMES  # noqa: PLC0415

    here = terms.but(policies=(name, name))
    smallest = plan(terms=here, games=2)
    if not smallest.stop.early:
        met = len(smallest.opponents)
        tables = [Dealt(table, here.seed, meeting.matchup) for meeting in smallest.meetings for table in meeting.tables]
        most = (games or DEFAULT_GAMES) // met
        each = games_under(name, most, check, lambda: tables, matchups=len(tables), jobs=jobs, place=place)
        games = games if each == most else each * met
    return _play(plan(terms=here, games=games), jobs, place)


def checked(result: CompareResult, wanted: WantedCheck, *, jobs: int, out: Path | None) -> CompareResult:
    """The comparison with its check, showing how far that is."""
    from ucgsim.studies.compare.question import check_compare, check_plan  # noqa: PLC0415

    study = check_plan(result.study, wanted.policy, wanted.games, wanted.budget, jobs=jobs, out=out)
    with progress("check", study.games) as advance:
        return check_compare(result, study, jobs=jobs, out=out, advance=advance)


def _stop(given: dict[str, Any], precision: float | None, *, until_sure: bool) -> Stop:
    """When to stop; refuses options of the test without the test, and one hypothesis without the other."""
    from ucgsim.studies.compare import plan as comparing  # noqa: PLC0415 - what plays takes long to load

    values = {name: given[name] for name in TEST_OPTIONS if given[name] is not None}
    if not until_sure:
        if values:
            raise click.UsageError(f"--{next(iter(values))} is an option of the test; give --until-sure as well")
        return comparing.Stop(precision=precision)
    if precision is not None:
        raise click.UsageError("--until-sure and --precision are two ways to stop; give one of them")
    hypotheses = {kind: _both(kind, values) for kind in ("elo", "points")}
    if None not in hypotheses.values():
        raise click.UsageError("--elo0 and --points0 are two scales; give the hypotheses on one of them")
    errors = {name: values[name] for name in ("alpha", "beta") if name in values}
    points = hypotheses["points"] or comparing.DEFAULT_POINTS
    return comparing.until_sure(points=points, elo=hypotheses["elo"], **errors)


def _both(kind: str, values: dict[str, Any]) -> tuple[float, float] | None:
    low, high = (values.get(f"{kind}{end}") for end in "01")
    if low is None and high is None:
        return None
    if low is None or high is None:
        raise click.UsageError(f"--{kind}0 and --{kind}1 go together; give both")
    return low, high


def _play(study: CompareStudy, jobs: int, out: Path | None) -> CompareResult:
    from ucgsim.studies.compare.answer import length_before  # noqa: PLC0415
    from ucgsim.studies.compare.question import play_compare  # noqa: PLC0415

    if study.stop.early:
        if study.stop.test is not None:
            say(f"compare: {length_before(study.stop.test)}")
        return play_compare(study, jobs=jobs, out=out, looked=_teller())
    with progress("compare", study.games) as advance:
        return play_compare(study, jobs=jobs, out=out, advance=advance)


def _teller() -> Callable[[CompareResult], None]:
    """A function that says what a look saw, at most every three seconds."""
    from ucgsim.studies.compare.answer import look_text  # noqa: PLC0415

    last = time.monotonic()

    def tell(look: CompareResult) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= PLAIN_SECONDS:
            last = now
            say(f"compare: {look_text(look)}")

    return tell
