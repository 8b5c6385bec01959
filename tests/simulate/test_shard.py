"""Parts of a run: the same rows however they are cut, and a golden file that pins them."""

from __future__ import annotations

import ast
import inspect
import os
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from tests.simulate.golden import GOLDEN, text_of
from ucgsim.simulate import frames as shards
from ucgsim.simulate import table as plays
from ucgsim.simulate.columns import COLUMNS, TALLIES, Column, Filled, Type, names_of, words_of
from ucgsim.simulate.counts import count
from ucgsim.simulate.frames import SCHEMA, play_shard
from ucgsim.simulate.loops.match import ROW, fill_row
from ucgsim.simulate.plan import First

WRITE = "UCGSIM_WRITE_GOLDEN"
"""Set it to write the golden file again after a change to the rules or a policy; read the difference."""


def rows(plan, table) -> pl.DataFrame:
    return pl.concat([play_shard(plan, table, number) for number in range(plan.shards)])


@pytest.fixture(scope="module")
def frame(planned) -> pl.DataFrame:
    return rows(*planned(2000))


@pytest.fixture(scope="module")
def scenic(planned, scenic_decks) -> pl.DataFrame:
    return rows(*planned(500, decks=scenic_decks))


def test_golden_games(planned):
    plan, table = planned(50, policies=("greedy", "random"))
    text = text_of(plan, table)
    if os.environ.get(WRITE):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8"), f"the games changed; if that is meant, set {WRITE}=1"


def test_columns(frame):
    assert frame.schema == SCHEMA
    assert frame["game"].to_list() == list(range(2000))


@pytest.mark.parametrize("size", [2, 6, 150, 2000])
def test_rows_do_not_depend_on_the_size_of_a_shard(planned, frame, size):
    plan, table = planned(2000, shard=size)
    if size == 2:
        plan, frame = replace(plan, games=40), frame.head(40)
    assert rows(plan, table).equals(frame)


def test_rows_do_not_depend_on_the_room_for_battles(planned, frame, monkeypatch):
    monkeypatch.setattr(plays, "BYTES_PER_GAME", 1)
    assert rows(*planned(2000)).equals(frame)


def test_both_sides_win_the_throw_in_turn(planned, frame):
    assert len(frame["throw"].slice(0, 2).unique()) == 2
    assert (frame["throw"].gather_every(2) == frame["throw"][0]).all()
    assert (frame["throw"].gather_every(2, 1) == frame["throw"][1]).all()
    # Greedy leads where it may.
    assert frame["first_lead"].equals(frame["throw"].alias("first_lead"))
    begins = {rows(*planned(2, seed=seed))["throw"][0] for seed in range(20)}
    assert begins == {"a", "b"}


def test_no_two_games_share_their_chance(frame):
    """Decks of few kinds of cards play some games alike, but not one after the other as a rule."""
    text = frame.select("battles", "drawn_a", "drawn_b", "decisions", "hand_left_a", "hand_left_b")
    alike = [text.row(game) == text.row(game + 1) for game in range(0, 2000, 2)]
    assert sum(alike) < 100


def test_another_seed_or_matchup_is_another_chance(planned, frame):
    for change in ({"seed": 8}, {"matchup": 1}):
        assert not rows(*planned(2000, **change))["battles"].equals(frame["battles"])


@pytest.mark.parametrize("side", ["a", "b"])
def test_a_fixed_lead_leads_every_game(planned, side):
    frame = rows(*planned(201, first=First(side)))
    assert frame["first_lead"].unique().to_list() == [side]
    assert frame["throw"].is_null().all()


def test_winner_has_won_three_battles_and_more_than_the_loser(frame):
    ended = frame.filter(reason="battles")
    a, b = (ended[f"battles_won_{side}"].to_numpy() for side in "ab")
    winner = ended["winner"].to_numpy()
    assert np.all(np.maximum(a, b) >= 3)
    assert np.array_equal(np.where(a > b, "a", "b"), winner)


def test_battles_tell_every_round(frame):
    texts = frame["battles"].to_list()
    for text, rounds, won in zip(texts, frame["rounds"], frame["battles_won_a"], strict=True):
        stretches = text.split("/")
        assert [len(stretch) for stretch in stretches] == list(range(1, rounds + 1))
        assert stretches[-1].count("A") == won


def test_scenes_lie_within_the_game_and_ascend(scenic):
    assert scenic["scenes_a"].list.len().sum() > 0
    for rounds, last in zip(scenic["scenes_a"], scenic["rounds"], strict=True):
        assert rounds.to_list() == sorted(set(rounds.to_list()))
        assert all(1 <= number <= last for number in rounds)


def test_a_scene_is_set_only_where_it_could_be_but_not_everywhere(planned, scenic_decks):
    frame = rows(*planned(500, decks=scenic_decks, policies=("random", "random")))
    for side in "ab":
        beyond = pl.col(f"scenes_{side}").list.set_difference(f"scene_chances_{side}").list.len()
        left = pl.col(f"scene_chances_{side}").list.set_difference(f"scenes_{side}").list.len()
        assert frame.select(beyond.sum()).item() == 0
        assert frame.select(left.sum()).item() > 100
        unready = pl.col(f"scene_chances_{side}").list.set_difference(f"scene_ready_{side}").list.len()
        assert frame.select(unready.sum()).item() == 0


@pytest.mark.parametrize("first", [First.THROW, First.B])
def test_a_table_is_read_back_into_what_was_played(planned, scenic_decks, first):
    plan, table = planned(200, decks=scenic_decks, first=first, policies=("greedy", "random"))
    played = plays.play(plan, table, range(200))
    frame = shards.frame_of(plan, played)
    again = shards.played_of(frame)
    assert shards.frame_of(plan, again).equals(frame)
    assert count(again).same_as(count(played))


def test_every_field_of_a_row_is_filled_and_shown_by_a_column():
    shown = {column.field for column in COLUMNS if column.field}
    tree = ast.parse(inspect.getsource(inspect.unwrap(fill_row)))
    filled = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.value.id == "row"}
    assert filled == set(ROW.names) == shown | {"fault"}


def test_every_column_is_described_once():
    names = [name for column in COLUMNS for name in names_of(column)]
    assert names == list(SCHEMA)
    assert len(set(names)) == len(names)
    for column in COLUMNS:
        assert column.unit, column.names
        assert column.meaning, column.names
        assert bool(column.field) == (column.filled not in (Filled.PLAN, Filled.BATTLES)), column.names
    assert [name for name in TALLIES if not words_of(name)] == []


def test_a_column_of_the_registry_is_a_column_of_the_parts(planned, monkeypatch):
    more = Column(("leads",), Type.SMALL, "times", "made up", each=True, field="drawn", raw="i2")
    monkeypatch.setattr(shards, "COLUMNS", (*COLUMNS, more))
    monkeypatch.setattr(shards, "SCHEMA", pl.Schema({**SCHEMA, "leads_a": pl.Int16, "leads_b": pl.Int16}))
    frame = rows(*planned(40))
    assert frame["leads_a"].to_list() == frame["drawn_a"].to_list()
    assert frame["leads_b"].to_list() == frame["drawn_b"].to_list()
