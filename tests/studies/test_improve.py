"""The search for a better deck in games: kept, gone on with, grown, verified, repaired, told; and a deck of chains."""

from __future__ import annotations

import json
import pickle

import pytest

from tests.helpers import PLAIN, SEALED, assert_refuses
from tests.simulate.sealing import resealed
from ucgsim.decks.reading import read_deck
from ucgsim.report.sheet import gained, points
from ucgsim.simulate.ledger import PARTS
from ucgsim.simulate.plan import Terms
from ucgsim.studies.improve.exchange import Exchange
from ucgsim.studies.improve.games import Games
from ucgsim.studies.improve.plan import plan_improve
from ucgsim.studies.improve.pool import chain_deck, known_characters
from ucgsim.studies.improve.question import IMPROVE, build, improve, read_improve
from ucgsim.studies.kit.kinds import change_of
from ucgsim.studies.kit.run import resume, verify, write_report

pytestmark = pytest.mark.usefixtures("all_undrawn")

POOL = {"SD01-014": 2, "BP01-095": 1, "BP01-046": 3}
BUDGET = 5_000


def search(catalog, **options):
    given = {"pool": POOL, "policy": "greedy", "budget": BUDGET, "seed": 3, "jobs": 1, "catalog": catalog} | options
    return improve(PLAIN[0], PLAIN[1:], **given)


@pytest.fixture(scope="module")
def kept(catalog, tmp_path_factory):
    place = tmp_path_factory.mktemp("improve") / "kept"
    return search(catalog, out=place, check="search:16,with=planner", check_games=20), place


def test_answer_names_cards_gain_and_games(kept, catalog):
    result, _ = kept
    first = result.first
    assert f"{result.fresh_games:,} of them of each named build in new games" in result.summary()
    # One number for the gain, in sentence and table.
    shown = result.wide(first)
    assert f"{gained(shown)} percentage points" in result.answer()
    assert points(shown) in result.summary()
    assert "greedy" in str(result.parts().foot)
    assert result.deck.size == 50
    for change in result.measured:
        counts = dict(change.build(result.study.deck).counts)
        assert all(counts[number] <= result.study.pool.limits[number] for number in change.into)
    data = result.to_json()
    # What is brought is what the sentence says: after so short a check no build is surely better.
    assert (data["answer"], result.best, result.deck) == (None, None, result.study.deck)
    assert data["builds"][0]["out"] == list(first.out)
    assert {build["check"]["verdict"] for build in data["builds"] if build["check"]} <= {
        "stands",
        "turns",
        "can't be told yet",
    }
    assert json.loads(json.dumps(data)) == data


def test_what_is_kept_is_read_back_and_told_alike(kept, catalog):
    result, place = kept
    read = read_improve(place, catalog)
    assert read.summary() == result.summary()
    assert change_of(place) == ""
    page = (place / "index.html").read_bytes()
    write_report(place, catalog=catalog)
    assert (place / "index.html").read_bytes() == page
    lines = (place / "deck.txt").read_text(encoding="utf-8").splitlines()
    source = PLAIN[0].read_text(encoding="utf-8").splitlines()
    assert lines[0] == f"# name: {result.deck.name}"
    assert [line for line in source[1:] if line.startswith("# ") and "group" not in line] == [
        line for line in lines[1:] if line.startswith("# ") and "group" not in line
    ]
    assert read_deck(place / "deck.txt", catalog).counts == result.deck.counts


