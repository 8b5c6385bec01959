"""BP and all that changes it continuously (CR 8, 9.3)."""
