"""Play your deck against its rivals and print how it does, worst matchup first."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ucgsim.cli.common.console import print_json, progress, say, tell, tell_parts
from ucgsim.cli.common.options import (
    AskedCheck,
    check_options,
    field_option,
    full_option,
    games_option,
    games_wanted,
    jobs_option,
    json_option,
    lead_pairs_option,
    out_option,
    policy_option,
    precision_option,
    terms_options,
)
from ucgsim.cli.common.questions import games_under, plan_option, policies_option, tell_plan, tell_plays, wanted_check
from ucgsim.showing import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.cli.common.questions import WantedCheck
    from ucgsim.simulate.terms import Terms
    from ucgsim.studies.gauntlet.result import GauntletResult
    from ucgsim.studies.planning import GamesPlan

DECK = click.Path(path_type=Path)


@click.command()
@click.argument("mine", type=DECK)
@click.argument("rivals", nargs=-1, required=True, type=DECK, metavar="RIVAL...")
@games_option(
    default=2000, help="Games against each rival; both win the throw equally often, so an odd number goes up by one."
)
@precision_option
@plan_option
@field_option
@terms_options(policy_option)
@policies_option
@lead_pairs_option
@jobs_option
@check_options(usual=True)
@out_option
@full_option
@json_option
def gauntlet(
    mine: Path,
    rivals: Sequence[Path],
    *,
    games: int,
    precision: float | None,
    plan: bool,
    policies: list[str] | None,
    out: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Play the deck MINE against each RIVAL and print how it does over all, against whom worst and best.

    The games are those that matrix plays of its first deck; rivals do not meet. With --out every game is kept; the same
    command goes on where an interrupted one stopped.
    """
    if plan:
        _tell_plan(mine, rivals, precision, options, as_json=as_json)
        return
    options["games"] = games_wanted(games, precision)
    if policies is not None:
        tell_plays(policies, partial(_under, mine, rivals, options), options["check"], out=out, as_json=as_json)
        return
    result = _play(mine, rivals, out=out, **options)
    if as_json:
        print_json(result.to_json())
        return
    tell_parts(result.parts())
    if out is not None:
        tell(f"Kept in {shown(out)}; a page of it: ucgsim report {shown(out)}")


def _tell_plan(
    mine: Path, rivals: Sequence[Path], precision: float | None, options: dict[str, Any], *, as_json: bool
) -> None:
    """Say what a gauntlet of these decks takes."""
    from ucgsim.studies.forecast import plan_of_runs  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.studies.gauntlet.study import plan_gauntlet  # noqa: PLC0415

    def make(*how: Any) -> GamesPlan:
        runs = plan_gauntlet(mine, rivals, options["terms"], games=2, field=options["field"])
        return plan_of_runs([*runs.values()], *how)

    tell_plan(make, precision, jobs=options["jobs"], as_json=as_json)


def _under(
    mine: Path, rivals: Sequence[Path], options: dict[str, Any], name: str, place: Path | None
) -> GauntletResult:
    """The gauntlet under one of several policies."""
    from ucgsim.simulate.speed import dealt_of  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.studies.gauntlet.study import plan_gauntlet  # noqa: PLC0415

    terms = options["terms"].but(policies=(name, name))
    runs = plan_gauntlet(mine, rivals, terms, games=2)
    number = games_under(
        name,
        options["games"],
        options["check"],
        lambda: map(dealt_of, runs.values()),
        matchups=len(runs),
        jobs=options["jobs"],
        place=place,
    )
    here = options | {"terms": terms, "games": number, "check": AskedCheck("none")}
    return _play(mine, rivals, out=place, **here)


def _play(
    mine: Path,
    rivals: Sequence[Path],
    *,
    terms: Terms,
    games: int,
    field: Path | None,
    lead_pairs: int | None,
    jobs: int,
    out: Path | None,
    check: AskedCheck,
) -> GauntletResult:
    """Play the gauntlet that the options describe, and its check, showing how far it is."""
    from ucgsim.studies.gauntlet.study import plan_gauntlet, play_gauntlet  # noqa: PLC0415
    from ucgsim.studies.matrix.matchups import read_field  # noqa: PLC0415

    runs = plan_gauntlet(mine, rivals, terms, games=games, out=out, field=field)
    given = read_field(runs, field)
    each = next(iter(runs.values())).plan.games
    if each != games:
        say(f"ucgsim: both decks win the throw equally often: playing {each:,} a matchup instead of {games:,}")
    second = wanted_check(check, terms.policies, usual=out is not None)
    with progress("gauntlet", (each + 2 * (lead_pairs or 0)) * len(runs)) as advance:
        result = play_gauntlet(runs, lead_pairs=lead_pairs, jobs=jobs, field=given, out=out, advance=advance)
    return result if second is None else checked(result, second, jobs=jobs, catalog=terms.catalog)


def checked(result: GauntletResult, wanted: WantedCheck, *, jobs: int, catalog: Catalog) -> GauntletResult:
    """The gauntlet with its check, showing how far that is."""
    from ucgsim.studies.check import games_of_check  # noqa: PLC0415
    from ucgsim.studies.gauntlet.study import check_gauntlet  # noqa: PLC0415
    from ucgsim.studies.matrix.matchups import games_to_check  # noqa: PLC0415

    games = games_to_check(result, wanted.policy, wanted.budget, jobs=jobs, catalog=catalog) or wanted.games
    matchups = len(result.duels)
    with progress("check", games_of_check(games, result.plan.games, matchups) * matchups) as advance:
        return check_gauntlet(result, wanted.policy, games=games, jobs=jobs, catalog=catalog, advance=advance)
