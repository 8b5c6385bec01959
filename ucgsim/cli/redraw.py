"""Say which opening hands to redraw, by playing each of them kept and redrawn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ucgsim.cli.console import print_json, progress, say, tell
from ucgsim.cli.odds import plot_option
from ucgsim.cli.options import (
    WholeNumber,
    jobs_option,
    json_option,
    policy_options,
    terms_options,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ucgsim.simulate.terms import Terms

DECK = click.Path(path_type=Path)
AGAINST = "--against"
MOST_HANDS = 100_000_000


class ManyAgainst(click.Command):
    """A command whose ``--against`` takes every deck up to the next option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Repeat the option in front of each further deck."""
        return super().parse_args(ctx, list(_repeated(args)))


def _repeated(args: Sequence[str]) -> Iterator[str]:
    previous = None
    taking = False
    for word in args:
        is_option = word.startswith("-")
        if taking and not is_option and previous != AGAINST:
            yield AGAINST
        taking = word == AGAINST or (taking and not is_option)
        previous = word
        yield word


@click.command(cls=ManyAgainst)
@click.argument("deck", type=DECK)
@click.option(
    AGAINST, multiple=True, type=DECK, metavar="DECK...", help="Opponents, met equally often; itself without any."
)
@click.option(
    "-n",
    "--games",
    "--hands",
    "hands",
    type=WholeNumber(1, MOST_HANDS),
    default=20_000,
    help="Opening hands; each is played kept and redrawn.",
)
@terms_options(policy_options)
@jobs_option
@plot_option
@json_option
def redraw(
    deck: Path,
    *,
    against: tuple[Path, ...],
    hands: int,
    terms: Terms,
    jobs: int,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Play opening hands of DECK twice on the same chance, kept and redrawn, and print which to redraw.

    The first hand, the opponent, and all later chance are the same in both branches; classes of hands are told
    apart by chains, low levels, characters that may be set, and scenes.
    """
    from ucgsim.studies.redraw.study import plan_redraw, play_redraw  # noqa: PLC0415 - help must not wait for it

    study = plan_redraw(deck, against, terms, hands=hands)
    if study.hands != hands:
        say(
            f"ucgsim: every opponent is met equally often and wins half of the throws: playing {study.hands:,} "
            f"instead of {hands:,}"
        )
    with progress("redraw", study.hands, unit="hands") as advance:
        result = play_redraw(study, jobs=jobs, advance=advance)
    if plot is not None:
        from ucgsim.chances.plots import save_plot  # noqa: PLC0415 - loads matplotlib

        save_plot(result.plot(), plot)
        say(f"plot: {plot}")
    if as_json:
        print_json(result.to_json())
        return
    tell(result.summary())
