"""What a panel of good players played: who they are, which swaps they tried, and that all of it is there."""

import pytest

from scripts.panel import DECKS, LEFT_OUT, PANEL, ROOT, SIZES, Store, Table, matchups, swaps
from scripts.panel_games import GAINS, GAMES

FOLDER = ROOT / "reports" / "players"


@pytest.fixture(scope="module")
def tried(tmp_path_factory):
    return swaps(Table(tmp_path_factory.mktemp("decks"), 1), 216)


def test_the_panel_has_players_of_several_families_on_seeds_of_their_own():
    assert len(PANEL) >= 6
    assert len({player.family for player in PANEL}) >= 3
    assert len({player.seed for player in PANEL}) == len(PANEL)


def test_every_matchup_and_every_swap_was_played(tried):
    games, gains = (Store(FOLDER / name, "what players played").entries for name in (GAMES, GAINS))
    for player in PANEL:
        for a, b in matchups():
            points = games[f"{player.label} | {a} | {b}"]
            assert sum(map(sum, points)) == player.games
        asked = [place for place, swap in enumerate(tried) if player.pairs and swap.cards >= player.fewest]
        for place in asked:
            rate, low, high, pairs = gains[f"{player.label} | {place}"]
            assert low <= rate <= high
            assert pairs > 0


def test_swaps_are_legal_and_of_every_size(tried):
    assert {swap.cards for swap in tried} == set(SIZES)
    assert {swap.deck for swap in tried} == {*DECKS, *LEFT_OUT}
    for swap in tried:
        assert 3 <= len(swap.rivals) <= 8
        assert swap.deck not in swap.rivals
        assert sum(count for _, count in swap.into) == swap.cards
        assert not {card for card, _ in swap.out} & {card for card, _ in swap.into}
