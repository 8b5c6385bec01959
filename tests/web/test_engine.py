"""The game in a page plays what Python plays: counts, pairs, and single games step by step."""

from __future__ import annotations

import random

import numpy as np
import pytest

from scripts.same_games import random_pair
from tests.web.conftest import KINDS
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.engine.core.record import new_game
from ucgsim.play.chances import USUAL, rated
from ucgsim.play.replay import dealt_again
from ucgsim.policies.planner.weights import seat
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.counts import count
from ucgsim.simulate.loops.redraws import OPENING, Choice, play_openings
from ucgsim.simulate.loops.slow_motion import rate_game
from ucgsim.simulate.loops.tally import TALLY
from ucgsim.simulate.plan import First, Terms
from ucgsim.simulate.same_chance import PairTask, align, lay_out_meetings
from ucgsim.simulate.table import make_plan, play
from ucgsim.stats.rates import normal_quantile
from ucgsim.web.book import POLICIES

CATALOG = shipped_catalog()
DICE = random.Random(41)
SEED = 9
FAST, SLOW = 150, 2
NAMES = TALLY.names
Z95 = normal_quantile(0.95)


def numbers(deck):
    """The cards of a deck as the page is given them."""
    return [card.number for card in deck.cards(CATALOG)]


def asked(pair, policy, games, start=0):
    """What the page is asked to play."""
    a, b = map(numbers, pair)
    return {"a": a, "b": b, "policies": [policy] * 2, "seed": SEED, "matchup": 0, "start": start, "games": games}


def played(pair, policy, games):
    """The same games by Python."""
    plan, table = make_plan(pair, games, Terms.of(policy=policy, catalog=CATALOG, seed=SEED))
    return play(plan, table, range(games))


@pytest.mark.parametrize("policy", POLICIES)
def test_counts_are_those_of_python(node, game, decks, policy):
    pairs = [(deck, deck) for deck in DICE.sample(decks, 2)]
    pairs += [tuple(DICE.sample(decks, 2)) for _ in range(2)] + [random_pair(DICE, decks) for _ in range(4)]
    # A policy that searches takes as long for a game as others for a hundred.
    games, pairs = (SLOW, pairs[5:6]) if "search" in policy else (FAST, pairs)
    answers = node("count.mjs", [asked(pair, policy, games) for pair in pairs], game)["answers"]
    for pair, answer in zip(pairs, answers, strict=True):
        wanted = count(played(pair, policy, games))
        for name in NAMES:
            assert np.array_equal(getattr(wanted, name), answer["counted"][name]), (pair[0].name, pair[1].name, name)


def exchanged(deck, other, cards):
    """A deck with some cards of another one in place of its own."""
    kept = numbers(deck)
    new = [number for number in numbers(other) if number not in kept][:cards]
    return kept[: len(kept) - cards] + new


def pairs(tables, **of):
    """Counts of pairs of games at these tables."""
    task = PairTask(fingerprints=("", ""), versions={}, seed=SEED, start=0, tables=tables, **of)
    (counts,) = task.call([task])()
    return counts


def test_pairs_of_builds_are_those_of_a_comparison(node, game, decks):
    deck, other, rival = decks[0], decks[4], decks[7]
    build = type(deck)(
        "build",
        tuple((number, exchanged(deck, other, 3).count(number)) for number in sorted(set(exchanged(deck, other, 3)))),
    )
    terms = Terms.of(policy="planner", catalog=CATALOG, seed=SEED)
    meetings = lay_out_meetings((deck, build), [rival], [5], terms)
    wanted = pairs(meetings[0].tables, matchup=5, stop=400)
    order = [card.number for card in align(deck.cards(CATALOG), build.cards(CATALOG))]
    question = {**asked((deck, rival), "planner", 400), "other": order, "matchup": 5}
    (answer,) = node("count.mjs", [question], game)["answers"]
    assert answer["counted"] == wanted


