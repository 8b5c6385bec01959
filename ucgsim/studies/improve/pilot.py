"""A few pairs of games before a plan: how far the games of builds differ from the deck's, with these decks and play."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.studies.improve.racing.blocks import Block, Phase
from ucgsim.studies.improve.racing.changes import STAY

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ucgsim.studies.improve.plan import ImproveStudy
    from ucgsim.studies.improve.racing.changes import Change
    from ucgsim.studies.improve.racing.race import Arena

BUILDS, BLOCKS = 12, 4
"""Builds that are tried, drawn by lot, and blocks of the race that each of them plays: 648 pairs of games, or more
where there are more than eight opponents."""


class Pilot(NamedTuple):
    """Pairs of games of builds and deck on the same shuffles, how many of them ended differently, and who played.

    ``spread``: variance of what a build gains in a game.
    """

    pairs: int
    differing: int
    spread: float
    policies: str

    @property
    def words(self) -> str:
        """What was measured."""
        return (
            f"measured before: of {self.pairs:,} pairs of games of builds and deck {self.differing:,} ended "
            f"differently, {self.policies}"
        )


def piloted(study: ImproveStudy, arena: Arena) -> Pilot:
    """Play the pilot of a search; the same seed plays the same pairs."""
    singles = study.course.singles
    some = np.random.default_rng([study.terms.seed, len(singles)]).permutation(len(singles))[:BUILDS]
    blocks = [Block(Phase.RACE, number) for number in range(BLOCKS)]
    (deck, *builds) = _played(arena, [STAY, *(singles[place] for place in sorted(some.tolist()))], blocks)
    gains = np.concatenate([each - deck for each in builds]) / 2
    # One more that differs: pairs of which none did are no proof that none ever does.
    spread = ((gains**2).sum() + 1) / (len(gains) + 1)
    return Pilot(len(gains), int((gains != 0).sum()), float(spread), " against ".join(dict.fromkeys(study.labels)))


def _played(arena: Arena, builds: list[Change], blocks: list[Block]) -> list[NDArray[np.int64]]:
    """Half points of each build in all blocks."""
    parts = list(arena.play(builds, blocks))
    many = len(builds)
    return [np.concatenate(parts[place::many]).astype(np.int64) for place in range(many)]
