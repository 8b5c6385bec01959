"""The friendly face: new games, choices, copies, views, what is told."""

from __future__ import annotations

import pytest

from tests.helpers import DECKLISTS
from tests.play.snippets import CARDS, write
from tests.rules.situations import CATALOG, place
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.deck import Deck
from ucgsim.decks.reading import read_deck
from ucgsim.errors import UcgsimError
from ucgsim.play import Game, Position, Side, Stack
from ucgsim.play.scenario import read_scenario

A, B = DECKLISTS / "plain-zero-geed.txt", DECKLISTS / "plain-kaiju.txt"


def test_a_deck_may_be_a_file_a_deck_or_card_numbers():
    catalog = shipped_catalog()
    deck = read_deck(A, catalog)
    numbers = [number for number, count in deck.counts for _ in range(count)]
    games = [Game.new(one, B, seed=4) for one in (A, str(A), deck, numbers)]
    assert len({tuple(game.deck("A")) for game in games}) == 1


@pytest.mark.parametrize("deck", [["H1"] * 61, []])
def test_a_deck_of_impossible_size_is_refused(deck):
    with pytest.raises(UcgsimError, match="a game takes from 1 to 60"):
        Game.new(deck, ["H1"], catalog=CATALOG)


def test_an_unknown_card_is_refused():
    with pytest.raises(UcgsimError, match="the catalog holds no H9"):
        Game.new(Deck("mine", (("H9", 1),)), ["H1"], catalog=CATALOG)
    with pytest.raises(UcgsimError, match="the catalog holds no H9"):
        Game.place(Position(sides=(Side(hand=("H9",)), Side())), CATALOG)


def test_choosing_goes_on_to_the_next_decision():
    game = Game.new(A, B, seed=2, first="A")
    assert (game.decision.player, game.decision.kind, game.options) == ("A", "redraw", ["redraw", "keep"])
    game.choose("keep")
    assert game.decision.player == "B"
    assert str(game.log[-1]) == "A: keep (CR 4.2.3)"


def test_what_is_not_offered_is_refused_with_what_is():
    game = Game.new(A, B, first="A")
    with pytest.raises(UcgsimError, match="'pass' is no option of A; there are redraw, keep"):
        game.choose("pass")
    with pytest.raises(UcgsimError, match="nothing is asked"):
        place("draw").choose("pass")
    with pytest.raises(UcgsimError, match="'a' is no player"):
        game.hand("a")


def test_a_copy_lives_on_its_own():
    game = Game.new(A, B, seed=3, first="A")
    twin = game.copy()
    twin.play_out()
    assert (game.phase, game.winner, game.decision.kind) == ("redraw", None, "redraw")
    assert twin.is_over
    assert len(twin.log) > len(game.log)
    assert game.options == ["redraw", "keep"]


def test_a_game_played_out_ends_and_says_why():
    game = Game.new(A, B, seed=6)
    game.play_out(["greedy", "random"])
    assert game.winner in ("A", "B")
    assert game.reason in ("battles", "no_character")
    assert (game.phase, game.decision, game.options) == ("over", None, [])
    assert len(game.outcome) == len(game.stacks("A")) or game.reason == "no_character"


def test_the_same_seed_is_the_same_game_and_another_is_not():
    logs = []
    for seed in (5, 5, 6):
        game = Game.new(A, B, seed=seed)
        game.play_out("random")
        logs.append([str(line) for line in game.log])
    assert logs[0] == logs[1] != logs[2]


def test_a_scenario_file_gives_a_game(tmp_path):
    text = CARDS + "turn: 2\nphase: set\nA: {hand: [H1, G1]}\nB: {hand: [K1]}\nfield: [{A: [H1, H2]}]\n"
    game = Game.of(read_scenario(write(tmp_path, text), shipped_catalog()))
    game.advance()
    assert game.options == ["set G1", "set H1"]
    assert (game.turn, game.phase, game.lead, game.stacks("A")) == (2, "set", "A", [["H1", "H2"]])


def test_every_zone_of_a_position_is_seen():
    sides = (Side(("H1", "G1"), ("H2", "H3"), ("S0",), ("S1",)), Side(deck=("K5",)))
    areas = ((Stack(("H1", "H2"), ("G1", "G2")), None), (None, Stack(("K5",))))
    game = Game.place(Position(1, 3, sides=sides, areas=areas, scene=("S2", 1)), CATALOG)
    assert (game.hand("A"), game.deck("A")) == (["G1", "H1"], ["H2", "H3"])
    assert (game.discard("A"), game.exile("A"), game.deck("B")) == (["S0"], ["S1"], ["K5"])
    assert (game.stacks("A"), game.stacks("B")) == ([["H1", "H2"], []], [[], ["K5"]])
    assert (game.charge("A"), game.charge("B")) == ([["G1", "G2"], []], [[], []])
    assert (game.state("A"), game.bp("A"), game.grade("B")) == (["DOUBLE", None], [9000, None], [None, "SINGLE"])
    assert (game.types("B"), game.scene, game.lead, game.turn) == ([[], ["HAZARD"]], ("S2", "B"), "B", 3)


def test_a_position_has_its_limits():
    with pytest.raises(UcgsimError, match="B has 61 cards"):
        Game.place(Position(sides=(Side(), Side(hand=("H1",) * 61))), CATALOG)
    with pytest.raises(UcgsimError, match="64 battle areas; a game may have 63"):
        Game.place(Position(areas=((None, None),) * 64), CATALOG)
    with pytest.raises(UcgsimError, match="the redraw comes before turn 1"):
        place("redraw", turn=2)
