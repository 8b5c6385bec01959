"""Bounds of what a run is given, on the command line, from Python and in a plan that was saved; and its defaults."""

LONG = 2**63 - 1
"""The largest whole number that the compiled game holds."""
MAX_GAMES = 10**9
MAX_SEED = LONG
MAX_MATCHUP = 2**31 - 1
MAX_JOBS = 1024
LEAST = {
    **dict.fromkeys(("games", "slow_games", "hands", "jobs", "pairs", "players", "times"), 1),
    **dict.fromkeys(("seed", "matchup", "lead_pairs", "rounds", "cut"), 0),
}
"""The smallest of each number by its name; what else bounds it, its own function knows."""
DEFAULT_POLICY = "planner"
"""What plays where nobody says otherwise. Why it is not the fastest one: docs/architecture, decision 11."""
DEFAULT_HANDS = 20_000
"""Opening hands that show which to keep, with most decks: of a tenth of them, chance names the rule."""
