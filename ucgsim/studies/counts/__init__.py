"""How many cards of each level to play of a character: splits of its cards over levels, played on the same shuffles."""
