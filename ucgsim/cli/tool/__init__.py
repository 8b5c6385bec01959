"""Commands about the tool itself: its settings, its policies, how to begin."""
