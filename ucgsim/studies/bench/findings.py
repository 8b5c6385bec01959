"""What a measurement of speed found, as plain data."""

from __future__ import annotations

import dataclasses
import os
import platform
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ucgsim.files.reading import read_kept

Shares = Mapping[str, float]
"""Shares of the time of games: what sums to 1 is of the rules by phase, of the policy by kind of decision."""
LIBRARIES = ("ucgsim", "numba", "llvmlite", "numpy", "polars")


@dataclass(frozen=True, slots=True)
class Machine:
    """What was measured on."""

    system: str
    processor: str
    cores: int
    python: str
    libraries: Mapping[str, str]

    @classmethod
    def here(cls) -> Machine:
        """This very one."""
        return cls(
            system=platform.platform(),
            processor=_processor(),
            cores=os.cpu_count() or 1,
            python=platform.python_version(),
            libraries={name: version(name) for name in LIBRARIES},
        )


@dataclass(frozen=True, slots=True)
class Speed:
    """One policy on one class of decks, each deck against itself, on one core: means over the decks.

    ``floors``: time of a game in units of the floor; ``most_floors``: that of the slowest deck.
    """

    policy: str
    decks: str
    number: int
    games_per_second: float
    decisions_per_second: float
    playouts_per_second: float
    floors: float
    slowest: str
    most_floors: float


@dataclass(frozen=True, slots=True)
class Starts:
    """Seconds until a command has answered: ``--help``, a duel of two games, the same with nothing compiled."""

    help: float
    warm: float
    cold: float | None


@dataclass(frozen=True, slots=True)
class Bench:
    """How fast a machine plays. ``floor``: nanoseconds of two shuffles of 50 cards; ``gain``: of all cores over one.

    ``beside``: what a duel of many games takes beside them, as a share of what they take, by policy and class of decks.
    """

    machine: Machine
    floor: float
    speeds: tuple[Speed, ...]
    gain: float
    beside: Shares
    shares: Shares
    starts: Starts

    def to_json(self) -> dict[str, Any]:
        """The same as one JSON object."""
        return dataclasses.asdict(self)


def _processor() -> str:
    """The processor by its name, as far as the system tells."""
    raw = read_kept(Path("/proc/cpuinfo"))
    lines = (raw or b"").decode("utf-8", "replace").splitlines()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    if names:
        return names[0]
    return platform.processor() or platform.machine()
