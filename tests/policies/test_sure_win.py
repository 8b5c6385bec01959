"""What surely wins now: a win by a single choice is taken, held against every option in worlds of its own."""

from __future__ import annotations

from tests.helpers import DECKLISTS
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.reading import read_deck
from ucgsim.play.replay import dealt_again
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.loops.slow_motion import rate_game
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.table import make_plan

JUDGE = parse_policy("search:1,with=planner").row
WORLDS = 24


def certain_and_missed(name, policy, games, kinds=()):
    """In mirrors of a deck: decisions in which an option wins in this Round in all worlds, and those in which the one
    taken does not win nine of ten of them.
    """
    deck = read_deck(DECKLISTS / f"{name}.txt", shipped_catalog())
    plan, _ = make_plan((deck, deck), games, Terms(seed=3, policies=(policy, policy), catalog=shipped_catalog()))
    there = missed = 0
    for number in range(games):
        game = dealt_again(plan, number, shipped_catalog())
        while not game.is_over:
            if game.decision is None:
                game.step()
                continue
            choice = game.policy_choice()
            if game.turn > 2 and len(game.options) > 1 and game.decision.kind not in {"lead", "redraw", *kinds}:
                rated = rate_game(game.record, game.book.tables, worlds=WORLDS, turns=1, policy=JUDGE).values
                wins = (rated >= 1.0).mean(axis=1)
                there += wins.max() == 1.0
                missed += wins.max() == 1.0 and wins[choice] < 0.9
            game.take(choice)
    return there, missed


def test_a_win_by_a_single_choice_is_taken():
    # Sets and scenes are only looked at by those who look everywhere.
    there, missed = certain_and_missed("baltan-swarm", "planner", 40, ("set", "scene"))
    assert there > 100
    assert missed <= 0.02 * there
    there, missed = certain_and_missed("baltan-swarm", "planner:ends=0", 40, ("set", "scene"))
    assert missed >= 0.015 * there > 0


def test_who_looks_everywhere_takes_wins_by_sets_and_scenes_too():
    narrow, wide = (certain_and_missed("belial", policy, 60) for policy in ("planner", "planner:ends=2"))
    assert wide[1] * narrow[0] < narrow[1] * wide[0]
