"""CR 4.2: shuffling, the throw, starting hands and redraws."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.invariants.random_games import dealt, pairs
from tests.rules.sight import seen
from tests.rules.situations import CATALOG, asked, place
from ucgsim.errors import UcgsimError
from ucgsim.play import Game

DECK = ["H1"] * 10 + ["H2"] * 10 + ["H3"] * 10 + ["G1"] * 10 + ["K5"] * 10


def new(seed=1, **more) -> Game:
    return Game.new(DECK, DECK, seed=seed, catalog=CATALOG, **more)


def cards(game, player):
    return Counter(game.hand(player) + game.deck(player))


def test_4_2_1_decks_are_shuffled():
    games = [new(seed, first="A") for seed in range(1, 20)]
    assert len({tuple(game.deck("A")) for game in games}) == 19
    assert all(game.deck("A") != game.deck("B") for game in games)
    assert all(cards(game, player) == Counter(DECK) for game in games for player in "AB")


def test_4_2_1_the_same_seed_gives_the_same_shuffle():
    assert new(7).deck("A") == new(7).deck("A")


def test_4_2_2_the_winner_of_the_throw_chooses_to_lead_or_to_follow():
    game = new()
    player, kind, labels = asked(game)
    assert (kind, labels) == ("lead", {"lead", "next"})
    other = "B" if player == "A" else "A"
    follower = game.copy()
    game.choose("lead")
    follower.choose("next")
    assert (game.lead, follower.lead) == (player, other)


def test_4_2_2_each_player_wins_about_half_of_the_throws():
    winners = Counter(new(seed).decision.player for seed in range(200))
    assert 70 <= winners["A"] <= 130


@pytest.mark.parametrize("first", ["A", "B"])
def test_4_2_2_the_first_lead_may_be_given(first):
    game = new(first=first)
    assert (game.lead, game.decision) == (first, (first, "redraw", ["redraw", "keep"]))


def test_4_2_2_only_the_two_players_can_lead():
    with pytest.raises(UcgsimError, match="'C' is no player"):
        new(first="C")


def test_4_2_3_starting_hands_have_six_cards():
    game = new(first="A")
    assert [len(game.hand(player)) for player in "AB"] == [6, 6]
    assert [len(game.deck(player)) for player in "AB"] == [44, 44]


def test_4_2_3_each_player_is_asked_once_the_lead_player_first():
    game = new(first="B")
    assert game.decision.player == "B"
    game.choose("redraw")
    assert (game.decision.player, game.decision.kind) == ("A", "redraw")
    game.choose("redraw")
    assert game.decision.kind != "redraw"
    assert game.turn == 1


def redrawn() -> Game:
    return place(
        "redraw",
        turn=1,
        a={"hand": ["H1"] * 6, "deck": ["H2"] * 6 + ["H3"] * 20},
        b={"hand": ["H1"] * 6, "deck": ["G1"] * 6},
    )


def test_4_2_3_a_redraw_brings_the_next_six_cards_and_none_given_back():
    game = redrawn()
    game.advance()
    game.choose("redraw")
    assert game.hand("A") == ["H2"] * 6


def test_4_2_3_the_deck_is_shuffled_after_a_redraw():
    game = redrawn()
    game.advance()
    game.choose("redraw")
    assert Counter(game.deck("A")) == Counter({"H3": 20, "H1": 6})
    assert game.deck("A") != ["H3"] * 20 + ["H1"] * 6


def test_4_2_3_a_kept_hand_leaves_the_deck_as_it_is():
    game = redrawn()
    game.advance()
    game.choose("keep")
    assert game.hand("A") == ["H1"] * 6
    assert game.deck("A") == ["H2"] * 6 + ["H3"] * 20


def test_4_2_3_reshuffling_first_may_bring_cards_back():
    deals = [
        Game.deal((DECK, DECK), seed=seed, catalog=CATALOG, first=0, redraw_procedure="reshuffle") for seed in range(30)
    ]
    again = 0
    for game in deals:
        game.advance()
        before = set(map(int, game.record.hand[0, :6]))
        game.choose("redraw")
        again += len(before & set(map(int, game.record.hand[0, :6])))
    assert again > 0


def test_4_2_3_nobody_knows_a_deck_after_a_redraw():
    pair = next(pairs(1, seed=1))
    game = dealt(pair, 1)
    game.advance()
    while game.decision.kind != "redraw":
        game.take(0)
        game.advance()
    player = game.decision.player
    game.choose("redraw")
    assert set(seen(game, player, "deck", player)) == {"?"}
    assert "?" not in seen(game, player, "hand", player)
