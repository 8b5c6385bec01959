"""The games of a part of a run: played into arrays, and as the rows of a table."""
