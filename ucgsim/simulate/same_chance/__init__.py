"""Several games on one chance: two builds, either side leading, every condition."""
