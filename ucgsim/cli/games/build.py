"""Search for a deck of the characters you want to play."""

from __future__ import annotations

from typing import Any

import click

from ucgsim.cli.common import options
from ucgsim.cli.games.improve import search, search_options


@click.command(cls=options.ManyAgainst)
@click.option("--characters", required=True, metavar="NAME,NAME", help="Whom to play, such as TIGA,DYNA.")
@search_options(swaps=6, most=12, text="Cards of the first deck that may leave.")
def build(characters: str, **given: Any) -> None:
    """Make a deck of the characters you want to play, against rivals or the decks of a field.

    It begins with chains of these characters, as many copies as are legal, and goes on from there as `ucgsim improve`
    does. Cards that come in are of these characters or of none.
    """
    from ucgsim.studies.improve.plan import plan_build  # noqa: PLC0415 - help must not wait

    search("build", plan_build, [name.strip() for name in characters.split(",") if name.strip()], **given)
