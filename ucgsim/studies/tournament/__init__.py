"""A tournament in a field: who makes the cut, who wins, what to bring."""
