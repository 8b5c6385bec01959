"""The race: which builds are worth further games, by what all have shown on common chance."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Protocol

import numpy as np

from ucgsim.studies.improve.racing.blocks import Block, Phase, cuts, games_until, size
from ucgsim.studies.improve.racing.changes import STAY, Change

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from ucgsim.stats.multinomial import Floats

LEFT = 4
"""Builds that a race ends with; in each of its rounds half of the others drop out."""
USUAL_GAMES = 32
"""The spread of a build is taken for the usual one as far as that of so many games says."""


class Arena(Protocol):
    """Where builds play."""

    @property
    def weights(self) -> tuple[float, ...]:
        """The shares of the opponents."""

    def play(self, builds: Sequence[Change], blocks: Sequence[Block]) -> Iterable[NDArray[np.uint8]]:
        """Half points of each build in the games of each block, block by block and in the order of builds.

        Those against each opponent stand one after the other.
        """


class Board:
    """What the race knows of every build beside the deck as it is: games, sums of gains, sums of their squares.

    Builds are called by their places. A gain is a build's points less the deck's, on the same shuffle.
    """

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self.weights = np.array(arena.weights)
        self.builds: list[Change] = []
        self.blocks = np.zeros(0, np.int64)
        self.sums = np.zeros((0, len(self.weights)), np.int64)
        self.squares = np.zeros(0, np.int64)
        self.spent = 0
        self._deck: dict[Block, NDArray[np.int64]] = {}

    def enter(self, builds: Sequence[Change]) -> NDArray[np.int64]:
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
        return size(self.arena.weights, Block(Phase.RACE, number))

    def play(self, places: NDArray[np.int64]) -> None:
        """Play the next block of these builds."""
        for number in np.unique(self.blocks[places]).tolist():
            block = Block(Phase.RACE, number)
            some = places[self.blocks[places] == number]
            deck = self._deck_in(block)
            played = self.arena.play([self.builds[place] for place in some], [block])
            for place, points in zip(some.tolist(), played, strict=True):
                gains = points.astype(np.int64) - deck
                self.sums[place] += [part.sum() for part in np.split(gains, cuts(self.arena.weights, block))]
                self.squares[place] += (gains**2).sum()
            self.blocks[some] += 1
            self.spent += len(some) * self._size(number)

    def _deck_in(self, block: Block) -> NDArray[np.int64]:
        """Half points of the deck as it is."""
        if block not in self._deck:
            (points,) = self.arena.play([STAY], [block])
            self._deck[block] = points.astype(np.int64)
            self.spent += len(points)
        return self._deck[block]

    @property
    def games(self) -> NDArray[np.int64]:
        """Games of every build against each opponent, (builds, opponents)."""
        table = [
            games_until(self.arena.weights, Phase.RACE, each) for each in range(int(self.blocks.max(initial=0)) + 1)
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
        """The same builds, those first that lasted longest, and of these the one that gained most."""
        return np.asarray(places[np.lexsort((places, -self.means[places], -self.blocks[places]))])


def rounds_of(builds: int) -> int:
    """Rounds of a race: after each of them half of the builds go on."""
    return max(math.ceil(math.log2(max(builds, 1) / LEFT)), 1)


def race(
    board: Board, places: NDArray[np.int64], budget: int, heard: Callable[[int, int], object] | None = None
) -> NDArray[np.int64]:
    """Race these builds for about ``budget`` games; returns those that are left, the best first.

    Successive halving: all play, then the better half plays on, with as many games a round. All play the same games, so
    that what is compared shares its luck. ``benchmarks/improve.py`` tells what it is worth beside others. ``heard``
    hears of each round: its number and how many builds are left.
    Source: Karnin, Koren & Somekh 2013, "Almost optimal exploration in multi-armed bandits", ICML.
    """
    limit, rounds = board.spent + budget, rounds_of(len(places))
    alive = places
    board.play(alive)
    for number in range(rounds):
        end = board.spent + (limit - board.spent) // (rounds - number)
        while board.spent + board.cost(alive) <= end:
            board.play(alive)
        alive = board.best(alive)[: max(-(-len(alive) // 2), min(LEFT, len(alive)))]
        if heard is not None:
            heard(number, len(alive))
    return alive
