"""Play by search: hidden cards dealt anew, every option tried on the same worlds, the rest played by a fast player."""
