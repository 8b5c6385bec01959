"""Compiled loops that play many games: for results, for hands kept and given back, for what became of cards."""
