"""What the choice of a deck comes to as a game: the field that nothing beats, what beats the field that is there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.showing import command_line
from ucgsim.stats.games import BestResponse, Equilibrium, best_response, equilibrium, payoff_from_scores
from ucgsim.stats.rates import Estimate, wilson
from ucgsim.studies.matrix.field import Field

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from ucgsim.stats.bootstrap import Bootstrap
    from ucgsim.stats.multinomial import Floats
    from ucgsim.stats.pairs import PairCounts
    from ucgsim.studies.weights import GivenField

PLAYED = 1e-6
"""A share above this is one."""


@dataclass(frozen=True, eq=False)
class Played:
    """What was played: decks by ``names``, ``cells[i, j]`` pairs of deck i against j in points of i, i < j."""

    names: tuple[str, ...]
    cells: Mapping[tuple[int, int], PairCounts]
    basis: str
    """Games, policies, rules and seed in words."""
    policy: str
    source: Path | None = None
    field: GivenField | None = None
    """The shares that were given when it was played."""
    unit: str = "games"

    def scores(self, rates: Floats) -> Floats:
        """The matrix (decks, decks) from the rates of the cells in their order."""
        matrix = np.full((len(self.names),) * 2, 0.5)
        for (row, column), rate in zip(self.cells, rates, strict=True):
            matrix[row, column], matrix[column, row] = rate, 1 - rate
        return matrix


@dataclass(frozen=True, eq=False, repr=False)
class Meta:
    """Equilibrium and best answers; every number with its interval, its pairs and its policies.

    ``field``: shares of the field that is there, (decks,); ``resampled``: shares of the equilibrium and gain of every
    deck against that field, from pairs drawn again.
    """

    played: Played
    field: tuple[float, ...]
    field_source: Path | None
    resampled: Bootstrap

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the decks."""
        return self.played.names

    @cached_property
    def payoff(self) -> Floats:
        """What the row's deck gains from the column's, as a share of games above one half, (decks, decks)."""
        rates = [counts.points / counts.games for counts in self.played.cells.values()]
        return payoff_from_scores(self.played.scores(np.array(rates)))

    @cached_property
    def equilibrium(self) -> Equilibrium:
        """The shares that no deck beats."""
        return equilibrium(self.payoff)

    @cached_property
    def shares(self) -> tuple[Estimate, ...]:
        """Shares of the equilibrium with their bootstrap intervals.

        Where decks are nearly equal, an equilibrium jumps: its own share then belongs into the interval as well.
        """
        shares = self.resampled.estimates[: len(self.names)]
        return tuple(replace(each, low=min(each.low, each.rate), high=max(each.high, each.rate)) for each in shares)

    @cached_property
    def against(self) -> Field:
        """What is said of the field that is there."""
        return Field(self.played.cells, self.field)

    @property
    def exploitability(self) -> Estimate:
        """What the best answer gains from the field that is there, whichever deck that is in truth."""
        return self.against.exploitability

    @cached_property
    def support(self) -> tuple[Estimate, ...]:
        """How often each deck is played in the equilibria of the resampled matrices; n = resamples."""
        played = self.resampled.samples[:, : len(self.names)] > PLAYED
        return tuple(wilson(int(count), self.resampled.times) for count in played.sum(axis=0))

    @cached_property
    def best(self) -> BestResponse:
        """What gains most from the field that is there."""
        return best_response(self.payoff, self.field)

    @cached_property
    def best_again(self) -> tuple[Estimate, ...]:
        """How often each deck is the best answer in the resampled matrices; n = resamples."""
        gains = self.resampled.samples[:, len(self.names) :]
        counts = np.bincount(gains.argmax(axis=1), minlength=len(self.names))
        return tuple(wilson(int(count), self.resampled.times) for count in counts)

    @property
    def against_field(self) -> tuple[Estimate, ...]:
        """Win rate of each deck against the field that is there; the best one's knows that it was picked."""
        return self.against.shown

    @property
    def command(self) -> str:
        """The command that computes this again."""
        words = ["ucgsim", "meta", str(self.played.source)]
        if self.field_source is not None:
            words += ["--field", str(self.field_source)]
        words += ["--seed", str(self.resampled.seed), "--times", str(self.resampled.times)]
        return command_line(words)

    @property
    def basis(self) -> str:
        """What every number rests on."""
        return f"{self.played.basis}; {self.resampled.times:,} resamples of the pairs, seed {self.resampled.seed}"
