"""Commands about the tool itself: its settings, its speed, its policies, how to begin."""
