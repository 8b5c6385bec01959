"""Which of two builds of a deck is better."""
