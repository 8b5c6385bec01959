"""Builds of a deck at play: blocks of games on common chance, looked up where they are kept, else played and kept."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, overload

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.simulate.same_chance.many import MOST_NEW, lay_out_builds, orders_of, play_builds
from ucgsim.simulate.working.workers import in_order
from ucgsim.studies.check import seed_of
from ucgsim.studies.improve.climb import Block, Change, Phase, read_change, size, spans

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from numpy.typing import NDArray

    from ucgsim.decks.deck import Deck
    from ucgsim.simulate.kept import Ledger
    from ucgsim.simulate.same_chance.many import Builds
    from ucgsim.simulate.terms import Terms

MOST_BUILDS = 700
"""Builds of one part."""
WORTH_WORKERS = 8
"""Parts that pay for starting workers, which takes a second or two."""
IN_A_BYTE = 4
"""Games whose half points a byte holds."""
_SHIFTS = 2 * np.arange(IN_A_BYTE, dtype=np.uint8)


class Part(NamedTuple):
    """Builds in a block."""

    block: Block
    builds: tuple[Change, ...]


def packed(points: NDArray[np.uint8]) -> bytes:
    """Half points of games, (games,), in as few bytes as hold them."""
    whole = np.zeros(-(-len(points) // IN_A_BYTE) * IN_A_BYTE, np.uint8)
    whole[: len(points)] = points
    data: NDArray[np.uint8] = np.bitwise_or.reduce(whole.reshape(-1, IN_A_BYTE) << _SHIFTS, axis=1).astype(np.uint8)
    return data.tobytes()


def unpacked(data: bytes, games: int) -> NDArray[np.uint8]:
    """What ``packed`` told of so many games; ValueError where it is no such thing."""
    points = (np.frombuffer(data, np.uint8)[:, None] >> _SHIFTS & 3).ravel()
    if len(data) != -(-games // IN_A_BYTE) or (points > 2).any() or points[games:].any():
        raise ValueError("half points are not what they should be")
    return np.asarray(points[:games])


def part_json(part: Part, points: Sequence[bytes]) -> dict[str, Any]:
    """A part with what its builds did, as plain values."""
    return {
        "block": [part.block.phase.value, part.block.number],
        "builds": [build.key for build in part.builds],
        "points": base64.b64encode(b"".join(points)).decode(),
    }


def read_part(value: Any, weights: tuple[float, ...]) -> tuple[Part, list[bytes]]:
    """What ``part_json`` told; ValueError, KeyError or TypeError where that is no part."""
    phase, number = value["block"]
    if type(number) is not int or not 0 <= number < MOST_BLOCKS:
        raise ValueError("a block has no number")
    part = Part(Block(Phase(phase), number), tuple(map(read_change, value["builds"])))
    data, games = base64.b64decode(value["points"], validate=True), size(weights, part.block)
    each = -(-games // IN_A_BYTE)
    if len(data) != each * len(part.builds):
        raise ValueError("half points are not those of the builds")
    points = [data[place * each : (place + 1) * each] for place in range(len(part.builds))]
    for some in points:
        unpacked(some, games)
    return part, points


MOST_BLOCKS = 100_000
"""More blocks than any budget pays."""


class Lazily(Sequence["Callable[[], list[bytes]]"]):
    """Tasks that are made when they are asked for: the tables of all of them at once would fill the memory."""

    def __init__(self, parts: Sequence[Part], task: Callable[[Part], Callable[[], list[bytes]]]) -> None:
        self.parts, self.task = parts, task

    def __len__(self) -> int:
        return len(self.parts)

    @overload
    def __getitem__(self, place: int) -> Callable[[], list[bytes]]: ...
    @overload
    def __getitem__(self, place: slice) -> Lazily: ...
    def __getitem__(self, place: int | slice) -> Callable[[], list[bytes]] | Lazily:
        if isinstance(place, slice):
            return Lazily(self.parts[place], self.task)
        return self.task(self.parts[place])


class Games:
    """An arena of games: ``deck`` and its builds against ``opponents``, each with its share among ``weights``.

    ``matchups`` tell the opponents' chances apart. What the ``ledger`` kept is not played again, and what is played
    is added to it. With ``play_on`` false, UcgsimError tells of what is missing.
    """

    def __init__(
        self,
        deck: Deck,
        opponents: Sequence[Deck],
        matchups: Sequence[int],
        weights: tuple[float, ...],
        terms: Terms,
        *,
        jobs: int = 1,
        advance: Callable[[int], object] | None = None,
    ) -> None:
        self.deck, self.opponents, self.matchups, self.weights = deck, opponents, matchups, weights
        self.terms, self.jobs, self.advance = terms, jobs, advance
        self.ledger: Ledger | None = None
        self.kept: dict[tuple[Block, Change], bytes] = {}

    def take(self, value: Any) -> None:
        """Take what was kept of a part; ValueError, KeyError or TypeError where that is none."""
        part, points = read_part(value, self.weights)
        self.kept |= zip(((part.block, build) for build in part.builds), points, strict=True)

    def play(self, builds: Sequence[Change], blocks: Sequence[Block]) -> Iterator[NDArray[np.uint8]]:
        """As ``Arena.play``."""
        parts = [part for block in blocks for part in self._missing(builds, block)]
        if parts:
            self._play(parts)
        for block in blocks:
            for build in builds:
                yield unpacked(self.kept[block, build], size(self.weights, block))

    def _missing(self, builds: Sequence[Change], block: Block) -> Iterator[Part]:
        """The builds of which the block is not kept, those with the same new cards together."""
        new: set[str] = set()
        some: list[Change] = []
        absent = (build for build in builds if (block, build) not in self.kept)
        for build in sorted(absent, key=lambda each: (each.into, each.out)):
            if some and (len(new | {*build.into}) > MOST_NEW or len(some) == MOST_BUILDS):
                yield Part(block, tuple(some))
                new, some = set(), []
            new |= {*build.into}
            some.append(build)
        if some:
            yield Part(block, tuple(some))

    def _play(self, parts: Sequence[Part]) -> None:
        with closing(self.carry_out(parts)) as results:
            for part, points in zip(parts, results, strict=True):
                if self.ledger is not None:
                    self.ledger.add(part_json(part, points))
                self.kept |= zip(((part.block, build) for build in part.builds), points, strict=True)
                if self.advance is not None:
                    self.advance(len(part.builds) * size(self.weights, part.block))

    def carry_out(self, parts: Sequence[Part]) -> Generator[list[bytes]]:
        """Half points of the builds of each part, packed, in the order of parts."""
        return in_order(Lazily(parts, self._task), self.jobs, WORTH_WORKERS)

    def _task(self, part: Part) -> Callable[[], list[bytes]]:
        builds = [change.build(self.deck) for change in part.builds]
        orders = orders_of(self.deck, builds, self.terms.catalog)
        tables = [
            lay_out_builds(self.deck, orders, opponent, matchup, self.terms)
            for opponent, matchup in zip(self.opponents, self.matchups, strict=True)
        ]
        seed = self.terms.seed if part.block.phase is Phase.RACE else seed_of("fresh shuffles", self.terms.seed)
        return partial(_carry_out, tables, seed, spans(self.weights, part.block))

    def again(self, part: Part) -> list[bytes]:
        """What the builds of a part do, played once more."""
        return self._task(part)()


class Kept(Games):
    """The same where nothing is played: all must have been kept in the folder ``place``."""

    place: object = None

    def _play(self, parts: Sequence[Part]) -> None:
        assert parts, "something is missing"
        raise UcgsimError(f"{self.place}: is not finished; run it again with the same options to go on")


def _carry_out(tables: Sequence[Builds], seed: int, games: Sequence[range]) -> list[bytes]:
    """Half points of every build in the games against each opponent, packed."""
    points = [play_builds(builds, seed, span) for builds, span in zip(tables, games, strict=True)]
    return [packed(each) for each in np.concatenate(points, axis=1)]
