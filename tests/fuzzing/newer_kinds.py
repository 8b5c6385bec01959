"""Inputs that people write for single commands: defaults, packs, pools, hands, tuned numbers, lists of policies."""

from __future__ import annotations

import os
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from scripts.tuning import tuned_text
from tests.fuzzing.kind import InputKind
from tests.fuzzing.trying import look_at
from tests.helpers import SEALED
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cards.home import HOME_VARIABLE
from ucgsim.cli.common.config import config_path, default_map, read_config, set_default, unset_default
from ucgsim.cli.main import CommandLine
from ucgsim.decks.boosters import deal_pool, read_boosters, sets_of
from ucgsim.decks.building import build_by_chains
from ucgsim.decks.checking import allowance
from ucgsim.decks.lines import Chooser
from ucgsim.decks.reading import read_deck
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import read_text
from ucgsim.policies.spec import parse_policy
from ucgsim.studies.own_games import COLUMNS, Book, OwnGame, OwnResult

if TYPE_CHECKING:
    from pathlib import Path

_GAME = OwnGame(date(2026, 4, 1), "Mine", "", "ゼロ", "", OwnResult.WIN, id="g00000000000000b")


@cache
def _catalog() -> Any:
    return shipped_catalog()


@cache
def _chooser() -> Chooser:
    return Chooser(_catalog())


@cache
def _deck() -> Any:
    return read_deck("tiga-dyna", _catalog())


def _configs() -> list[bytes]:
    return [
        b'copies = "10"\nodds.table.size = 40\n# mine\ndeck.check.rules = "1.6"\n',
        b'[odds]\ncopies = 3\njson = true\n[odds.table]\nsize = "4e1"\n[deck]\nplay-blank = ["BP01-001"]\n',
    ]


def _read_config(path: Path) -> None:
    """Lay the defaults over two commands; then set one and take it out again, which leaves the others as they were."""
    before = os.environ.get(HOME_VARIABLE)
    os.environ[HOME_VARIABLE] = str(path.parent)
    try:
        known = read_config()
        assert config_path() == path
        raw = path.read_bytes()
        try:
            set_default(("odds", "seed"), "7")
            unset_default(("odds", "seed"))
        except UcgsimError as error:
            look_at(str(error))
            assert path.read_bytes() == raw
        else:
            assert read_config() == {key: value for key, value in known.items() if key != ("odds", "seed")}
        for name in ("odds", "deck"):
            command = CommandLine().shipped(name)
            assert command is not None
            default_map(command, (name,), known)
    finally:
        os.environ.pop(HOME_VARIABLE)
        if before is not None:
            os.environ[HOME_VARIABLE] = before


def _packs() -> list[bytes]:
    return [
        b'name = "eight"\n[pack]\nC = 4\nU = 2\nR = 1\n[one_of]\nRR = 70\nRRR = 0.5\n',
        b"[pack]\nC = 40\n",
    ]


def _open_packs(path: Path) -> None:
    catalog, boosters = _catalog(), read_boosters(path)
    look_at(boosters.words)
    cards = [*catalog.values()]
    pool = deal_pool(cards, boosters, sets_of(cards, boosters), packs=4)
    assert pool.size == 4 * boosters.size
    build_by_chains(allowance(catalog, SEALED, pool), catalog)


def _pools() -> list[bytes]:
    cards = [*_catalog().values()]
    boosters = read_boosters()
    pools = [deal_pool(cards, boosters, ["BP04"], seed=seed, packs=5) for seed in range(3)]
    texts = ["".join(f"{count} {number}\n" for number, count in pool.counts) for pool in pools]
    return [text.encode() for text in (*texts, "30 BP01-001\n9 BP01-002\n", "number,count\nBP01-001,40\n")]


def _read_pool(path: Path) -> None:
    catalog = _catalog()
    pool = read_deck(path, catalog)
    for rules in (SEALED, "1.2 sealed"):
        allowed = allowance(catalog, rules, pool)
        assert build_by_chains(allowed, catalog).size == allowed.size


def _cards() -> list[bytes]:
    return [
        b"x3 BP01-001",
        b"4 Ultraman Tiga",
        b"2 tiga 3 zeperion beam",
        b"BP01-007 (4)",
        "3 Dyna 2 · Miracle".encode(),
    ]


def _read_card(path: Path) -> None:
    _chooser().one(read_text(path, "a card", controls=True))


def _tuned() -> list[bytes]:
    record = {"games": 2000, "decks": ["a", "b"], "by": "x"}
    texts = [tuned_text("greedy", 1, {"lead": 0.5}, record), tuned_text("planner", 2, {}, record)]
    return [text.encode() for text in texts]


def _read_tuned(path: Path) -> None:
    for policy in ("greedy", "planner"):
        try:
            look_at(parse_policy(f"{policy}@{path}").label)
        except UcgsimError as error:
            look_at(str(error))


def _logs() -> list[bytes]:
    head = ",".join(COLUMNS)
    games = ["2026-04-01,Mine,,Zero,lead,win,,,g00000000000000a", "2026/4/13,Mine,v2,ゼロ,,draw,店,覚え書き,"]
    text = "\r\n".join([head, *games, "13.4.2026,Mine,,Zero,next,loss,,,", ""])
    tabs = text.replace(",", "\t")
    return [text.encode(), text.encode("cp932"), tabs.encode("utf-16"), text.replace(",", ";").encode("utf-8-sig")]


def _read_log(path: Path) -> None:
    """Read the games and write one more: what a read refuses that refuses too, and changes nothing."""
    book, raw = Book(path), path.read_bytes()
    try:
        games = book.games()
    except UcgsimError:
        with pytest.raises(UcgsimError):
            book.add(_GAME)
        assert path.read_bytes() == raw
        raise
    try:
        book.add(_GAME)
    except UcgsimError as error:
        raise AssertionError(f"was read, and takes no game: {error}") from error
    assert [game.rival for game in book.games()] == [*(game.rival for game in games), _GAME.rival]


NEWER = (
    InputKind("log", "games.csv", _logs, ("2026/4/1", "1/4/2026", "win", '"', ",,,", "\x82\xa0"), _read_log),
    InputKind(
        "config", "config.toml", _configs, ("odds.copies = 3", "[odds]", "json", "true", '"1.6"', "="), _read_config
    ),
    InputKind("packs", "packs.toml", _packs, ("[pack]", "[one_of]", "C = 4", "RRR", "1e308", "nan"), _open_packs),
    InputKind("pool", "pool.txt", _pools, ("4 BP01-012", "999 BP02-001", "x", "number,count"), _read_pool),
    InputKind("card", "card.txt", _cards, ("Ultraman", "tiga 3", "4", "x2", "BP01-001", "zeperion"), _read_card),
    InputKind("tuned", "t.toml", _tuned, ("[parameters]", "lead = 0.5", "version = 2", "policy"), _read_tuned),
)
