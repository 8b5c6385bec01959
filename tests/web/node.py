"""Drivers in JavaScript, run by Node.js: what a page makes of cards, lists and links."""

from __future__ import annotations

import json
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.helpers import NODE, ROOT
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.finding import decks_in, shipped
from ucgsim.decks.reading import read_deck
from ucgsim.effects.library import load_effects
from ucgsim.web.cards import cards_file
from ucgsim.web.site import reader

HERE = Path(__file__).resolve().parent
needs_node = pytest.mark.skipif(NODE is None, reason="not run: no Node.js; install ucgsim[test]")


@cache
def shipped_cards() -> bytes:
    """The file of all cards that ship, without what a user imported."""
    return cards_file(shipped_catalog(), load_effects(HERE / "no such folder"))


@cache
def shipped_decks():
    return [read_deck(path, shipped_catalog()) for path in decks_in(shipped())]


def run_node(driver: str, typed: Any, *words: object) -> Any:
    """What a driver next to this file answers."""
    command = [str(NODE), str(HERE / driver), *map(str, words)]
    typed_in = json.dumps(typed)
    ran = subprocess.run(command, check=False, input=typed_in, capture_output=True, encoding="utf-8")
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


@cache
def _files() -> TemporaryDirectory[str]:
    """A folder with the cards that ship and the reader of lists, which finds the page's scripts in the package."""
    folder = TemporaryDirectory()
    (Path(folder.name) / "cards.json").write_bytes(shipped_cards())
    scripts = (ROOT / "ucgsim/web/static").as_uri()
    (Path(folder.name) / "reading.mjs").write_text(reader().replace("from './", f"from '{scripts}/"), encoding="utf-8")
    return folder


def reading_file() -> Path:
    """The reader of lists and links as Node imports it."""
    return Path(_files().name) / "reading.mjs"


def in_page(driver: str = "lists.mjs", **asked: Any) -> Any:
    """What the page makes of lists, decks and links: ``read``, ``check``, ``link``, ``open``; as a driver answers."""
    return run_node(driver, asked, reading_file().with_name("cards.json"), reading_file())
