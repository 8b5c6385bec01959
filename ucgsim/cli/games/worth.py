"""Say what each copy of each card of a deck is worth, or play the games with a card replaced."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ucgsim.cards.versions import REDRAW_PROCEDURE
from ucgsim.cli.common import options
from ucgsim.cli.common.console import print_json, progress, tell, tell_parts
from ucgsim.cli.common.questions import OF_PAGE, Output, output_options, plan_option
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from ucgsim.studies.compare.answer import CompareResult
    from ucgsim.studies.compare.plan import CompareStudy

MOST_PAIRS = 10_000_000


@click.command()
@click.argument("run", type=click.Path(path_type=Path), metavar="RUN")
@click.option("--side", type=click.Choice(["a", "b"]), show_default="a", help="Whose cards, in the run of a duel.")
@click.option("--deck", metavar="NAME", help="Whose cards: the name of a deck; of a matrix, over all its opponents.")
@click.option(
    "--swap",
    "swaps",
    multiple=True,
    metavar="OLD=NEW",
    help="Play the games of RUN with every copy of a card replaced, such as BP01-001=BP01-002; may be repeated.",
)
@options.swap_policy_option
@click.option(
    "-n",
    "--pairs",
    "pairs",
    type=options.WholeNumber(1, MOST_PAIRS),
    help="Pairs of games a copy.  [default: 12,000; 100 where somebody searches, or an own policy plays]",
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
def worth(
    run: Path,
    *,
    side: str | None,
    deck: str | None,
    swaps: tuple[str, ...],
    policy: str | None,
    pairs: int | None,
    precision: float | None,
    plan: bool,
    play_blank: tuple[str, ...],
    redraw_procedure: str,
    catalog: Path | None,
    asked: Output,
) -> None:
    """Play each copy of each card of a deck of RUN against another card of the deck in its place, on the same chance.

    RUN is a folder that duel, gauntlet or matrix wrote with --out. --swap plays the games of RUN with a card replaced.
    """
    from ucgsim.cards.catalog import load_catalog  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.policies.policy_files import own_file  # noqa: PLC0415
    from ucgsim.studies.cards.swap import plan_swap  # noqa: PLC0415
    from ucgsim.studies.cards.watched import read_watched  # noqa: PLC0415
    from ucgsim.studies.cards.worth import (  # noqa: PLC0415
        WorthQuestion,
        pairs_for_precision,
        plan_of_worth,
        plan_worth,
    )
    from ucgsim.studies.kit.run import ask  # noqa: PLC0415

    options.refuse_both(precision, "pairs", "pairs")
    if swaps and (asked.plot is not None or pairs is not None or precision is not None):
        raise click.UsageError("--swap plays the games of the run; leave out --swap, or --plot, -n and --precision")
    if play_blank and not swaps:
        raise click.UsageError("--play-blank is for cards that come in; give --swap too, or leave it out")
    if policy is not None and not swaps and own_file(policy) is None:
        raise click.UsageError("--policy is for --swap; what a card is worth is played by the policies of the run")
    known = load_catalog(catalog)
    watched = read_watched(run, known, side=side, deck=deck)
    # What is not said is as the run has it.
    played = watched.plan.redraw_procedure
    if options.is_typed("redraw_procedure") and redraw_procedure != played:
        raise UcgsimError(f"{watched.run}: was played with {REDRAW_PROCEDURE} {played}; leave the option out")
    if plan:
        asked.tell_plan(partial(plan_of_worth, watched, known), precision)
        return
    if swaps:
        studies = [plan_swap(watched, swap, known, play_blank=play_blank, policy=policy) for swap in swaps]
        _tell(_swap(studies, asked.jobs), as_json=asked.as_json)
        return
    if precision is not None:
        pairs = pairs_for_precision(watched, known, precision)
    study = plan_worth(watched, known, pairs=pairs)
    result = ask(WorthQuestion(study, asked.out), None, jobs=asked.jobs, catalog=known, watch=progress)
    asked.tell_saved(result, OF_PAGE)


def _swap(studies: list[CompareStudy], jobs: int) -> list[CompareResult]:
    from ucgsim.studies.compare.question import CompareQuestion  # noqa: PLC0415

    with progress("worth", sum(study.games for study in studies)) as advance:
        return [CompareQuestion(study).play(jobs=jobs, advance=advance) for study in studies]


def _tell(results: list[CompareResult], *, as_json: bool) -> None:
    if as_json:
        print_json({"swaps": [result.to_json() for result in results]})
        return
    for place, result in enumerate(results):
        if place:
            tell()
        tell_parts(result.parts())
