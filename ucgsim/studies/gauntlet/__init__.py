"""One deck against its rivals."""
