"""What plays where nobody says otherwise."""

DEFAULT_POLICY = "planner"
"""Why it is not the fastest one: docs/architecture, decision 11."""
