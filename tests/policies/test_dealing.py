"""Worlds that a player can't tell from the game: uniform among those that could be, or as likely as the planner would
have played so, and of the public past alone.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from itertools import permutations

import pytest
import scipy

from tests.invariants.random_games import dealt, decks, pairs
from tests.invariants.secrets import permuted
from tests.rules.situations import CATALOG, place
from ucgsim.engine.core.constants import NONE, Phase
from ucgsim.engine.field.sight import Sight
from ucgsim.policies.labels import stack_of
from ucgsim.policies.planner.weights import teach
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.loops.slow_motion import imagine_game, rate_game

VIEWER, OTHER = 0, 1
WORLDS = 2_000
ALPHA = 1e-4
"""Chance that a sound test fails."""
AS_PLAYED = parse_policy("search:guess=1").row


def arrangement(game, g):
    """What lies where of the other player: face-down cards by area, the hand as a set, the deck from the bottom."""
    numbers = game.book.names.numbers
    down = []
    for character in map(int, g.field[OTHER, : g.n_areas]):
        stack = stack_of(g, character) if character != NONE else []
        down += [numbers[g.card[card]] for card in stack[len(stack) - int(g.hidden[character]) :]]
    hand, deck = (
        [numbers[g.card[card]] for card in g[zone][OTHER, : g[f"n_{zone}"][OTHER]]] for zone in ("hand", "deck")
    )
    return tuple(down), tuple(sorted(hand)), tuple(deck)


def dealt_worlds(game, worlds=WORLDS, policy=None):
    """How often each arrangement of the other player's cards is dealt, by the numbers of a policy."""
    record, tables = game.record, game.book.tables
    return Counter(arrangement(game, imagine_game(record, tables, VIEWER, k, policy)) for k in range(worlds))


def expected(cards, down, hand, fits):
    """Every arrangement of the cards that fits, as likely as the ways to it."""
    result = Counter()
    for order in permutations(cards):
        laid, held, deck = order[:down], order[down : down + hand], order[down + hand :]
        if fits(laid, held):
            result[laid, tuple(sorted(held)), deck] += 1
    return result


def assert_alike(result, wanted):
    assert set(result) <= set(wanted)
    total, ways = sum(result.values()), sum(wanted.values())
    p = scipy.stats.chisquare([result[key] for key in wanted], [total * wanted[key] / ways for key in wanted]).pvalue
    assert p > ALPHA


def settable(number):
    card = CATALOG[number]
    return not card.is_scene and card.bp[0] is not None


def after_sets(b_hand, b_deck, *, b_sets, b_levels=()):
    """A decides in the Level Up Phase, B has set (and leveled up) before it."""
    game = place(
        "set",
        lead="B",
        turn=1,
        a={"hand": ["H1", "H2", "G1"], "deck": ["K5", "K5"]},
        b={"hand": b_hand, "deck": b_deck},
    )
    game.advance()
    for player, label in (("B", f"set {b_sets}"), ("A", "set H1")):
        if game.decision.player == player and game.decision.kind == "set":
            game.choose(label)
    for label in b_levels:
        game.choose(label)
    if game.decision.player == "B":
        game.choose("pass")  # not asked where nothing fits
    assert game.decision.player == "A"
    assert game.record.phase == Phase.LEVEL_UP
    return game


def test_worlds_are_uniform_among_what_may_lie_face_down():
    cards = ["H1", "G1", "S4", "H4", "K5"]
    game = after_sets(["H1", "S4", "K5"], ["H4", "G1"], b_sets="K5")
    wanted = expected(cards, 1, 2, lambda laid, _: settable(laid[0]))
    assert_alike(dealt_worlds(game), wanted)


def set_by_planner(laid, held, deck):
    """What the planner sets that leads with these cards in hand, in the game of ``after_sets``."""
    b = {"hand": [*laid, *held], "deck": list(deck)}
    game = place("set", lead="B", turn=1, a={"hand": ["H1", "H2", "G1"], "deck": ["K5", "K5"]}, b=b)
    game.advance()
    game.seat("planner")
    return game.labels[game.policy_choice()]


