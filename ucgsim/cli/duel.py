"""Play two decks against each other, many times, and say who wins how often."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ucgsim.cli._check import wanted_check
from ucgsim.cli.console import print_json, progress, say, tell
from ucgsim.cli.options import (
    WholeNumber,
    catalog_option,
    check_options,
    games_option,
    jobs_option,
    json_option,
    out_option,
    play_blank_option,
    policy_options,
    redraw_procedure_option,
    rules_option,
    seed_option,
)
from ucgsim.showing import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

DECK = click.Path(path_type=Path)


@click.command()
@click.argument("deck_a", type=DECK)
@click.argument("deck_b", type=DECK)
@games_option(help="Games to play, two to a pair; an odd number goes up by one.")
@policy_options
@seed_option
@click.option(
    "--first",
    type=click.Choice(["throw", "a", "b"]),
    default="throw",
    help="Who leads the first turn: as the winner of the throw chooses, or always one side.",
)
@click.option(
    "--matchup",
    type=WholeNumber(0, 2**31 - 1),
    default=0,
    help="Number that tells matchups of one seed apart; a matrix numbers its own.",
)
@play_blank_option
@rules_option
@redraw_procedure_option
@jobs_option
@check_options()
@out_option
@catalog_option
@json_option
def duel(
    deck_a: Path,
    deck_b: Path,
    *,
    games: int,
    policy: str,
    policy_b: str,
    seed: int,
    first: str,
    matchup: int,
    rules: str,
    redraw_procedure: str,
    play_blank: Sequence[str],
    jobs: int,
    check: str | None,
    check_games: int | None,
    out: Path | None,
    catalog: Path | None,
    as_json: bool,
) -> None:
    """Play DECK_A against DECK_B and print how often each side wins.

    With --out every game is kept, one row each; the same command goes on where an interrupted one stopped.
    """
    from ucgsim.cards.catalog import load_catalog  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.simulate.plan import First  # noqa: PLC0415
    from ucgsim.studies.check import games_of_check  # noqa: PLC0415
    from ucgsim.studies.duel.study import check_duel, plan_duel, play_duel  # noqa: PLC0415

    run = plan_duel(
        deck_a,
        deck_b,
        games=games,
        policies=(policy, policy_b),
        seed=seed,
        rules=rules,
        redraw_procedure=redraw_procedure,
        play_blank=play_blank,
        first=First(first),
        matchup=matchup,
        out=out,
        catalog=(known := load_catalog(catalog)),
    )
    second = wanted_check(check, check_games, run.plan.policies, usual=False)
    if run.plan.games != games:
        say(f"ucgsim: games come in pairs: playing {run.plan.games:,} instead of {games:,}")
    with progress("duel", run.plan.games) as advance:
        result = play_duel(run, jobs=jobs, advance=advance)
    if second is not None:
        with progress("check", games_of_check(check_games, run.plan.games)) as advance:
            result = check_duel(result, second, games=check_games, jobs=jobs, catalog=known, advance=advance)
    if as_json:
        print_json(result.to_json())
        return
    tell(result.summary())
    if out is not None:
        tell(f"Kept in {shown(out)}; a page of it: ucgsim report {shown(out)}")
