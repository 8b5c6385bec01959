"""What the search for a better deck is worth where the truth is known: games are drawn, not played.

    python -m benchmarks.improve [--runs 200]

Three questions: does the interval that is told hold 0 where fifty builds change nothing, how surely
are planted gains seen, and does the race beat others at equal games: to play all builds equally and take the best,
and top-two sampling (Russo 2020, "Simple Bayesian algorithms for best-arm identification", Oper. Res. 68, 1625-1647).
"""

from __future__ import annotations

import argparse
import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.simulate.tasks import Player
from ucgsim.studies.improve.climb import (
    STAY,
    Board,
    ClimbBlock,
    ClimbPhase,
    Course,
    Exchange,
    climb,
    single_swaps,
    size,
    successive_halving,
)
from ucgsim.studies.improve.findings import Improvement
from ucgsim.studies.improve.plan import ImproveStudy
from ucgsim.studies.improve.pool import CopyLimits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from ucgsim.simulate import tasks

DECK = {"A-001": 50}
"""A deck of one number, so that each card that comes in is one build."""
FIFTY = {f"B-{number:03d}": 4 for number in range(50)}
PLANTED = {"B-007": 0.01, "B-023": 0.02, "B-041": 0.04}
BUDGETS = (20_000, 40_000, 80_000, 200_000)


SPREAD = 0.03
"""Variance of the gain of a game on common chance where one card is another: measured on shipped decks."""
PHASES = tuple(ClimbPhase)


@dataclass(frozen=True)
class Stub:
    """Builds whose ``gain`` is known, and which differ from the deck in the share ``spread`` of games per swap."""

    gain: Callable[[Exchange], float]
    seed: int = 0
    spread: float = SPREAD
    weights: tuple[float, ...] = (1.0,)

    def play(self, builds: Sequence[Exchange], blocks: Sequence[ClimbBlock]) -> tasks.Course[list[NDArray[np.uint8]]]:
        """As ``climb.Arena.play``: what is drawn depends on the build and the block alone."""
        yield from ()
        drawn = []
        for block in blocks:
            games, place = size(self.weights, block), (self.seed, PHASES.index(block.phase), block.number)
            wins = np.random.default_rng(place).random(games) < 0.5
            for build in builds:
                drawn.append(self._points(build, wins, place))
        return drawn

    def _points(self, build: Exchange, wins: NDArray[np.bool_], place: tuple[int, ...]) -> NDArray[np.uint8]:
        gain, differs = self.gain(build), self.spread * build.swaps
        if not differs and not gain:
            return np.asarray(2 * wins, np.uint8)
        differs = max(differs, abs(gain))
        own = int.from_bytes(hashlib.sha256(build.key.encode()).digest()[:8])
        draw = np.random.default_rng((*place, own)).random(len(wins))
        turned = draw < np.where(wins, differs - gain, differs + gain)
        return np.asarray(2 * (wins ^ turned), np.uint8)


def search(gains: Mapping[str, float], budget: int, seed: int) -> Improvement:
    """A search among fifty builds, of which these gain something."""

    def gain(change: Exchange) -> float:
        return sum(gains.get(number, 0.0) for number in change.into)

    limits = {**DECK, **FIFTY}
    result = Player().answer(climb(Stub(gain, seed=seed), Course(DECK, limits, (), 1, budget)))
    values = {"deck": None, "opponents": (), "weights": (1.0,), "matchups": (1,), "terms": None, "kept": ()}
    return Improvement(ImproveStudy(**values, pool=CopyLimits(limits), swaps=1, budget=budget), result)  # type: ignore[arg-type]


def nothing(runs: int) -> Iterator[str]:
    """How often the interval of what is named best holds 0 where nothing gains, and what the race had made of it."""
    for budget in BUDGETS:
        results = [search({}, budget, seed) for seed in range(runs)]
        holds = sum(result.most.low <= 0 <= result.most.high for result in results)
        better = sum(result.best is not None for result in results)
        naive = np.mean([max(result.naive(change).rate for change in result.measured) for result in results])
        said = np.mean([result.most.rate for result in results])
        yield (
            f"| {budget:,} | {100 * holds / runs:.1f} % | {100 * better / runs:.1f} % "
            f"| {100 * naive:+.2f} | {100 * said:+.2f} |"
        )


