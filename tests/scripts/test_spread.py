"""What is shipped of how far good players lie apart follows from what was played, and the document says what it is."""

import math
from dataclasses import asdict

import pytest

from scripts import spread as script
from scripts.panel import DECKS, LEFT_OUT, PANEL, SIZES, Store, Table, matchups, swaps
from scripts.players import GAINS, GAMES
from ucgsim.policies.spread import stored_spread
from ucgsim.stats.rates import Estimate, Method

FOLDER = script.ROOT / "reports" / "players"


@pytest.fixture(scope="module")
def played():
    return script.read_games(Store(FOLDER / GAMES, "games"))


@pytest.fixture(scope="module")
def gains():
    return script.read_gains(Store(FOLDER / GAINS, "swaps"))


@pytest.fixture(scope="module")
def tried(tmp_path_factory):
    return swaps(Table(tmp_path_factory.mktemp("decks"), 1), 216)


def test_the_panel_has_six_players_of_several_families_on_seeds_of_their_own(played):
    assert set(played) == set(PANEL)
    assert len(PANEL) >= 6
    assert len({player.family for player in PANEL}) >= 3
    assert len({player.seed for player in PANEL}) == len(PANEL)
    assert all(len(cells) == len(matchups()) for cells in played.values())


def test_what_is_shipped_follows_from_what_was_played(played, gains, tried):
    now, shipped = asdict(script.estimated(played, gains, tried)), asdict(stored_spread())
    assert now.pop("players") == shipped.pop("players")
    assert now == pytest.approx(shipped, rel=0.02)


def test_the_document_shows_what_was_judged_and_it_holds(played, gains, tried):
    """At least 93 % of matchups and of swaps, of players and decks that were left out."""
    lines = script.tables(played, gains, tried)
    text = script.DOCUMENT.read_text("utf-8")
    shown = [line for line in text.partition(script.START)[2].partition(script.END)[0].splitlines() if line]
    assert shown == [line for line in lines if line]
    rows = [[cell.strip(" *") for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    of = {tuple(row[:2]): row[2:] for row in rows}
    every = [int(share.rstrip(" %")) for row in ("all", "of another family") for share in of[row, ""][:2]]
    assert min(every) >= 93
    small = of["1 to 2", "all"]
    assert int(small[1].rstrip(" %")) >= 93
    assert float(small[3]) < 1


def test_swaps_are_legal_and_of_every_size(tried):
    assert len(tried) == 216
    assert {swap.cards for swap in tried} == set(SIZES)
    assert {swap.deck for swap in tried} == {*DECKS, *LEFT_OUT}
    for swap in tried:
        assert 3 <= len(swap.rivals) <= 8
        assert swap.deck not in swap.rivals
        assert sum(count for _, count in swap.into) == swap.cards
        assert not {card for card, _ in swap.out} & {card for card, _ in swap.into}


def test_noise_of_the_other_player_is_allowed_for():
    shown, far = (Estimate(rate, rate - 0.03, rate + 0.03, 100, 0.95, Method.NORMAL) for rate in (0.5, 0.54))
    assert script._judged(shown, far)
    assert not script._judged(shown, Estimate(0.54, 0.539, 0.541, 10**6, 0.95, Method.NORMAL))
    assert script._noise(far) == pytest.approx((0.03 / 1.96) ** 2, rel=0.01)
    assert math.isfinite(stored_spread().df)
