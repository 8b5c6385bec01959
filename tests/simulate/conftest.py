from __future__ import annotations

import pytest

from tests.helpers import DECKLISTS
from ucgsim.decks.checking import load_deck
from ucgsim.simulate.plan import First, Terms
from ucgsim.simulate.table import make_plan


@pytest.fixture(scope="session")
def decks(catalog):
    """Two decks whose cards have no text."""
    return tuple(load_deck(DECKLISTS / name, catalog) for name in ("plain-dyna-gaia.txt", "plain-kaiju.txt"))


@pytest.fixture(scope="session")
def scenic_decks(catalog):
    """Two decks with scenes."""
    return tuple(load_deck(DECKLISTS / name, catalog) for name in ("arc-blazar.txt", "tiga-dyna.txt"))


@pytest.fixture(scope="session")
def planned(decks, catalog):
    """A function that makes a plan and its table."""

    def plan(games=50, *, decks=decks, first=First.THROW, **options):
        shard = {"shard": options.pop("shard")} if "shard" in options else {}
        terms = Terms(catalog=catalog, first=first, **{"rules": "1.6", "seed": 7} | options)
        return make_plan(decks, games, terms, **shard)

    return plan
