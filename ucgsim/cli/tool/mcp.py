"""Let an assistant ask odds, gauntlets, comparisons, better cards and facts of cards."""

from __future__ import annotations

import click


@click.command()
def mcp() -> None:
    """Serve five questions to an assistant by the Model Context Protocol, on stdin and stdout.

    They are odds, gauntlet, compare, improve and card; each answer holds its interval, games and policies. An assistant
    starts this command itself: name it, ucgsim mcp, in its settings. Needs pip install 'ucgsim[mcp]'.
    """
    from ucgsim.studio.assistant import server  # noqa: PLC0415 - help must not wait for a server

    server().run("stdio")
