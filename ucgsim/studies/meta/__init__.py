"""What to bring: the choice of a deck as a game."""
