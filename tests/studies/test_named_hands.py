"""Single opening hands: named ones, and those where the choice matters most."""

from __future__ import annotations

import numpy as np
import pytest

from ucgsim.errors import UcgsimError
from ucgsim.report.numbers import interval
from ucgsim.simulate.terms import Terms
from ucgsim.studies.redraw.named import expected_gains, hand_of, play_hands, play_top_hands, read_hand
from ucgsim.studies.redraw.study import plan_redraw

from .conftest import PLAIN


@pytest.fixture(scope="module")
def study(catalog):
    return plan_redraw(PLAIN[0], [PLAIN[1]], Terms(catalog=catalog, seed=3), hands=400)


@pytest.fixture
def six(study):
    """The first six cards of the deck, in order of numbers."""
    return [number for number, copies in study.deck.counts for _ in range(copies)][:6]


def test_a_hand_is_read_as_cards_of_the_deck(study, six):
    hand = read_hand(", ".join(reversed(six)), study.deck)
    assert hand.numbers == tuple(six)
    assert hand.cards == tuple(range(6))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("BP01-001", "has 1 cards; name 6"),
        ("BP01-001,BP01-001,BP01-001,BP01-001,BP01-001,nonsense", "is no card number"),
        ("BP99-999," * 6, "has 6 of BP99-999"),
        ("BP99-999," * 300, r"^hand .{1,130}\.\.\..: has 300 cards"),
    ],
)
def test_a_hand_that_cannot_be_dealt_is_refused(study, text, says):
    with pytest.raises(UcgsimError, match=says):
        read_hand(text, study.deck)


def test_too_many_copies_are_refused(study):
    number, copies = study.deck.counts[0]
    with pytest.raises(UcgsimError, match=f"has 6 of {number}; .* holds {copies}"):
        hand_of([number] * 6, study.deck)


def test_a_named_hand_is_kept_and_redrawn(study, six):
    text = ",".join(six)
    result = play_hands(study, [read_hand(text, study.deck)], words=("--hand", text))
    (worth,) = result.worths
    assert worth.games == 400
    assert worth.gain.rate == pytest.approx(worth.redrawn.rate - worth.kept.rate)
    assert f"--hand {text}" in result.command
    assert result.to_json()["hands"][0]["cards"] == six
    assert "redrawn" in result.summary()
    assert interval(result.worths[0].policy_redraws) in result.summary()


def test_expected_gains_tell_good_cards_from_bad_ones():
    generator = np.random.default_rng(2)
    held = generator.multinomial(6, [0.2, 0.3, 0.5], 4000)
    gains = generator.normal(0.5 - 0.4 * held[:, 0], 1)
    hands, expected = expected_gains(held, gains)
    most = hands[expected.argmax()]
    assert most[0] == 0
    assert hands[expected.argmin()][0] == held[:, 0].max()
    assert np.corrcoef(expected, -hands[:, 0])[0, 1] > 0.95


def test_hands_that_matter_are_judged_by_games_of_their_own(study, monkeypatch):
    monkeypatch.setattr("ucgsim.studies.redraw.named.GAMES_OF_PICKED", 300)
    result = play_top_hands(study, 4, words=("--top-hands", "4"))
    assert [worth.games for worth in result.worths] == [300] * 4
    assert len({worth.hand for worth in result.worths}) == 4
    assert result.worths[0].gain.confidence > 0.98
    assert "Picked by what all hands" in result.summary()
