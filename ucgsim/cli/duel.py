"""Play two decks against each other, many times, and say who wins how often."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ucgsim.cli._check import wanted_check
from ucgsim.cli.console import print_json, progress, say, tell
from ucgsim.cli.options import (
    check_options,
    game_options,
    games_option,
    jobs_option,
    json_option,
    out_option,
    policy_options,
    terms_options,
)
from ucgsim.showing import shown

if TYPE_CHECKING:
    from ucgsim.cards.catalog import Catalog
    from ucgsim.cli._check import AskedCheck, WantedCheck
    from ucgsim.simulate.terms import Terms
    from ucgsim.studies.duel.result import DuelResult

DECK = click.Path(path_type=Path)


@click.command()
@click.argument("deck_a", type=DECK)
@click.argument("deck_b", type=DECK)
@games_option(help="Games to play, two to a pair; an odd number goes up by one.")
@terms_options(policy_options, game_options)
@jobs_option
@check_options()
@out_option
@json_option
def duel(
    deck_a: Path,
    deck_b: Path,
    *,
    games: int,
    terms: Terms,
    jobs: int,
    check: AskedCheck,
    out: Path | None,
    as_json: bool,
) -> None:
    """Play DECK_A against DECK_B and print how often each side wins.

    With --out every game is kept, one row each; the same command goes on where an interrupted one stopped.
    """
    from ucgsim.studies.duel.study import plan_duel, play_duel  # noqa: PLC0415 - help must not wait for what plays

    run = plan_duel(deck_a, deck_b, terms, games=games, out=out)
    second = wanted_check(check, run.plan.policies, usual=False)
    if run.plan.games != games:
        say(f"ucgsim: games come in pairs: playing {run.plan.games:,} instead of {games:,}")
    with progress("duel", run.plan.games) as advance:
        result = play_duel(run, jobs=jobs, advance=advance)
    if second is not None:
        result = checked(result, second, jobs=jobs, catalog=terms.catalog)
    if as_json:
        print_json(result.to_json())
        return
    tell(result.summary())
    if out is not None:
        tell(f"Kept in {shown(out)}; a page of it: ucgsim report {shown(out)}")


def checked(result: DuelResult, wanted: WantedCheck, *, jobs: int, catalog: Catalog) -> DuelResult:
    """The duel with its check, showing how far that is."""
    from ucgsim.studies.check import games_of_check  # noqa: PLC0415
    from ucgsim.studies.duel.study import check_duel, games_to_check  # noqa: PLC0415

    games = games_to_check(result, wanted.policy, wanted.budget, jobs=jobs, catalog=catalog) or wanted.games
    with progress("check", games_of_check(games, result.plan.games)) as advance:
        return check_duel(result, wanted.policy, games=games, jobs=jobs, catalog=catalog, advance=advance)
