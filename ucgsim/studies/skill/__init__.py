"""Skill and luck: what decides the games of a matchup, the shuffles, the Lead or the play."""
