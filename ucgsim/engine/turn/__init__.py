"""The turn: preparation, phases, judgement, the end of the game (CR 4 to 7)."""
