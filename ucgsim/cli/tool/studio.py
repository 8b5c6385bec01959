"""Build decks in the browser: odds while you edit, hands, gauntlets."""

from __future__ import annotations

import click

from ucgsim.cli.common.console import tell
from ucgsim.cli.common.options import WholeNumber
from ucgsim.errors import UcgsimError

LOOPBACK = ("127.0.0.1", "localhost")


@click.command()
@click.option("--port", type=WholeNumber(1024, 65535), show_default="the first free one from 8700", help="Port.")
@click.option("--host", default=LOOPBACK[0], metavar="ADDRESS", help="This machine's own address; no other is served.")
@click.option("--no-browser", is_flag=True, help="Print the address and open no browser.")
def studio(*, port: int | None, host: str, no_browser: bool) -> None:
    """Open the studio: a page on this machine where decks are pasted, edited, tried and compared.

    Decks are those of `ucgsim deck list`; what is played is what these commands play, into folders that go on where
    they were interrupted. Only the browser that is opened gets in, and one that opens the address that is printed.
    """
    if host not in LOOPBACK:
        raise UcgsimError(f"--host {host}: the studio has no passwords, so it serves this machine alone: {LOOPBACK[0]}")
    from ucgsim.studio.serve import serve  # noqa: PLC0415 - help must not wait for a server

    serve(port, opens=not no_browser, say=lambda text: tell(text, broken=False))
