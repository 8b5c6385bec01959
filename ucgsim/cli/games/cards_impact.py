"""Which cards go with winning, and what each copy is worth."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ucgsim.cards.versions import REDRAW_PROCEDURE
from ucgsim.cli.common import options
from ucgsim.cli.common.console import print_json, progress, tell, tell_parts
from ucgsim.cli.common.questions import Output, output_options, plan_option
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from ucgsim.cards.catalog import Catalog
    from ucgsim.studies.cards.impact import ImpactResult, Watched
    from ucgsim.studies.cards.worth import WorthResult
    from ucgsim.studies.compare.answer import CompareResult
    from ucgsim.studies.compare.plan import CompareStudy

MOST_PAIRS = 10_000_000


@click.command("cards-impact")
@click.argument("run", type=click.Path(path_type=Path), metavar="RUN")
@click.option("--side", type=click.Choice(["a", "b"]), show_default="a", help="Whose cards, in the run of a duel.")
@click.option("--deck", metavar="NAME", help="Whose cards: the name of a deck; of a matrix, over all its opponents.")
@click.option(
    "--swap",
    "swaps",
    multiple=True,
    metavar="OLD=NEW",
    help="Play the same games with every copy of a card replaced, such as BP01-001=BP01-002; may be repeated.",
)
@options.swap_policy_option
@click.option(
    "--worth",
    is_flag=True,
    help="Play what each copy of each card is worth: with it and with another card of the deck in its place.",
)
@click.option(
    "-n",
    "--pairs",
    "pairs",
    type=options.WholeNumber(1, MOST_PAIRS),
    help="Pairs of games a copy, with --worth.  [default: 12,000; 100 where somebody searches, or an own policy plays]",
)
@options.precise_option("As many pairs as make what a copy is worth in the deck known within +- so many points: 0.5pp.")
@plan_option
@output_options(
    options.play_blank_option,
    options.redraw_procedure_option,
    options.jobs_option,
    options.plot_option,
    options.out_option,
    options.catalog_option,
)
def cards_impact(
    run: Path,
    *,
    side: str | None,
    deck: str | None,
    swaps: tuple[str, ...],
    policy: str | None,
    worth: bool,
    pairs: int | None,
    precision: float | None,
    plan: bool,
    play_blank: tuple[str, ...],
    redraw_procedure: str,
    catalog: Path | None,
    asked: Output,
) -> None:
    """Play the games of RUN again and print how often its side wins with each card and without it.

    RUN is a folder that duel or matrix wrote with --out. A card in the opening hand, drawn, set, leveled up with or
    used goes with winning or losing; what it does, --swap tells, and --worth of every copy at once.
    """
    from ucgsim.cards.catalog import load_catalog  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.policies.policy_files import own_file  # noqa: PLC0415
    from ucgsim.studies.cards.impact import plan_of_impact, play_impact, read_watched  # noqa: PLC0415
    from ucgsim.studies.cards.swap import plan_swap  # noqa: PLC0415
    from ucgsim.studies.cards.worth import plan_of_worth  # noqa: PLC0415

    _refuse_together(swaps, asked.plot, pairs, play_blank, worth=worth)
    _refuse_precision(precision, asked=worth or plan)
    if policy is not None and not swaps and own_file(policy) is None:
        raise click.UsageError("--policy is for --swap; the games of a run are counted as they were played")
    known = load_catalog(catalog)
    watched = read_watched(run, known, side=side, deck=deck)
    _refuse_other_redraw(watched, redraw_procedure)
    if plan:
        ask = partial(plan_of_worth, watched, known) if worth else partial(plan_of_impact, watched)
        asked.tell_plan(ask, precision)
        return
    if swaps:
        studies = [plan_swap(watched, swap, known, play_blank=play_blank, policy=policy) for swap in swaps]
        _tell(_swap(studies, asked.jobs), as_json=asked.as_json)
        return
    result: ImpactResult | WorthResult
    if worth:
        result = _worth(watched, pairs, precision, asked.jobs, known)
    else:
        with progress("cards-impact", watched.games) as advance:
            result = play_impact(watched, known, jobs=asked.jobs, advance=advance)
    asked.tell(result, partial(_write, result))


def _write(result: ImpactResult | WorthResult, out: Path) -> Path:
    from ucgsim.studies.cards.page import write_impact  # noqa: PLC0415 - loads what draws

    return write_impact(result, out)


def _refuse_together(
    swaps: tuple[str, ...], plot: Path | None, pairs: int | None, play_blank: tuple[str, ...], *, worth: bool
) -> None:
    """Refuse options that say nothing together."""
    if swaps and plot is not None:
        raise click.UsageError("--plot draws the cards of the run; leave out --swap, or leave out --plot")
    if worth and swaps:
        raise click.UsageError("--worth weighs every copy, --swap replaces one card; leave out one of them")
    if pairs is not None and not worth:
        raise click.UsageError("-n is the number of pairs a copy of --worth; give --worth too, or leave it out")
    if play_blank and not swaps:
        raise click.UsageError("--play-blank is for cards that come in; give --swap too, or leave it out")


def _refuse_precision(precision: float | None, *, asked: bool) -> None:
    """Refuse a precision next to a number of pairs, and where no games are played that it could ask for."""
    options.refuse_both(precision, "pairs", "pairs")
    if precision is not None and not asked:
        raise click.UsageError(
            "--precision is for --worth: of a run all games are counted, and --plan says how many it takes"
        )


def _worth(watched: Watched, pairs: int | None, precision: float | None, jobs: int, catalog: Catalog) -> WorthResult:
    from ucgsim.studies.cards import worth  # noqa: PLC0415

    if precision is not None:
        pairs = worth.pairs_for_precision(watched, catalog, precision)
    study = worth.plan_worth(watched, catalog, pairs=pairs)
    with progress("cards-impact", study.games) as advance:
        return worth.WorthResult(study, worth.play_worth_study(study, jobs=jobs, advance=advance))


def _refuse_other_redraw(watched: Watched, redraw_procedure: str) -> None:
    """Refuse another redraw than that of the run; what is not said is as the run has it."""
    played = watched.plan.redraw_procedure
    if options.is_typed("redraw_procedure") and redraw_procedure != played:
        raise UcgsimError(f"{watched.run}: was played with {REDRAW_PROCEDURE} {played}; leave the option out")


def _swap(studies: list[CompareStudy], jobs: int) -> list[CompareResult]:
    from ucgsim.studies.compare.question import CompareQuestion  # noqa: PLC0415

    with progress("cards-impact", sum(study.games for study in studies)) as advance:
        return [CompareQuestion(study).play(jobs=jobs, advance=advance) for study in studies]


def _tell(results: list[CompareResult], *, as_json: bool) -> None:
    if as_json:
        print_json({"swaps": [result.to_json() for result in results]})
        return
    for place, result in enumerate(results):
        if place:
            tell()
        tell_parts(result.parts())
