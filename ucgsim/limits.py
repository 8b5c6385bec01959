"""Bounds of the numbers that a run is given, on the command line, from Python and in a plan that was saved."""

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
