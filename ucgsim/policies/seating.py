"""Who plays: policies are put into the tables of a game, with what they learned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError
from ucgsim.policies.planner.weights import teach
from ucgsim.policies.spec import PolicyId

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from ucgsim.policies.spec import Policy


def seat(tables: np.record, policies: Sequence[Policy]) -> None:
    """Put one policy a player into the tables; UcgsimError where what one of them learned can't be read."""
    for row, policy in zip(tables.policies, policies, strict=True):
        if policy.is_closed and not tables.n_lists:
            raise UcgsimError(
                f"policy {policy.name}: the lists of the field are not at this table; here lists are open"
            )
        row[:] = policy.row
    if any(policy.searches or policy.kind.id is PolicyId.PLANNER for policy in policies):
        teach(tables)
