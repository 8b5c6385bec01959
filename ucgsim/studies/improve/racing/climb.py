"""From a deck to a better one: swaps raced stage by stage, and the best of them measured again on fresh shuffles."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.studies.improve.racing.blocks import Block, Phase, size, total
from ucgsim.studies.improve.racing.changes import STAY, Change, further, single_swaps
from ucgsim.studies.improve.racing.race import LEFT, Board, race

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from ucgsim.studies.improve.racing.race import Arena

RACE_SHARE = 0.6
"""Of the games, for the race; the others measure again what it ended with."""
FIRST_STAGE = 0.5
"""Of the race, for single cards where more are to be swapped; further swaps share the rest."""
ENOUGH = 2.5
"""Times the games of a first block that a race takes at least, or else it is nothing but that block."""
SURVIVORS = 60
"""Single swaps, those that lasted longest, of which builds of more are made."""
MEASURED = 3
"""Builds that are measured again, with those that lie on the way to the first of them."""
FRESH_BLOCKS = 2
"""Blocks that measure anew at least."""


@dataclass(frozen=True)
class Course:
    """What is searched: builds of a deck, ``start``, copies by number, up to ``swaps`` cards away.

    ``limits``: copies of each number that a build may have; ``kept``: numbers that do not leave; ``budget``: games.
    """

    start: Mapping[str, int]
    limits: Mapping[str, int]
    kept: tuple[str, ...]
    swaps: int
    budget: int

    @property
    def singles(self) -> list[Change]:
        """Every build one swap away."""
        return single_swaps(self.start, self.limits, self.kept)


class Stage(NamedTuple):
    """A race: how many builds began it, how many played each round, and those that were left, the best first."""

    tried: int
    rounds: tuple[int, ...]
    left: tuple[Change, ...]


@dataclass(eq=False)
class Climb:
    """What a search did: its stages, and half points on fresh shuffles of the deck and of builds measured again."""

    board: Board
    stages: list[Stage] = field(default_factory=list)
    parents: dict[Change, Change] = field(default_factory=dict)
    chosen: tuple[Change, ...] = ()
    """The best of the race, the best first."""
    fresh: dict[Change, NDArray[np.uint8]] = field(default_factory=dict)
    fresh_blocks: int = 0

    def way_to(self, change: Change) -> list[Change]:
        """The builds on the way to one, itself the last, without the deck as it is."""
        way = [change]
        while (parent := self.parents.get(way[0], STAY)) != STAY:
            way.insert(0, parent)
        return way


def smallest_budget(builds: int, swaps: int, weights: tuple[float, ...]) -> int:
    """Games below which a search can't say anything."""
    first = size(weights, Block(Phase.RACE, 0))
    stages = [builds] + [min(builds, SURVIVORS) * LEFT] * (swaps - 1)
    shares = shares_of_stages(swaps)
    races = max(ENOUGH * first * (each + 1) / share for each, share in zip(stages, shares, strict=True))
    fresh = total(weights, Phase.FRESH, FRESH_BLOCKS) * (MEASURED + swaps)
    return round(max(races / RACE_SHARE, fresh / (1 - RACE_SHARE)))


def shares_of_stages(swaps: int) -> list[float]:
    """Of the race, for each of its stages."""
    return [1.0] if swaps == 1 else [FIRST_STAGE, *[(1 - FIRST_STAGE) / (swaps - 1)] * (swaps - 1)]


def climb(arena: Arena, course: Course, heard: Callable[[str], object] | None = None) -> Climb:
    """Race builds stage by stage, then measure the best again; ``heard`` is told how far it is.

    Raises UcgsimError for a budget that is too small to say anything.
    """
    singles = course.singles
    refuse_small(course.budget, smallest_budget(len(singles), course.swaps, arena.weights), len(singles))
    result = Climb(Board(arena))
    budget, ranked = int(RACE_SHARE * course.budget), singles
    for number, share in enumerate(shares_of_stages(course.swaps)):
        builds = singles if number == 0 else _longer(result, course, ranked[:SURVIVORS])
        if not builds:
            break
        places = result.board.enter(builds)
        left = _raced(result, places, int(share * budget), heard)
        if number == 0:
            ranked = [result.board.builds[place] for place in result.board.best(places)]
        result.stages[-1] = result.stages[-1]._replace(left=tuple(result.board.builds[place] for place in left))
    _measure(result, course.budget - result.board.spent, heard)
    return result


def refuse_small(budget: int, smallest: int, builds: int) -> None:
    """Raise UcgsimError for a budget that is too small to say anything of so many builds."""
    if budget < smallest:
        raise UcgsimError(
            f"a budget of {budget:,} games is too small to say anything of {builds:,} builds; give {smallest:,} or "
            "more, fewer --swaps, or a smaller --pool"
        )


def _longer(result: Climb, course: Course, survivors: Sequence[Change]) -> list[Change]:
    """Builds a swap longer than those that the last stage left."""
    beam = result.stages[-1].left[:LEFT]
    builds = []
    for change, parent, _ in further(beam, survivors, course.start, course.limits, course.kept):
        result.parents[change] = parent
        builds.append(change)
    return builds


def _raced(
    result: Climb, places: NDArray[np.int64], budget: int, heard: Callable[[str], object] | None
) -> NDArray[np.int64]:
    """Race the builds of a stage; the stage is noted."""
    rounds: list[int] = []
    name = f"{len(result.stages) + 1} card{'s'[: len(result.stages) > 0]}"

    def note(number: int, builds: int) -> None:
        rounds.append(builds)
        if heard is not None:
            heard(f"{name}, round {number + 1}: {builds:,} of {len(places):,} builds are left")

    left = race(result.board, places, budget, note)
    result.stages.append(Stage(len(places), tuple(rounds), ()))
    return left


def _measure(result: Climb, budget: int, heard: Callable[[str], object] | None) -> None:
    """Play the best builds and the deck on shuffles that chose nothing."""
    result.chosen = _chosen(result)
    builds = [STAY, *sorted({*result.chosen, *result.way_to(result.chosen[0])})]
    weights = result.board.arena.weights
    blocks = fresh_blocks(len(builds), weights, budget)
    if heard is not None:
        games = total(weights, Phase.FRESH, blocks)
        heard(f"{len(builds) - 1} builds and the deck are measured again, in {games:,} games each")
    played = result.board.arena.play(builds, [Block(Phase.FRESH, number) for number in range(blocks)])
    parts: dict[Change, list[NDArray[np.uint8]]] = {build: [] for build in builds}
    for place, points in enumerate(played):
        parts[builds[place % len(builds)]].append(points)
    result.fresh = {build: np.concatenate(each) for build, each in parts.items()}
    result.fresh_blocks = blocks


def fresh_blocks(builds: int, weights: tuple[float, ...], budget: int) -> int:
    """Blocks that measure so many builds anew."""
    blocks = FRESH_BLOCKS
    while builds * total(weights, Phase.FRESH, blocks + 1) <= budget:
        blocks += 1
    return blocks


def _chosen(result: Climb) -> tuple[Change, ...]:
    """The builds that seem best of what all stages left."""
    board = result.board
    numbers = {change: place for place, change in enumerate(board.builds)}
    left = np.array([numbers[change] for stage in result.stages for change in stage.left])
    return tuple(board.builds[place] for place in chosen_of(board, left))


def chosen_of(board: Board, left: NDArray[np.int64]) -> list[int]:
    """The places of those that seem best of the builds that are left, by a mean that is surely reached."""
    sure = board.means[left] - np.sqrt(board.variances[left])
    return [int(place) for place in left[np.argsort(-sure, kind="stable")][:MEASURED]]
