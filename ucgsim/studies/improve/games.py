"""Builds of a deck at play: blocks of games on common chance, looked up where they are stored, else played."""

from __future__ import annotations

import base64
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from ucgsim.errors import NotFinishedError
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.same_chance import MOST_NEW, Builds, lay_out_builds, orders_of, play_builds
from ucgsim.simulate.workers import in_order
from ucgsim.studies.check import seed_of
from ucgsim.studies.improve.climb import ClimbBlock, ClimbPhase, Exchange, read_change, size, spans

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from ucgsim.simulate.ledger import Ledger
    from ucgsim.studies.improve.plan import ImproveStudy

MOST_BLOCKS = 100_000
"""More blocks than any budget pays."""
MOST_BUILDS = 700
"""Builds of one part."""
IN_A_BYTE = 4
"""Games whose half points a byte holds."""
_SHIFTS = 2 * np.arange(IN_A_BYTE, dtype=np.uint8)


Points: TypeAlias = "dict[tuple[ClimbBlock, Exchange], bytes]"
"""Packed half points of builds in blocks."""


class BuildGames(NamedTuple):
    """Builds in a block."""

    block: ClimbBlock
    builds: tuple[Exchange, ...]

    def points(self, played: Sequence[bytes]) -> Points:
        """What its builds did, by block and build."""
        return {(self.block, build): points for build, points in zip(self.builds, played, strict=True)}


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


def part_json(part: BuildGames, points: Sequence[bytes]) -> dict[str, Any]:
    """A part with what its builds did, as plain values."""
    return {
        "block": [part.block.phase.value, part.block.number],
        "builds": [build.key for build in part.builds],
        "points": base64.b64encode(b"".join(points)).decode(),
    }


def read_part(value: Any, weights: tuple[float, ...]) -> tuple[BuildGames, list[bytes]]:
    """The part of a ``part_json`` with what its builds did; ValueError, KeyError or TypeError where it is none."""
    phase, number = value["block"]
    if type(number) is not int or not 0 <= number < MOST_BLOCKS:
        raise ValueError("a block has no number")
    part = BuildGames(ClimbBlock(ClimbPhase(phase), number), tuple(map(read_change, value["builds"])))
    data, games = base64.b64decode(value["points"], validate=True), size(weights, part.block)
    each = -(-games // IN_A_BYTE)
    if len(data) != each * len(part.builds):
        raise ValueError("half points are not those of the builds")
    points = [data[place * each : (place + 1) * each] for place in range(len(part.builds))]
    for some in points:
        unpacked(some, games)
    return part, points


class Games:
    """The games of a ``study``: an arena in which builds of its deck meet its opponents.

    What the ``ledger`` stored is not played again, and what is played is added to it; nor is what of ``legible`` parts
    of a damaged folder can be read. Where all must have been stored in a folder, ``whole``, nothing is played.
    """

    def __init__(
        self,
        study: ImproveStudy,
        *,
        jobs: int = 1,
        advance: Callable[[int], object] | None = None,
        whole: Path | None = None,
    ) -> None:
        self.study, self.jobs, self.advance, self.whole = study, jobs, advance, whole
        self.weights = study.weights
        self.ledger: Ledger | None = None
        self.played = 0
        """Games that were neither stored nor legible."""
        self.stored: Points = {}
        self.legible: Points = {}

    def points_of(self, value: Any) -> Points:
        """What was stored of a part; ValueError, KeyError or TypeError where that is none."""
        part, points = read_part(value, self.weights)
        return part.points(points)

    def play(self, builds: Sequence[Exchange], blocks: Sequence[ClimbBlock]) -> Iterator[NDArray[np.uint8]]:
        """As ``Arena.play``; UcgsimError where something is missing that must have been stored."""
        parts = [part for block in blocks for part in self._missing(builds, block)]
        if parts and self.whole is not None:
            raise NotFinishedError(f"{self.whole}: is not finished; run it again with the same options to go on")
        with closing(self._carry_out(parts)) as results:
            for part, points in zip(parts, results, strict=True):
                if self.ledger is not None:
                    self.ledger.add(part_json(part, points))
                self.stored |= part.points(points)
                if self.advance is not None:
                    self.advance(self.games_of(part))
        for block in blocks:
            for build in builds:
                yield unpacked(self.stored[block, build], size(self.weights, block))

    def games_of(self, part: BuildGames) -> int:
        """How many games a part has."""
        return len(part.builds) * size(self.weights, part.block)

    def _missing(self, builds: Sequence[Exchange], block: ClimbBlock) -> Iterator[BuildGames]:
        """The builds of which the block is not stored, those with the same new cards together."""
        new: set[str] = set()
        some: list[Exchange] = []
        absent = (build for build in builds if (block, build) not in self.stored)
        for build in sorted(absent, key=lambda each: (each.into, each.out)):
            if some and (len(new | {*build.into}) > MOST_NEW or len(some) == MOST_BUILDS):
                yield BuildGames(block, tuple(some))
                new, some = set(), []
            new |= {*build.into}
            some.append(build)
        if some:
            yield BuildGames(block, tuple(some))

    def _carry_out(self, parts: Sequence[BuildGames]) -> Generator[list[bytes]]:
        """Half points of the builds of each part, packed, in the order of parts."""
        lacking = [part for part in parts if not self._known(part)]
        own = any(parse_policy(name).own is not None for name in self.study.terms.policies)
        # Tasks are made when they are asked for: the tables of all of them at once would fill the memory.
        with closing(in_order((self._task(part) for part in lacking), self.jobs, python=own)) as played:
            for part in parts:
                known = self._known(part)
                self.played += 0 if known else self.games_of(part)
                yield known or next(played)

    def _known(self, part: BuildGames) -> list[bytes]:
        """What is legible of a part; nothing where any of it is not."""
        points = [self.legible.get((part.block, build)) for build in part.builds]
        return [each for each in points if each is not None] if None not in points else []

    def _task(self, part: BuildGames) -> Callable[[], list[bytes]]:
        study = self.study
        builds = [change.build(study.deck) for change in part.builds]
        orders = orders_of(study.deck, builds, study.terms.catalog)
        tables = [
            lay_out_builds(study.deck, orders, opponent, matchup, study.terms)
            for opponent, matchup in zip(study.opponents, study.matchups, strict=True)
        ]
        seed = study.terms.seed if part.block.phase is ClimbPhase.RACE else seed_of("fresh shuffles", study.terms.seed)
        return partial(_carry_out, tables, seed, spans(self.weights, part.block))

    def again(self, part: BuildGames) -> list[bytes]:
        """What the builds of a part do, played once more."""
        return self._task(part)()


def _carry_out(tables: Sequence[Builds], seed: int, games: Sequence[range]) -> list[bytes]:
    """Half points of every build in the games against each opponent, packed."""
    points = [play_builds(builds, seed, span) for builds, span in zip(tables, games, strict=True)]
    return [packed(each) for each in np.concatenate(points, axis=1)]
