"""Who plays: policies are put into the tables of a game, with what they learned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.policies.planner.weights import teach
from ucgsim.policies.spec import PolicyId, fast_row

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from ucgsim.policies.spec import Policy


def seat(tables: np.record, policies: Sequence[Policy]) -> None:
    """Put one policy a player into the tables; UcgsimError where what one of them learned can't be read."""
    for row, policy in zip(tables.policies, policies, strict=True):
        row[:] = policy.row
    if any(PolicyId.PLANNER in (policy.kind.id, fast_row(policy.row)[0]) for policy in policies):
        teach(tables)
