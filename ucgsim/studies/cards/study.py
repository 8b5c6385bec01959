"""Which cards go with winning: every card's win rate with it against without it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.arguments import checked
from ucgsim.cards.catalog import load_catalog
from ucgsim.report.watching import watched
from ucgsim.simulate.columns import SIDES
from ucgsim.simulate.impact import STATES, count_cards
from ucgsim.simulate.loops.impact import Fate
from ucgsim.simulate.working.cores import cores
from ucgsim.studies.cards.games import Watched, read_watched
from ucgsim.studies.cards.result import ImpactResult

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ucgsim.cards.catalog import Catalog
    from ucgsim.simulate.impact import Subject


@checked
def cards_impact(
    run: Path | str,
    *,
    side: str | None = None,
    deck: str | None = None,
    jobs: int | None = None,
    catalog: Catalog | None = None,
    progress: bool | None = None,
    advance: Callable[[int], object] | None = None,
) -> ImpactResult:
    """Play the games of a run or a matrix again and say which cards of a deck go with winning.

    Args:
        run: the folder of a duel or of a matrix that was kept.
        side: "a" or "b", for a duel.
        deck: or the name of the deck; a matrix needs it, and all opponents count alike.
        jobs: processes that play side by side; as many as there are cores where None. The result is the same.
        catalog: the cards, where it is not the imported or the shipped one.
        progress: whether to show a bar; where None, in a notebook or on a terminal for what takes more than a second.
        advance: is told how many more games are done.

    Raises:
        UcgsimError: as ``read_watched`` does: a folder that holds no such run, or a deck that is not in it.
    """
    catalog = load_catalog() if catalog is None else catalog
    games = read_watched(Path(run), catalog, side=side, deck=deck)
    with watched(progress, advance, games.games) as tell:
        return play_impact(games, catalog, jobs=cores(jobs), advance=tell)


def play_impact(
    watched: Watched, catalog: Catalog, *, jobs: int = 1, advance: Callable[[int], object] | None = None
) -> ImpactResult:
    """Count the cards of the deck that is watched, over all its matchups."""
    tables = [
        count_both(subject, jobs=jobs, advance=advance)[side]
        for subject, side in zip(watched.subjects, watched.sides, strict=True)
    ]
    return ImpactResult(watched, catalog, np.sum(tables, axis=0))


def play_both(
    subject: Subject,
    run: Path,
    catalog: Catalog,
    *,
    jobs: int = 1,
    advance: Callable[[int], object] | None = None,
) -> tuple[ImpactResult, ImpactResult]:
    """Count the cards of both sides of a run that has been read; the games are played once."""
    totals = count_both(subject, jobs=jobs, advance=advance)
    a, b = (
        ImpactResult(Watched(run, (subject,), (place,), ("--side", side)), catalog, totals[place])
        for place, side in enumerate(SIDES)
    )
    return a, b


def count_both(
    subject: Subject, *, jobs: int = 1, advance: Callable[[int], object] | None = None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Play the games of a run again: counts of the cards of both sides, (cards, fates, STATES) each."""
    a, b = (np.zeros((len(cards), len(Fate), STATES), np.int64) for cards in subject.cards)
    for part in count_cards(subject, jobs=jobs):
        a += part.tables[0]
        b += part.tables[1]
        if advance is not None:
            advance(part.games)
    return a, b
