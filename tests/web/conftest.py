"""The files of the game as a page has them, and Node, which plays the page's scripts."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import NODE
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.checking import load_deck
from ucgsim.decks.finding import decks_in, shipped
from ucgsim.engine.compiling.compiled import is_interpreted
from ucgsim.engine.compiling.library import web_library
from ucgsim.web.book import game_files

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def node():
    """Runs a script of this folder on values and gives back what it answers."""
    if NODE is None:
        pytest.skip("Node is not installed, which plays the page's scripts")

    def run(script: str, asked: Any, *words: object) -> Any:
        call = [NODE, str(HERE / script), *map(str, words)]
        done = subprocess.run(call, input=json.dumps(asked), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


@pytest.fixture(scope="session")
def game(tmp_path_factory):
    """A folder with the game, its book and its layout."""
    if is_interpreted:
        pytest.skip("a page plays the compiled game")
    place = tmp_path_factory.mktemp("game")
    made = game_files(shipped_catalog())
    for name, data in (("ucgsim.wasm", web_library()), ("layout.json", made.layout), ("book.bin", made.book)):
        (place / name).write_bytes(data)
    return place


@pytest.fixture(scope="session")
def decks():
    """The decks that ship."""
    return [load_deck(place, shipped_catalog()) for place in decks_in(shipped())]
