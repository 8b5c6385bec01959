"""Single opening hands: named ones, and those where the choice matters most."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.helpers import PLAIN
from ucgsim.decks.reading import read_deck
from ucgsim.errors import UcgsimError
from ucgsim.policies.spec import parse_policy
from ucgsim.report.sheet import interval
from ucgsim.simulate.plan import Terms
from ucgsim.studies.redraw.named_hands import NamedHands, expected_gains, hand_of, play_hands, play_top_hands, read_hand
from ucgsim.studies.redraw.question import plan_redraw

V = f"v{parse_policy('planner').kind.version}"
"""The version of the planner, which rises when it learns something."""


@pytest.fixture(scope="module")
def study(catalog):
    return plan_redraw(PLAIN[0], [PLAIN[1]], Terms(catalog=catalog, seed=3), hands=400)


@pytest.fixture
def six(study):
    """The first six cards of the deck, in order of numbers."""
    return [number for number, copies in study.deck.counts for _ in range(copies)][:6]


def test_a_hand_is_read_as_cards_of_the_deck(study, six):
    hand = read_hand(", ".join(reversed(six)), study.deck, study.terms.catalog)
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
        read_hand(text, study.deck, study.terms.catalog)


@pytest.fixture(scope="module")
def tiga(catalog):
    return read_deck("tiga-dyna", catalog)


@pytest.mark.parametrize(
    "text",
    [
        "2 Tiga 1 (BP01-001), 1 Tiga 2 (BP01-004), Tiga 3 · Zeperion Beam (BP01-007), 2 Dyna 1 · Flash Type (BP02-046)",
        "2 Tiga 1, Tiga 2, Tiga 3 · Zeperion Beam, 2 BP02-046",
        "tiga 1,TIGA 1,bp01-004,tiga 3 zeperion beam,BP02-046,BP02-046",
        "2x BP01-001, 1x BP01-004, BP01-007, 2 x BP02-046",
    ],
)
def test_a_hand_is_read_by_the_names_that_tables_print(tiga, catalog, text):
    hand = read_hand(text, tiga, catalog)
    assert hand.numbers == ("BP01-001", "BP01-001", "BP01-004", "BP01-007", "BP02-046", "BP02-046")


def test_a_hand_that_is_printed_can_be_typed_again(tiga, catalog):
    """Names with commas in them as well."""
    scenes = [number for number, _ in tiga.counts if catalog[number].is_scene]
    assert any("," in catalog[number].full_name for number in scenes)
    study = plan_redraw(tiga, [PLAIN[1]], Terms(catalog=catalog), hands=2)
    hand = hand_of([*scenes, scenes[-1], "BP01-001", "BP01-001", "BP02-049"], tiga)
    printed = play_hands(study, [hand], words=()).text(hand)
    assert read_hand(printed, tiga, catalog) == hand


@pytest.mark.parametrize(
    ("name", "says"),
    [
        (
            "Tiga",
            r"^hand: 'Tiga' is several cards of Tiga and Dyna: Tiga 1 \(BP01-001\), .*Torrent \(BP01-008\); name one$",
        ),
        (
            "Dyna 1",
            r"'Dyna 1' is several cards of .*: Dyna 1 · Flash Type \(BP02-046\), Dyna 1 · Flash Type \(BP04-001\);",
        ),
        (
            "Tigo 1",
            r"'Tigo 1' is no card number and no name of a card of Tiga and Dyna; did you mean Tiga 1 \(BP01-001\)",
        ),
        ("Gaia 1", "'Gaia 1' is no card number"),
    ],
)
def test_a_name_that_is_no_card_of_the_deck_or_several_is_refused(tiga, catalog, name, says):
    with pytest.raises(UcgsimError, match=says):
        read_hand(f"{name},5 BP01-001", tiga, catalog)


def judged(study, kept: int, redrawn: int, verdicts: int, policy: str = "planner") -> NamedHands:
    """A made-up hand of a thousand games: so many are won kept and redrawn, in so many the policy redraws it."""
    points = np.zeros((3, 3), np.int64)
    points[2, 0], points[0, 2], points[0, 0] = kept, redrawn, 1000 - kept - redrawn
    terms = Terms.of(policy=policy, catalog=study.terms.catalog)
    hand = hand_of([number for number, copies in study.deck.counts for _ in range(copies)][:6], study.deck)
    return NamedHands(replace(study, terms=terms), (hand,), points[None], np.array([verdicts]), ())


def test_advice_against_what_the_policy_does_is_called_a_contradiction(study):
    wrong = judged(study, 600, 300, 1000)
    assert wrong.sentences()[0].startswith("Keep ")
    assert f"Note: planner {V} (open list) does the opposite: it redraws it." in wrong.summary()
    (hand,) = wrong.to_json()["hands"]
    assert (hand["advice"], hand["contradicts"]) == ("keep", True)
    assert "yes (the opposite)" in wrong.summary()
    assert "100.0 %" not in wrong.summary()
    assert hand["policy_redraws"]["low"] == hand["policy_redraws"]["high"] == hand["policy_redraws"]["rate"] == 1
    right = judged(study, 600, 300, 0)
    assert "does the opposite" not in right.summary()
    assert "does the opposite" in judged(study, 300, 600, 0).summary()
    for verdicts in (0, 1000):
        assert "opposite" not in judged(study, 450, 450, verdicts).summary(), "nothing is advised"


def test_what_a_policy_does_by_chance_has_an_interval(study):
    for verdicts, policy in ((1000, "search:2,turns=1,with=planner"), (1000, "random"), (700, "planner")):
        mixed = judged(study, 600, 300, verdicts, policy)
        often = mixed.worths[0].policy_redraws
        assert often.low < often.rate
        assert f"it redraws it in {interval(often)} of games." in mixed.summary()


def test_too_many_copies_are_refused(study):
    number, copies = study.deck.counts[0]
    with pytest.raises(UcgsimError, match=f"has 6 of {number}; .* holds {copies}"):
        hand_of([number] * 6, study.deck)


def test_a_named_hand_is_kept_and_redrawn(study, six):
    text = ",".join(six)
    result = play_hands(study, [read_hand(text, study.deck, study.terms.catalog)], words=("--hand", text))
    (worth,) = result.worths
    assert worth.games == 400
    assert worth.gain.rate == pytest.approx(worth.redrawn.rate - worth.kept.rate)
    assert f"--hand {text}" in result.command
    assert result.to_json()["hands"][0]["cards"] == six
    assert "redrawn" in result.summary()
    done = result.worths[0].policy_redraws
    assert (interval(done) in result.summary()) == (0 < done.rate < 1)


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
    monkeypatch.setattr("ucgsim.studies.redraw.named_hands.GAMES_OF_PICKED", 300)
    result = play_top_hands(study, 4, words=("--top-hands", "4"))
    assert [worth.games for worth in result.worths] == [300] * 4
    assert len({worth.hand for worth in result.worths}) == 4
    assert result.worths[0].gain.confidence > 0.98
    assert "Picked by what all hands" in result.summary()
