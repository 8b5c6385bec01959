"""A row tells of its game alone: nothing in it comes from what the record held before, and its columns agree."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import polars as pl
import pytest

from tests.invariants.random_games import pairs
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cards.versions import RULES_VERSIONS
from ucgsim.engine.core.record import GAME
from ucgsim.simulate.frames import play_shard, play_span
from ucgsim.simulate.loops.match import LONGEST_GAME, ROW, play_games
from ucgsim.simulate.loops.redraws import OPENING, Choice, play_openings
from ucgsim.simulate.plan import First, Terms
from ucgsim.simulate.table import make_plan

GAMES = 40
MEETINGS = list(enumerate(pairs(12, seed=5)))
POLICIES = (("greedy", "greedy"), ("random", "greedy"), ("search:3,turns=1", "greedy"), ("random", "random"))
RUBBISH = {
    "ones": b"\x01\x00",
    "all bits": b"\xff",
    "small numbers": b"\x02\x00\x00\x00\x01\x00\xff\xff\x03\x00",
    "large numbers": b"\x17\x01\x60\x00\x05\x7f",
}


def planned(number, decks, games=GAMES):
    """A plan and its table: policies, rules and who leads change from meeting to meeting."""
    rules = RULES_VERSIONS[number % len(RULES_VERSIONS)]
    first = list(First)[number // 2 % len(First)]
    policies = POLICIES[number % len(POLICIES)]
    terms = Terms(seed=number, rules=rules, first=first, policies=policies, catalog=shipped_catalog())
    return make_plan(decks, games, terms)


def record_of(filling):
    """A record that holds nothing but this, over and over."""
    whole = (filling * (GAME.itemsize // len(filling) + 1))[: GAME.itemsize]
    return np.frombuffer(whole, GAME).copy().view(np.recarray)[0]


def one_by_one(plan, table, filling):
    """The rows of all games, each played in a record of its own that held something else before."""
    rows, ends = np.zeros(GAMES, ROW), np.zeros(1, np.int64)
    texts = []
    for index in range(GAMES):
        battles, row = np.zeros(2 * LONGEST_GAME, np.uint8), rows[index : index + 1].view(np.recarray)
        call = (table.tables, table.decks, plan.seed, plan.matchup, index, plan.first.code)
        play_games(record_of(filling), *call, row, battles, ends)
        texts.append(battles[: ends[0]].tobytes())
    return repr(rows.tolist()), texts


@pytest.mark.parametrize(("number", "decks"), MEETINGS)
def test_no_row_depends_on_what_the_record_held(number, decks):
    plan, table = planned(number, decks)
    fresh = one_by_one(plan, table, b"\x00")
    for name, filling in RUBBISH.items():
        assert one_by_one(plan, table, filling) == fresh, name


@pytest.mark.parametrize(("number", "decks"), MEETINGS[:6])
def test_no_row_depends_on_where_its_part_starts(number, decks):
    plan, table = planned(number, decks, games=120)
    whole = play_span(plan, table, range(plan.games))
    for shard in (2, 6, 14):
        cut, _ = make_plan(decks, 120, Terms.of_plan(plan, shipped_catalog()), shard=shard)
        assert pl.concat([play_shard(cut, table, part) for part in range(cut.shards)]).equals(whole), shard


@pytest.mark.parametrize(("number", "decks"), MEETINGS)
def test_every_column_that_follows_from_the_battles_agrees_with_them(number, decks):
    frame = play_shard(*planned(number, decks, games=1000), 0)
    for row in frame.select("battles", "rounds", "reason", "winner", "first_lead", "lead_changes").to_dicts():
        last = row["battles"].split("/")[-1]
        judged = len(row["battles"].split("/")) if row["battles"] else 0
        # A game that ends by other means ends within a Round, before its battles or after them.
        assert judged == row["rounds"] if row["reason"] == "battles" else judged in (row["rounds"] - 1, row["rounds"])
        if row["reason"] == "battles":
            assert row["winner"] == max("ab", key=lambda side: last.count(side.upper()))
        assert row["lead_changes"] == changes_of(row["battles"], row["first_lead"])
    for side in "ab":
        won = frame["battles"].str.split("/").list.last().str.count_matches(side.upper())
        assert frame[f"battles_won_{side}"].to_list() == won.to_list()


def changes_of(battles, first_lead):
    """How often the winner of the newest battle was not the Lead Player (CR 5.9.6)."""
    winners = [stretch[-1].lower() for stretch in battles.split("/") if stretch[-1:] in ("A", "B")]
    return sum(one != other for one, other in pairwise([first_lead, *winners]))


@pytest.mark.parametrize(("number", "decks"), MEETINGS[:4])
def test_opening_hands_do_not_depend_on_what_the_record_held(number, decks):
    plan, table = planned(number, decks)
    result = []
    for filling in (b"\x00", *RUBBISH.values()):
        rows, seen = np.zeros(GAMES, OPENING), np.zeros((GAMES, 2, 3), np.int64)
        hands, choices = np.empty((0, 6), np.int16), np.arange(GAMES, dtype=np.int8) % len(Choice)
        call = (table.tables, table.decks, plan.seed, plan.matchup, np.arange(GAMES), plan.first.code, hands, choices)
        play_openings(record_of(filling), *call, True, rows.view(np.recarray), seen)
        result.append((repr(rows.tolist()), seen.tolist()))
    assert all(each == result[0] for each in result)
