"""A better deck: which cards leave and which come in, raced on common chance and measured again."""
