"""Which cards to swap, and what that gains."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ucgsim.cli.common import options
from ucgsim.cli.common.completing import DECK
from ucgsim.cli.common.console import print_json, progress, say, tell
from ucgsim.cli.common.questions import QuestionOptions, output_options
from ucgsim.safe_text import shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from ucgsim.studies.improve.plan import ImproveStudy

KEEP = "--keep"
MOST_SWAPS, MOST_SWAPS_OF_DECK = 12, 4


class ManyKept(options.ManyAgainst):
    """A command whose ``--against`` and ``--keep`` take every word up to the next option."""

    many = (options.AGAINST, KEEP)


@click.command(cls=ManyKept)
@click.argument("deck", type=DECK, required=False)
@click.option(
    "--characters", metavar="NAME,NAME", help="Without DECK: make a deck of these characters, such as TIGA,DYNA."
)
@click.option(
    options.AGAINST, multiple=True, type=DECK, metavar="DECK...", help="Rivals; without them those of --field."
)
@options.field_option
@click.option(
    "--pool",
    default="all",
    metavar="FILE|all",
    help="Cards that may come in: all, or those that a list (or CSV of number,count) says you own.",
)
@click.option("--bans", type=click.Path(path_type=Path), metavar="FILE", help="Ban file: CSV with number,from,limit.")
@click.option(KEEP, multiple=True, metavar="NUMBER...", help="Cards that do not leave.")
@click.option(
    "--swaps",
    type=options.WholeNumber(1, MOST_SWAPS),
    show_default="1, with --characters 6",
    help=f"Cards that may leave; up to {MOST_SWAPS_OF_DECK} of a DECK.",
)
@click.option(
    "--budget",
    metavar="GAMES|TIME",
    show_default="1e6, or as many as can say anything",
    help="Games such as 2e6 or 500k, or a time such as 10m.",
)
@click.option(
    "--plan", is_flag=True, help="Say how many builds and games it takes, and how many minutes; save nothing."
)
@output_options(
    options.terms_options(options.policy_options),
    options.jobs_option,
    options.check_options(usual=True),
    options.out_option,
    kind=QuestionOptions,
    usual=True,
)
def improve(deck: Path | None, *, characters: str | None, **given: Any) -> None:
    """Say which cards should leave DECK and which come in, against rivals or the decks of a field.

    Cards come in at random, a few at a time, and what each is worth is fitted over all games; the best swaps are raced
    against the deck as it is, and the best ten are measured in games that chose nothing. With --out it is stored, and
    goes on where it was interrupted. With --characters it begins with chains of these, as many copies as are legal;
    what comes in is of these characters or of none.
    """
    from ucgsim.studies.improve.plan import plan_build, plan_improve  # noqa: PLC0415 - help must not wait

    if (deck is None) == (characters is None):
        raise click.UsageError("give a DECK to improve, or --characters to make one of")
    if given["swaps"] is None:
        given.pop("swaps")
    if deck is not None:
        search("improve", plan_improve, deck, **given)
        return
    if given.pop("keep"):
        raise click.UsageError(f"{KEEP} goes with a DECK; --characters begins without one")
    search("build", plan_build, [each.strip() for each in str(characters).split(",") if each.strip()], **given)


def search(
    name: str,
    make: Callable[..., ImproveStudy],
    start: Path | list[str],
    *,
    against: tuple[Path, ...],
    field: Path | None,
    budget: str | None,
    plan: bool,
    asked: QuestionOptions,
    **limits: Any,
) -> None:
    """Search from a deck or from characters as ``make`` plans it, check, and print what came of it."""
    from ucgsim.studies.improve.question import Search, begun_games, check_improve  # noqa: PLC0415 - help must not wait

    begun = begun_games(asked.out, budget)
    study = make(start, against, asked.terms, budget=budget, field_file=field, jobs=asked.jobs, begun=begun, **limits)
    if plan:
        _tell_plan(study, asked)
        return
    wanted, out = asked.wanted, asked.out
    say(f"{name}: {study.builds:,} builds one swap away, {study.budget:,} games")
    with progress(name, study.budget) as advance:
        result = Search(study, out, lambda text: say(f"{name}: {text}")).play(jobs=asked.jobs, advance=advance)
    if wanted is not None and result.sure:
        say(f"{name}: the first builds are checked under {wanted.policy}")
        result = check_improve(result, wanted, jobs=asked.jobs, out=out)
    asked.tell(result)
    if out is not None and not asked.as_json:
        tell(f"Saved in {shown(out)}; its page: {shown(out / 'index.html')}; the deck: {shown(out / 'deck.txt')}")


def _tell_plan(study: ImproveStudy, asked: QuestionOptions) -> None:
    """Say how many games the budget is, and how long they take."""
    from ucgsim.studies.check import sides_words  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.studies.improve.plan import games_a_second  # noqa: PLC0415

    builds, speed = study.builds, games_a_second(study, jobs=asked.jobs)
    minutes = study.budget / speed / 60
    if asked.as_json:
        policies = dict(zip(("deck", "opponents"), study.labels, strict=True))
        values = {"builds": builds, "games": study.budget, "games_per_second": speed, "minutes": minutes}
        print_json({**values, "policies": policies})
        return
    tell(
        f"{study.budget:,} games take about {minutes:.1f} minutes here (about {speed:,.0f} games a second), "
        f"{sides_words(study.labels)}. They try {builds:,} builds one swap away."
    )
