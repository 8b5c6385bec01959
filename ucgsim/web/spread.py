"""What the page needs to know of good players, as plain values: it reckons the same intervals as the terminal."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from ucgsim.defaults import DEFAULT_POLICY
from ucgsim.policies.spread import spread_of

if TYPE_CHECKING:
    from collections.abc import Sequence

POLICIES = tuple(dict.fromkeys((DEFAULT_POLICY, "planner", "search:16,with=planner", "greedy", "random")))
"""Policies that the page may name."""


def spread_file(policies: Sequence[str] = POLICIES) -> dict[str, dict[str, float] | None]:
    """How far good players lie apart, by the policy that plays both sides; None for one that is no good player.

    The numbers are those of a ``PlayerSpread``. UcgsimError for a policy that is unknown.
    """
    return {policy: _numbers(policy) for policy in policies}


def _numbers(policy: str) -> dict[str, float] | None:
    spread = spread_of((policy, policy))
    if spread is None:
        return None
    values = asdict(spread)
    del values["players"]
    return values
