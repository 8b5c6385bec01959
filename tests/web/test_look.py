"""Games of the page looked at by Node: those of the run, their reviews, and links that name them."""

from __future__ import annotations

import pytest

from tests.web.node import in_page, reading_file
from tests.web.test_engine import CATALOG, SEED, asked, played
from ucgsim.play.replay import dealt_again
from ucgsim.play.review import LEAST_COST, review
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.table import make_plan

GAMES, REVIEWED = 6, 3


def planned(decks, games):
    return make_plan((decks[0], decks[7]), games, Terms.of(policy="planner", catalog=CATALOG, seed=SEED))[0]


def decisions(game):
    """Who decides what, and takes which option, to the end of a game."""
    taken = []
    game.advance()
    while not game.is_over:
        index = game.policy_choice()
        taken.append(["AB".index(game.decision.player), game.decision.kind.upper(), index])
        game.take(index)
        game.advance()
    return taken


def test_a_game_looked_at_is_the_game_of_the_run(node, game, decks):
    rows = played((decks[0], decks[7]), "planner", GAMES).rows
    plan = planned(decks, GAMES)
    questions = [{**asked((decks[0], decks[7]), "planner", 1), "game": k} for k in range(GAMES)]
    answers = node("look.mjs", {"games": questions}, game)["games"]
    for number, (answer, row) in enumerate(zip(answers, rows, strict=True)):
        assert (answer["turn"], answer["winner"]) == (row["turns"], "AB"[row["winner"]])
        assert answer["moves"] == decisions(dealt_again(plan, number, CATALOG))
        assert answer["again"]


def test_a_review_is_that_of_the_terminal_though_a_worker_dies(node, game, decks):
    what = {**asked((decks[0], decks[7]), "planner", 1), "game": REVIEWED}
    (page,) = node("look.mjs", {"reviews": [{"what": what, "you": 0}], "kill": True}, game)["reviews"]
    wanted = review(dealt_again(planned(decks, 4), REVIEWED, CATALOG), "A", lambda game: game.policy_choice())
    assert page["chances"] == pytest.approx(wanted.chances, abs=1e-9)
    assert page["turning"] == wanted.turning_points
    assert page["cost"] == pytest.approx(wanted.cost, abs=1e-9)
    assert [each["turn"] for each in page["rounds"]] == [each.turn for each in wanted.rounds]
    for of_page, of_terminal in zip(page["rounds"], wanted.rounds, strict=True):
        for one, other in zip(of_page["choices"], of_terminal.choices, strict=True):
            assert one["chance"] == pytest.approx(other.chance, abs=1e-9)
            assert one["best"] == pytest.approx(other.best, abs=1e-9)
            # Python has the values of worlds in 32 bits, and their spread with it.
            assert one["errors"] * other.error == pytest.approx(one["best"] - one["chance"], abs=1e-5)
            assert one["wrong"] == (other.cost >= LEAST_COST and other.cost > other.error)


def test_a_link_names_a_game(node, game, decks):
    lists = [{"name": deck.name, "counts": dict(deck.counts)} for deck in (decks[0], decks[7])]
    both, one = in_page(link=[lists, lists[:1]])["link"]
    links = [f"{both}&game=9.5.17", f"{both}&game=9.0.3&by=greedy.search%3A16%2Cwith%3Dplanner", both]
    seat = f"{both}&game=9.0.3&you=1&taken=Ab_Bz9&at=3&review=0"
    wrong = [
        f"{both}&game=9.5",
        f"{seat}-",
        f"{both}&game=9.0.3&you=2",
        f"{both}&game=9.0.3&you=0&taken=A_",
        f"{both}&game=x.0.1",
        f"{both}&game=1.0.1&by=genius.planner",
        f"{one}&game=1.0.1",
    ]
    named, by, none, sat, *refused = node("look.mjs", {"links": [*links, seat, *wrong]}, game, reading_file())["links"]
    assert (named["seed"], named["matchup"], named["game"]) == (9, 5, 17)
    assert named["a"] == [card.number for card in decks[0].cards(CATALOG)]
    assert named["names"] == [decks[0].name, decks[7].name]
    assert named["policies"] == ["planner", "planner"]
    assert by["policies"] == ["greedy", "search:16,with=planner"]
    assert none is None
    assert (sat["you"], sat["taken"], sat["step"], sat["review"]) == (1, [0, 27, 113, 61], 3, 0)
    assert [each["address"] for each in (named, by, sat)] == [*links[:2], seat]
    assert all(each["is"] and "\n" not in each["refused"] for each in refused)
