"""How a player decides."""
