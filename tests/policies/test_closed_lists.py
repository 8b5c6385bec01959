"""Closed lists: the other deck is one of a field's by what was seen of it, and its own list is never looked at."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tests.helpers import ROOT
from tests.invariants.random_games import pairs
from tests.invariants.secrets import open_cards, sort_hands
from tests.policies.test_dealing import (
    OTHER,
    VIEWER,
    WORLDS,
    after_sets,
    arrangement,
    assert_alike,
    expected,
    settable,
)
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.deck import Deck
from ucgsim.engine.field.sight import Sight
from ucgsim.errors import UcgsimError
from ucgsim.play import Game
from ucgsim.policies.closed_lists import FieldLists, folder_lists, give_lists, in_field, lists_for
from ucgsim.policies.spec import PARAMETERS, PolicyId, Searching, parse_policy
from ucgsim.simulate.loops.slow_motion import imagine_game
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.table import make_plan


def closed_row() -> np.ndarray:
    row = np.zeros(1 + PARAMETERS)
    row[0], row[Searching.CLOSED] = PolicyId.SEARCH, 1
    return row


def listed(*lists: tuple[str, float]) -> FieldLists:
    """Lists of made-up cards, written as ``H1 H1 K5``, with their shares."""
    decks = tuple(Deck(f"list {k}", tuple(Counter(cards.split()).items())) for k, (cards, _) in enumerate(lists))
    return FieldLists(decks, tuple(share for _, share in lists))


def dealt_from(game, lists: FieldLists) -> Counter:
    """How often each arrangement of the other player's cards is dealt from closed lists."""
    lists.put(game.book.tables, game.book.index)
    worlds = (imagine_game(game.record, game.book.tables, VIEWER, k, closed_row()) for k in range(WORLDS))
    return Counter(arrangement(game, world) for world in worlds)


def mixture(*parts: tuple[float, Counter]) -> Counter:
    """Arrangements by the weight of their list and, within it, by the ways to them."""
    wanted = Counter()
    for weight, ways in parts:
        for key, count in ways.items():
            wanted[key] += weight * count / sum(ways.values())
    return wanted


def fits(laid, _held):
    return settable(laid[0])


def test_worlds_come_from_the_lists_by_their_shares():
    game = after_sets(["H1", "S4", "K5"], ["H4", "G1"], b_sets="K5")
    lists = listed(("H1 G1 S4 H4 K5", 0.6), ("H1 H1 G1 G1 K5", 0.4), ("H1 G1 S4 H4 K5 K5", 5.0))
    one = expected(["H1", "G1", "S4", "H4", "K5"], 1, 2, fits)
    two = expected(["H1", "H1", "G1", "G1", "K5"], 1, 2, fits)
    assert_alike(dealt_from(game, lists), mixture((0.6, one), (0.4, two)))


def test_a_list_without_a_card_that_was_seen_drops_out_and_copies_count():
    game = after_sets(["G1", "S4", "K5"], ["H1", "G1"], b_sets="K5")
    g = game.record
    seen = next(card for card in map(int, g.deck[OTHER, :2]) if game.book.names.numbers[g.card[card]] == "G1")
    g.sight[VIEWER, seen] = Sight.SEEN
    lists = listed(("G1 G1 H1 S4 K5", 0.3), ("G1 H1 H1 S4 K5", 0.3), ("H1 H1 H1 S4 K5", 0.4))
    place = [int(card) for card in g.deck[OTHER, :2]].index(seen)

    def with_seen(cards):
        """Ways to lay the other cards, the one that was seen where it is."""
        wanted = Counter()
        for (laid, held, deck), ways in expected(cards, 1, 2, fits).items():
            wanted[laid, held, (*deck[:place], "G1", *deck[place:])] += ways
        return wanted

    parts = ((2.0, with_seen(["G1", "H1", "S4", "K5"])), (1.0, with_seen(["H1", "H1", "S4", "K5"])))
    assert_alike(dealt_from(game, lists), mixture(*parts))


def test_where_every_list_lacks_a_card_those_that_lack_the_fewest_stay():
    game = after_sets(["G1", "S4", "K5"], ["H1", "H4"], b_sets="K5")
    g = game.record
    for card in map(int, g.deck[OTHER, :2]):
        g.sight[VIEWER, card] = Sight.SEEN
    lists = listed(("H1 G1 S4 K5 K5", 0.5), ("G1 G1 S4 K5 K5", 0.5))
    result = dealt_from(game, lists)
    # The first list lacks H4 alone, so one of its other four cards too many is left out at random.
    assert {tuple(sorted((*laid, *held))) for laid, held, _ in result} == {
        ("G1", "K5", "K5"),
        ("G1", "K5", "S4"),
        ("K5", "K5", "S4"),
    }
    assert {deck for _, _, deck in result} == {tuple(game.book.names.numbers[g.card[c]] for c in g.deck[OTHER, :2])}


