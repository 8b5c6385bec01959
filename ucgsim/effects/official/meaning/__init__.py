# ruff: noqa: F403 - what noun phrases mean is one vocabulary for all wordings
"""What readings share between the words and the tree: noun phrases, owners, gifts, pronouns."""

from ucgsim.effects.official.meaning.filters import *
