"""Who wins, when, and how, between two decks."""
