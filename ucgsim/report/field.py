"""What a matrix says about its field: who does best, how surely, what it must fear, how well ratings say it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from ucgsim.stats.proportions import weighted_sum
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, by_construction
from ucgsim.stats.ratings import Cycle, Ratings, bradley_terry, cycles, ranking, significant_wins

if TYPE_CHECKING:
    from ucgsim.stats.ratings import Cells

FAMILY_LEVEL = 0.05
"""Chance that any win that is marked as certain is none, and that the best deck is called so by mistake."""


@dataclass(frozen=True, eq=False)
class Field:
    """Decks 0, 1, ... and their pairs: ``cells[i, j]`` of deck i against j in points of i, i < j, every i and j.

    ``weights``: the share of each deck in the field, (decks,), summing to 1.
    """

    cells: Cells
    weights: tuple[float, ...]

    @property
    def size(self) -> int:
        """How many decks there are."""
        return len(self.weights)

    def cell(self, row: int, column: int, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
        """Win rate of a row's deck against a column's; n = pairs, and 50 % by construction on the diagonal."""
        if row == column:
            return by_construction(0.5, confidence)
        if row < column:
            return self.cells[row, column].estimate(confidence)
        return self.cells[column, row].estimate(confidence).complement()

    @cached_property
    def certain(self) -> dict[tuple[int, int], float]:
        """(winner, loser) to the p-value adjusted over all cells (Holm), where it is at most 5 %."""
        return significant_wins(self.size, self.cells, FAMILY_LEVEL)

    @cached_property
    def rates(self) -> tuple[Estimate, ...]:
        """Win rate of each deck against the whole field, the deck itself included at 50 %."""
        met = [place for place in range(self.size) if self.weights[place] > 0]
        shares = [self.weights[place] for place in met]
        return tuple(weighted_sum([self.cell(row, place) for place in met], shares) for row in range(self.size))

    @cached_property
    def rankings(self) -> tuple[list[int], list[int]]:
        """Decks by their win rate against the field and by the lower end of its interval, best first."""
        return ranking(self.rates)

    @property
    def best(self) -> int:
        """The deck with the highest win rate against the field."""
        return self.rankings[0][0]

    @cached_property
    def rivals(self) -> list[int]:
        """Decks that may be as good as the best one, by their win rate; empty where the best is so for sure.

        With a chance of at most 5 % a deck that is not the best is called so for sure: each of the others is held
        against it with 5 % divided by their number. Source: Hsu 1984, Ann. Statist. 12, 1136-1144.
        """
        confidence = 1 - FAMILY_LEVEL / (self.size - 1)
        others = (deck for deck in self.rankings[0] if deck != self.best)
        return [deck for deck in others if self.lead(self.best, deck, confidence).low <= 0]

    def lead(self, deck: int, other: int, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
        """Win rate of a deck against the field minus that of another; their own meeting counts for both."""
        estimates = [self.cell(deck, other, confidence)]
        weights = [self.weights[deck] + self.weights[other]]
        for place in range(self.size):
            if place not in {deck, other}:
                estimates += [self.cell(deck, place, confidence), self.cell(other, place, confidence)]
                weights += [self.weights[place], -self.weights[place]]
        found = weighted_sum(estimates, weights)
        even = weights[0] / 2
        return replace(found, rate=found.rate - even, low=found.low - even, high=found.high - even)

    def hardest(self, deck: int) -> int:
        """The opponent against which a deck does worst, among those that are in the field where there are such."""
        others = [place for place in range(self.size) if place != deck]
        met = [place for place in others if self.weights[place] > 0] or others
        return min(met, key=lambda place: self.cell(deck, place).rate)

    @cached_property
    def ratings(self) -> Ratings:
        """One number a deck (Bradley-Terry, in logistic Elo), with the test of how well it describes the matrix."""
        return bradley_terry(self.size, self.cells)

    @property
    def has_fit(self) -> bool:
        """Whether there are cells enough to test the ratings; of two decks there are not."""
        return not math.isnan(self.ratings.fit.p_value)

    @cached_property
    def cycles(self) -> list[Cycle]:
        """Three decks of which each beats the next, the clearest first."""
        return cycles(self.size, self.cells, FAMILY_LEVEL)
