"""How a player decides."""

from ucgsim.policies.closed_lists import in_field
from ucgsim.policies.spec import Policy, given_policy, parse_policy, policy_names

__all__ = ["Policy", "given_policy", "in_field", "parse_policy", "policy_names"]
