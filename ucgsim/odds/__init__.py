"""Opening hands and draws, exactly."""
