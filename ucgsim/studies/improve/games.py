"""Builds of a deck at play: blocks of games on common chance."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.files.checksums import digest
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.same_chance import MOST_NEW, Builds, lay_out_builds, orders_of, play_builds
from ucgsim.simulate.tasks import Batch, Task
from ucgsim.studies.check import seed_of
from ucgsim.studies.improve.climb import ClimbBlock, ClimbPhase, Exchange, spans

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from ucgsim.simulate.tasks import Course
    from ucgsim.studies.improve.plan import ImproveStudy

MOST_BUILDS = 700
"""Builds of one part."""
IN_A_BYTE = 4
"""Games whose half points a byte holds."""
_SHIFTS = 2 * np.arange(IN_A_BYTE, dtype=np.uint8)


def packed(points: NDArray[np.uint8]) -> bytes:
    """Half points of games, (games,), in as few bytes as hold them."""
    whole = np.zeros(-(-len(points) // IN_A_BYTE) * IN_A_BYTE, np.uint8)
    whole[: len(points)] = points
    data: NDArray[np.uint8] = np.bitwise_or.reduce(whole.reshape(-1, IN_A_BYTE) << _SHIFTS, axis=1).astype(np.uint8)
    return data.tobytes()


def unpacked(data: bytes, games: int) -> NDArray[np.uint8]:
    """The half points of so many games that were ``packed``; ValueError where these are none."""
    points = (np.frombuffer(data, np.uint8)[:, None] >> _SHIFTS & 3).ravel()
    if len(data) != -(-games // IN_A_BYTE) or (points > 2).any() or points[games:].any():
        raise ValueError("half points are not what they should be")
    return np.asarray(points[:games])


@dataclass(frozen=True, kw_only=True)
class BuildTask(Task):
    """Games of a build in a block, against each opponent those from a number to another.

    ``chance`` is a checksum of all that decides the games of every build of a search, and of a block. Its counts are
    the half points of the build in each game, (games,).
    """

    chance: str
    change: str
    size: int
    search: Games = field(compare=False, repr=False)
    """What plays it."""
    block: ClimbBlock = field(compare=False)
    build: Exchange = field(compare=False)

    @property
    def games(self) -> int:
        """Games of the build."""
        return self.size

    @property
    def is_python(self) -> bool:
        """Whether a policy written in Python plays."""
        return self.search.is_python

    def counts(self, value: Any) -> NDArray[np.uint8]:
        """The half points, from their plain value."""
        return unpacked(base64.b64decode(value, validate=True), self.size)

    @staticmethod
    def together(tasks: Sequence[BuildTask]) -> Iterator[Sequence[BuildTask]]:
        """Those of one block with the same new cards, which fit one table."""
        for _, block in groupby(tasks, key=attrgetter("block")):
            new: set[str] = set()
            some: list[BuildTask] = []
            for task in sorted(block, key=lambda task: (task.build.into, task.build.out)):
                if some and (len(new | {*task.build.into}) > MOST_NEW or len(some) == MOST_BUILDS):
                    yield some
                    new, some = set(), []
                new |= {*task.build.into}
                some.append(task)
            yield some

    @staticmethod
    def call(tasks: Sequence[BuildTask]) -> Callable[[], list[Any]]:
        """What plays builds of a block at one table."""
        return tasks[0].search.call(tasks[0].block, [task.build for task in tasks])


class Games:
    """The games of a ``study``: an arena in which builds of its deck meet its opponents."""

    def __init__(self, study: ImproveStudy) -> None:
        self.study = study
        self.weights = study.weights

    @cached_property
    def is_python(self) -> bool:
        """Whether a policy written in Python plays."""
        return any(parse_policy(name).own is not None for name in self.study.terms.policies)

    def play(self, builds: Sequence[Exchange], blocks: Sequence[ClimbBlock]) -> Course[list[NDArray[np.uint8]]]:
        """As ``Arena.play``."""
        points = yield Batch([task for block in blocks for task in self._tasks(builds, block)])
        return points

    def _tasks(self, builds: Sequence[Exchange], block: ClimbBlock) -> Iterator[BuildTask]:
        study, games = self.study, spans(self.weights, block)
        cards = {"deck": study.deck.fingerprint, "cards": study.cards.fingerprints, "versions": study.cards.versions}
        chance = {
            "seed": self._seed(block),
            "games": [(matchup, span.start, span.stop) for matchup, span in zip(study.matchups, games, strict=True)],
        }
        mark = digest(json.dumps(cards | chance, sort_keys=True).encode())
        size = sum(map(len, games))
        for build in builds:
            yield BuildTask(chance=mark, change=build.key, size=size, search=self, block=block, build=build)

    def _seed(self, block: ClimbBlock) -> int:
        seed = self.study.terms.seed
        return seed if block.phase is ClimbPhase.RACE else seed_of("fresh shuffles", seed)

    def call(self, block: ClimbBlock, changes: Sequence[Exchange]) -> Callable[[], list[Any]]:
        """What plays builds at one table in the games of a block, and returns the plain values of each."""
        study = self.study
        builds = [change.build(study.deck) for change in changes]
        orders = orders_of(study.deck, builds, study.terms.catalog)
        tables = [
            lay_out_builds(study.deck, orders, opponent, matchup, study.terms)
            for opponent, matchup in zip(study.opponents, study.matchups, strict=True)
        ]
        return partial(_carry_out, tables, self._seed(block), spans(self.weights, block))


def _carry_out(tables: Sequence[Builds], seed: int, games: Sequence[range]) -> list[Any]:
    """Half points of every build in the games against each opponent, packed."""
    points = [play_builds(builds, seed, span) for builds, span in zip(tables, games, strict=True)]
    return [base64.b64encode(packed(each)).decode() for each in np.concatenate(points, axis=1)]
