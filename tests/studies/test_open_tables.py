"""Tables are packed until they are played on: few lie open at a time, however many matchups there are."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING

import pytest

from tests.helpers import DECKLISTS, PLAIN
from ucgsim.engine.core import tables as books
from ucgsim.simulate import table as room
from ucgsim.simulate.own_world import Legend
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.table import TABLES_AT_HAND, lay_out, pack
from ucgsim.studies.compare.question import compare
from ucgsim.studies.decks import given_decks
from ucgsim.studies.improve.question import improve
from ucgsim.studies.matrix.question import gauntlet, matrix
from ucgsim.studies.redraw.question import redraw

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.usefixtures("all_undrawn")

MOST = TABLES_AT_HAND + 2
"""Those at hand, one that is laid out, one whose fingerprint is taken."""
DECKS = [*PLAIN, *(DECKLISTS / f"{name}.txt" for name in ("plain-zero-geed", "tiga-dyna", "rising", "juggler"))]
DECKS.append(DECKLISTS / "zero-geed.txt")
FIRST = "class Mine:\n    def choose(self, seen, options):\n        return 0\n"
PLAY = {"policy": "greedy", "jobs": 1}


class Tables:
    """How many records lay open at once, and how many tables were laid out."""

    def __init__(self) -> None:
        self.open: list[weakref.ref[object]] = []
        self.most = self.laid = 0

    def add(self, words: object) -> None:
        """Another record."""
        self.open = [each for each in (*self.open, weakref.ref(words)) if each() is not None]
        self.most = max(self.most, len(self.open))


@pytest.fixture
def tables(monkeypatch):
    room._here.opened.cache_clear()
    seen = Tables()
    unpacked, book_of = room._unpacked, books.card_book

    def opened(packed):
        words = unpacked(packed)
        seen.add(words)
        return words

    def laid_out(*args, **options):
        book = book_of(*args, **options)
        seen.laid += 1
        seen.add(book.tables.base)
        return book

    monkeypatch.setattr(room, "_unpacked", opened)
    monkeypatch.setattr(books, "card_book", laid_out)
    return seen


STUDIES: dict[str, Callable[..., object]] = {
    "matrix": lambda place, play: matrix(DECKS[:5], games=2, lead_pairs=2, out=place / "run", **play),
    "until best": lambda place, play: matrix(DECKS[:5], games=4, lead_pairs=0, until="best", **play),
    "check": lambda place, play: matrix(DECKS[:5], games=2, lead_pairs=0, check="search:1", check_games=2, **play),
    "matches": lambda place, play: matrix(DECKS, games=2, match="two-deck-bo3", **play),
    "gauntlet": lambda place, play: gauntlet(DECKS[0], DECKS[1:], games=2, lead_pairs=0, **play),
    "compare": lambda place, play: compare(*DECKS[:2], DECKS[2:], games=24, **play),
    "redraw": lambda place, play: redraw(DECKS[0], DECKS[1:], hands=14, **play),
    "own": lambda place, play: gauntlet(
        DECKS[0], DECKS[1:], games=2, **(play | {"policy": f"{place / 'mine.py'}:Mine"})
    ),
}


@pytest.mark.parametrize("study", STUDIES)
def test_few_tables_lie_open_at_a_time(study, tables, tmp_path, catalog):
    (tmp_path / "mine.py").write_text(FIRST)
    STUDIES[study](tmp_path, PLAY | {"catalog": catalog})
    assert tables.laid > MOST
    assert tables.most <= MOST


def test_few_lie_open_while_builds_are_raced(tables, catalog):
    improve(DECKS[0], DECKS[1:], pool={"SD01-014": 2, "BP01-095": 1}, budget=4_000, catalog=catalog, **PLAY)
    assert tables.laid > MOST
    assert tables.most <= MOST


@pytest.mark.parametrize("policy", ["greedy", "planner"])
def test_a_table_packed_and_unpacked_is_the_same_and_small(policy, catalog):
    terms = Terms.of(policy=policy, catalog=catalog)
    table = lay_out(tuple(given_decks(DECKS[4:6], terms)), terms)
    assert pack(table.tables) == table.packed
    assert room._unpacked(table.packed).tobytes() == table.tables.tobytes()
    assert len(table.packed.places) + len(table.packed.words) < table.tables.nbytes / 50


def test_games_leave_no_trace_in_what_is_packed(catalog):
    """A planner writes down in the record what it sees; another unpacking of the table knows nothing of it."""
    terms = Terms.of(policy="planner", catalog=catalog)
    decks = tuple(given_decks(DECKS[4:6], terms))
    table = lay_out(decks, terms)
    before = table.fingerprint
    table.tables["learned"]["listed"] = 1
    assert table.fingerprint == before == lay_out(decks, terms).fingerprint
    room._here.opened.cache_clear()
    assert int(table.tables["learned"]["listed"]) == 0


def test_a_policy_of_the_users_own_takes_no_tables_along_and_spoils_none(tmp_path, catalog):
    (tmp_path / "mine.py").write_text(FIRST)
    terms = Terms.of(policy=f"{tmp_path / 'mine.py'}:Mine", catalog=catalog)
    table = lay_out(tuple(given_decks(DECKS[:2], terms)), terms)
    assert isinstance(table.own.book, Legend)
    table.tables["policies"][:] = 9
    assert pack(table.tables) == table.packed
