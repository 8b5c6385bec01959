"""All policies against each other: how strong each of them is, and how fast."""
