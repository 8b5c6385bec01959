"""Decisions of games with what came of each option, as Parquet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ucgsim.cli.common import options
from ucgsim.cli.common.completing import DECK
from ucgsim.cli.common.console import print_answer, progress
from ucgsim.cli.common.options import WholeNumber
from ucgsim.safe_text import shown

if TYPE_CHECKING:
    import polars as pl

    from ucgsim.simulate.plan import Terms


@click.command()
@click.argument("deck", type=DECK)
@click.option("--vs", type=DECK, metavar="DECK", show_default="the same deck", help="The deck of the other side.")
@options.games_option(default=100, help="Games to play.")
@click.option("--worlds", type=WholeNumber(1, 1_000), default=4, help="Worlds in which each option is tried.")
@options.terms_options(options.policy_options)
@options.jobs_option
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="FILE", help="The file: .parquet.")
@options.json_option
def lessons(
    deck: Path, *, vs: Path | None, games: int, worlds: int, terms: Terms, jobs: int, out: Path, as_json: bool
) -> None:
    """Play games of DECK and write their decisions: what was seen, the options, what was chosen, what each is worth.

    A row is one option: its value is the share of worlds that are won after it, played to the end. The same seed gives
    the same file.
    """
    if out.suffix != ".parquet":
        raise click.UsageError(f"--out {shown(out)}: the file is Parquet; name one such as lessons.parquet")
    from ucgsim.files.writing import write_file  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.simulate.folder import parquet  # noqa: PLC0415
    from ucgsim.studies.lessons import plan_lessons  # noqa: PLC0415

    plan = plan_lessons(deck, deck if vs is None else vs, terms, games=games, worlds=worlds)
    with progress("lessons", games) as advance:
        table = plan.table(jobs=jobs, advance=advance)
    write_file(out, parquet(table))
    facts = _facts(table, terms, games, worlds)
    rows, decisions = facts["rows"], facts["decisions"]
    print_answer(
        {"file": out, **facts},
        f"{shown(out)}: {rows:,} options of {decisions:,} decisions in {games:,} games, {worlds} worlds each",
        f"{' against '.join(dict.fromkeys(terms.labels))}, {terms.by}, seed {terms.seed}",
        as_json=as_json,
    )


def _facts(table: pl.DataFrame, terms: Terms, games: int, worlds: int) -> dict[str, object]:
    """What was written, and how it was played."""
    return {
        "rows": table.height,
        "decisions": int(table["chosen"].sum()),
        "games": games,
        "worlds": worlds,
        "columns": {name: str(kind) for name, kind in table.schema.items()},
        "policies": dict(zip("ab", terms.labels, strict=True)),
        "seed": terms.seed,
        "rules": terms.rules,
        "redraw_procedure": terms.redraw_procedure,
    }
