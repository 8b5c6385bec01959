"""The race among builds: what a build changes, which are worth further games, and what a budget would see."""
