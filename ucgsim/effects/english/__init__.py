"""From the tree to plain English."""