def test_what_leading_adds_is_that_of_a_gauntlet(node, game, decks):
    plan, table = make_plan((decks[0], decks[7]), 400, Terms.of(policy="planner", catalog=CATALOG, seed=SEED))
    wanted = pairs((table, table), matchup=plan.matchup, stop=300, leads=(First.A, First.B))
    (answer,) = node("count.mjs", [{**asked((decks[0], decks[7]), "planner", 300), "byLead": True}], game)["answers"]
    assert np.transpose(answer["counted"]).tolist() == wanted


def hands(with_one, without, games=2000):
    """Hands of both halves with a level 1 and without, and what a redraw adds to them in half points."""
    held = {"1 1 0": with_one, "0 0 0": without}
    return {f"{key} {half}": [games, adds * games, games] for key, adds in held.items() for half in (0, 1)}


def test_a_rule_of_the_redraw_is_named_where_it_is_known_to_gain(node, game):
    dealt = [hands(0, 0.001), hands(-0.1, 0.2), hands(0.2, 0.2), hands(-0.2, -0.2)]
    one, two = "Keep a hand with a level 1", "Keep a hand with two characters of level 1"
    none = "No simple rule is known to beat keeping every hand"
    assert [each.split(";")[0] for each in node("rules.mjs", dealt, game)] == [none, one, two, none]


def facts(decks):
    """What `aligned` asks of cards."""
    cards = {card.number: card for deck in decks for card in deck.cards(CATALOG)}
    return {n: {"level": card.level, "kinds": [kind.value for kind in card.kinds]} for n, card in cards.items()}


def test_a_pool_counts_the_same_whatever_its_size_and_whichever_worker_dies(node, game, decks):
    deck, other, rival = decks[0], decks[4], decks[7]
    changed = exchanged(deck, other, 3)
    task = asked((deck, rival), "planner", 1000)
    question = {"tasks": [task, {**task, "other": changed}], "cards": facts(decks)}
    ways = ((1, ""), (3, "loudly"), (3, "quietly"))
    alone, *many = (node("pool.mjs", {**question, "size": size, "kill": kill}, game) for size, kill in ways)
    assert [each["workers"] for each in (alone, many[0])] == [1, 4]
    assert many[1]["workers"] > 3
    for each in many:
        assert [answer["counted"] for answer in each["answers"]] == [answer["counted"] for answer in alone["answers"]]
    wanted = count(played((deck, rival), "planner", 1000))
    assert alone["answers"][0]["counted"]["points"] == wanted.points.tolist()
    pairs = np.array(alone["answers"][1]["counted"]["pairs"])
    assert pairs.sum() == 1000
    assert pairs.sum(axis=0)[2] == sum(half[2] for half in alone["answers"][1]["counted"]["tally"]["points"])


def test_a_question_of_few_tasks_is_answered_next_to_one_of_many(node, game, decks):
    task = asked((decks[0], decks[7]), "planner", 200)
    many = [{**task, "games": 20, "question": "race"}] * 30
    order = node("pool.mjs", {"size": 1, "tasks": [*many, task, {**task, "patient": True}]}, game)["order"]
    first = order[: order.index(31)]
    assert {*range(31)} <= {*first}, "the patient one waits until the others are played"
    shared = [number == 30 for number in first[: 2 * min(first.count(30), 30) - 2]]
    assert all(sum(shared[place : place + 2]) == 1 for place in range(0, len(shared), 2))


def test_what_is_stopped_gives_back_what_was_counted(node, game, decks):
    task = asked((decks[0], decks[7]), "planner", 200_000)
    (answer,) = node("pool.mjs", {"size": 2, "tasks": [task], "stop": True}, game)["answers"]
    assert 0 < sum(answer["counted"]["halves"]) < 200_000
    assert answer["seen"] == 2


def test_what_cannot_be_played_is_one_line(node, game, decks):
    wrong = [
        ({"a": ["BP01-001", "XX99-999"]}, "XX99-999: no such card here."),
        ({"a": []}, "A deck of 0 cards"),
        ({"seed": -3}, "-3 is no seed"),
        ({"policies": ["genius", "planner"]}, "genius: nobody plays by that name"),
    ]
    tasks = [asked((decks[0], decks[7]), "planner", 100) | change for change, _ in wrong]
    answers = node("pool.mjs", {"size": 1, "tasks": tasks}, game)["answers"]
    for answer, (_, message) in zip(answers, wrong, strict=True):
        assert answer["is"]
        assert message in answer["refused"]
        assert "\n" not in answer["refused"]


