"""Better numbers for a policy: tried on paired games, accepted by a sequential test, written to a file."""
