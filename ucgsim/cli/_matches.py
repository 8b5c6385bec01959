"""What `ucgsim matrix --match` does: matches of several games instead of games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ucgsim.cli.console import print_json, progress, say
from ucgsim.cli.options import make_folder
from ucgsim.report.matches import MatchMatrix, plan_matches, play_study
from ucgsim.simulate.matches import Format

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ucgsim.report.lists import DeckLike


def tell_matches(
    decks: Sequence[DeckLike],
    match: str,
    turns: int | None,
    *,
    games: int,
    field: Path | None,
    jobs: int,
    out: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Play matches and print who wins them; ``games`` counts matches."""
    if field is not None:
        raise click.UsageError(
            "--field weighs a matrix of games; keep the matches with --out and give it to ucgsim meta"
        )
    study = plan_matches(decks, match=Format(match), turns=turns, games=games, **options)
    each = study.matches // len(study.keys)
    if each != games:
        say(f"ucgsim: matches come in pairs: playing {each:,} for each two players instead of {games:,}")
    with progress("matrix", study.matches, unit="matches") as advance:
        result = play_study(study, jobs=jobs, advance=advance)
    _tell(result, out, as_json=as_json)


def _tell(result: MatchMatrix, out: Path | None, *, as_json: bool) -> None:
    place = result.write(make_folder(out)) if out is not None else None
    if as_json:
        print_json(result.to_json())
        return
    click.echo(result.summary())
    if place is not None:
        click.echo(f"Kept in {place}; the field that no one beats: ucgsim meta {out}")
