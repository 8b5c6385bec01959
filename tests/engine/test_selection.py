"""Tables laid out from a book of all cards by compiled code play the games of those that Python lays out."""

from __future__ import annotations

import random

import numpy as np
import pytest

from scripts.same_games import random_pair
from tests.invariants.random_games import decks
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cards.versions import DEFAULT_RULES, RULES_VERSIONS, rules_version
from ucgsim.effects.library import effects_of
from ucgsim.engine.core.layout import TABLES
from ucgsim.engine.core.selection import select_cards
from ucgsim.engine.core.tables import rules_row, whole_book
from ucgsim.policies.planner.weights import seat
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.same_chance import play_games
from ucgsim.simulate.table import lay_out

CATALOG = shipped_catalog()
DECKS = decks()
NUMBERS = sorted(CATALOG)
BOOK = ("cards", "fits", "kin", "asks", "powers", "lines", "expressions", "steps")


@pytest.fixture(scope="module")
def books():
    """A book of all cards by version of the rules."""
    texts = effects_of(CATALOG.values(), play_blank=())
    return {rules: whole_book(CATALOG.values(), rules, texts) for rules in RULES_VERSIONS}


def selected(book, pair, rules, policy):
    """The tables of two decks out of a book."""
    chosen = np.array([NUMBERS.index(number) for number in sorted({n for deck in pair for n, _ in deck.counts})])
    tables = np.zeros(1, TABLES).view(np.recarray)[0]
    arrays = [np.ascontiguousarray(book.arrays[name]) for name in BOOK]
    lowest = np.zeros(len(book.names.characters), np.int64)
    records = [each.view(np.recarray) if each.dtype.names else each for each in arrays]
    select_cards(tables, chosen, rules_row(rules_version(rules)), *records, lowest)
    seat(tables, [parse_policy(policy)] * 2)
    return tables


@pytest.mark.parametrize("rules", RULES_VERSIONS)
@pytest.mark.parametrize("policy", ["random", "greedy", "planner"])
def test_the_same_games(books, rules, policy):
    dice = random.Random(f"{rules} {policy}")
    pairs = [(deck, dice.choice(DECKS)) for deck in DECKS[:: 4 if policy == "planner" else 1]]
    pairs += [random_pair(dice, DECKS) for _ in range(6)]
    for pair in pairs:
        table = lay_out(pair, Terms.of(policy=policy, rules=rules, catalog=CATALOG))
        other = table.but(selected(books[rules], pair, rules, policy))
        a, b = (play_games(each, 5, 0, range(30)).rows for each in (table, other))
        assert a.tobytes() == b.tobytes(), [deck.name for deck in pair]


def test_what_is_written_down_of_the_cards_is_the_same(books):
    pair = (DECKS[0], DECKS[3])
    mine = lay_out(pair, Terms.of(policy="planner", catalog=CATALOG)).tables
    other = selected(books[DEFAULT_RULES], pair, DEFAULT_RULES, "planner")
    for name in ("kin", "rules", "many_names", "watched", "has_payments", "has_lines", "asks_bp", "late_lines"):
        assert np.array_equal(mine[name], other[name]), name
    for name in ("bp", "reads", "kinds", "level", "type", "scene_round", "begins", "n_powers", "watched", "n_lines"):
        assert np.array_equal(mine["cards"][name], other["cards"][name]), name
