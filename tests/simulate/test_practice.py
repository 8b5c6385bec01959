"""Players who practised two lists: what is saved, when it is used, and that it can be had again."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from tests.helpers import DECKLISTS
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.reading import read_deck
from ucgsim.play.replay import play_again
from ucgsim.policies.planner.features import Net
from ucgsim.policies.planner.weights import LAYERS, story_of
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate import practice, table
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.table import lay_out

SETS = slice(Net.SET, Net.LEVEL_UP + 1)


@pytest.fixture
def short(monkeypatch, tmp_path):
    """Practice that takes a moment, saved where nothing was."""
    monkeypatch.setattr(practice, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(practice, "GAMES", 40)
    monkeypatch.setattr(practice, "RIVALS", dict.fromkeys(practice.RIVALS, 40))
    monkeypatch.setattr(table, "_practised", {})
    return tmp_path / "cache" / "practice"


def gains(monkeypatch, gain):
    """Let what is learned win so much more, with such an error, against every opponent."""
    monkeypatch.setattr(practice, "_gain_against", lambda *_, **__: gain)


def laid_out(*policies):
    decks = tuple(read_deck(DECKLISTS / f"{name}.txt", shipped_catalog()) for name in ("plain-dyna-gaia", "zero-geed"))
    return lay_out(decks, Terms(policies=policies, catalog=shipped_catalog())).tables.copy()


def test_only_the_one_who_practised_plays_so_and_only_sets_and_level_ups_change(short, monkeypatch):
    gains(monkeypatch, (0.05, 0.01))
    learned = laid_out("planner:practised", "planner")["learned"]
    shipped = laid_out("planner", "planner")["learned"]
    assert learned["taught"][0] != learned["taught"][1] == shipped["taught"][1]
    nets = len(Net)
    for name in LAYERS:
        assert np.array_equal(learned[name][:nets], shipped[name][:nets])
        practised = learned[name][nets:]
        same = [np.array_equal(practised[net], shipped[name][net]) for net in Net]
        assert all(same[net] for net in Net if net not in practice.NETS)
        assert not any(same[net] for net in practice.NETS)


def test_what_was_practised_is_saved_and_the_same_when_it_is_learned_again(short, monkeypatch):
    gains(monkeypatch, (0.05, 0.01))
    once = laid_out("planner:practised", "planner")["learned"]
    [saved] = short.iterdir()
    raw = saved.read_bytes()
    table._practised.clear()
    monkeypatch.setattr(practice, "learned", lambda *_: pytest.fail("learned again"))
    again = laid_out("planner:practised", "planner")["learned"]
    assert all(np.array_equal(again[name], once[name]) for name in (*LAYERS, "taught"))
    monkeypatch.undo()
    saved.unlink()
    table._practised.clear()
    monkeypatch.setattr(practice, "GAMES", 40)
    gains(monkeypatch, (0.05, 0.01))
    monkeypatch.setattr(practice, "cache_folder", lambda: short.parent)
    laid_out("planner:practised", "planner")
    assert saved.read_bytes() == raw


def test_networks_that_ship_stay_where_practice_does_not_surely_win_more(short, monkeypatch):
    gains(monkeypatch, (0.035, 0.02))
    assert not laid_out("planner:practised", "planner")["learned"]["taught"].any()


@pytest.mark.parametrize("refused_by", list(practice.RIVALS))
def test_what_gains_too_little_against_one_of_three_opponents_is_not_used_and_the_least_gain_is_named(
    short, monkeypatch, refused_by
):
    monkeypatch.setattr(
        practice, "_gain_against", lambda rival, *_, **__: (0.019 if rival == refused_by else 0.05, 0.001)
    )
    assert not laid_out("planner:practised", "planner")["learned"]["taught"].any()
    [saved] = short.iterdir()
    story = story_of(saved.read_bytes(), "")
    assert (story["gain"], story["used"]) == (0.019, False)
    assert list(story["gains"])[-1] == refused_by, "no one is asked after one who refuses"


def test_the_gain_of_the_same_networks_is_nothing(short):
    tables = laid_out("planner", "planner")
    decks = lay_out(
        tuple(read_deck(DECKLISTS / f"{name}.txt", shipped_catalog()) for name in ("plain-dyna-gaia", "zero-geed")),
        Terms.of(policy="planner", catalog=shipped_catalog()),
    ).decks
    story = practice.judged(tables, decks, practice.shipped_weights(), whole=True)
    assert story == {"gains": dict.fromkeys(practice.RIVALS, (0.0, 0.0)), "gain": 0.0, "error": 0.0, "used": False}


def test_planning_plays_nothing_and_plans_the_same_before_and_after_practice(short, monkeypatch):
    gains(monkeypatch, (0.05, 0.01))
    decks = tuple(read_deck(DECKLISTS / f"{name}.txt", shipped_catalog()) for name in ("plain-dyna-gaia", "zero-geed"))
    terms = Terms.of(policy="planner:practised", catalog=shipped_catalog())
    plan, planned = table.make_plan(decks, 40, terms)
    assert not short.exists()
    assert planned.practising == (0, 1)
    ready = planned.practised()
    assert short.exists()
    assert table.play(plan, planned, range(2)).rows.tobytes() == table.play(plan, ready, range(2)).rows.tobytes()
    assert table.make_plan(decks, 40, terms)[0] == plan


def test_another_process_gets_what_was_learned_here(short, monkeypatch):
    gains(monkeypatch, (0.05, 0.01))
    decks = tuple(read_deck(DECKLISTS / f"{name}.txt", shipped_catalog()) for name in ("plain-dyna-gaia", "zero-geed"))
    sent = pickle.dumps(lay_out(decks, Terms.of(policy="planner:practised", catalog=shipped_catalog())))
    monkeypatch.setattr(practice, "learned", lambda *_: pytest.fail("learned again"))
    assert pickle.loads(sent).tables["learned"]["taught"].all()


def test_a_game_of_a_run_is_played_again_by_what_was_learned(short, monkeypatch):
    gains(monkeypatch, (0.05, 0.01))
    decks = tuple(read_deck(DECKLISTS / f"{name}.txt", shipped_catalog()) for name in ("plain-dyna-gaia", "zero-geed"))
    plan, planned = table.make_plan(decks, 40, Terms.of(policy="planner:practised", catalog=shipped_catalog()))
    rows = table.play(plan, planned, range(40)).rows
    again = [play_again(plan, index, shipped_catalog()).record for index in range(40)]
    assert [int(game.decisions) for game in again] == rows["decisions"].tolist()
    assert [int(game.winner) for game in again] == rows["winner"].tolist()


def test_a_damaged_file_is_written_again(short):
    laid_out("planner:practised", "planner")
    [saved] = short.iterdir()
    raw = saved.read_bytes()
    saved.write_bytes(raw[:-30])
    table._practised.clear()
    laid_out("planner:practised", "planner")
    assert saved.read_bytes() == raw


def test_a_practised_player_says_so():
    assert "practised" in parse_policy("planner:practised").label
