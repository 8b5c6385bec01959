"""Games that the user has played at a table: written down, counted, and compared with simulated ones."""
