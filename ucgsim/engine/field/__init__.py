"""Cards where they lie: stacks, zones, what was done to them, what is remembered (CR 3)."""