def test_a_search_that_was_stopped_goes_on_to_the_same_bytes(kept, catalog, tmp_path):
    _, place = kept
    whole = (place / PARTS).read_bytes()
    search(catalog, out=tmp_path, budget=BUDGET)
    assert (tmp_path / PARTS).read_bytes() == whole
    lines = whole.splitlines(keepends=True)
    (tmp_path / PARTS).write_bytes(b"".join(lines[: len(lines) // 2]) + lines[len(lines) // 2][:20])
    assert_refuses("is not finished", read_improve, tmp_path, catalog)
    search(catalog, out=tmp_path, jobs=2)
    assert (tmp_path / PARTS).read_bytes() == whole


def test_a_larger_budget_plays_only_what_is_missing_and_says_what_it_would_by_itself(kept, catalog, tmp_path):
    result, _ = kept
    search(catalog, out=tmp_path)
    before = (tmp_path / PARTS).read_bytes()
    grown = search(catalog, out=tmp_path, budget=2 * BUDGET)
    assert (tmp_path / PARTS).read_bytes().startswith(before)
    assert grown.gains == search(catalog, budget=2 * BUDGET).gains
    assert grown.games > result.games
    assert all(each.holds for each in verify(tmp_path, catalog))
    lines = (tmp_path / PARTS).read_bytes()
    assert search(catalog, out=tmp_path).gains == result.gains
    assert (tmp_path / PARTS).read_bytes() == lines


def test_verify_tells_damage_and_repair_puts_it_back(kept, catalog, tmp_path):
    search(catalog, out=tmp_path)
    assert [each.why for each in verify(tmp_path, catalog, replay=True) if not each.holds] == []
    whole = (tmp_path / PARTS).read_bytes()
    (tmp_path / PARTS).write_bytes(whole[:200] + b"x" + whole[201:])
    assert ["is damaged" in each.why for each in verify(tmp_path, catalog) if not each.holds] == [True]
    assert 0 < resume(tmp_path, catalog).played < resume(tmp_path, catalog).of
    assert sorted((tmp_path / PARTS).read_bytes().splitlines()) == sorted(whole.splitlines())


@pytest.mark.parametrize(
    ("name", "value"),
    [("budget", "many"), ("shares", [1.0]), ("limits", {"BP01-001": -1}), ("swaps", 0), ("matchups", [0, 0])],
)
def test_a_plan_that_is_none_is_refused(name, value, kept, catalog, tmp_path):
    _, place = kept
    (tmp_path / IMPROVE).write_bytes((place / IMPROVE).read_bytes())
    resealed(tmp_path / IMPROVE, lambda data: data["plan"].update({name: value}))
    assert_refuses("is not the plan of a search for a better deck", read_improve, tmp_path, catalog)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"budget": 900}, "a budget of 900 games is too small to say anything of .*; give "),
        ({"budget": "soon"}, "'soon' is no budget; give a number of games such as 2e6"),
        ({"swaps": 5}, "5 swaps; give 1 to 4"),
        ({"pool": {"BP99-001": 1}}, "pool BP99-001: the catalog holds no BP99-001"),
        ({"pool": {"nothing": 1}}, "nothing"),
        ({"pool": "absent.csv"}, "absent.csv: no such file"),
        ({"keep": ["SD01-014"]}, "keep SD01-014: .* holds no SD01-014; it holds "),
        ({"pool": {}}, "no card of the pool may come in"),
        ({"rules": SEALED}, "has 50 cards; a deck of the sealed format has exactly 30"),
        ({"bans": "absent.csv"}, "absent.csv: no such file"),
    ],
)
def test_what_can_not_be_searched_is_refused_in_one_line(options, message, catalog):
    assert_refuses(message, search, catalog, **options)


def test_nobody_to_play_against_is_refused(catalog):
    assert_refuses("nobody to play against", improve, PLAIN[0], catalog=catalog)


def test_cards_that_are_kept_do_not_leave_and_banned_ones_do_not_come(catalog, tmp_path):
    bans = tmp_path / "bans.csv"
    bans.write_text("number,from,limit\nSD01-014,2020-01-01,0\n")
    result = search(catalog, keep=["SD01-007", "BP02-048"], bans=bans)
    assert {"SD01-007", "BP02-048"}.isdisjoint(number for change in result.measured for number in change.out)
    assert "SD01-014" not in {number for change in result.measured for number in change.into}
    assert result.tried == result.study.builds < search(catalog).tried


def test_a_field_names_its_decks(catalog, tmp_path):
    field = tmp_path / "field.csv"
    field.write_text(f'deck,weight\n"{PLAIN[1]}",75\n"{PLAIN[2]}",25\n')
    result = improve(PLAIN[0], field=field, pool=POOL, policy="greedy", budget=BUDGET, jobs=1, catalog=catalog)
    assert [deck.name for deck in result.study.opponents] == ["Plain Kaiju", "Plain Rosso and Blu"]
    assert result.study.weights == (0.75, 0.25)


def test_a_deck_of_chains_is_legal_and_of_its_characters(catalog):
    names = known_characters(["dyna", "Gaia"], catalog)
    limits = {number: 4 for number, card in catalog.items() if {*names} & {*card.characters}}
    deck = chain_deck(names, limits, catalog, 50)
    assert deck.size == 50
    assert all(count <= 4 for _, count in deck.counts)
    levels = {(name, catalog[number].level) for number, _ in deck.counts for name in catalog[number].characters}
    assert {(name, level) for name in names for level in (1, 2, 3)} <= levels
    assert_refuses(r"no card is of 'TIGGA'; nearest are TIGA", known_characters, ["TIGGA"], catalog)


def test_build_searches_from_chains(catalog):
    few = {number: 4 for number, card in catalog.items() if "DYNA" in card.characters}
    few = dict(list(few.items())[:14])
    result = build(["DYNA"], PLAIN[:1], pool=few, policy="greedy", swaps=2, budget=20_000, jobs=1, catalog=catalog)
    assert result.deck.size == 50
    assert result.command.startswith("ucgsim improve --characters DYNA --against ")


def test_a_search_that_finds_nothing_further_ends_with_what_it_has(catalog):
    """The one card that may come in is in after the first step."""
    deck = read_deck(PLAIN[0], catalog)
    leaves, *others = sorted(dict(deck.counts))
    result = search(catalog, pool={"SD01-014": 1}, keep=others, swaps=2, budget=9_000)
    assert result.measured == (Exchange((leaves,), ("SD01-014",)),)


def test_a_task_can_be_sent_to_another_machine(catalog):
    terms = Terms.of(policy="greedy", catalog=catalog)
    study = plan_improve(PLAIN[0], PLAIN[1:], terms, budget=9_000, pool=POOL)
    task = next(Games(study).course()).now[0]
    call = type(task).call([task])
    assert pickle.loads(pickle.dumps(call))() == call()
