"""A duel played again under another policy: the games of its own, held against those of the first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ucgsim.stats.deciding.checked import Checked
from ucgsim.stats.deciding.multiplicity import together
from ucgsim.stats.rates import DEFAULT_CONFIDENCE
from ucgsim.studies.check import check_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ucgsim.simulate.plan import Plan
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.duel.findings import Findings


@dataclass(frozen=True, eq=False)
class DuelCheck:
    """What was played to check a duel; ``together``: of how many matchups the intervals are to hold at once."""

    plan: Plan
    findings: Findings
    together: int = 1

    @property
    def words(self) -> Sequence[str]:
        """The words of a command line that make this check."""
        return check_words(self.plan.policies[0], self.plan.games)

    def rate(self, first: Findings) -> Checked:
        """Win rate of side a under either play."""
        confidence = together(DEFAULT_CONFIDENCE, self.together)
        return Checked(rate_at(first, confidence), rate_at(self.findings, confidence))


def rate_at(findings: Findings, confidence: float) -> Estimate:
    """Win rate of side a with an interval of this confidence."""
    return findings.outcomes.estimate(confidence)
