"""The numbers of a policy as points of a space in which one step is about as large for each of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cma
import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.policies.spec import FAMILIES, parse_policy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ucgsim.policies.spec import Parameter, Policy

OPTIMISER = f"cma {cma.__version__}"
SPREAD = 1.0
"""Of the first candidates around the start, in steps."""
FEWEST = 2
"""Dimensions that the optimiser needs; one that bears on nothing is added where there are fewer."""


@dataclass(frozen=True)
class Space:
    """A policy whose tuned numbers are the coordinates; the others stay as they are."""

    start: Policy

    def __post_init__(self) -> None:
        if not self.places:
            known = ", ".join(kind.name for kind in FAMILIES if any(each.step for each in kind.parameters))
            raise UcgsimError(f"policy {self.start.name}: has no number that can be tuned; {known} have")

    @property
    def places(self) -> list[int]:
        """Places of the tuned numbers among all of the policy."""
        return [place for place, each in enumerate(self.start.kind.parameters) if each.step]

    @property
    def parameters(self) -> list[Parameter]:
        """What is tuned."""
        return [self.start.kind.parameters[place] for place in self.places]

    @property
    def size(self) -> int:
        """Dimensions of the space."""
        return max(len(self.places), FEWEST)

    def policy_at(self, point: Sequence[float] | NDArray[np.float64]) -> Policy:
        """The policy at a point; numbers are rounded to what its name tells, and stay in their range."""
        values = list(self.start.values)
        for place, each, offset in zip(self.places, self.parameters, point, strict=False):
            value = min(max(self.start.values[place] + float(offset) * each.step, each.low), each.high)
            values[place] = float(each.write(value))
        return parse_policy(replace(self.start, values=tuple(values)).name)

    def point_of(self, policy: Policy) -> NDArray[np.float64]:
        """The point of a policy of this family, shape (size,)."""
        point = np.zeros(self.size)
        for k, (place, each) in enumerate(zip(self.places, self.parameters, strict=True)):
            point[k] = (policy.values[place] - self.start.values[place]) / each.step
        return point


class Optimiser:
    """Candidates of one generation after the other; the same for the same seed and the same scores."""

    def __init__(self, space: Space, champion: Policy, seed: Sequence[int]) -> None:
        self.space = space
        # A stream of its own: cma would seed the one that everybody shares.
        chance = np.random.RandomState(np.array(seed, np.uint32))
        options = {"verbose": -9, "seed": float("nan"), "randn": chance.randn}
        self.strategy = cma.CMAEvolutionStrategy(space.point_of(champion), SPREAD, options)

    @property
    def is_spent(self) -> bool:
        """Whether it has drawn together so far that nothing new comes of it."""
        return bool(self.strategy.stop())

    def ask(self) -> tuple[list[NDArray[np.float64]], list[Policy]]:
        """Points of the next generation, with the policies there."""
        points = self.strategy.ask()
        return points, [self.space.policy_at(point) for point in points]

    def tell(self, points: list[NDArray[np.float64]], scores: Sequence[float]) -> None:
        """Take in how well the policies at these points did; more is better."""
        self.strategy.tell(points, [-score for score in scores])

    @property
    def favourite(self) -> Policy:
        """The policy in the middle of where it looks now."""
        return self.space.policy_at(self.strategy.result.xfavorite)
