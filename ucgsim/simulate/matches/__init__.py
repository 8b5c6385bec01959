"""Matches by the floor rules: what is planned, and what is played."""
