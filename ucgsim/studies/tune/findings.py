"""What a tuning has come to: its generations and trials in their order, as they are kept and told."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.stats.deciding.sprt import Sprt, Verdict
from ucgsim.stats.multinomial import Sample, score_interval
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

GRID = np.linspace(-1.0, 1.0, 9)
"""What two units can differ by, as a share of their games."""
SCORES = np.linspace(0.0, 1.0, 5)
"""What a unit can be worth, as a share of its games."""
BETTER = 1.0
"""Percentage points by which a candidate should be better to be taken."""
FALSELY = 0.05
"""Chance that anything is taken, in the whole of a tuning, that is no better at all."""
MISSED = 0.1
"""Chance that one trial refuses what is better by as much as it should be."""


def sequential_test(number: int) -> Sprt:
    """The sequential test of trial 1, 2, ...: each may err less than the one before, all together by ``FALSELY``."""
    return Sprt(0.0, BETTER, alpha=FALSELY / (number * (number + 1)), beta=MISSED)


def counted(values: NDArray[np.float64], grid: NDArray[np.float64]) -> NDArray[np.int64]:
    """How often each value of a grid was seen."""
    steps = np.rint((values - grid[0]) / (grid[1] - grid[0])).astype(np.int64)
    return np.bincount(steps, minlength=len(grid))


def mean_of(counts: Sequence[int], grid: NDArray[np.float64], method: Method) -> Estimate:
    """The mean of units on a grid, with its interval; without a unit it may be anything."""
    seen, n = np.array(counts, np.float64), int(sum(counts))
    if not n:
        return Estimate(float("nan"), float(grid[0]), float(grid[-1]), 0, DEFAULT_CONFIDENCE, method)
    low, high = score_interval(grid, seen, DEFAULT_CONFIDENCE)
    return Estimate(float(grid @ seen) / n, low, high, n, DEFAULT_CONFIDENCE, method)


@dataclass(frozen=True)
class Generation:
    """Candidates of one generation: their names, and the mean share that each won against the opponent."""

    names: tuple[str, ...]
    scores: tuple[float, ...]
    games: int

    def to_json(self) -> dict[str, Any]:
        """As it is kept."""
        return {"kind": "generation", "names": self.names, "scores": self.scores, "games": self.games}


@dataclass(frozen=True)
class Trial:
    """A candidate against the champion of that time: units by how much more it won of the same games.

    ``exam``: of one that was accepted, units by the share won against the opponent in fresh games, with the decks it
    was tuned on (``tuned``) and with those left out (``left_out``).
    """

    name: str
    counts: tuple[int, ...]
    verdict: Verdict
    games: int
    exam: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    @property
    def accepted(self) -> bool:
        """Whether it became the champion."""
        return self.verdict is Verdict.ACCEPT_HIGH

    @property
    def gain(self) -> Estimate:
        """Share of the games that it wins more than the champion before it."""
        return mean_of(self.counts, GRID, Method.PAIR_DIFFERENCE)

    def won(self, decks: str) -> Estimate:
        """Share of the exam's games that it won with these decks."""
        return mean_of(self.exam.get(decks, ()), SCORES, Method.WILSON)

    def to_json(self) -> dict[str, Any]:
        """As it is kept."""
        data = {"kind": "trial", "name": self.name, "counts": self.counts, "verdict": self.verdict.value}
        return {**data, "games": self.games, "exam": dict(self.exam)}


Event = Generation | Trial


def event_from(data: Mapping[str, Any]) -> Event:
    """What ``to_json`` told; KeyError, TypeError or ValueError where it did not."""
    if data["kind"] == "generation":
        return Generation(tuple(map(str, data["names"])), tuple(map(float, data["scores"])), int(data["games"]))
    exam = {str(name): tuple(map(int, counts)) for name, counts in data["exam"].items()}
    counts = tuple(map(int, data["counts"]))
    return Trial(str(data["name"]), counts, Verdict(data["verdict"]), int(data["games"]), exam)


def state_of(counts: NDArray[np.int64], number: int) -> Verdict:
    """What the test of a trial says of its games so far."""
    return sequential_test(number).state(Sample(GRID, counts.astype(np.float64), games=1, neutral=0.0)).verdict
