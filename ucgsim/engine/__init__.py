"""The rules: the compiled game."""
