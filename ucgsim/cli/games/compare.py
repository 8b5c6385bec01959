"""Is this build of a deck better than that one?"""

from __future__ import annotations

import time
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any

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
    from ucgsim.studies.compare.plan import Stop
    from ucgsim.studies.compare.question import CompareQuestion

ERROR = click.FloatRange(0, 1, min_open=True, max_open=True)
TEST_OPTIONS = ("elo0", "elo1", "points0", "points1", "alpha", "beta")


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
@click.option("--until-sure", is_flag=True, help="Stop as soon as a sequential test (SPRT) decides.")
@click.option("--elo0", type=float, help="H0 of the test in Elo, as between even decks.")
@click.option("--elo1", type=float, help="H1 of the test in Elo.")
@click.option("--points0", type=float, show_default="-0.5", help="H0 in percentage points that DECK_B gains.")
@click.option("--points1", type=float, show_default="0.5", help="H1 in percentage points that DECK_B gains.")
@click.option("--alpha", type=ERROR, show_default="0.05", help="Chance to accept H1 where H0 is true.")
@click.option("--beta", type=ERROR, show_default="0.05", help="Chance to accept H0 where H1 is true.")
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
    **test: float | None,
) -> None:
    """Play two builds DECK_A and DECK_B on the same chance and print by how much they differ.

    Both meet each RIVAL, equally often unless --field weighs them, or each other without one, with the same shuffles,
    so that most of the luck cancels. --policy-b is how the opponents decide. With --out everything counted is saved,
    with a page, plots and tables; the same command goes on where an interrupted one stopped, and with a larger -n
    where a shorter one ended. If you give more games because of what fewer showed, let --until-sure or --precision
    decide when it is enough: a 95 % interval does not last through such looks.
    """
    from ucgsim.studies.compare.answer import length_before  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.studies.compare.plan import NEVER, plan_compare  # noqa: PLC0415
    from ucgsim.studies.compare.question import CompareQuestion  # noqa: PLC0415

    stop = NEVER if plan else _stop(test, precision, until_sure=until_sure)

    def planned(terms: Terms, number: int | None, out: Path | None) -> CompareQuestion:
        study = plan_compare(deck_a, deck_b, rivals + against, terms, games=number, stop=stop, field=field)
        question = CompareQuestion(study, out)
        if not stop.early or question.is_stored:
            return question
        if stop.test is not None:
            say(f"compare: {length_before(stop.test)}")
        return replace(question, looked=_teller())

    if plan:
        asked.forecast(planned, precision)
        return
    asked.run(planned, games, page=OF_PAGE, watch=_watch if stop.early else None)


def _watch(label: str, total: int, *, unit: str = "games") -> AbstractContextManager[Callable[[int], None] | None]:
    """What is watched of a comparison that stops by itself are its looks."""
    return nullcontext() if label.startswith("compare") else progress(label, total, unit=unit)


def _stop(given: dict[str, Any], precision: float | None, *, until_sure: bool) -> Stop:
    """When to stop; refuses options of the test without the test, and one hypothesis without the other."""
    from ucgsim.studies.compare import plan as comparing  # noqa: PLC0415 - what plays takes long to load

    values = {name: given[name] for name in TEST_OPTIONS if given[name] is not None}
    if not until_sure:
        if values:
            raise click.UsageError(f"--{next(iter(values))} is an option of the test; give --until-sure as well")
        return comparing.Stop(precision=precision)
    if precision is not None:
        raise click.UsageError("--until-sure and --precision are two ways to stop; give one of them")
    hypotheses = {kind: _both(kind, values) for kind in ("elo", "points")}
    if None not in hypotheses.values():
        raise click.UsageError("--elo0 and --points0 are two scales; give the hypotheses on one of them")
    errors = {name: values[name] for name in ("alpha", "beta") if name in values}
    points = hypotheses["points"] or comparing.DEFAULT_POINTS
    return comparing.until_sure(points=points, elo=hypotheses["elo"], **errors)


def _both(kind: str, values: dict[str, Any]) -> tuple[float, float] | None:
    low, high = (values.get(f"{kind}{end}") for end in "01")
    if low is None and high is None:
        return None
    if low is None or high is None:
        raise click.UsageError(f"--{kind}0 and --{kind}1 go together; give both")
    return low, high


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
