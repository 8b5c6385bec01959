"""How strong and how fast the policies are, as the ladder has measured it; shipped, and void for another version."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from ucgsim.files.checksums import unsealed
from ucgsim.files.reading import own_text

if TYPE_CHECKING:
    from collections.abc import Mapping

FORMAT = 1
FILE = "strength.json"
YARDSTICK = "greedy"


@dataclass(frozen=True, slots=True)
class Strength:
    """What was measured of one policy.

    ``speed``: games a second of one core against itself; ``rating``: Elo, the yardstick at 0; ``mirrors`` and
    ``crosses``: how often it beats the yardstick with the same deck and with others; each with ``low`` and ``high`` of
    a 95 % interval, ``n`` pairs of games. None for the yardstick itself.
    """

    name: str
    label: str
    speed: float
    rating: Mapping[str, float]
    mirrors: Mapping[str, Any] | None
    crosses: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Measured:
    """All of them, and what they rest on."""

    basis: str
    policies: tuple[Strength, ...]

    def of(self, label: str) -> Strength | None:
        """What was measured of a policy of this name and version."""
        return next((each for each in self.policies if each.label == label), None)

    def of_kind(self, name: str, version: int) -> list[Strength]:
        """What was measured of all policies of a family, whatever their numbers; nothing of another version."""
        mark = f" v{version}"
        return [
            each
            for each in self.policies
            if each.name.partition(":")[0] == name and each.label.partition(" (")[0].endswith(mark)
        ]


@cache
def measured() -> Measured:
    """The figures that are shipped."""
    place = resources.files("ucgsim.policies") / "data" / FILE
    return read_measured(own_text(place).encode(), FILE)


def read_measured(raw: bytes, place: str) -> Measured:
    """Figures as the ladder wrote them; UcgsimError where they are not as they were written."""
    figures = unsealed(raw, place, "what the ladder measured", FORMAT, "run scripts/ladder --ship")
    return Measured(str(figures["basis"]), tuple(Strength(**each) for each in figures["policies"]))
