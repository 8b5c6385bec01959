"""How fast this machine plays."""

from __future__ import annotations

import click

from ucgsim.cli.common.console import print_json, progress, tell
from ucgsim.cli.common.options import json_option

USUAL = ("greedy", "planner", "search:16,with=planner")


@click.command()
@click.option("--policy", "policies", multiple=True, default=USUAL, metavar="NAME", help="Who plays; may be repeated.")
@click.option(
    "--seconds", type=click.FloatRange(0.01, 600), default=0.3, help="Time for each of the shipped decks and policies."
)
@click.option("--cold", is_flag=True, help="Compile everything once more, in an empty folder, and time that too.")
@json_option
def bench(*, policies: tuple[str, ...], seconds: float, cold: bool, as_json: bool) -> None:
    """Measure games, decisions and playouts a second, where their time goes, and how long commands take to begin.

    Times of games are told in floors as well: a floor is what two shuffles take in the same minute, which hardly
    depends on the machine. Other programs at work at the same time make every figure worse.
    """
    from ucgsim.studies.bench import measure, work  # noqa: PLC0415 - it compiles; help must not wait for it

    with progress("bench", work(policies), unit="decks") as advance:
        result = measure(policies, seconds=seconds, cold=cold, advance=advance)
    if as_json:
        print_json(result.to_json())
        return
    for line in result.lines():
        tell(line)
