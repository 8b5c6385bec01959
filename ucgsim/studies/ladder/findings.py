"""What the ladder found: who beats whom how often, and a rating of each policy."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ucgsim.policies.spec import parse_policy
from ucgsim.policies.strength import YARDSTICK
from ucgsim.report.numbers import plain
from ucgsim.stats.matrices.ratings import bradley_terry

if TYPE_CHECKING:
    from ucgsim.stats.matrices.ratings import Ratings
    from ucgsim.stats.outcomes import Outcomes


class Duel(NamedTuple):
    """Policy ``a`` against policy ``b``, in points of ``a``: with the same deck, and with another one."""

    a: int
    b: int
    mirrors: Outcomes
    crosses: Outcomes

    @property
    def all(self) -> Outcomes:
        """Both together."""
        return self.mirrors + self.crosses

    def seen_from(self, policy: int) -> Duel:
        """The same in points of this one of the two."""
        if policy == self.a:
            return self
        return Duel(self.b, self.a, self.mirrors.flipped(), self.crosses.flipped())


@dataclass(frozen=True)
class Findings:
    """A duel for every pair of ``policies``, over so many decks."""

    policies: tuple[str, ...]
    decks: int
    seed: int
    rules: str
    duels: tuple[Duel, ...]

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """Names with versions."""
        return tuple(parse_policy(name).label for name in self.policies)

    @property
    def games(self) -> int:
        """Games of all pairs."""
        return sum(duel.all.games for duel in self.duels)

    @property
    def basis(self) -> str:
        """What every number rests on."""
        return (
            f"{self.games:,} games over {self.decks} decks, mirrors and crosswise, rules {self.rules}, seed {self.seed}"
        )

    @cached_property
    def ratings(self) -> Ratings:
        """Elo of each policy, averaging 0."""
        return bradley_terry(len(self.policies), {(duel.a, duel.b): duel.all for duel in self.duels})

    @property
    def order(self) -> list[int]:
        """Places of the policies, the strongest first."""
        return sorted(range(len(self.policies)), key=lambda place: -self.ratings.ratings[place].rate)

    def between(self, a: int, b: int) -> Duel:
        """The duel of two policies in points of the first."""
        return next(duel.seen_from(a) for duel in self.duels if {duel.a, duel.b} == {a, b})

    def rating(self, place: int) -> dict[str, float]:
        """Elo of a policy with its interval, the yardstick at 0 where it takes part."""
        ratings = self.ratings.ratings
        zero = ratings[self.policies.index(YARDSTICK)].rate if YARDSTICK in self.policies else 0.0
        each = ratings[place]
        return {"rate": each.rate - zero, "low": each.low - zero, "high": each.high - zero}

    def to_json(self, speeds: tuple[float, ...]) -> dict[str, Any]:
        """Figures of each policy, strongest first, as `ucgsim policies` reads them."""
        return {
            "format": 1,
            "basis": self.basis,
            "policies": [self._policy(place, speeds[place]) for place in self.order],
        }

    def _policy(self, place: int, speed: float) -> dict[str, Any]:
        name = self.policies[place]
        against = None
        if YARDSTICK in self.policies and name != YARDSTICK:
            against = self.between(place, self.policies.index(YARDSTICK))
        return {
            "name": name,
            "label": self.labels[place],
            "speed": speed,
            "rating": self.rating(place),
            "mirrors": None if against is None else plain(against.mirrors.estimate()),
            "crosses": None if against is None or not against.crosses.games else plain(against.crosses.estimate()),
        }
