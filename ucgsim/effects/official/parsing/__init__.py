"""How a text is taken apart: made even, parsed in every way that the grammar allows, and the ways given values."""
