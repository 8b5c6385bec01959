"""Odds of played openings: the game agrees with the mathematics where nothing but drawing happens."""

from __future__ import annotations

import pytest

from tests.default_play import BY
from tests.helpers import DECKLISTS, assert_refuses
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.checking import load_deck
from ucgsim.probability import odds_of_cards
from ucgsim.studies.openings import odds_with_effects

SURE = 0.999999
"""One interval in a million misses; the seeds are fixed, so that a pass stays a pass."""

PLAIN = "plain-dyna-gaia.txt"
"""Its cards have no text, and it plays no scenes."""


def both(want: str, deck: str = PLAIN, *, sample: int = 4_000, **terms):
    catalog = shipped_catalog()
    played = odds_with_effects(DECKLISTS / deck, want, sample=sample, confidence=SURE, catalog=catalog, **terms)
    cards = load_deck(DECKLISTS / deck, catalog).cards(catalog)
    return played, odds_of_cards(cards, want, **{"turn": 1} | {name: terms[name] for name in terms if name != "seed"})


@pytest.mark.parametrize("redraw", ["never", "always", "unless"])
@pytest.mark.parametrize("procedure", ["official", "reshuffle"])
def test_a_deck_without_effects_has_the_exact_odds(redraw, procedure):
    played, counted = both("level 1 DYNA and level 2 DYNA", turn=3, redraw=redraw, procedure=procedure)
    assert played.low <= counted.probability <= played.high
    assert played.without.low <= counted.without_redraw <= played.without.high
    assert played.redraws.low <= counted.redraw_rate <= played.redraws.high
    # The third turn is the last that every game sees (CR 1.3.2).
    for there, here in list(zip(played.by_turn, counted.by_turn, strict=True))[:3]:
        assert there.chance.low <= here.chance.probability <= there.chance.high
        assert there.without_redraw.low <= here.without_redraw.probability <= there.without_redraw.high
    for there, here in zip(played.expected, counted.expected, strict=True):
        assert there.low - 1e-9 <= here.count <= there.high + 1e-9


def test_a_redraw_condition_and_the_next_player():
    played, counted = both("chain of 3", turn=2, redraw_when="level 1 <= 1", seat="next")
    assert played.low <= counted.probability <= played.high
    assert played.redraws.low <= counted.redraw_rate <= played.redraws.high


def test_games_that_end_before_a_turn_do_not_count_at_it():
    """A deck without effects draws what plain draws show, in every game that reaches the turn, however late it is."""
    played, _ = both("level 3 DYNA and level 2 DYNA", turn=7, sample=3_000)
    for row in played.by_turn:
        assert row.plain.chance == row.chance
        assert (row.plain.added.value, row.plain.added.low <= 0 <= row.plain.added.high) == (0, True)
    games = [row.plain.games for row in played.by_turn]
    assert games[:3] == [3_000] * 3
    assert games == sorted(games, reverse=True)
    assert 0 < played.plain.games < 3_000
    assert f"{played.plain.games:,} of 3,000 games reach turn 7" in played.summary()
    data = played.as_json()["without_effects"]
    assert (data["games"], data["probability"]) == (played.plain.games, played.chance.probability)


def test_a_turn_that_no_game_reaches_is_refused():
    assert_refuses("none of 5 games reaches turn 20; ask of an earlier one", both, "DYNA", turn=20, sample=5)


def test_effects_and_scenes_give_more():
    played, counted = both("level 3 TIGA and level 2 TIGA", deck="tiga-dyna.txt", turn=3)
    assert played.low > counted.probability
    assert played.plain.added.low > 0
    assert played.exact is False


def test_the_answer_says_who_played():
    catalog = shipped_catalog()
    result = odds_with_effects(
        DECKLISTS / PLAIN,
        "chain",
        against=DECKLISTS / "plain-kaiju.txt",
        policy_b="random",
        sample=200,
        catalog=catalog,
    )
    assert f"{BY} against random v1, opponent Plain Kaiju" in result.summary()
    assert "by Round 1" in result.summary()
    data = result.as_json()
    assert (data["with_effects"], data["policies"]) == (True, {"a": BY, "b": "random v1"})
    assert data["low"] <= data["probability"] <= data["high"]


def test_the_same_seed_plays_the_same():
    first, again, other = (both("chain", seed=seed)[0] for seed in (1, 1, 2))
    assert first == again
    assert first.chance != other.chance


def test_progress_is_told_for_every_opening():
    reported: list[int] = []
    odds_with_effects(DECKLISTS / PLAIN, "chain", sample=6_000, catalog=shipped_catalog(), advance=reported.append)
    assert reported == [5_000, 1_000]
