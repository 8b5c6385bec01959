"""Commands that play: two decks, many, builds of one, tournaments, a person."""
