"""Policies by name: what a user writes, what the compiled game is given, what a result quotes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from numpy.typing import NDArray

PARAMETERS = 4
"""Room for the numbers of one policy."""


class PolicyId(IntEnum):
    """Policies that the compiled dispatcher knows."""

    RANDOM = 0
    GREEDY = 1


@dataclass(frozen=True, slots=True)
class Parameter:
    """One number of a policy: its name, default and range, and what it means."""

    name: str
    default: float
    low: float
    high: float
    meaning: str


@dataclass(frozen=True, slots=True)
class Kind:
    """A policy family; ``version`` rises whenever its play changes."""

    name: str
    id: PolicyId
    version: int
    summary: str
    parameters: tuple[Parameter, ...] = ()


KINDS = (
    Kind("random", PolicyId.RANDOM, 1, "takes every legal option with the same chance"),
    Kind(
        "greedy",
        PolicyId.GREEDY,
        1,
        "plays like a sensible beginner, one decision at a time",
        (
            Parameter("lead", 1, 0, 1, "1 chooses to be the Lead Player after winning the throw, 0 the Next"),
            Parameter("patience", 0.3, 0, 1, "battle that a level-up must gain at least, in wins"),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy with its numbers, as it plays."""

    kind: Kind
    values: tuple[float, ...]

    @property
    def name(self) -> str:
        """Name with version and every number that is not the default; stands in every result."""
        changed = [
            f"{parameter.name}={value:g}"
            for parameter, value in zip(self.kind.parameters, self.values, strict=True)
            if value != parameter.default
        ]
        suffix = ":" + ",".join(changed) if changed else ""
        return f"{self.kind.name}{suffix}"

    @property
    def label(self) -> str:
        """Name and version, such as ``greedy v1``."""
        return f"{self.name} v{self.kind.version}"

    @property
    def row(self) -> NDArray[np.float64]:
        """Id and numbers as the compiled dispatcher reads them, shape (1 + PARAMETERS,)."""
        row = np.zeros(1 + PARAMETERS)
        row[0] = self.kind.id
        row[1 : 1 + len(self.values)] = self.values
        return row


def policy_names() -> tuple[str, ...]:
    """Names of all policies."""
    return tuple(kind.name for kind in KINDS)


def parse_policy(text: str) -> Policy:
    """Read ``name`` or ``name:parameter=number,...``; UcgsimError names what would be valid."""
    name, _, rest = text.strip().partition(":")
    kind = next((kind for kind in KINDS if kind.name == name), None)
    if kind is None:
        raise UcgsimError(f"policy {name!r} is unknown; known are {', '.join(policy_names())}")
    values = {parameter.name: parameter.default for parameter in kind.parameters}
    for part in filter(None, rest.split(",")):
        key, value = _assignment(kind, part)
        values[key] = value
    return Policy(kind, tuple(values.values()))


def _assignment(kind: Kind, part: str) -> tuple[str, float]:
    key, _, number = part.partition("=")
    parameter = next((entry for entry in kind.parameters if entry.name == key.strip()), None)
    if parameter is None:
        known = ", ".join(entry.name for entry in kind.parameters) or "none"
        raise UcgsimError(f"policy {kind.name}: parameter {key.strip()!r} is unknown; it has {known}")
    try:
        value = float(number)
    except ValueError:
        value = np.nan
    if not parameter.low <= value <= parameter.high:
        raise UcgsimError(
            f"policy {kind.name}: {parameter.name}={number} must be a number "
            f"from {parameter.low:g} to {parameter.high:g}"
        )
    return parameter.name, value
