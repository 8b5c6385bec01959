"""How a player decides."""

from ucgsim.policies.spec import Policy, parse_policy, policy_names

__all__ = ["Policy", "parse_policy", "policy_names"]
