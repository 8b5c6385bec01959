"""What readings share between the words and the tree: noun phrases, owners, gifts, pronouns."""
