"""From the tree to the bytecode that the game runs."""
