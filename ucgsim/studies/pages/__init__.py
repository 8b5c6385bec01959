"""Whole reports, made of the sections of several studies."""
