"""Policies by name: what a user writes, what the compiled game is given, what a result quotes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.policies.own_file import OwnFile, give_file, own_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

PARAMETERS = 4
"""Room for the numbers of one policy."""


class PolicyId(IntEnum):
    """Policies that the compiled dispatcher knows."""

    RANDOM = 0
    GREEDY = 1
    SEARCH = 2
    PLANNER = 3
    OWN = 90


@dataclass(frozen=True, slots=True)
class Parameter:
    """One number of a policy: its name, default and range, and what it means.

    ``whole``: it is a whole number. ``words``: it is written as one of these, each with its number.
    """

    name: str
    default: float
    low: float
    high: float
    meaning: str
    whole: bool = False
    words: tuple[tuple[str, float], ...] = ()

    @property
    def valid(self) -> str:
        """What would be right."""
        if self.words:
            return f"one of {', '.join(word for word, _ in self.words)}"
        return f"a {'whole ' if self.whole else ''}number from {self.low:g} to {self.high:g}"

    def read(self, text: str) -> float | None:
        """The number that is written, None for one that would not be right."""
        if self.words:
            return dict(self.words).get(text.strip())
        try:
            value = float(text)
        except ValueError:
            return None
        return value if self.low <= value <= self.high and not (self.whole and value % 1) else None

    def write(self, value: float) -> str:
        """The number as ``read`` takes it."""
        return next((word for word, number in self.words if number == value), f"{value:g}")


@dataclass(frozen=True, slots=True)
class Family:
    """A policy family; ``version`` rises whenever its play changes.

    ``bare``: its first number may be written without its name, as in ``search:16``. ``knows``: what it knows that no
    player is shown; stands in its label.
    """

    name: str
    id: PolicyId
    version: int
    summary: str
    parameters: tuple[Parameter, ...] = ()
    bare: bool = False
    knows: str = ""


_FAST: tuple[tuple[str, float], ...] = (
    ("random", PolicyId.RANDOM),
    ("greedy", PolicyId.GREEDY),
    ("planner", PolicyId.PLANNER),
)
"""Policies that a search may play on with."""
FAMILIES = (
    Family("random", PolicyId.RANDOM, 1, "takes every legal option with the same chance"),
    Family(
        "greedy",
        PolicyId.GREEDY,
        1,
        "plays like a sensible beginner, one decision at a time",
        (
            Parameter("lead", 1, 0, 1, "1 chooses to be the Lead Player after winning the throw, 0 the Next"),
            Parameter("patience", 0.3, 0, 1, "battle that a level-up must gain at least, in wins"),
        ),
    ),
    Family(
        "search",
        PolicyId.SEARCH,
        1,
        "deals the hidden cards anew, tries every option in the same worlds and plays on with a fast policy",
        (
            Parameter("worlds", 32, 1, 512, "worlds in which every option is tried", whole=True),
            Parameter("turns", 2, 0, 63, "turns that are played on, this one included; 0 to the end", whole=True),
            Parameter("with", PolicyId.GREEDY, 0, 99, "policy that plays on", words=_FAST),
            Parameter("margin", 1, 0, 10, "standard errors by which it must do better than that policy's choice"),
        ),
        bare=True,
        knows="open list",
    ),
    Family(
        "planner",
        PolicyId.PLANNER,
        1,
        "learned from search: small networks weigh what to set and level up, effects are tried before they are used",
        (
            Parameter("lead", 1, 0, 1, "1 chooses to be the Lead Player after winning the throw, 0 the Next"),
            Parameter("tries", 1, 0, 1, "1 tries effects in a world dealt at random, 0 answers them like greedy"),
            Parameter("margin", 0.2, 0, 10, "log-odds by which another answer must be better than greedy's"),
        ),
        knows="open list",
    ),
)


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy with its numbers, as it plays."""

    kind: Family
    values: tuple[float, ...]
    own: OwnFile | None = None
    """The code that plays, where it is a policy of the user's own."""

    @property
    def name(self) -> str:
        """Name with version and every number that is not the default; stands in every result."""
        changed = [
            ("" if self.kind.bare and place == 0 else f"{parameter.name}=") + parameter.write(value)
            for place, (parameter, value) in enumerate(zip(self.kind.parameters, self.values, strict=True))
            if value != parameter.default
        ]
        suffix = ":" + ",".join(changed) if changed else ""
        return f"{self.kind.name}{suffix}"

    @property
    def label(self) -> str:
        """Name and version, such as ``greedy v1``, with what it knows that no player is shown."""
        if self.own is not None:
            return self.own.full_name
        return ", ".join(filter(None, (f"{self.name} v{self.kind.version}", self.kind.knows)))

    @property
    def searches(self) -> bool:
        """Whether it plays games within the game, a hundred times as slow as a policy that does not."""
        return self.kind.id is PolicyId.SEARCH

    @property
    def is_slow(self) -> bool:
        """Whether a second is enough for some hundred games only."""
        return self.searches or self.own is not None

    @property
    def row(self) -> NDArray[np.float64]:
        """Id and numbers as the compiled dispatcher reads them, shape (1 + PARAMETERS,)."""
        row = np.zeros(1 + PARAMETERS)
        row[0] = self.kind.id
        row[1 : 1 + len(self.values)] = self.values
        return row


