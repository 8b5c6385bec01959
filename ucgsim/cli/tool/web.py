"""Write the page: decks, live win rates and games in any browser, without Python."""

from __future__ import annotations

from pathlib import Path

import click

from ucgsim.cli.common.console import print_answer
from ucgsim.cli.common.options import json_option
from ucgsim.safe_text import shown


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--address", default="", help="Where it will be served: links then show a picture in chats.")
@json_option
def web(*, out: Path, address: str, as_json: bool) -> None:
    """Write the page into the folder OUT: the whole game in a browser, on a phone, by a link.

    Any static host serves the folder; nothing is asked of a server. `ucgsim.html` in it is the same page as one file
    that opens from disk. The page knows the cards and the decks that ship, and imported ones.
    """
    from ucgsim.cards.catalog import load_catalog  # noqa: PLC0415 - help must not wait for the game
    from ucgsim.web.site import PAGE, WHOLE, write_site  # noqa: PLC0415

    size = write_site(out, load_catalog(), address)
    print_answer(
        {"page": out / PAGE, "whole": out / WHOLE, "bytes": size},
        f"{shown(out / PAGE)}: serve this folder from any static host; a visitor loads {size / 1000:,.0f} kB",
        f"{shown(out / WHOLE)}: the same as one file; open it in a browser",
        as_json=as_json,
    )
