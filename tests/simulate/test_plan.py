"""Terms as callers spell them, and plans: written, read back, compared and refused."""

from __future__ import annotations

import dataclasses
import json
import shlex

import pytest

from tests.helpers import assert_refuses
from ucgsim.cards.versions import Procedure
from ucgsim.decks.deck import Deck
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import unsealed
from ucgsim.simulate.plan import FORMAT, First, Plan, Terms, equal_halves
from ucgsim.simulate.table import make_plan


@pytest.fixture
def plan(planned) -> Plan:
    return planned(games=60_000, policies=("greedy:patience=0.5", "random"), matchup=3)[0]


def read_again(text: str) -> Plan:
    data = unsealed(text.encode("utf-8", "replace"), "plan.json", "the plan of a run", FORMAT, "name another")
    return Plan.of(data, "plan.json")


def test_a_plan_is_read_back_as_it_was(plan):
    again = read_again(plan.to_json())
    assert again == plan
    assert again.to_json() == plan.to_json()


def test_shards_cover_every_game_once(plan):
    games = [game for number in range(plan.shards) for game in plan.games_of(number)]
    assert games == list(range(60_000))


def test_the_last_shard_may_be_short(plan):
    short = dataclasses.replace(plan, games=60_002)
    assert short.shards == 4
    assert short.games_of(3) == range(60_000, 60_002)


def test_there_is_no_shard_beyond_the_last(plan):
    assert_refuses("part is 3; it must be from 0 to 2", plan.games_of, 3)


def test_command_plays_the_same_again(plan):
    words = shlex.split(plan.command)
    assert words[:2] == ["ucgsim", "duel"]
    assert " ".join(words[4:]) == (
        "-n 60000 --policy greedy:patience=0.5 --policy-b random --seed 7 --rules 1.6 --matchup 3"
    )


@pytest.mark.parametrize(
    ("change", "named"),
    [({"seed": 8}, "seed"), ({"games": 2}, "games"), ({"policies": ("random", "random")}, "policies")],
)
def test_differences_are_named(plan, change, named):
    assert plan.differences(dataclasses.replace(plan, **change)) == [named]


def test_where_a_deck_lies_makes_no_difference(plan):
    moved = tuple(dataclasses.replace(deck, source=None) for deck in plan.decks)
    assert plan.differences(dataclasses.replace(plan, decks=moved)) == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"games": 3}, "games is 3; both sides win the throw equally often"),
        ({"games": 0}, "games is 0; it must be from 2"),
        ({"seed": -1}, "seed is -1"),
        ({"shard": 7}, "shard is 7"),
        ({"rules": "9.9"}, "rules version '9.9'"),
        ({"policies": ("greedy", "wise")}, "'wise' is unknown"),
    ],
)
def test_what_cannot_be_played_is_refused(plan, change, message):
    assert_refuses(message, dataclasses.replace, plan, **change)


def test_a_fixed_lead_needs_no_halves(plan):
    assert dataclasses.replace(plan, first=First.A, games=3, shard=3).shards == 1


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"format": 1}', '{"format": 1, "decks": 5}', "\x00", "7"])
def test_what_is_no_plan_is_refused_in_one_line(text):
    with pytest.raises(UcgsimError, match=r"^plan\.json: ") as caught:
        read_again(text)
    assert "\n" not in str(caught.value)


def test_a_plan_of_another_format_is_refused(plan):
    data = json.loads(plan.to_json()) | {"format": 99}
    with pytest.raises(UcgsimError, match="is of format 99"):
        read_again(json.dumps(data))


def test_a_deck_that_was_edited_is_noticed(plan):
    data = json.loads(plan.to_json())
    data["decks"]["a"]["cards"]["BP01-001"] = 50
    with pytest.raises(UcgsimError, match="is not the plan of a run as it was written"):
        read_again(json.dumps(data))
    data["decks"]["a"]["cards"] = {"BP01-001": 50}
    assert_refuses("whose fingerprint is", Plan.of, data, "plan.json")


def test_a_deck_without_cards_or_with_too_many_is_refused(planned, decks):
    number = decks[0].counts[0][0]
    for counts in ((), ((number, 61),)):
        assert_refuses("a game takes from 1 to 60", planned, decks=(decks[0], Deck("odd", counts)))


@pytest.mark.parametrize(("first", "games"), [(First.THROW, 8), (First.A, 7)])
def test_odd_numbers_go_up_to_equal_halves(first, games):
    assert equal_halves(7, first) == games
    assert equal_halves(8, first) == 8


@pytest.mark.parametrize(
    ("policies", "size"),
    [(("greedy", "random"), 20_000), (("greedy", "planner"), 8_000), (("planner", "search:2"), 200)],
)
def test_parts_are_as_large_as_the_slowest_player_allows(planned, policies, size):
    assert planned(policies=policies)[0].shard == size


def test_side_b_decides_as_a_does_unless_something_else_is_said(catalog):
    assert Terms.of(policy="random", catalog=catalog).policies == ("random", "random")
    assert Terms.of(policy="random", policy_b="greedy", catalog=catalog).policies == ("random", "greedy")


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ({"first": "c"}, f"first 'c' is unknown; known are {', '.join(First)}"),
        ({"redraw_procedure": "mulligan"}, f"unknown redraw procedure 'mulligan'; known are {', '.join(Procedure)}"),
        ({"rules": "0.9"}, "unknown rules version '0.9'"),
    ],
)
def test_a_name_that_is_none_is_refused_in_one_line(message, line, catalog):
    assert_refuses(line, Terms.of, **message, catalog=catalog)


def test_a_plan_gives_back_the_terms_that_it_was_made_with(decks, catalog):
    terms = Terms.of(policy_b="random", seed=3, rules="1.6", redraw_procedure="reshuffle", first="a", catalog=catalog)
    plan, table = make_plan(decks, 10, terms.but(matchup=4))
    again = Terms.of_plan(plan, catalog)
    assert again == terms.but(matchup=4)
    assert make_plan(decks, 10, again)[1].fingerprint == table.fingerprint
