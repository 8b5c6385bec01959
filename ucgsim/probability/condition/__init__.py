"""What is asked: the language of conditions, and the classes of cards that a condition tells apart."""
