"""Many games: plans, seeds, workers and results on disk."""
