"""Play two decks against each other, many times, and say who wins how often."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ucgsim.cli.common.console import print_json, progress, say, tell, tell_parts
from ucgsim.cli.common.options import (
    check_options,
    full_option,
    game_options,
    games_option,
    games_wanted,
    jobs_option,
    json_option,
    lead_pairs_option,
    out_option,
    policy_options,
    precision_option,
    terms_options,
)
from ucgsim.cli.common.questions import games_under, plan_option, policies_option, tell_plan, tell_plays, wanted_check
from ucgsim.showing import shown

if TYPE_CHECKING:
    from ucgsim.cards.catalog import Catalog
    from ucgsim.cli.common.options import AskedCheck
    from ucgsim.cli.common.questions import WantedCheck
    from ucgsim.simulate.terms import Terms
    from ucgsim.studies.duel.result import DuelResult

DECK = click.Path(path_type=Path)


@click.command()
@click.argument("deck_a", type=DECK)
@click.argument("deck_b", type=DECK)
@games_option(help="Games to play; both sides win the throw equally often, so an odd number goes up by one.")
@precision_option
@plan_option
@terms_options(policy_options, game_options)
@policies_option
@lead_pairs_option
@jobs_option
@check_options()
@out_option
@full_option
@json_option
def duel(
    deck_a: Path,
    deck_b: Path,
    *,
    games: int,
    precision: float | None,
    plan: bool,
    terms: Terms,
    policies: list[str] | None,
    lead_pairs: int | None,
    jobs: int,
    check: AskedCheck,
    out: Path | None,
    as_json: bool,
) -> None:
    """Play DECK_A against DECK_B and print how often each side wins.

    With --out every game is kept, one row each; the same command goes on where an interrupted one stopped.
    """
    from ucgsim.studies.duel.study import plan_duel, play_duel  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.studies.forecast import plan_of_runs  # noqa: PLC0415
    from ucgsim.studies.leading import read_pairs  # noqa: PLC0415

    if plan:
        tell_plan(
            lambda *how: plan_of_runs([plan_duel(deck_a, deck_b, terms, games=2)], *how),
            precision,
            jobs=jobs,
            as_json=as_json,
        )
        return
    games = games_wanted(games, precision)
    if policies is not None:
        ask = partial(
            _under, decks=(deck_a, deck_b), terms=terms, games=games, lead_pairs=lead_pairs, check=check, jobs=jobs
        )
        tell_plays(policies, ask, check, out=out, as_json=as_json)
        return
    run = plan_duel(deck_a, deck_b, terms, games=games, out=out)
    read_pairs(lead_pairs, run.plan)
    second = wanted_check(check, run.plan.policies, usual=False)
    if run.plan.games != games:
        say(f"ucgsim: both sides win the throw equally often: playing {run.plan.games:,} instead of {games:,}")
    with progress("duel", run.plan.games + 2 * (lead_pairs or 0)) as advance:
        result = play_duel(run, lead_pairs=lead_pairs, jobs=jobs, advance=advance)
    if second is not None:
        result = checked(result, second, jobs=jobs, catalog=terms.catalog)
    if as_json:
        print_json(result.to_json())
        return
    tell_parts(result.parts())
    if out is not None:
        tell(f"Kept in {shown(out)}; a page of it: ucgsim report {shown(out)}")


def _under(
    name: str,
    place: Path | None,
    *,
    decks: tuple[Path, Path],
    terms: Terms,
    games: int,
    lead_pairs: int | None,
    check: AskedCheck,
    jobs: int,
) -> DuelResult:
    """The duel under one of several policies."""
    from ucgsim.simulate.speed import dealt_of  # noqa: PLC0415
    from ucgsim.studies.duel.study import plan_duel, play_duel  # noqa: PLC0415
    from ucgsim.studies.leading import read_pairs  # noqa: PLC0415

    here = terms.but(policies=(name, name))
    number = games_under(
        name,
        games,
        check,
        lambda: [dealt_of(plan_duel(*decks, here, games=2))],
        matchups=1,
        jobs=jobs,
        place=place,
    )
    run = plan_duel(*decks, here, games=number, out=place)
    read_pairs(lead_pairs, run.plan)
    with progress(f"duel under {name}", run.plan.games + 2 * (lead_pairs or 0)) as advance:
        return play_duel(run, lead_pairs=lead_pairs, jobs=jobs, advance=advance)


def checked(result: DuelResult, wanted: WantedCheck, *, jobs: int, catalog: Catalog) -> DuelResult:
    """The duel with its check, showing how far that is."""
    from ucgsim.studies.check import games_of_check  # noqa: PLC0415
    from ucgsim.studies.duel.study import check_duel, games_to_check  # noqa: PLC0415

    games = games_to_check(result, wanted.policy, wanted.budget, jobs=jobs, catalog=catalog) or wanted.games
    with progress("check", games_of_check(games, result.plan.games)) as advance:
        return check_duel(result, wanted.policy, games=games, jobs=jobs, catalog=catalog, advance=advance)
