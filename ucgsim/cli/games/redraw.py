"""Which opening hands to redraw, and what that is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ucgsim.cli.common import options
from ucgsim.cli.common.completing import DECK
from ucgsim.cli.common.console import progress, say
from ucgsim.cli.common.questions import plan_option, refuse_out, say_page, tell_answer, tell_plan

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.simulate.plan import Terms
    from ucgsim.studies.redraw.answer import RedrawResult
    from ucgsim.studies.redraw.findings import RedrawStudy
    from ucgsim.studies.redraw.named_hands import NamedHands

MOST_HANDS = 100_000_000
MOST_TOP = 1_000
GAMES_OF_TRAINER = 2_000
"""Games of each choice with a hand of the trainer, where nothing else is said."""


@click.command(cls=options.ManyAgainst)
@click.argument("deck", type=DECK)
@click.option(
    options.AGAINST,
    multiple=True,
    type=DECK,
    metavar="DECK...",
    help="Opponents, met equally often; itself without any.",
)
@click.option(
    "-n",
    "--games",
    "--hands",
    "hands",
    type=options.WholeNumber(1, MOST_HANDS),
    default=20_000,
    help="Opening hands; each is played kept and redrawn.",
)
@options.precise_option(
    "As many hands as make win rates, and what one choice wins more than another, known within +- so many points: 1pp."
)
@plan_option
@click.option(
    "--hand",
    "named",
    multiple=True,
    metavar="CARD,CARD,...",
    help="Deal these six cards instead, by number or name (2 Tiga 1,BP01-004,...): what keeping and redrawing them "
    "wins; may be repeated.",
)
@click.option(
    "--top-hands",
    type=options.WholeNumber(2, MOST_TOP),
    metavar="N",
    help="Show the N hands where the choice matters most, such as 20, judged by games of their own.",
)
@click.option("--train", is_flag=True, help="Be asked: six cards, keep or redraw, then what either wins; with a score.")
@options.terms_options(options.policy_options)
@options.jobs_option
@options.plot_option
@options.out_option
@options.full_option
@options.json_option
def redraw(
    deck: Path,
    *,
    against: tuple[Path, ...],
    hands: int,
    precision: float | None,
    plan: bool,
    named: tuple[str, ...],
    top_hands: int | None,
    train: bool,
    terms: Terms,
    jobs: int,
    plot: Path | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Play opening hands of DECK twice on the same chance, kept and redrawn, and print which to redraw in few words.

    The first hand, the opponent, and all later chance are the same in both branches; classes of hands are told
    apart by chains, low levels, characters that may be set, and scenes.
    """
    from ucgsim.studies.forecast import games_for_precision  # noqa: PLC0415
    from ucgsim.studies.redraw import question  # noqa: PLC0415 - it loads what plays

    if plan:
        tell_plan(
            lambda *how: question.plan_of_redraw(question.plan_redraw(deck, against, terms, hands=2), *how),
            precision,
            jobs=jobs,
            as_json=as_json,
        )
        return
    if train:
        from ucgsim.cli.games._trainer import train as ask_hands  # noqa: PLC0415

        hands = hands if options.is_typed("hands") else GAMES_OF_TRAINER
        ask_hands(question.plan_redraw(deck, against, terms, hands=hands), jobs=jobs)
        return
    options.refuse_both(precision, "hands", "hands")
    if precision is not None:
        hands = games_for_precision(precision)
    study = question.plan_redraw(deck, against, terms, hands=hands)
    if study.hands != hands:
        say(
            f"ucgsim: every opponent is met equally often and wins half of the throws: playing {study.hands:,} "
            f"instead of {hands:,}"
        )
    if named or top_hands is not None:
        if plot is not None or (named and top_hands is not None):
            raise click.UsageError("--hand, --top-hands and --plot do not go together; leave out all but one")
        refuse_out(out, "--hand and --top-hands")
        tell_answer(_single(study, named, top_hands, jobs), as_json=as_json)
        return
    with progress("redraw", study.hands, unit="hands") as advance:
        result = question.play_redraw(study, jobs=jobs, advance=advance)
    if plot is not None:
        _save_plot(result, plot)
    tell_answer(result, as_json=as_json)
    if out is not None:
        say_page(result.write(out))


def _save_plot(result: RedrawResult, plot: Path) -> None:
    from ucgsim.probability.plots import save_plot  # noqa: PLC0415 - loads matplotlib

    save_plot(result.figure(), plot)
    say(f"plot: {plot}")


def _single(study: RedrawStudy, named: tuple[str, ...], top_hands: int | None, jobs: int) -> NamedHands:
    """Single hands: those that were named, or those that matter most."""
    from ucgsim.studies.redraw.named_hands import GAMES_OF_PICKED, play_hands, play_top_hands, read_hand  # noqa: PLC0415

    if top_hands is None:
        hands = [read_hand(text, study.deck, study.terms.catalog) for text in named]
        words = tuple(word for text in named for word in ("--hand", text))
        with progress("redraw", study.hands * len(hands), unit="hands") as advance:
            return play_hands(study, hands, words=words, jobs=jobs, advance=advance)
    with progress("redraw", study.hands + top_hands * GAMES_OF_PICKED, unit="hands") as advance:
        return play_top_hands(study, top_hands, words=("--top-hands", str(top_hands)), jobs=jobs, advance=advance)
