"""When to stop, what to name, how many games it takes: decisions whose error rates are kept."""