def test_cards_known_to_be_held_stay_in_the_hand_or_face_down():
    game = after_sets(["G1", "S4", "K5"], ["H1", "H4"], b_sets="K5")
    g = game.record
    held = next(int(card) for card in g.hand[OTHER, : g.n_hand[OTHER]])
    number = game.book.names.numbers[g.card[held]]
    g.sight[VIEWER, held] = Sight.HELD
    result = dealt_from(game, listed(("G1 G1 S4 K5 H1", 1.0)))
    assert all(number in (*laid, *hand) for laid, hand, _ in result)


def names(policy: str, decks) -> tuple[str, str]:
    return in_field((policy, policy), decks, [1 / len(decks)] * len(decks))


def test_the_list_of_the_other_deck_is_never_looked_at():
    """Its hidden cards may be any others, even such as it never had: no choice changes; with open lists some do."""
    (a, b), (c, d) = pairs(2, seed=11)
    chance, changed = random.Random(1), Counter()
    for policy in ("search:6,turns=1,closed", "search:6,turns=1,guess=1,closed", "search:6,turns=1"):
        both = names(policy, (c, d, a))
        game = Game.deal((a, b), seed=3, catalog=shipped_catalog(), play_blank=("all",), policies=both)
        if policy.endswith("closed"):
            game.seat(both)
        else:
            lists_for(names("search:closed", (c, d, a)))
            game.seat(policy)
        game.advance()
        while not game.is_over and game.record.turn < 5:
            viewer = int(game.record.player)
            twin = game.copy()
            g = twin.record
            for card in open_cards(g, viewer, 1 - viewer):
                if g.sight[viewer, card] == Sight.UNSEEN:
                    g.card[card] = chance.randrange(len(game.book.cards))
            sort_hands(g)
            if len(game.options) == len(twin.options):
                changed[policy] += twin.policy_choice() != game.copy().policy_choice()
            game.take(game.policy_choice())
            game.advance()
    assert changed["search:6,turns=1,closed"] == changed["search:6,turns=1,guess=1,closed"] == 0
    assert changed["search:6,turns=1"] > 0


def test_closed_alone_stands_for_the_usual_folder_and_results_name_it(monkeypatch, tmp_path):
    monkeypatch.chdir(ROOT)
    mark = folder_lists(Path("decklists")).mark
    policy = parse_policy(*in_field(["search:16,closed"]))
    assert policy.name == f"search:16,closed={mark:012x}"
    assert policy.label == f"{policy.name} v{policy.kind.version} (closed lists)"
    assert parse_policy(policy.name) == policy
    assert parse_policy("search:16,closed=decklists").name == policy.name
    monkeypatch.chdir(tmp_path)
    assert in_field(["search:16,closed"]) == (policy.name,), "the decks that ship are the same"
    (tmp_path / "decklists").mkdir()
    with pytest.raises(UcgsimError, match="a field of 0 decks; from 1 to 64 can be dealt from"):
        in_field(["search:16,closed"])
    with pytest.raises(UcgsimError, match="elsewhere: is no folder; closed=FOLDER needs one of decklists"):
        parse_policy("search:closed=elsewhere")


def test_lists_that_are_not_at_hand_and_fields_of_two_kinds_are_told(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UcgsimError, match="closed lists 0000000000ff: the field they were dealt from is not at hand"):
        lists_for(["search:closed=0000000000ff"])
    a, b = next(pairs(1, seed=1))
    marks = [give_lists(FieldLists((deck,), (1.0,))) for deck in (a, b)]
    with pytest.raises(UcgsimError, match="both players take the other deck from one field"):
        lists_for([f"search:closed={mark:012x}" for mark in marks])
    with pytest.raises(UcgsimError, match="a field of 0 decks; from 1 to 64"):
        FieldLists((), ())
    with pytest.raises(UcgsimError, match="closed= must be a folder of decklists, or nothing"):
        parse_policy("search:closed=")


def test_a_table_without_the_lists_refuses_closed_ones():
    a, b = next(pairs(1, seed=1))
    game = Game.deal((a, b), seed=3, catalog=shipped_catalog(), play_blank=("all",))
    mark = give_lists(FieldLists((a,), (1.0,)))
    with pytest.raises(UcgsimError, match="the lists of the field are not at this table"):
        game.seat(f"search:closed={mark:012x}")


def test_a_plan_names_the_field_and_is_laid_out_alike_again():
    (a, b), (c, _) = pairs(2, seed=5)
    policies = names("search:2,turns=1,closed", (b, c))
    terms = Terms.of(policy=policies[0], policy_b="greedy", catalog=shipped_catalog(), play_blank=("all",))
    plan, table = make_plan((a, b), 2, terms)
    assert plan.policies == (policies[0], "greedy")
    assert int(table.tables.n_lists) == 2
    again, same = make_plan((a, b), 2, Terms.of_plan(plan, shipped_catalog()))
    assert same.fingerprint == table.fingerprint
    assert again.mark == plan.mark
