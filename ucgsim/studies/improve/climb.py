"""From a deck to a better one: builds that lie swaps away play the same games, half of them drop out in a round.

A build is named by what it changes (`Exchange`). All builds play the same numbered blocks of games (`ClimbBlock`); of
those of a stage the better half goes on (`successive_halving`); from what is left the next stage swaps a further card
(`climb`), and the best of all are measured again on fresh shuffles.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from ucgsim.decks.deck import Deck
from ucgsim.errors import UcgsimError
from ucgsim.safe_text import plural
from ucgsim.simulate.plan import HALVES
from ucgsim.simulate.same_chance import share_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from ucgsim.simulate import tasks
    from ucgsim.stats.multinomial import Floats

MARK = ">"
"""Between the cards that leave and those that come in, where a change is written down."""
FIRST = 16
"""Games of a build in the first block of the race, or two against each opponent if these are more."""
GROWTH = 1.5
"""So many times the games so far has a build of the race after its next block."""
FRESH = 1_000
"""Games of a block that measures again."""
LEFT = 4
"""Builds that a race ends with; in each of its rounds half of the others drop out."""
USUAL_GAMES = 32
"""The spread of a build is taken for the usual one as far as that of so many games says."""
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
"""Blocks that measure again at least."""


class Exchange(NamedTuple):
    """Numbers of the cards that leave and of those that come in, sorted, copies repeated, none in both."""

    out: tuple[str, ...] = ()
    into: tuple[str, ...] = ()

    @property
    def swaps(self) -> int:
        """How many cards leave, and as many come in."""
        return len(self.out)

    @property
    def key(self) -> str:
        """What the change is called where it is saved; empty for the deck as it is."""
        return f"{','.join(self.out)}{MARK}{','.join(self.into)}" if self.out else ""

    def then(self, other: Exchange) -> Exchange:
        """This change and another one after it."""
        out, into = (Counter(mine) + Counter(theirs) for mine, theirs in zip(self, other, strict=True))
        both = out & into
        return Exchange(*(tuple(sorted((side - both).elements())) for side in (out, into)))

    def counts(self, start: Mapping[str, int]) -> dict[str, int]:
        """Copies of each number in the build of a deck; below 0 where the deck has too few to leave."""
        counts = Counter(start)
        counts.subtract(self.out)
        counts.update(self.into)
        return {number: count for number, count in counts.items() if count}

    def build(self, start: Deck) -> Deck:
        """The build of a deck, which has a name of its own."""
        name = f"{start.name} with {plural(self.swaps, 'other card')}" if self.swaps else start.name
        return Deck(name, tuple(self.counts(dict(start.counts)).items()))


STAY = Exchange()
"""The deck as it is."""


def read_change(key: str) -> Exchange:
    """The change of a ``Exchange.key``; ValueError where it is none."""
    if not key:
        return STAY
    out, mark, into = key.partition(MARK)
    change = Exchange(tuple(out.split(",")), tuple(into.split(",")))
    cards = change.out + change.into
    if not mark or len(change.out) != len(change.into) or change.then(STAY) != change or not all(cards):
        raise ValueError(f"{key[:40]!r} is no change of a deck")
    return change


def single_swaps(start: Mapping[str, int], limits: Mapping[str, int], kept: Sequence[str]) -> list[Exchange]:
    """Every legal change of a single card, in the order of numbers; nothing is left out by a rule of thumb."""
    out = [number for number in sorted(start) if number not in kept]
    into = [number for number in sorted(limits) if start.get(number, 0) < limits[number]]
    return [Exchange((leaves,), (comes,)) for comes in into for leaves in out if leaves != comes]


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
    def singles(self) -> list[Exchange]:
        """Every build one swap away."""
        return single_swaps(self.start, self.limits, self.kept)

    def is_legal(self, change: Exchange) -> bool:
        """Whether a build has no more copies of what comes in than ``limits`` allow, and all cards that are saved."""
        counts = change.counts(self.start)
        return (
            not set(change.out).intersection(self.kept)
            and all(counts.get(number, 0) >= 0 for number in change.out)
            and all(counts.get(number, 0) <= self.limits.get(number, 0) for number in change.into)
        )

    def further(self, beam: Iterable[Exchange], singles: Sequence[Exchange]) -> dict[Exchange, Exchange]:
        """Builds a swap of ``singles`` beyond those of a ``beam``, each with the build that it comes from."""
        parents: dict[Exchange, Exchange] = {}
        for parent in beam:
            for single in singles:
                change = parent.then(single)
                if change.swaps == parent.swaps + 1 and change not in parents and self.is_legal(change):
                    parents[change] = parent
        return parents


class ClimbPhase(StrEnum):
    """What a block is for; no shuffle of the one is used in the other."""

    RACE = "race"
    FRESH = "fresh"


class ClimbBlock(NamedTuple):
    """The ``number``-th block, from 0, of a phase."""

    phase: ClimbPhase
    number: int


@cache
def games_until(weights: tuple[float, ...], phase: ClimbPhase, blocks: int) -> tuple[int, ...]:
    """Games against each opponent in the first so many blocks, in proportion to ``weights``, even numbers."""
    if not blocks:
        return (0,) * len(weights)
    first = max(FIRST, HALVES * len(weights))
    games = FRESH * blocks if phase is ClimbPhase.FRESH else math.ceil(first * GROWTH ** (blocks - 1))
    return tuple(share_of(weight, games) for weight in weights)


def spans(weights: tuple[float, ...], block: ClimbBlock) -> list[range]:
    """Indices of the games of a block against each opponent."""
    starts, stops = (games_until(weights, block.phase, block.number + more) for more in (0, 1))
    return [range(*each) for each in zip(starts, stops, strict=True)]


def size(weights: tuple[float, ...], block: ClimbBlock) -> int:
    """Games of a build in a block."""
    return sum(map(len, spans(weights, block)))


def total(weights: tuple[float, ...], phase: ClimbPhase, blocks: int) -> int:
    """Games of a build in the first so many blocks."""
    return sum(games_until(weights, phase, blocks))


def cuts(weights: tuple[float, ...], block: ClimbBlock) -> NDArray[np.int64]:
    """Where the games against each opponent end in a block, but the last, (opponents - 1,)."""
    return np.cumsum([len(span) for span in spans(weights, block)])[:-1]


class Arena(Protocol):
    """Where builds play."""

    @property
    def weights(self) -> tuple[float, ...]:
        """The shares of the opponents."""

    def play(self, builds: Sequence[Exchange], blocks: Sequence[ClimbBlock]) -> tasks.Course[list[NDArray[np.uint8]]]:
        """Half points of each build in the games of each block, block by block and in the order of builds.

        Those against each opponent stand one after the other.
        """


class Board:
    """What the race knows of every build next to the deck as it is: games, sums of gains, sums of their squares.

    Builds are called by their places. A gain is a build's points less the deck's, on the same shuffle.
    """

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self.weights = np.array(arena.weights)
        self.builds: list[Exchange] = []
        self.blocks = np.zeros(0, np.int64)
        self.sums = np.zeros((0, len(self.weights)), np.int64)
        self.squares = np.zeros(0, np.int64)
        self.spent = 0
        self._deck: dict[ClimbBlock, NDArray[np.int64]] = {}

    def enter(self, builds: Sequence[Exchange]) -> NDArray[np.int64]:
        """Take in builds; returns their places."""
        places = np.arange(len(self.builds), len(self.builds) + len(builds))
        self.builds += builds
        self.blocks = np.concatenate([self.blocks, np.zeros(len(builds), np.int64)])
        self.sums = np.concatenate([self.sums, np.zeros((len(builds), len(self.weights)), np.int64)])
        self.squares = np.concatenate([self.squares, np.zeros(len(builds), np.int64)])
        return places

    def cost(self, places: NDArray[np.int64]) -> int:
        """Games of the next block of these builds."""
        numbers, counts = np.unique(self.blocks[places], return_counts=True)
        return sum(self._size(number) * count for number, count in zip(numbers.tolist(), counts.tolist(), strict=True))

    def _size(self, number: int) -> int:
        return size(self.arena.weights, ClimbBlock(ClimbPhase.RACE, number))

    def play(self, places: NDArray[np.int64]) -> tasks.Course[None]:
        """Play the next block of these builds."""
        for number in np.unique(self.blocks[places]).tolist():
            block = ClimbBlock(ClimbPhase.RACE, number)
            some = places[self.blocks[places] == number]
            deck = yield from self._deck_in(block)
            played = yield from self.arena.play([self.builds[place] for place in some], [block])
            for place, points in zip(some.tolist(), played, strict=True):
                gains = points.astype(np.int64) - deck
                self.sums[place] += [part.sum() for part in np.split(gains, cuts(self.arena.weights, block))]
                self.squares[place] += (gains**2).sum()
            self.blocks[some] += 1
            self.spent += len(some) * self._size(number)

    def _deck_in(self, block: ClimbBlock) -> tasks.Course[NDArray[np.int64]]:
        """Half points of the deck as it is."""
        if block not in self._deck:
            (points,) = yield from self.arena.play([STAY], [block])
            self._deck[block] = points.astype(np.int64)
            self.spent += len(points)
        return self._deck[block]

    @property
    def games(self) -> NDArray[np.int64]:
        """Games of every build against each opponent, (builds, opponents)."""
        table = [
            games_until(self.arena.weights, ClimbPhase.RACE, each)
            for each in range(int(self.blocks.max(initial=0)) + 1)
        ]
        return np.array(table)[self.blocks]

    @property
    def means(self) -> Floats:
        """Mean gain of every build over the opponents by their shares; 0 for one that has not played."""
        return np.asarray((self.sums / np.maximum(self.games, 1)) @ self.weights / 2)

    @property
    def variances(self) -> Floats:
        """Variance of each mean; the spread of a game is shrunk to that of all builds."""
        games = self.games.sum(axis=1)
        usual = self.squares.sum() / 4 / max(float(games.sum()), 1.0)
        spread = (self.squares / 4 + USUAL_GAMES * usual) / (games + USUAL_GAMES)
        return np.asarray(spread / np.maximum(games, 1))

    def best(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """The places of builds, those first that lasted longest, and of these the one that gained most."""
        return np.asarray(places[np.lexsort((places, -self.means[places], -self.blocks[places]))])


def rounds_of(builds: int) -> int:
    """Rounds of a race: after each of them half of the builds go on."""
    return max(math.ceil(math.log2(max(builds, 1) / LEFT)), 1)


def successive_halving(
    board: Board, places: NDArray[np.int64], budget: int, heard: Callable[[int, int], object] | None = None
) -> tasks.Course[NDArray[np.int64]]:
    """Race these builds for about ``budget`` games; returns those that are left, the best first.

    All play, then the better half plays on, with as many games a round. All play the same games, so
    that what is compared shares its luck. ``benchmarks/improve.py`` compares it with other rules. ``heard`` is
    called with each round: its number and how many builds are left.
    Source: Karnin, Koren & Somekh 2013, "Almost optimal exploration in multi-armed bandits", ICML.
    """
    limit, rounds = board.spent + budget, rounds_of(len(places))
    alive = places
    yield from board.play(alive)
    for number in range(rounds):
        end = board.spent + (limit - board.spent) // (rounds - number)
        while board.spent + board.cost(alive) <= end:
            yield from board.play(alive)
        alive = board.best(alive)[: max(-(-len(alive) // 2), min(LEFT, len(alive)))]
        if heard is not None:
            heard(number, len(alive))
    return alive


class Stage(NamedTuple):
    """A race: how many builds began it, how many played each round, and those that were left, the best first."""

    tried: int
    rounds: tuple[int, ...]
    left: tuple[Exchange, ...]


@dataclass(eq=False)
class Climb:
    """What a search did: its stages, and half points on fresh shuffles of the deck and of builds measured again."""

    board: Board
    stages: list[Stage] = field(default_factory=list)
    parents: dict[Exchange, Exchange] = field(default_factory=dict)
    chosen: tuple[Exchange, ...] = ()
    """The best of the race, the best first."""
    fresh: dict[Exchange, NDArray[np.uint8]] = field(default_factory=dict)
    fresh_blocks: int = 0

    def way_to(self, change: Exchange) -> list[Exchange]:
        """The builds on the way to one, itself the last, without the deck as it is."""
        way = [change]
        while (parent := self.parents.get(way[0], STAY)) != STAY:
            way.insert(0, parent)
        return way


def smallest_budget(builds: int, swaps: int, weights: tuple[float, ...]) -> int:
    """Games below which a search can't say anything."""
    first = size(weights, ClimbBlock(ClimbPhase.RACE, 0))
    stages = [builds] + [min(builds, SURVIVORS) * LEFT] * (swaps - 1)
    shares = shares_of_stages(swaps)
    races = max(ENOUGH * first * (each + 1) / share for each, share in zip(stages, shares, strict=True))
    fresh = total(weights, ClimbPhase.FRESH, FRESH_BLOCKS) * (MEASURED + swaps)
    return round(max(races / RACE_SHARE, fresh / (1 - RACE_SHARE)))


