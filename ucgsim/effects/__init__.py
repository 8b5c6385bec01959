"""What a card does: the effect language, its grammar and its bytecode."""
