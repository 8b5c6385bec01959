"""What an effect asks of the game, and what one run of a power remembers (CR 10.1)."""
