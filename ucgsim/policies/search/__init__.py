"""Play by search: hidden cards dealt again, every option tried on the same worlds, the rest played by a fast player."""
