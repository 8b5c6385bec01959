"""What a whole matrix of rates says: ratings, ranks, unbeatable mixtures, tournaments."""
