"""What `ucgsim matrix --match` does: matches of several games instead of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.cli.common.console import print_json, progress, say, tell, tell_parts
from ucgsim.showing import shown
from ucgsim.studies.matrix.matches import plan_matches, play_study
from ucgsim.studies.weights import given_field

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ucgsim.decks.deck import DeckLike
    from ucgsim.simulate.terms import Terms


def tell_matches(
    decks: Sequence[DeckLike],
    match: str,
    turns: int | None,
    *,
    terms: Terms,
    games: int,
    field: Path | None,
    jobs: int,
    out: Path | None,
    as_json: bool,
) -> None:
    """Play matches and print who wins them; ``games`` counts matches."""
    study = plan_matches(decks, terms, match=match, turns=turns, games=games)
    given = given_field(field, study.plan.names)
    if study.plan.each != games:
        say(f"ucgsim: both win the throw equally often: playing {study.plan.each:,} for each two instead of {games:,}")
    with progress("matrix", study.plan.matches, unit="matches") as advance:
        result = play_study(study, jobs=jobs, field=given, out=out, advance=advance)
    if as_json:
        print_json(result.to_json())
        return
    tell_parts(result.parts())
    if out is not None:
        text = f"a page of it: ucgsim report {shown(out)}; the field that nothing beats: ucgsim meta {shown(out)}"
        tell(f"Kept in {shown(out)}; {text}")
