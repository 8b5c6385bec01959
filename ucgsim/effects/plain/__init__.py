"""Card effects in plain English, made from the tree: what a person would say a card does."""