def policy_names() -> tuple[str, ...]:
    """Names of all policies."""
    return tuple(kind.name for kind in FAMILIES)


def parse_policy(text: str) -> Policy:
    """Read ``name`` or ``name:parameter=number,...``; the first number of a search needs no name: ``search:16``.

    A policy of the user's own is ``my_policy.py:Careful`` (`policies.own_file`). UcgsimError names what would be valid.
    """
    own = own_file(text)
    if own is not None:
        return Policy(Family(own.full_name, PolicyId.OWN, 1, "a policy of your own"), (), own)
    name, _, rest = text.strip().partition(":")
    kind = next((kind for kind in FAMILIES if kind.name == name), None)
    if kind is None:
        raise UcgsimError(
            f"policy {name!r} is unknown; known are {', '.join(policy_names())}, and your own as my_policy.py:Careful"
        )
    values = {parameter.name: parameter.default for parameter in kind.parameters}
    for place, part in enumerate(filter(None, rest.split(","))):
        key, value = _assignment(kind, part, first=place == 0)
        values[key] = value
    return Policy(kind, tuple(values.values()))


def given_policy(text: str) -> str:
    """A policy as a user names it, checked; of his own the name that holds the checksum of its file."""
    if ".py" in text:
        return give_file(text).full_name
    parse_policy(text)
    return text


def fast_row(numbers: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
    """Row of the policy with which a search plays on, whose own row is ``numbers``; of greedy for any other policy."""
    searches = int(numbers[0]) == PolicyId.SEARCH
    wanted = int(numbers[1 + _place_of("with")]) if searches else PolicyId.GREEDY
    kind = next(kind for kind in FAMILIES if kind.id == wanted)
    return Policy(kind, tuple(parameter.default for parameter in kind.parameters)).row


def _place_of(name: str) -> int:
    kind = next(kind for kind in FAMILIES if kind.id is PolicyId.SEARCH)
    return [parameter.name for parameter in kind.parameters].index(name)


def _assignment(kind: Family, part: str, *, first: bool) -> tuple[str, float]:
    key, equals, number = part.partition("=")
    if first and kind.bare and not equals:
        key, number = kind.parameters[0].name, key
    parameter = next((entry for entry in kind.parameters if entry.name == key.strip()), None)
    if parameter is None:
        known = ", ".join(entry.name for entry in kind.parameters) or "none"
        raise UcgsimError(f"policy {kind.name}: parameter {key.strip()!r} is unknown; it has {known}")
    value = parameter.read(number)
    if value is None:
        raise UcgsimError(f"policy {kind.name}: {parameter.name}={number} must be {parameter.valid}")
    return parameter.name, value
