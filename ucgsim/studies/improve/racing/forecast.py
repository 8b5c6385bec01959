"""What a search with a budget would see: told before it is played, from races whose sums are drawn."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import ndtr

from ucgsim.report.sheet import label, number, sheet
from ucgsim.stats.deciding.multiplicity import together
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, normal_quantile
from ucgsim.studies.improve.racing.blocks import Block, Phase, size, total
from ucgsim.studies.improve.racing.changes import Change
from ucgsim.studies.improve.racing.climb import MEASURED, RACE_SHARE, chosen_of, fresh_blocks, shares_of_stages
from ucgsim.studies.improve.racing.race import Board, race
from ucgsim.studies.improve.racing.stub import SPREAD, Stub

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from ucgsim.report.sheet import Sheet

GAINS = (0.5, 1.0, 2.0, 4.0)
"""Points of which it is told how surely they are seen."""
RACES = 400
"""Races that are drawn for each of them: a chance is told within five points."""
AT_ONCE = 4_000_000
"""Builds of all races together, at most: fewer races of very many."""


class Imagined(Board):
    """A race of which only the sums are drawn: the first build gains ``gain``, all others nothing."""

    def __init__(self, arena: Stub, gain: float, generator: np.random.Generator) -> None:
        super().__init__(arena)
        self.gain, self.spread, self.generator = gain, arena.spread, generator

    def play(self, places: NDArray[np.int64]) -> None:
        """Draw what the next block of these builds says; sums of many games are normal."""
        self.spent += self.cost(places)
        sizes = {each: size(self.arena.weights, Block(Phase.RACE, each)) for each in set(self.blocks[places].tolist())}
        games = np.array([sizes[each] for each in self.blocks[places].tolist()])
        drawn = np.sqrt(self.spread * games) * self.generator.standard_normal(len(places))
        self.sums[places, 0] += np.round(2 * (drawn + self.gain * games * (places == 0))).astype(np.int64)
        self.squares[places] += np.round(4 * self.spread * games).astype(np.int64)
        self.blocks[places] += 1


@dataclass(frozen=True)
class Forecast:
    """What a search of so many ``builds`` one swap away sees with a ``budget``; ``spread``: variance of a gain in a
    game."""

    builds: int
    budget: int
    spread: float = SPREAD
    per_second: float | None = None
    measured: Mapping[str, Any] = field(default_factory=dict)
    """Where ``spread`` was measured, on what."""
    swaps: int = 1
    """How many cards may leave; of more than one the first race has a share of the games."""

    def chance(self, gain: float, seed: int = 1) -> float:
        """How surely a build that gains so much, where no other gains anything, is called surely better."""
        races = max(min(RACES, AT_ONCE // self.builds), 20)
        generator = np.random.default_rng((seed, self.builds, self.budget, round(1e6 * gain)))
        builds = [Change((f"{place}",), ("+",)) for place in range(self.builds)]
        return float(np.mean([self._race(gain, builds, generator) for _ in range(races)]))

    def _race(self, gain: float, builds: list[Change], generator: np.random.Generator) -> float:
        stub = Stub(lambda _: 0.0, spread=self.spread)
        board = Imagined(stub, gain, generator)
        left = race(board, board.enter(builds), int(RACE_SHARE * shares_of_stages(self.swaps)[0] * self.budget))
        if 0 not in chosen_of(board, left):
            return 0.0
        error = math.sqrt(self.spread / self.fresh_games(board.spent))
        return float(ndtr(gain / error - normal_quantile(together(DEFAULT_CONFIDENCE, MEASURED + self.swaps - 1))))

    def fresh_games(self, spent: int) -> int:
        """Games that measure each build anew."""
        weights, builds = (1.0,), MEASURED + self.swaps
        left = self.budget - (spent if self.swaps == 1 else round(RACE_SHARE * self.budget))
        return total(weights, Phase.FRESH, fresh_blocks(builds, weights, left))

    def chances(self) -> Iterator[tuple[float, float]]:
        """Gains in points, and how surely they are seen."""
        for gain in GAINS:
            yield gain, self.chance(gain / 100)

    def table(self) -> Sheet:
        """The same as a table."""
        rows = [[label(f"{gain:g} points"), number(chance, f"{100 * chance:.0f} %")] for gain, chance in self.chances()]
        words = self.measured.get("words", "as on shipped decks")
        note = (
            f"Of {self.builds:,} builds one swap away, where no other gains anything. Variance of a gain: "
            f"{self.spread:.3f} a game, {words}. The races are drawn, not played."
        )
        title = f"With {self.budget:,} games a build is called surely better{self._time()}"
        return sheet(title, ["where it gains", "this often"], rows, note)

    def _time(self) -> str:
        if self.per_second is None:
            return ""
        return f" (about {self.budget / self.per_second / 60:.1f} minutes here)"

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        return {
            "builds": self.builds,
            "budget": self.budget,
            "variance_of_a_gain": self.spread,
            "measured": dict(self.measured),
            "minutes": None if self.per_second is None else self.budget / self.per_second / 60,
            "chances": [{"points": gain, "chance": chance} for gain, chance in self.chances()],
        }
