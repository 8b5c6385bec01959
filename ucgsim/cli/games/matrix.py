"""Play every pair of several decks and print the matrix of win rates."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ucgsim.cli.common.console import print_json, progress, say, tell, tell_parts
from ucgsim.cli.common.options import (
    AskedCheck,
    WholeNumber,
    check_options,
    field_option,
    full_option,
    games_option,
    games_wanted,
    is_typed,
    jobs_option,
    json_option,
    lead_pairs_option,
    out_option,
    policy_option,
    precision_option,
    terms_options,
)
from ucgsim.cli.common.questions import (
    games_under,
    plan_option,
    policies_option,
    refuse_check,
    tell_plan,
    tell_plays,
    wanted_check,
)
from ucgsim.showing import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.cli.common.questions import WantedCheck
    from ucgsim.decks.deck import DeckLike
    from ucgsim.simulate.terms import Terms
    from ucgsim.studies.matrix.result import MatrixResult
    from ucgsim.studies.planning import GamesPlan


@click.command()
@click.argument("decks", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="DECK...")
@games_option(
    default=2000, help="Games for each two decks; both win the throw equally often, so an odd number goes up by one."
)
@precision_option
@plan_option
@click.option(
    "--until",
    type=click.Choice(["best"]),
    help="Send games to the matchups that decide which deck does best, until it is told; -n is then the most of each.",
)
@field_option
@click.option(
    "--match",
    type=click.Choice(["bo1", "bo3", "two-deck-bo3"]),
    default="bo1",
    help="What is won: a game, or a match of up to three; with two decks, each two DECKs in a row are one player's.",
)
@click.option(
    "--turns",
    type=WholeNumber(1, 10_000),
    help="Time is called in this turn of the match, and the floor rules decide; never when not given.",
)
@terms_options(policy_option)
@policies_option
@lead_pairs_option
@jobs_option
@check_options(usual=True)
@out_option
@full_option
@json_option
def matrix(
    decks: Sequence[Path],
    *,
    match: str,
    turns: int | None,
    precision: float | None,
    plan: bool,
    until: str | None,
    policies: list[str] | None,
    out: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Play every pair of the decks DECK... and print who beats whom, how clearly, and who does best.

    With --out every game is kept; the same command goes on where an interrupted one stopped. Of matches only the
    counts are kept, and -n counts matches.
    """
    if plan:
        _tell_plan(decks, precision, options, as_json=as_json)
        return
    is_match = match != "bo1" or turns is not None
    if until is not None:
        _refuse_beside_until(precision, policies, is_match=is_match)
        options["games"] = _most(options["games"])
        _tell(_race(decks, out=out, **options), out, as_json=as_json)
        return
    options["games"] = games_wanted(options["games"], precision)
    if policies is not None:
        if is_match:
            raise click.UsageError("--policies: matches are played under one policy; leave out --match and --turns")
        tell_plays(policies, partial(_under, decks, options), options["check"], out=out, as_json=as_json)
        return
    if is_match:
        refuse_check(options.pop("check"), "matches can't be checked; leave it out, or play games")
        if options.pop("lead_pairs"):
            raise click.UsageError("--lead-pairs asks what leading is worth in games; leave it out, or play no matches")
        from ucgsim.cli.common.questions import tell_matches  # noqa: PLC0415 - help must not wait for what plays

        tell_matches(decks, match, turns, out=out, as_json=as_json, **options)
        return
    _tell(play_decks(decks, out=out, **options), out, as_json=as_json)


def _tell(result: MatrixResult, out: Path | None, *, as_json: bool) -> None:
    if as_json:
        print_json(result.to_json())
        return
    tell_parts(result.parts())
    if out is not None:
        tell(f"Kept in {shown(out)}; a page of it: ucgsim report {shown(out)}")


def _refuse_beside_until(precision: float | None, policies: list[str] | None, *, is_match: bool) -> None:
    """UsageError for what says otherwise how many games there are, or asks another question."""
    for named, option in ((precision is not None, "--precision"), (policies is not None, "--policies")):
        if named:
            raise click.UsageError(f"--until best and {option} both share out the games; give one of them")
    if is_match:
        raise click.UsageError("--until best plays games; leave out --match and --turns")


