"""How long games last: the share still going after each Round, and quantiles with intervals."""

import math
from dataclasses import dataclass

from ucgsim.errors import UcgsimError
from ucgsim.stats.rates import Estimate


@dataclass(frozen=True, slots=True)
class Survival:
    """`surviving[k]` is the share of games that last longer than `times[k]`; before the first it is 1."""

    times: tuple[float, ...]
    surviving: tuple[Estimate, ...]

    def quantile(self, share: float) -> Estimate:
        """The first time by which at least `share` of the games have ended, with its interval.

        The interval holds the times whose own interval does not rule that out; an end never reached is
        infinite. UcgsimError unless 0 < share < 1. Source: Brookmeyer & Crowley 1982, Biometrics 38,
        29-41.
        """
        if not 0 < share < 1:
            raise UcgsimError(f"quantile is {share}; it must lie between 0 and 1")

        def first(values: list[float]) -> float:
            # Counts divided by counts may miss 1 - share by a rounding error.
            ended = (t for t, v in zip(self.times, values, strict=True) if v <= 1 - share + 1e-12)
            return next(ended, math.inf)

        part = self.surviving[0]
        return Estimate(
            rate=first([s.rate for s in self.surviving]),
            low=first([s.low for s in self.surviving]),
            high=first([s.high for s in self.surviving]),
            n=part.n,
            confidence=part.confidence,
            method=part.method,
        )

    @property
    def median(self) -> Estimate:
        """The time by which at least half of the games have ended."""
        return self.quantile(0.5)
