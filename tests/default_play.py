"""Who plays where a test names no policy."""

from ucgsim.limits import DEFAULT_POLICY
from ucgsim.policies import parse_policy

BY = parse_policy(DEFAULT_POLICY).label
"""Its name with its version, as results tell it."""