def test_a_card_that_the_planner_would_not_have_set_hardly_lies_face_down():
    game = after_sets(["H1", "S4", "K5"], ["H4", "G1"], b_sets="K5")

    def chosen(worlds):
        """Share of worlds in which the planner would have set what lies there, with the hand that it has there."""
        good = [ways for key, ways in worlds.items() if set_by_planner(*key) == f"set {key[0][0]}"]
        return sum(good) / sum(worlds.values())

    teach(game.book.tables)
    uniform, as_played = dealt_worlds(game, 400), dealt_worlds(game, 400, AS_PLAYED)
    assert chosen(uniform) < 0.5
    assert chosen(as_played) > 0.65
    assert set(as_played) <= set(expected(["H1", "G1", "S4", "H4", "K5"], 1, 2, lambda laid, _: settable(laid[0])))


def test_a_hidden_level_up_fits_what_lies_below_it():
    def fits(laid, _held):
        low, high = CATALOG[laid[0]], CATALOG[laid[1]]
        return settable(laid[0]) and high.level == low.level + 1 and set(high.characters) & set(low.characters)

    cards = ["H1", "H2", "H3", "G1", "G2", "S4"]
    game = after_sets(["H1", "H2", "S4"], ["H3", "G1", "G2"], b_sets="H1", b_levels=["level 1 H2"])
    wanted = expected(cards, 2, 1, fits)
    assert len({laid for laid, _, _ in wanted}) == 3
    assert_alike(dealt_worlds(game), wanted)


@pytest.mark.parametrize("below", list(permutations(["H1", "G1", "T1"])))
def test_every_hidden_level_up_lies_on_what_it_was_laid_on(below):
    """Names go to places in their own order, so the new name of one card may be the old one of another."""
    game = place(
        "level_up",
        lead="B",
        turn=3,
        a={"hand": ["H2", "K5"], "deck": ["K5"]},
        b={"hand": ["G2", "H2", "T2"]},
        field=[{"A": [card], "B": [low]} for card, low in zip(["H1", "K5", "K5"], below, strict=True)],
    )
    for area, low in enumerate(below, start=1):
        game.advance()
        game.choose(f"level {area} {low[0]}2")
    game.advance()
    assert game.decision.player == "A"
    for k in range(60):
        world = imagine_game(game.record, game.book.tables, VIEWER, k)
        stacks = [chain(world, int(character)) for character in world.field[OTHER, : world.n_areas]]
        assert [len(stack) for stack in stacks] == [2, 2, 2]
        names = [[game.book.names.numbers[world.card[card]] for card in stack] for stack in stacks]
        assert tuple(stack[-1] for stack in names) == below
        zones = [int(card) for zone in ("hand", "deck") for card in world[zone][OTHER, : world[f"n_{zone}"][OTHER]]]
        everything = zones + [card for stack in stacks for card in stack]
        assert sorted(everything) == sorted(set(everything))


def chain(g, character):
    """Cards of a character from the top, broken off where they would go in a circle."""
    cards, card = [], int(g.top[character])
    while card != NONE and len(cards) < 10:
        cards.append(card)
        card = int(g.link[card])
    return cards


@pytest.mark.parametrize("held", [("S4",), ("S4", "H4"), ("G1",), ("G1", "S4", "H4")])
def test_cards_known_to_be_held_lie_in_the_hand_or_face_down(held):
    game = after_sets(["G1", "S4", "H4"], ["K5", "H1"], b_sets="G1")
    g = game.record
    for card in range(64, 64 + int(g.n_cards[OTHER])):
        if game.book.names.numbers[g.card[card]] in held:
            g.sight[VIEWER, card] = Sight.HELD
    wanted = expected(
        ["G1", "S4", "H4", "K5", "H1"], 1, 2, lambda laid, hand: settable(laid[0]) and set(held) <= {*laid, *hand}
    )
    assert_alike(dealt_worlds(game), wanted)


def test_what_is_seen_keeps_its_place_and_a_lot_stays_together():
    game = after_sets(["G1", "S4"], ["K5", "H1", "H2", "K6"], b_sets="G1")
    g = game.record
    bottom, second, third, top = map(int, g.deck[OTHER, :4])
    numbers = game.book.names.numbers
    in_place = {card: numbers[g.card[card]] for card in (bottom, second, third, top)}
    g.sight[VIEWER, top] = Sight.SEEN
    g.sight[VIEWER, [bottom, second]] = Sight.LOTS
    wanted = Counter()
    for key, ways in expected(["G1", "S4", "K5", "H1", "H2", "K6"], 1, 1, lambda laid, _: settable(laid[0])).items():
        deck = key[2]
        if deck[3] == in_place[top] and set(deck[:2]) == {in_place[bottom], in_place[second]}:
            wanted[key] = ways
    assert_alike(dealt_worlds(game), wanted)