def test_a_game_step_by_step_is_the_same_game(node, game, decks):
    rows = played((decks[0], decks[1]), "planner", 12).rows
    questions = [
        {**asked((decks[0], decks[1]), "planner", 1), "game": k, "you": k % 2, "undo": k % 3 == 0} for k in range(12)
    ]
    for answer, row in zip(node("match.mjs", questions, game)["ends"], rows, strict=True):
        assert (answer["turn"], answer["winner"]) == (row["turns"], "AB"[row["winner"]])
        assert answer["problems"] == []


def rates_of(other):
    """What the hint of the terminal rates options at, each with its standard error."""
    strong, record, tables = parse_policy(USUAL), other.copy().record, other.book.tables.copy()
    seat(tables, [strong] * 2)
    ratings = rate_game(record, tables, worlds=64, policy=strong.row)
    assert {value.mean for value in rated(other, strong)} <= set(ratings.average.tolist())
    return [*zip(ratings.average, Z95 * ratings.noise, strict=True)]


def test_hints_are_those_of_the_terminal(node, game, decks):
    plan, _ = make_plan((decks[0], decks[7]), 2, Terms.of(policy="planner", catalog=CATALOG, seed=SEED))
    question = {**asked((decks[0], decks[7]), "planner", 1), "game": 1, "you": 0, "rated": 64}
    (answer,) = node("match.mjs", [question], game)["ends"]
    other, wanted = dealt_again(plan, 1, CATALOG), []
    other.advance()
    while not other.is_over:
        if other.decision.player == "A":
            wanted.append(rates_of(other))
        other.take(other.policy_choice())
        other.advance()
    assert len(wanted) == len(answer["ratings"]) > 5
    for rates, ratings in zip(wanted, answer["ratings"], strict=True):
        assert np.allclose(rates, ratings, atol=1e-6)


def test_every_kind_of_decision_can_be_answered(node, game, decks):
    questions = [
        {
            **asked((deck, decks[-1 - place]), "planner", 1),
            "game": place,
            "you": place // 2 % 2,
            "lots": True,
            "blind": False,
        }
        for place, deck in enumerate(decks)
    ]
    ends = node("match.mjs", questions, game)["ends"]
    kinds = {kind for end in ends for kind in end["kinds"]}
    assert kinds >= KINDS
    assert all(end["winner"] in ("A", "B", None) and end["problems"] == [] for end in ends)


def test_opening_hands_are_those_of_python(node, game, decks):
    plan, table = make_plan((decks[0], decks[2]), 60, Terms.of(policy="planner", catalog=CATALOG, seed=SEED))
    question = {**asked((decks[0], decks[2]), "planner", 60), "hands": True}
    (answer,) = node("count.mjs", [question], game)["answers"]
    indices = np.arange(60)
    for choice, dealt in zip((Choice.KEEP, Choice.REDRAW), answer["counted"], strict=True):
        rows = np.zeros(60, OPENING)
        seen = np.zeros((60, 2, 0), np.int64)
        hands, choices = np.zeros((0, 6), np.int16), np.full(60, choice, np.int8)
        call = (new_game(), table.tables, table.decks, SEED, plan.matchup, indices, -1, hands, choices, 1)
        play_openings(*call, rows.view(np.recarray), seen)
        assert [int(each["hand"]) for each in dealt] == rows["hand"].tolist()
        assert [each["points"] for each in dealt] == rows["half_points"].tolist()


def test_files_of_several_versions_are_not_opened_together(node, game):
    other = "0" * 16
    changes = [{}, {"version": other}, {"mark": other}, {"tail": other}, {"cards": other}]
    refused = "The files of the page don't belong together: load it again."
    assert node("opened.mjs", changes, game) == ["open", *[refused] * 4]
