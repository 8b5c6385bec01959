"""Which of several decks is best? All play each other."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from ucgsim.cli.common import options
from ucgsim.cli.common.completing import DECK
from ucgsim.cli.common.questions import QuestionOptions, plan_option, question_options, refuse_check
from ucgsim.cli.games.gauntlet import EVEN
from ucgsim.language import marked

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ucgsim.simulate.plan import Terms

OF_MATCHES = marked(
    "Saved in {out}; a page of it: ucgsim report {word}; what to bring to a tournament: ucgsim tournament {word}"
)


@click.command()
@click.argument("decks", nargs=-1, required=True, type=DECK, metavar="DECK...")
@options.games_option(
    default=2000, help="Games for each two decks; both win the throw equally often, so an odd number goes up by one."
)
@options.precision_option
@plan_option
@click.option(
    "--until",
    type=click.Choice(["best"]),
    help="Send games to the matchups that decide which deck is best, until it is decided; -n is then the most of each.",
)
@options.field_option
@click.option(
    "--match",
    type=click.Choice(["bo1", "bo3", "two-deck-bo3"]),
    default="bo1",
    help="What is won: a game, or a match of up to three; with two decks, each two DECKs in a row are one player's.",
)
@click.option(
    "--turns",
    type=options.WholeNumber(1, 10_000),
    help="Time is called in this turn of the match, and the floor rules decide; never when not given.",
)
@question_options(options.policy_option, usual=True, more=[options.lead_pairs_option])
def matrix(
    decks: Sequence[Path],
    *,
    games: int,
    precision: float | None,
    plan: bool,
    until: str | None,
    match: str,
    turns: int | None,
    field: Path | None,
    lead_pairs: int | None,
    asked: QuestionOptions,
) -> None:
    """Play every pair of the decks DECK... and print who beats whom, how clearly, and who does best.

    With --out every game is saved; the same command goes on where an interrupted one stopped. Of matches only the
    counts are saved, and -n counts matches.
    """
    from ucgsim.studies.matrix import matches, question  # noqa: PLC0415 - help must not wait for what plays

    is_match = match != "bo1" or turns is not None

    def planned(terms: Terms, number: Any, out: Path | None) -> Any:
        where = {"out": out, "field": field}
        if is_match and not plan:
            return matches.plan_matches(decks, terms, match=match, turns=turns, games=number, **where)
        make = question.plan_matrix if until is None or plan else question.plan_race
        return make(decks, terms, games=number, lead_pairs=lead_pairs, **where)

    if plan:
        asked.forecast(planned, precision)
        return
    if until is not None:
        _refuse_beside_until(precision, is_match=is_match)
        asked.run(planned, games if options.is_typed("games") else None)
        return
    games = options.games_wanted(games, precision)
    if is_match:
        _refuse_beside_matches(asked, lead_pairs)
        even = marked("both win the throw equally often: playing {each:,} for each two instead of {games:,}")
        replace(asked, usual=False).run(planned, games, even=even, page=OF_MATCHES)
        return
    asked.run(planned, games, even=EVEN)


def _refuse_beside_until(precision: float | None, *, is_match: bool) -> None:
    """UsageError for what says otherwise how many games there are, or asks another question."""
    if precision is not None:
        raise click.UsageError("--until best and --precision both share out the games; give one of them")
    if is_match:
        raise click.UsageError("--until best plays games; leave out --match and --turns")


def _refuse_beside_matches(asked: QuestionOptions, lead_pairs: int | None) -> None:
    """UsageError for what is asked of games alone."""
    refuse_check(asked.check, "matches can't be checked; leave it out, or play games")
    if lead_pairs:
        raise click.UsageError("--lead-pairs asks what leading is worth in games; leave it out, or play no matches")
