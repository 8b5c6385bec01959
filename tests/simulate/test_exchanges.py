"""Cards exchanged on the shuffles of the deck as it is: the games are those of the build by itself."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers import PLAIN, assert_refuses
from ucgsim.decks.deck import Deck
from ucgsim.decks.reading import read_deck
from ucgsim.simulate.exchanges import BUILDS_A_GAME, CARDS_A_BUILD, bench_of, columns_of
from ucgsim.simulate.loops import builds
from ucgsim.simulate.loops.builds import FIRST
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.same_chance import half_points, lay_out_meetings, play_games

COMES, LEAVES = ("SD01-014", "BP01-095"), "BP01-046"
LIMITS = dict.fromkeys(COMES, 4)


@pytest.fixture(scope="module")
def decks(catalog):
    """A deck with a card of which it has one copy, and an opponent."""
    deck, opponent = (read_deck(path, catalog) for path in PLAIN[:2])
    counts = dict(deck.counts)
    counts[next(number for number, count in counts.items() if count > 1)] -= 1
    return Deck("with one", (*counts.items(), (LEAVES, 1))), opponent


@pytest.mark.parametrize("policy", ["greedy", "planner"])
def test_an_exchange_plays_the_games_of_the_build_by_itself(policy, decks, catalog):
    deck, opponent = decks
    terms, games = Terms(policies=(policy, policy), catalog=catalog), range(4, 124)
    bench = bench_of(deck, opponent, 3, terms, LIMITS)
    counts = dict(deck.counts)
    differ = 0
    for number in COMES:
        changed = {**counts, number: counts.get(number, 0) + 1}
        del changed[LEAVES]
        build = Deck("build", tuple(changed.items()))
        (meeting,) = lay_out_meetings((deck, build), (opponent,), (3,), terms)
        alone = [half_points(play_games(table, 5, 3, games).rows) for table in meeting.tables]
        for index, usual, points in zip(games, *alone, strict=True):
            ((pairs,),) = [bench.exchange(5, range(index, index + 1), [((LEAVES,), (number,))])]
            assert pairs.sum() == 1
            assert pairs[usual].sum() == 1
            differ += pairs[usual, points] == 0
    # A card that is never met changes no game, but for a planner that thinks of cards to come.
    assert differ <= (0 if policy == "greedy" else 4)


def test_exchanges_of_several_cards_and_parts_of_a_span_add_up(decks, catalog):
    deck, opponent = decks
    bench = bench_of(deck, opponent, 1, Terms(policies=("greedy", "greedy"), catalog=catalog), LIMITS)
    first = sorted(dict(deck.counts))[0]
    changes = [((LEAVES,), COMES[:1]), ((first, first, LEAVES), (COMES[0], COMES[0], COMES[1]))]
    whole = bench.exchange(2, range(200), changes)
    assert np.array_equal(whole, bench.exchange(2, range(80), changes) + bench.exchange(2, range(80, 200), changes))
    assert np.array_equal(whole[:1], bench.exchange(2, range(200), changes[:1]))
    assert (whole.sum((1, 2)) == 200).all()
    # The deck as it is plays the same games beside every change; the more cards, the more games change.
    assert np.array_equal(whole[0].sum(1), whole[1].sum(1))
    assert whole[1].trace() < whole[0].trace() < 200


def test_a_screening_counts_its_builds(decks, catalog):
    deck, opponent = decks
    bench = bench_of(deck, opponent, 1, Terms(policies=("greedy", "greedy"), catalog=catalog), LIMITS)
    outs, into = columns_of(sorted(dict(deck.counts)), COMES)
    gram = bench.screen(2, range(60), COMES, COMES)
    assert np.array_equal(gram, gram.T)
    assert gram[0, 0] == 60 * BUILDS_A_GAME
    assert gram[0, [*outs.values()]].sum() == gram[0, [*into.values()]].sum() == 60 * BUILDS_A_GAME * CARDS_A_BUILD
    # Of the cards that a deck has met some six in the hand and more.
    assert 8 < gram[0, 2] / gram[0, 0] < 30
    half = bench.screen(2, range(30), COMES, COMES) + bench.screen(2, range(30, 60), COMES, COMES)
    assert np.array_equal(gram, half)
    few = bench.screen(2, range(60), COMES[:1], COMES)
    assert few[0, into[COMES[0]]] > 0 == few[0, into[COMES[1]]]
    assert gram.shape == (FIRST + len(outs) + 3, FIRST + len(outs) + 3)


def test_a_game_that_meets_a_limit_is_refused(decks, catalog, monkeypatch):
    deck, opponent = decks
    bench = bench_of(deck, opponent, 1, Terms(policies=("greedy", "greedy"), catalog=catalog), LIMITS)
    monkeypatch.setattr("ucgsim.simulate.exchanges.play_exchanges", lambda *_: 3)
    assert_refuses("meets limit 3 of the program", bench.exchange, 1, range(2), [((LEAVES,), COMES[:1])])
    assert builds.MOST_EXCHANGED >= 4
