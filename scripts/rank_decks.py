"""Rank decks against each other: those that ship, and dated lists of a folder with the write-up that each is from.

``python -m scripts.rank_decks [--lists FOLDER]`` plays everybody against everybody and writes `reports/decks.md`. A
list says in its first lines when and where it was published: ``# date: 2025-10-14`` and ``# source: https://...``.
"""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import click

import ucgsim
from ucgsim.cli.common.console import progress
from ucgsim.cli.common.options import WholeNumber, jobs_option, seed_option
from ucgsim.cli.main import fail
from ucgsim.decks.finding import decks_in, shipped
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import read_text
from ucgsim.files.writing import write_text_file

OUT = Path(__file__).resolve().parent.parent / "reports" / "decks.md"
GAMES = 1_000
_SAID = re.compile(r"^#\s*(date|source)\s*:\s*(.*\S)", re.IGNORECASE | re.MULTILINE)


class Published(NamedTuple):
    """A list, and when and where it was published; both blank for one of our own."""

    file: Path
    date: str
    source: str


def published(file: Path) -> Published:
    """What a list says of itself; UcgsimError for a date that is none, and for a source without one."""
    said = {key.lower(): value for key, value in _SAID.findall(read_text(file, "a decklist"))}
    try:
        day = date.fromisoformat(said["date"]).isoformat() if "date" in said else ""
    except ValueError:
        raise UcgsimError(f"{file}: {said['date']!r} is no date; write '# date: 2025-10-14'") from None
    if "source" in said and not day:
        raise UcgsimError(f"{file}: names a source and no date; write '# date: 2025-10-14'")
    return Published(file, day, said.get("source", ""))


def page(lists: list[Published], answer: dict[str, Any]) -> str:
    """The ranking as Markdown: the deck that wins most against the field of all first."""
    names = [deck["name"] for deck in answer["decks"]]
    by_name = dict(zip(names, zip(lists, answer["field"], answer["matrix"], strict=True), strict=True))
    order = sorted(names, key=lambda name: -by_name[name][1]["rate"])
    rows = []
    for rank, name in enumerate(order, start=1):
        each, rate, cells = by_name[name]
        rivals = [(cell["rate"], other) for cell, other in zip(cells, names, strict=True) if other != name]
        worst, most = min(rivals)
        where = f"[{each.date}]({each.source})" if each.source else each.date or "-"
        rows.append(
            f"| {rank} | {name} | {where} | {100 * rate['rate']:.1f} | {100 * rate['low']:.1f} to "
            f"{100 * rate['high']:.1f} | {most}, {100 * worst:.0f} % |"
        )
    return "\n".join(
        [
            "# Decks against each other",
            "",
            f"Share of games won against the {len(names) - 1} others, each as often; an interval holds the error of",
            "the games and how far good players lie apart. A place in the order is no proof: where intervals overlap,",
            "the order is not decided. The date is that of the write-up that a list is from; `-` is a list of our own.",
            "",
            "| | deck | published | wins, % | 95 % interval | hardest rival |",
            "|---:|---|---|---:|---:|---|",
            *rows,
            "",
            f"{answer['games']:,} games, {answer['games_per_matchup']:,} a matchup, {answer['policy']}, rules "
            f"{answer['rules']}, seed {answer['seed']}. Made by `python -m scripts.rank_decks`.",
            "",
        ]
    )


@click.command(help=__doc__)
@click.option(
    "--lists", type=click.Path(path_type=Path), help="A folder of published lists, ranked with those that ship."
)
@click.option("-n", "--games", type=WholeNumber(2, 1_000_000), default=GAMES, help="Games of each matchup.")
@click.option("--out", type=click.Path(path_type=Path), default=OUT, help="The page to write.")
@seed_option
@jobs_option
def main(lists: Path | None, games: int, out: Path, seed: int, jobs: int) -> None:
    """Play, and write the page."""
    try:
        files = [*decks_in(shipped()), *(decks_in(lists) if lists else [])]
        entries = [published(Path(str(file))) for file in files]
        pairs = len(entries) * (len(entries) - 1) // 2
        with progress("rank_decks", pairs * games) as advance:
            result = ucgsim.matrix(
                [str(each.file) for each in entries], games=games, seed=seed, jobs=jobs, advance=advance
            )
        write_text_file(out, page(entries, result.to_json()))
    except UcgsimError as error:
        fail(error)
    click.echo(f"{out}: {len(entries)} decks")


if __name__ == "__main__":
    main()
