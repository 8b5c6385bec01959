"""Many games: plans, seeds, workers, results on disk."""
