"""Is this build of a deck better than that one?"""

from __future__ import annotations

import time
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from ucgsim.cli.common import options
from ucgsim.cli.common.completing import DECK
from ucgsim.cli.common.console import PLAIN_SECONDS, progress, say
from ucgsim.cli.common.questions import OF_PAGE, QuestionOptions, plan_option, question_options
from ucgsim.limits import MAX_GAMES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ucgsim.simulate.plan import Terms
    from ucgsim.studies.compare.answer import CompareResult
    from ucgsim.studies.compare.question import CompareQuestion


@click.command(cls=options.ManyAgainst)
@click.argument("deck_a", type=DECK)
@click.argument("deck_b", type=DECK)
@click.argument("rivals", nargs=-1, type=DECK, metavar="[RIVAL...]")
@click.option(options.AGAINST, multiple=True, type=DECK, hidden=True)  # as rivals were named before
@options.field_option
@click.option(
    "-n",
    "--games",
    type=options.WholeNumber(1, MAX_GAMES),
    show_default="20,000; the most when it stops by itself: 1,000,000",
    help="Games of each build over all opponents.",
)
@click.option("--until-sure", is_flag=True, help="Stop as soon as it is sure which is better, or that neither is.")
@options.precise_option("Stop when the interval is +- so many points: 0.5pp.")
@plan_option
@question_options(options.policy_options, usual=True)
def compare(
    deck_a: Path,
    deck_b: Path,
    rivals: tuple[Path, ...],
    *,
    against: tuple[Path, ...],
    field: Path | None,
    games: int | None,
    until_sure: bool,
    precision: float | None,
    plan: bool,
    asked: QuestionOptions,
) -> None:
    """Play two builds DECK_A and DECK_B on the same chance and print by how much they differ.

    Both meet each RIVAL, equally often unless --field weighs them, or each other without one, with the same shuffles,
    so that most of the luck cancels. --policy-b is how the opponents decide. With --out everything counted is saved,
    with a page, plots and tables; the same command goes on where an interrupted one stopped, and with a larger -n
    where a shorter one ended. If you give more games because of what fewer showed, let --until-sure or --precision
    decide when it is enough: a 95 % interval does not last through such looks.
    """
    from ucgsim.studies.compare.plan import NEVER, Stop, plan_compare  # noqa: PLC0415 - help does not wait for it
    from ucgsim.studies.compare.question import CompareQuestion  # noqa: PLC0415

    stop = NEVER if plan else Stop(sure=until_sure, precision=precision)

    def planned(terms: Terms, number: int | None, out: Path | None) -> CompareQuestion:
        study = plan_compare(deck_a, deck_b, rivals + against, terms, games=number, stop=stop, field=field)
        question = CompareQuestion(study, out)
        if not stop.early or question.is_stored:
            return question
        say(f"compare: stops by itself, after {study.each:,} games of each build at most")
        return replace(question, looked=_teller())

    if plan:
        asked.forecast(planned, precision)
        return
    asked.run(planned, games, page=OF_PAGE, watch=_watch if stop.early else None)


def _watch(label: str, total: int, *, unit: str = "games") -> AbstractContextManager[Callable[[int], None] | None]:
    """What is watched of a comparison that stops by itself are its looks."""
    return nullcontext() if label.startswith("compare") else progress(label, total, unit=unit)


def _teller() -> Callable[[CompareResult], None]:
    """A function that says what a look saw, at most every three seconds."""
    from ucgsim.studies.compare.answer import look_text  # noqa: PLC0415

    last = time.monotonic()

    def tell(look: CompareResult) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= PLAIN_SECONDS:
            last = now
            say(f"compare: {look_text(look)}")

    return tell