def test_the_own_deck_is_dealt_and_the_own_hand_is_not():
    game = after_sets(["G1", "S4"], ["K5"], b_sets="G1")
    orders = Counter()
    for k in range(2_000):
        world = imagine_game(game.record, game.book.tables, OTHER, k)
        orders[arrangement(game, world)] += 1
    assert orders == {(("G1",), ("S4",), ("K5",)): 2_000}


def test_the_chance_of_a_world_is_not_that_of_the_game():
    game = after_sets(["G1", "S4"], ["K5", "H1", "H2"], b_sets="G1")
    world = imagine_game(game.record, game.book.tables, VIEWER, 0)
    twin = game.copy()
    twin.record.rng[:3] += 1
    other = imagine_game(twin.record, game.book.tables, VIEWER, 0)
    assert (world.rng != game.record.rng).any(axis=1).all()
    assert (world.rng == other.rng).all()


def everything(game, g):
    """The row of every card of both players, by where it lies."""
    zones = [
        g.card[g[zone][player, : g[f"n_{zone}"][player]]].tolist() for zone in ("hand", "deck") for player in (0, 1)
    ]
    fields = [stack_of(g, c) for player in (0, 1) for c in map(int, g.field[player, : g.n_areas]) if c != NONE]
    return zones + [g.card[stack].tolist() for stack in fields]


def positions(count, seed):
    """Positions of random games between the decks that ship, at every third question."""
    for number, pair in enumerate(pairs(count, seed)):
        game, chance = dealt(pair, number), random.Random(number)
        game.advance()
        while not game.is_over:
            if game.record.decisions % 3 == 0:
                yield game, chance
            game.take(chance.randrange(int(game.record.n_options)))
            game.advance()


def with_a_lot(game, viewer):
    """The game, but the viewer knows which three cards, in no order, are one of the hand and two of the deck."""
    g, other = game.record, 1 - viewer
    for card in [*g.hand[other, : min(g.n_hand[other], 1)], *g.deck[other, :2]]:
        if g.sight[viewer, card] == Sight.UNSEEN:
            g.sight[viewer, card] = Sight.LOTS
    return game


def test_worlds_dealt_as_played_are_the_same_whatever_lies_hidden():
    asked = 0
    for position, chance in positions(12, seed=5):
        viewer = int(position.record.player)
        game = with_a_lot(position.copy(), viewer) if asked % 2 else position
        twin = permuted(game, viewer, chance)
        teach(game.book.tables)
        for k in range(2):
            worlds = [imagine_game(each.record, each.book.tables, viewer, k, AS_PLAYED) for each in (game, twin)]
            assert everything(game, worlds[0]) == everything(game, worlds[1])
        asked += 1
    assert asked > 100


def test_worlds_for_searching_players_are_those_that_they_always_were():
    """All ways alike, of every third question of some games; no policy plays otherwise than its version says."""
    seen = hashlib.sha256()
    for game, _ in positions(6, seed=8):
        for k in range(2):
            world = imagine_game(game.record, game.book.tables, int(game.record.player), k, parse_policy("search").row)
            seen.update(repr(everything(game, world)).encode())
    assert seen.hexdigest()[:16] == "375938ce7a5775ba"


def test_both_players_of_a_mirror_have_100_percent_together():
    """In Rounds 1 to 3, by what a person is shown; where all ways are alike and worlds are played to the end it is 20
    points more.
    """
    means = {"guess=1": [], "guess=1,turns=0": [], "guess=0,turns=0": []}
    for seed, deck in enumerate(decks() * 2):
        for game, taken in starts_of_rounds(deck, seed):
            for numbers, shown in means.items():
                row = parse_policy(f"search:4,with=planner,{numbers}").row
                shown.append(float(rate_game(game.record, game.book.tables, worlds=4, policy=row).average[taken]))
    assert len(means["guess=1"]) > 250
    as_shown, as_played, all_alike = (sum(each) / len(each) for each in means.values())
    assert 0.47 < as_shown < 0.55
    assert 0.47 < as_played < 0.55
    assert all_alike > 0.57


def starts_of_rounds(deck, seed):
    """A mirror played by the planner, at the first question to either player in Rounds 1 to 3, with its answer."""
    game, asked = dealt((deck, deck), seed, rules="1.7"), set()
    game.seat("planner")
    game.advance()
    while not game.is_over and game.turn <= 3:
        taken, at = game.policy_choice(), (game.turn, game.decision.player)
        if game.phase not in {"throw", "redraw"} and at not in asked:
            asked.add(at)
            yield game, taken
        game.take(taken)
        game.advance()
