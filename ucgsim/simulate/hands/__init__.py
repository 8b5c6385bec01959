"""Opening hands and copies of cards put where a question wants them, and what comes of it."""
