"""Which opening hands to redraw, and what that is worth."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import click

from ucgsim.cli.common import options
from ucgsim.cli.common.completing import DECK
from ucgsim.cli.common.console import say
from ucgsim.cli.common.questions import OF_PAGE, QuestionOptions, output_options, plan_option, save_figure
from ucgsim.cli.decks.odds import group_option
from ucgsim.decks.reading import read_deck
from ucgsim.limits import DEFAULT_HANDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

MOST_HANDS = 100_000_000
MOST_DEALT = 100_000


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
    default=DEFAULT_HANDS,
    help="Opening hands; each is played kept and redrawn.",
)
@options.precise_option(
    "As many hands as make win rates, and what one choice wins more than another, known within +- so many points: 1pp."
)
@plan_option
@click.option(
    "--deal",
    type=options.WholeNumber(1, MOST_DEALT),
    metavar="N",
    help="Only deal N opening hands, with what the policy does; --want says which of them meet a condition (see odds).",
)
@click.option("--want", metavar="CONDITION", help="With --deal: mark the hands that meet it; see odds.")
@group_option
@output_options(
    options.terms_options(options.policy_options),
    options.jobs_option,
    options.plot_option,
    options.out_option,
    kind=QuestionOptions,
)
def redraw(
    deck: Path,
    *,
    against: tuple[Path, ...],
    hands: int,
    precision: float | None,
    plan: bool,
    deal: int | None,
    want: str | None,
    groups: Mapping[str, Sequence[str]],
    asked: QuestionOptions,
) -> None:
    """Play opening hands of DECK twice on the same chance, kept and redrawn, and print which to redraw in few words.

    The first hand, the opponent, and all later chance are the same in both branches; hands are put
    into classes by chains, low levels, characters that may be set, and scenes.
    """
    if deal is not None:
        from ucgsim.cli.games._deal import print_hands  # noqa: PLC0415 - help must not wait for it

        listed = read_deck(deck, asked.terms.catalog)
        print_hands(listed, asked.terms, deal, want=want, groups=groups, as_json=asked.as_json)
        return
    if want is not None or groups:
        raise click.UsageError("--want and --group go with --deal; ucgsim odds computes chances")
    from ucgsim.studies.forecast import games_for_precision  # noqa: PLC0415
    from ucgsim.studies.redraw import question  # noqa: PLC0415 - it loads what plays

    if plan:
        study = question.plan_redraw(deck, against, asked.terms, hands=2)
        asked.tell_plan(partial(question.plan_of_redraw, study), precision)
        return
    options.refuse_both(precision, "hands", "hands")
    if precision is not None:
        hands = games_for_precision(precision)
    study = question.plan_redraw(deck, against, asked.terms, hands=hands)
    if study.hands != hands:
        say(
            f"ucgsim: every opponent is met equally often and wins half of the throws: playing {study.hands:,} "
            f"instead of {hands:,}"
        )
    result = asked.play(lambda _terms, _hands, out: question.RedrawQuestion(study, out), study.hands)
    save_figure(result, asked.plot, said=True)
    replace(asked, plot=None).tell_saved(result, OF_PAGE)
