"""Opening hands: what the planner sees of them and of its list, and that it gives back the right ones."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers import DECKLISTS
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.reading import read_deck
from ucgsim.engine.core.constants import PLAYERS
from ucgsim.engine.core.layout import OPTION, POSITION
from ucgsim.engine.core.record import new_game
from ucgsim.policies.planner.features import OfDeck, OfHand
from ucgsim.probability.hands import HandClasses
from ucgsim.simulate.loops.lessons import see_openings
from ucgsim.simulate.openings import Chance, cards_of, play_hands, policy_redraws
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.table import lay_out
from ucgsim.studies.redraw.rule_search import KEPT, POLICY, RedrawCounts, SimpleRules, gain, joint, try_on_halves

CATALOG = shipped_catalog()
HANDS = 3_000


def deck_named(name):
    return read_deck(DECKLISTS / f"{name}.txt", CATALOG)


def table_of(*names):
    return lay_out(tuple(deck_named(name) for name in names), Terms.of(policy="planner", catalog=CATALOG))


def seen_of(table, hands=HANDS, matchup=0):
    """What is seen of the list and of hands of it."""
    deck, each = np.zeros(POSITION, np.float32), np.zeros((hands, OPTION), np.float32)
    see_openings(new_game(), table.tables, table.decks, 5, matchup, np.arange(hands), deck, each)
    return deck, each


def lies_on(card, other):
    return card.level == other.level + 1 and bool(set(card.characters) & set(other.characters))


def looked_at(cards):
    """Some of what is to be seen of a hand, card by card; no team and no second name is among these decks."""
    people = [card for card in cards if not card.is_scene]
    settable = [card for card in people if card.is_settable]
    seconds = [card for card in people if any(lies_on(card, other) for other in settable)]
    lonely = [card for card in people if card.level > 1 and not any(lies_on(card, other) for other in people)]
    thirds = [card for card in people if any(lies_on(card, other) for other in seconds)]
    starts = [card for card in settable if any(lies_on(other, card) for other in people)]
    singles = sorted((card.bp[0] / 10_000 for card in settable), reverse=True) + [0.0] * 3
    return {
        OfHand.LEVEL_1: sum(card.level == 1 for card in people) / 4,
        OfHand.HIGHER: sum(card.level > 3 for card in people) / 4,
        OfHand.SETTABLE: len(settable) / 4,
        OfHand.STARTS: len(starts) / 3,
        OfHand.SECONDS: len(seconds) / 3,
        OfHand.THIRDS: len(thirds) / 3,
        OfHand.CHAIN_3: float(bool(thirds)),
        OfHand.LONELY: len(lonely) / 4,
        OfHand.EARLY_SCENES: sum(card.is_scene and card.round < 2 for card in cards) / 2,
        OfHand.SINGLE: singles[0],
        OfHand.SINGLE_3: singles[2],
        OfHand.COPIES: (max(cards.count(card) for card in cards) - 1) / 3,
        OfHand.WAITING: (len(settable) - len(starts)) / 3,
    }


@pytest.mark.parametrize("name", ["tiga-dyna", "plain-kaiju", "rosso-blu"])
def test_what_is_seen_of_a_hand_is_what_it_holds(name):
    table, cards = table_of(name, "arc-blazar"), deck_named(name).cards(CATALOG)
    hands = play_hands(table, Chance(5), range(200)).hands
    _, seen = seen_of(table, 200)
    for bits, row in zip(hands.tolist(), seen, strict=True):
        expected = looked_at([card for place, card in enumerate(cards) if bits >> place & 1])
        assert {place: float(row[place]) for place in expected} == pytest.approx(expected, abs=1e-5)
    assert abs(float(seen[:, OfHand.LEADS].mean()) - 0.5) < 0.01


@pytest.mark.parametrize("name", ["tiga-dyna", "omega-meteo", "rising", "kaiju-giants"])
def test_what_is_seen_of_a_list_is_what_its_hands_hold_on_average(name):
    deck, hands = seen_of(table_of(name, "zero-geed"))
    same = {
        OfDeck.LEVEL_1: OfHand.LEVEL_1,
        OfDeck.LEVEL_2: OfHand.LEVEL_2,
        OfDeck.LEVEL_3: OfHand.LEVEL_3,
        OfDeck.HIGHER: OfHand.HIGHER,
        OfDeck.SETTABLE: OfHand.SETTABLE,
        OfDeck.STARTS: OfHand.STARTS,
        OfDeck.STARTS_LOW: OfHand.STARTS_LOW,
        OfDeck.SECONDS: OfHand.SECONDS,
        OfDeck.LONELY: OfHand.LONELY,
        OfDeck.DEAD: OfHand.DEAD,
        OfDeck.EARLY_SCENES: OfHand.EARLY_SCENES,
        OfDeck.SCENES: OfHand.SCENES,
        OfDeck.LATE_SCENES: OfHand.LATE_SCENES,
        OfDeck.WAITING: OfHand.WAITING,
        OfDeck.AWAITED: OfHand.AWAITED,
        OfDeck.WANTED: OfHand.WANTED,
        OfDeck.SET_PAYMENTS: OfHand.SET_PAYMENTS,
    }
    for place, of_hand in same.items():
        error = float(hands[:, of_hand].std()) / HANDS**0.5
        assert float(deck[place]) == pytest.approx(float(hands[:, of_hand].mean()), abs=4.5 * error + 1e-6), place


def test_what_is_seen_of_a_list_does_not_depend_on_what_was_played_before():
    first, again = table_of("tiga-dyna", "belial"), table_of("tiga-dyna", "belial")
    tables, decks = again.tables.copy(), again.decks[::-1].copy()
    other = again.but(tables)._replace(decks=decks)
    of_other, _ = seen_of(other, 20)
    deck, hands = seen_of(first, 20, matchup=3)
    assert not np.array_equal(deck, of_other)
    tables = first.tables
    tables["learned"]["list_mark"][:] = 0
    fresh_deck, fresh_hands = seen_of(first, 20, matchup=3)
    assert np.array_equal(deck, fresh_deck)
    assert np.array_equal(hands, fresh_hands)
    assert len(tables["learned"]["list_mark"]) == PLAYERS


def test_a_whole_chain_is_kept():
    numbers = ["BP01-001", "BP01-001", "BP01-004", "BP02-046", "SD01-014", "BP01-007"]
    table, deck = table_of("tiga-dyna", "arc-blazar"), deck_named("tiga-dyna")
    hand = [CATALOG[number] for number in numbers]
    poor = [CATALOG[number] for number, copies in deck.counts for _ in range(copies) if CATALOG[number].level == 3][:6]
    assert policy_redraws(table, deck.cards(CATALOG), [hand, poor], 1).tolist() == [False, True]


@pytest.mark.parametrize("name", ["omega-meteo", "baltan-swarm", "plain-zero-geed"])
def test_redraws_are_no_worse_than_a_rule_made_for_the_deck(name):
    deck, counts = deck_named(name), RedrawCounts()
    classes = HandClasses(deck.cards(CATALOG))
    played = play_hands(table_of(name, "arc-blazar"), Chance(8), range(5_000))
    counts.add(classes.of(cards_of(played.hands, deck.size)), played)
    assert try_on_halves(SimpleRules(list(counts.classes), classes), counts).over_policy.rate < 0.005
    assert gain(joint(counts.total, POLICY, KEPT)).low > 0.01
