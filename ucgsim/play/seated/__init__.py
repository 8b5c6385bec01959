"""A person at the table: what a game looks like from one side, what is asked, and a game that is kept."""