def _most(games: int) -> int | None:
    """The most games of a matchup that -n names; None where it names none."""
    return games if is_typed("games") else None


def _race(
    decks: Sequence[DeckLike],
    *,
    terms: Terms,
    games: int | None,
    field: Path | None,
    lead_pairs: int | None,
    jobs: int,
    out: Path | None,
    check: AskedCheck,
) -> MatrixResult:
    """Play the matrix as a race up to ``games`` games of a matchup, and its check."""
    from ucgsim.studies.matrix.games import plan_race, play_race  # noqa: PLC0415 - help must not wait for what plays

    runs, race, given = plan_race(decks, terms, games=games, out=out, field=field)
    second = wanted_check(check, terms.policies, usual=out is not None)
    with progress("matrix, at most", (race.most + 2 * (lead_pairs or 0)) * len(runs)) as advance:
        result = play_race(runs, race, lead_pairs=lead_pairs, jobs=jobs, field=given, out=out, advance=advance)
    return result if second is None else checked(result, second, jobs=jobs, catalog=terms.catalog)


def _tell_plan(decks: Sequence[Path], precision: float | None, options: dict[str, Any], *, as_json: bool) -> None:
    """Say what a matrix of these decks takes."""
    from ucgsim.studies.forecast import plan_of_runs  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.studies.matrix.games import plan_matrix  # noqa: PLC0415

    def make(*how: Any) -> GamesPlan:
        runs = plan_matrix(decks, options["terms"], games=2, field=options["field"])
        return plan_of_runs([*runs.values()], *how)

    tell_plan(make, precision, jobs=options["jobs"], as_json=as_json)


def _under(decks: Sequence[Path], options: dict[str, Any], name: str, place: Path | None) -> MatrixResult:
    """The matrix under one of several policies."""
    from ucgsim.simulate.speed import dealt_of  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.studies.matrix.games import plan_matrix  # noqa: PLC0415

    terms = options["terms"].but(policies=(name, name))
    number = games_under(
        name,
        options["games"],
        options["check"],
        lambda: map(dealt_of, plan_matrix(decks, terms, games=2).values()),
        matchups=len(decks) * (len(decks) - 1) // 2,
        jobs=options["jobs"],
        place=place,
    )
    here = options | {"terms": terms, "games": number, "check": AskedCheck("none")}
    return play_decks(decks, out=place, **here)


def play_decks(
    decks: Sequence[DeckLike],
    *,
    terms: Terms,
    games: int,
    field: Path | None,
    lead_pairs: int | None = None,
    jobs: int,
    out: Path | None,
    check: AskedCheck,
) -> MatrixResult:
    """Play the matrix that the options describe, and its check, showing how far it is."""
    from ucgsim.studies.matrix.games import plan_matrix, play_matrix  # noqa: PLC0415
    from ucgsim.studies.matrix.matchups import read_field  # noqa: PLC0415

    runs = plan_matrix(decks, terms, games=games, out=out, field=field)
    given = read_field(runs, field)
    each = next(iter(runs.values())).plan.games
    if each != games:
        say(f"ucgsim: both decks win the throw equally often: playing {each:,} a matchup instead of {games:,}")
    second = wanted_check(check, terms.policies, usual=out is not None)
    with progress("matrix", (each + 2 * (lead_pairs or 0)) * len(runs)) as advance:
        result = play_matrix(runs, lead_pairs=lead_pairs, jobs=jobs, field=given, out=out, advance=advance)
    if second is None:
        return result
    return checked(result, second, jobs=jobs, catalog=terms.catalog)


def checked(result: MatrixResult, wanted: WantedCheck, *, jobs: int, catalog: Catalog) -> MatrixResult:
    """The matrix with its check, showing how far that is."""
    from ucgsim.studies.check import games_of_check  # noqa: PLC0415
    from ucgsim.studies.matrix.games import check_matrix  # noqa: PLC0415
    from ucgsim.studies.matrix.matchups import games_to_check  # noqa: PLC0415

    games = games_to_check(result, wanted.policy, wanted.budget, jobs=jobs, catalog=catalog) or wanted.games
    matchups = len(result.duels)
    with progress("check", games_of_check(games, result.plan.games, matchups) * matchups) as advance:
        return check_matrix(result, wanted.policy, games=games, jobs=jobs, catalog=catalog, advance=advance)
