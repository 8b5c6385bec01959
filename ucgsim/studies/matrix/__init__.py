"""Who beats whom among several decks, in games or in matches."""
