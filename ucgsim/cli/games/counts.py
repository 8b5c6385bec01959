"""How many cards of each level to play of a character."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ucgsim.cli.common import options
from ucgsim.cli.common.completing import DECK
from ucgsim.cli.common.console import progress, say
from ucgsim.cli.common.questions import Asked, output_options

if TYPE_CHECKING:
    from pathlib import Path

VS, WITH = "--vs", "--with"
FEWEST_GAMES, MOST_GAMES = 100, 10_000_000
MOST_RANGE = 28


class ManyRivals(options.ManyAgainst):
    """A command whose ``--vs`` and ``--with`` take every word up to the next option."""

    many = (VS, options.AGAINST, WITH)


@click.command(cls=ManyRivals)
@click.argument("deck", type=DECK)
@click.option("--character", required=True, metavar="NAME", help="Whose cards are split over levels, such as TIGA.")
@click.option(
    VS,
    options.AGAINST,
    "against",
    multiple=True,
    type=DECK,
    metavar="DECK...",
    help="Rivals; without them those of --field, else the deck itself and three that ship.",
)
@options.field_option
@click.option(
    "-n",
    "--games",
    "games",
    type=options.WholeNumber(FEWEST_GAMES, MOST_GAMES),
    default=10_000,
    help="Games of each split, against all rivals.",
)
@click.option(
    "--range",
    "reach",
    type=options.WholeNumber(1, MOST_RANGE),
    default=2,
    metavar="N",
    help="Cards that a level may have more or less than in the deck.",
)
@click.option(
    WITH,
    "further",
    multiple=True,
    metavar="NUMBER...",
    help="Further cards of the character that may come in, such as those of a level that the deck has none of.",
)
@output_options(options.terms_options(options.policy_options), options.jobs_option, kind=Asked)
def counts(
    deck: Path,
    *,
    character: str,
    against: tuple[Path, ...],
    field: Path | None,
    games: int,
    reach: int,
    further: tuple[str, ...],
    asked: Asked,
) -> None:
    """Say how many cards of each level of a character DECK should play: 8-7-6-4 or 8-8-5-4?

    Every split of as many cards near the deck's own is tried: how often it opens with the lowest level and with the
    next one too, exactly, and what it wins more than the deck's own on the same shuffles. Which splits may be the best
    is said for all of them at once, since the best of many is partly the luckiest.
    """
    from ucgsim.studies.counts.answer import play_counts  # noqa: PLC0415
    from ucgsim.studies.counts.plan import plan_counts  # noqa: PLC0415 - help must not wait for what plays

    study = plan_counts(
        deck, character, against, asked.terms, games=games, reach=reach, field_file=field, further=further
    )
    say(f"counts: {len(study.splits)} splits of {study.character}, {study.games:,} games")
    with progress("counts", study.games) as advance:
        result = play_counts(study, jobs=asked.jobs, advance=advance)
    asked.tell(result)
