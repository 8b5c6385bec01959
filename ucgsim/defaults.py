"""What plays where nobody says otherwise."""

DEFAULT_POLICY = "planner"
"""Why it is not the fastest one: docs/architecture, decision 11."""
DEFAULT_HANDS = 20_000
"""Opening hands that show which to keep, with most decks: of a tenth of them, chance names the rule."""
