"""Our own language of effects: from blocks of text to the tree and back."""