def planted(runs: int) -> Iterator[str]:
    """How often a planted gain, alone among fifty builds, is called surely better."""
    for budget in BUDGETS:
        for number, gain in PLANTED.items():
            results = [search({number: gain}, budget, seed) for seed in range(runs)]
            seen = np.mean([Exchange(("A-001",), (number,)) in result.sure for result in results])
            yield f"| {budget:,} | {100 * gain:g} points | {100 * seen:.0f} % |"


def all_three(runs: int) -> Iterator[str]:
    """How often each of the three is called surely better where all are there, and what the best of them gains."""
    for budget in BUDGETS:
        results = [search(PLANTED, budget, seed) for seed in range(runs)]
        shares = [np.mean([Exchange(("A-001",), (number,)) in result.sure for result in results]) for number in PLANTED]
        best = np.mean([0.0 if result.best is None else PLANTED.get(result.best.into[0], 0.0) for result in results])
        yield f"| {budget:,} | {' | '.join(f'{100 * share:.0f} %' for share in shares)} | {100 * best:.2f} |"


def equally(board: Board, places: NDArray[np.int64], budget: int) -> tasks.Course[Exchange]:
    """Play all alike, and take the best mean."""
    while board.spent + board.cost(places) <= budget:
        yield from board.play(places)
    return board.builds[int(places[board.means[places].argmax()])]


def raced(board: Board, places: NDArray[np.int64], budget: int) -> tasks.Course[Exchange]:
    """The race."""
    left = yield from successive_halving(board, places, budget)
    return board.builds[int(left[0])]


def top_two(
    board: Board, places: NDArray[np.int64], budget: int, *, draws: int = 200, rounds: int = 24
) -> tasks.Course[Exchange]:
    """Games to the builds that are first or second in draws from what is known of them."""
    generator = np.random.default_rng(len(places))
    yield from board.play(places)
    each = (budget - board.spent) // rounds
    while True:
        means, errors = board.means[places], np.sqrt(board.variances[places])
        named = np.zeros(len(places), np.int64)
        for _ in range(draws):
            named[np.argpartition(-(means + errors * generator.standard_normal(len(places))), 2)[:2]] += 1
        order = places[np.lexsort((-means, -named))]
        costs = np.cumsum([board.cost(order[place : place + 1]) for place in range(len(order))])
        chosen = order[: max(int(np.searchsorted(costs, min(each, budget - board.spent), side="right")), 1)]
        if board.spent + board.cost(chosen) > budget:
            return board.builds[int(places[(means - errors).argmax()])]
        yield from board.play(chosen)


RULES: dict[str, Callable[[Board, NDArray[np.int64], int], tasks.Course[Exchange]]] = {
    "the race": raced,
    "top-two sampling": top_two,
    "all equally": equally,
}


def rules(runs: int) -> Iterator[str]:
    """The true gain of what each rule picks, where gains of builds spread as swaps in decks do, at equal games."""
    for builds, budget in ((500, 30_000), (500, 100_000), (2_000, 100_000), (5_000, 300_000)):
        picks: dict[str, list[float]] = {name: [] for name in RULES}
        best = []
        for seed in range(max(runs // 10, 4)):
            changes = single_swaps({"A": 1}, {f"B-{number:04d}": 4 for number in range(builds)}, ())
            gains = dict(zip(changes, np.random.default_rng(seed).normal(-0.01, 0.008, builds).tolist(), strict=True))
            best.append(max(gains.values()))
            for name, rule in RULES.items():
                board = Board(Stub({STAY: 0.0, **gains}.__getitem__, seed=seed))
                picks[name].append(gains[Player().answer(rule(board, board.enter(changes), budget))])
        means = " | ".join(f"{100 * np.mean(each):+.2f}" for each in picks.values())
        yield f"| {builds:,} | {budget:,} | {means} | {100 * np.mean(best):+.2f} |"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=200)
    runs = parser.parse_args().runs
    for title, lines in (
        ("| games | interval holds 0 | called better | in the race | told |\n|---|---|---|---|---|", nothing(runs)),
        ("| games | gain | seen |\n|---|---|---|", planted(runs)),
        ("| games | 1 point | 2 points | 4 points | gain of the best |\n|---|---|---|---|---|", all_three(runs)),
        (f"| builds | games | {' | '.join(RULES)} | best of all |\n|---|---|---|---|---|---|", rules(runs)),
    ):
        print(title)
        for line in lines:
            print(line, flush=True)
        print()


if __name__ == "__main__":
    main()
