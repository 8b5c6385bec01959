"""Counts in, numbers with intervals out."""
