"""One question under several policies: what depends on the play, and what does not."""
