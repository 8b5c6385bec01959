"""Decklists: read, check, write and convert."""
