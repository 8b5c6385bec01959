"""Rounds that can end the game: a win that is there is found, held against every line of play tried one by one."""

from __future__ import annotations

from tests.helpers import DECKLISTS
from tests.policies.planner.test_planner_play import played
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.reading import read_deck
from ucgsim.play.replay import dealt_again
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.table import make_plan

ASKED = {"activate", "optional", "character", "card", "type", "number"}
BEFORE_THE_END = ("open", "activate", "judgement")
MOST = 150
"""Choices that the reference tries after an option; what it has not found by then counts as not there."""


def wins(game, side, left):
    """Whether a line of own choices wins the Round, the other side answering by the networks."""
    while not game.is_over and game.phase in BEFORE_THE_END:
        if game.decision is None:
            game.step()
            continue
        if game.decision.player != side or game.decision.kind not in ASKED or len(game.options) < 2:
            game.take(game.policy_choice())
            continue
        for option in range(len(game.options)):
            if not left:
                return False
            left.pop()
            line = game.copy()
            line.take(option)
            if wins(line, side, left):
                return True
        return False
    return game.is_over and game.winner == side


def wins_after(game, option):
    line, side = game.copy(), game.decision.player
    line.seat("planner:tries=0")
    line.take(option)
    return wins(line, side, [None] * MOST)


def there_and_missed(name, policy, games):
    """In mirrors of a deck: choices after which the Round could be won, and those after which it no longer could."""
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
            if game.phase in BEFORE_THE_END and game.turn > 2 and game.decision.kind in ASKED and len(game.options) > 1:
                could = any(wins_after(game, option) for option in range(len(game.options)))
                there += could
                missed += could and not wins_after(game, choice)
                game.seat(policy)
            game.take(choice)
    return there, missed


def test_a_win_that_is_there_is_found():
    # The reference sees the hidden cards, so a few wins are there that nobody could know of.
    there, missed = there_and_missed("baltan-swarm", "planner", 6)
    assert there > 30
    assert missed <= 0.06 * there
    there, missed = there_and_missed("baltan-swarm", "planner:tries=0", 2)
    assert missed >= 0.1 * there > 0


def test_it_is_worth_most_where_powers_decide():
    # Measured 64 % of 2,000 games; 400 have a standard error of 2.5.
    rows = played(("baltan-swarm", "baltan-swarm"), ("planner", "planner:tries=0"), 400)
    assert not rows.fault.any()
    assert float((rows.winner == 0).mean()) > 0.52


def test_a_deck_without_powers_plays_as_before():
    plain = ("plain-dyna-gaia", "plain-kaiju")
    with_ends, without = (played(plain, (policy, policy), 200) for policy in ("planner", "planner:ends=0"))
    assert with_ends.tobytes() == without.tobytes()