def shares_of_stages(swaps: int) -> list[float]:
    """Of the race, for each of its stages."""
    return [1.0] if swaps == 1 else [FIRST_STAGE, *[(1 - FIRST_STAGE) / (swaps - 1)] * (swaps - 1)]


def climb(arena: Arena, course: Course, heard: Callable[[str], object] | None = None) -> tasks.Course[Climb]:
    """Race builds stage by stage, then measure the best again; ``heard`` is called with how far it is.

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
        left = yield from _raced(result, places, int(share * budget), heard)
        if number == 0:
            ranked = [result.board.builds[place] for place in result.board.best(places)]
        result.stages[-1] = result.stages[-1]._replace(left=tuple(result.board.builds[place] for place in left))
    yield from _measure(result, course.budget - result.board.spent, heard)
    return result


def refuse_small(budget: int, smallest: int, builds: int, seconds: float = 0.0) -> None:
    """Raise UcgsimError for a budget that is too small to say anything of so many builds.

    ``seconds``: the time that was asked for, where the budget is one.
    """
    if budget < smallest:
        given, needed = f"{budget:,} games", f"{smallest:,} games"
        if seconds:
            given, needed = f"{seconds:g} s ({given} here)", f"{math.ceil(seconds * smallest / budget)} s ({needed})"
        raise UcgsimError(
            f"a budget of {given} is too small to say anything of {builds:,} builds; give {needed} or more, fewer "
            "--swaps, or a smaller --pool"
        )


def _longer(result: Climb, course: Course, survivors: Sequence[Exchange]) -> list[Exchange]:
    """Builds a swap longer than those that the last stage left."""
    parents = course.further(result.stages[-1].left[:LEFT], survivors)
    result.parents |= parents
    return list(parents)


def _raced(
    result: Climb, places: NDArray[np.int64], budget: int, heard: Callable[[str], object] | None
) -> tasks.Course[NDArray[np.int64]]:
    """Race the builds of a stage; the stage is noted."""
    rounds: list[int] = []
    name = plural(len(result.stages) + 1, "card")

    def note(number: int, builds: int) -> None:
        rounds.append(builds)
        if heard is not None:
            heard(f"{name}, round {number + 1}: {builds:,} of {len(places):,} builds are left")

    left = yield from successive_halving(result.board, places, budget, note)
    result.stages.append(Stage(len(places), tuple(rounds), ()))
    return left


def _measure(result: Climb, budget: int, heard: Callable[[str], object] | None) -> tasks.Course[None]:
    """Play the best builds and the deck on shuffles that chose nothing."""
    result.chosen = _chosen(result)
    builds = [STAY, *sorted({*result.chosen, *result.way_to(result.chosen[0])})]
    weights = result.board.arena.weights
    blocks = fresh_blocks(len(builds), weights, budget)
    if heard is not None:
        games = total(weights, ClimbPhase.FRESH, blocks)
        heard(f"{len(builds) - 1} builds and the deck are measured again, in {games:,} games each")
    played = yield from result.board.arena.play(
        builds, [ClimbBlock(ClimbPhase.FRESH, number) for number in range(blocks)]
    )
    parts: dict[Exchange, list[NDArray[np.uint8]]] = {build: [] for build in builds}
    for place, points in enumerate(played):
        parts[builds[place % len(builds)]].append(points)
    result.fresh = {build: np.concatenate(each) for build, each in parts.items()}
    result.fresh_blocks = blocks


def fresh_blocks(builds: int, weights: tuple[float, ...], budget: int) -> int:
    """Blocks that measure so many builds again."""
    blocks = FRESH_BLOCKS
    while builds * total(weights, ClimbPhase.FRESH, blocks + 1) <= budget:
        blocks += 1
    return blocks


def _chosen(result: Climb) -> tuple[Exchange, ...]:
    """The builds that seem best of what all stages left, by a mean that is surely reached."""
    board = result.board
    numbers = {change: place for place, change in enumerate(board.builds)}
    left = np.array([numbers[change] for stage in result.stages for change in stage.left])
    sure = board.means[left] - np.sqrt(board.variances[left])
    return tuple(board.builds[place] for place in left[np.argsort(-sure, kind="stable")][:MEASURED])
