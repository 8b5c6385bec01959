"""From the wording that cards print to the tree: grammar, and what each of its rules means."""
