"""What a search for a better deck asks for, as tasks: games in which cards come in at random, and pairs of games."""

from __future__ import annotations

import base64
import json
import math
import zlib
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.decks.deck import Deck
from ucgsim.files.checksums import digest
from ucgsim.simulate.exchanges import HALF_POINTS, Bench, bench_of
from ucgsim.simulate.loops.builds import FIRST
from ucgsim.simulate.plain import counts_of
from ucgsim.simulate.tasks import Batch, Task
from ucgsim.studies.check import seed_of
from ucgsim.studies.improve.coach import Pairing, Screening, coach

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from ucgsim.simulate.tasks import Course
    from ucgsim.studies.improve.coach import Advice
    from ucgsim.studies.improve.plan import ImproveStudy

BLOCK = 4_000
"""Games of one task, about."""
BENCHES = 8
"""Tables that lie open at a time."""


@dataclass(frozen=True, kw_only=True)
class SearchTask(Task):
    """Games ``start`` to ``stop`` of a search; ``chance`` is a checksum of all else that decides them."""

    chance: str
    start: int
    stop: int
    size: int = field(compare=False)
    search: Games = field(compare=False, repr=False)
    """What plays it."""
    wish: Screening | Pairing = field(compare=False, repr=False)

    @property
    def games(self) -> int:
        """Games that are played, about: where no card that leaves is met, none is."""
        return self.size

    @staticmethod
    def call(tasks: Sequence[SearchTask]) -> Callable[[], list[Any]]:
        """What plays tasks: tables and numbers alone, so that another machine can be sent it."""
        return partial(_carry_out, [task.asked for task in tasks])

    @property
    def asked(self) -> tuple[Bench, int, range, Screening | Pairing, Sequence[str]]:
        """Where it is played, the seed and the games, what is wished, and all cards that may come in."""
        search, wish = self.search, self.wish
        seed = search.seed(fresh=isinstance(wish, Pairing) and wish.fresh)
        return search.bench(wish), seed, range(self.start, self.stop), wish, search.entrants

    def counts(self, value: Any) -> NDArray[np.int64]:
        """Sums of products, or pairs by change, from their plain value."""
        wish = self.wish
        if isinstance(wish, Screening):
            return unpacked(value, FIRST + len(wish.deck) + len(self.search.entrants) + 1)
        pairs = counts_of(value, (len(wish.changes), HALF_POINTS, HALF_POINTS))
        if (pairs.sum((1, 2)) != self.stop - self.start).any():
            raise ValueError("counts do not agree with the number of games")
        return pairs


def _carry_out(asked: Sequence[tuple[Bench, int, range, Screening | Pairing, Sequence[str]]]) -> list[Any]:
    """The plain values of tasks."""
    return [
        packed(bench.screen(seed, games, wish.entrants, every))
        if isinstance(wish, Screening)
        else bench.exchange(seed, games, [(change.out, change.into) for change in wish.changes]).tolist()
        for bench, seed, games, wish, every in asked
    ]


def packed(gram: NDArray[np.int64]) -> str:
    """Sums of products, which are symmetric, in few letters."""
    upper = gram[np.triu_indices(len(gram))].astype("<i4")
    return base64.b64encode(zlib.compress(upper.tobytes(), 1)).decode()


def unpacked(text: str, width: int) -> NDArray[np.int64]:
    """The sums that were ``packed``; ValueError where these are none."""
    upper = np.frombuffer(zlib.decompress(base64.b64decode(text, validate=True)), "<i4")
    gram, places = np.zeros((width, width), np.int64), np.triu_indices(width)
    if len(upper) != len(places[0]) or (upper < 0).any():
        raise ValueError("sums of products are not what they should be")
    gram[places] = upper
    gram.T[places] = upper
    return gram


class Games:
    """The games of a search: what the coach asks for, played."""

    def __init__(self, study: ImproveStudy, heard: Callable[[str], object] | None = None) -> None:
        self.study = study
        self.heard = heard
        self.entrants = sorted(study.sought.limits)
        self._bench = lru_cache(maxsize=BENCHES)(self._laid_out)

    def course(self) -> Course[Advice]:
        """The search: what it plays next depends on what games came to."""
        course = coach(self.study.sought)
        wishes = next(course)
        while True:
            self._say(wishes[0])
            tasks = [list(self._tasks(wish)) for wish in wishes]
            played = iter((yield Batch([task for each in tasks for task in each])))
            sums = [sum(next(played) for _ in each) for each in tasks]
            counts = [each if each.ndim == 2 else each.reshape(len(each), -1) for each in map(np.asarray, sums)]
            try:
                wishes = course.send([each.tolist() for each in counts])
            except StopIteration as end:
                advice: Advice = end.value
                return advice

    def _say(self, wish: Screening | Pairing) -> None:
        """Say what is played next."""
        if self.heard is not None:
            if isinstance(wish, Screening):
                self.heard(f"{len(wish.entrants)} cards come in at random")
            else:
                self.heard(f"{len(wish.changes)} changes {'are measured in new games' if wish.fresh else 'are raced'}")

    def _tasks(self, wish: Screening | Pairing) -> Iterator[SearchTask]:
        study = self.study
        cards = {"deck": study.deck.fingerprint, "cards": study.cards.fingerprints, "versions": study.cards.versions}
        names: Any = wish.entrants if isinstance(wish, Screening) else wish.changes
        chance = {
            "seed": self.seed(fresh=isinstance(wish, Pairing) and wish.fresh),
            "matchup": study.matchups[wish.rival],
            "build": sorted(wish.deck.items()),
            "names": names,
            "columns": self.entrants if isinstance(wish, Screening) else [],
        }
        mark = digest(json.dumps(cards | chance, sort_keys=True).encode())
        cost = wish.cost
        step = max(math.ceil(BLOCK / cost), 1)
        for start in range(wish.start, wish.stop, step):
            stop = min(start + step, wish.stop)
            size = math.ceil((stop - start) * cost)
            yield SearchTask(chance=mark, start=start, stop=stop, size=size, search=self, wish=wish)

    def seed(self, *, fresh: bool) -> int:
        """The seed of the games that choose, or of those that measure."""
        seed = self.study.terms.seed
        return seed_of("fresh shuffles", seed) if fresh else seed

    def bench(self, wish: Screening | Pairing) -> Bench:
        """Where a wish is played."""
        return self._bench(tuple(sorted(wish.deck.items())), wish.rival)

    def _laid_out(self, counts: tuple[tuple[str, int], ...], rival: int) -> Bench:
        study = self.study
        deck = Deck(study.deck.name, counts)
        return bench_of(deck, study.opponents[rival], study.matchups[rival], study.terms, study.sought.limits)
