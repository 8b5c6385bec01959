"""A card of a run replaced, and what each copy is worth: whose cards, in which games, with which intervals."""

from __future__ import annotations

import json
from dataclasses import replace
from types import SimpleNamespace

import pytest

from tests.helpers import DECKLISTS, PLAIN, assert_refuses
from tests.simulate.sealing import changed_plan
from ucgsim.errors import UcgsimError
from ucgsim.report.sheet import gained
from ucgsim.stats.rates import Estimate, Method
from ucgsim.studies.cards.swap import parse_swap, swap_cards, swapped
from ucgsim.studies.cards.watched import read_watched
from ucgsim.studies.cards.worth import CopyWorth, WorthResult
from ucgsim.studies.duel.question import duel


def test_a_swap_plays_the_games_of_the_run(kept, catalog):
    (a,) = swap_cards(kept.folder.path, ["BP01-001=BP01-003"], catalog=catalog)
    assert a.matchups[0].y.score.rate == pytest.approx(kept.findings.win_rate["a"].rate)
    assert [row[0] for row in a.study.differing] == ["BP01-001", "BP01-003"]
    assert "--swap BP01-001=BP01-003" in a.summary()


def test_a_swap_on_the_other_side_too(kept, catalog):
    (b,) = swap_cards(kept.folder.path, ["BP01-012=BP01-013"], side="b", catalog=catalog)
    assert b.matchups[0].y.score.rate == pytest.approx(kept.findings.win_rate["b"].rate)


@pytest.mark.parametrize(
    ("swap", "message"),
    [
        ("BP01-001", "give the card that leaves and the one that comes"),
        ("BP99-999=BP01-001", "holds no BP99-999"),
        ("BP01-001=BP99-999", "the catalog holds no BP99-999"),
        ("BP01-001=BP01-001", "both are one card"),
        ("BP01-001=BP01-002", "8 copies; at most 4"),
        ("one=two", "one"),
    ],
)
def test_swaps_that_are_none(swap, message, kept, catalog):
    assert_refuses(message, swap_cards, kept.folder.path, [swap], catalog=catalog)


def test_a_swap_replaces_every_copy(kept, catalog):
    deck = swapped(kept.plan.decks[0], *parse_swap(" BP01-001 = BP01-003 "), catalog)
    assert dict(deck.counts)["BP01-003"] == dict(kept.plan.decks[0].counts)["BP01-001"]
    assert deck.size == 50


def test_a_card_that_comes_in_can_be_played_blank(kept, catalog):
    run, swap = kept.folder.path, ["BP01-001=BP01-003"]
    (blank,) = swap_cards(run, swap, play_blank=["BP01-003"], catalog=catalog)
    assert blank.matchups[0].y.score.rate == pytest.approx(kept.findings.win_rate["a"].rate)
    assert "--play-blank BP01-003" in blank.summary()


def test_a_card_of_the_run_keeps_its_text(kept, catalog):
    number, _ = kept.plan.decks[1].counts[0]
    with pytest.raises(UcgsimError, match=f"was played with the text of {number}"):
        swap_cards(kept.folder.path, ["BP01-001=BP01-003"], play_blank=[number], catalog=catalog)


def test_folders_that_hold_no_such_run(field, tmp_path, catalog):
    assert_refuses("is no folder", read_watched, tmp_path / "absent", catalog)
    assert_refuses("holds no run", read_watched, tmp_path, catalog)
    (tmp_path / "matches.json").touch()
    assert_refuses("holds matches, of which only the counts are saved", read_watched, tmp_path, catalog)


def test_a_deck_of_a_matrix_is_watched_against_all_its_opponents(field, catalog):
    watched = read_watched(field.path, catalog, deck=field.names[1].upper())
    assert (watched.deck, watched.sides) == (field.decks[1], (1, 0))
    assert watched.opponents == (field.decks[0], field.decks[2])
    assert watched.games == sum(field.duels[key].plan.games for key in ((0, 1), (1, 2)))
    assert watched.command[-2:] == ["--deck", field.names[1]]


def test_a_swap_in_a_matrix_meets_every_opponent(field, catalog):
    out = next(number for number, _ in field.decks[1].counts)
    (result,) = swap_cards(field.path, [f"{out}=BP01-001"], deck=field.names[1], play_blank=["all"], catalog=catalog)
    assert [deck.name for deck in result.study.opponents] == [field.names[0], field.names[2]]
    before = [field.duels[0, 1].findings.win_rate["b"].rate, field.duels[1, 2].findings.win_rate["a"].rate]
    assert [matchup.y.score.rate for matchup in result.matchups] == pytest.approx(before)


def test_a_field_that_is_not_weighed_is_said(field, catalog, tmp_path):
    watched = read_watched(field.path, catalog, deck=field.names[0])
    assert watched.notes == []
    (tmp_path / "field.csv").write_text(f"{field.names[1]},1\n")
    (note,) = replace(watched, run=tmp_path).notes
    assert note == "all opponents count alike here, whatever their shares in field.csv"


def test_decks_that_a_matrix_does_not_have(field, kept, catalog):
    assert_refuses(f"say whose cards with --deck and one of {field.names[0]}", read_watched, field.path, catalog)
    assert_refuses("no deck 'Nobody' was played; there are Plain", read_watched, field.path, catalog, deck="Nobody")
    assert_refuses("name the one or the other", read_watched, kept.folder.path, catalog, side="b", deck="Tiga and Dyna")


def test_a_deck_of_a_duel_may_be_named(kept, catalog):
    named = read_watched(kept.folder.path, catalog, deck=kept.plan.decks[1].name)
    assert (named.deck, named.command[-2:]) == (kept.plan.decks[1], ["--side", "b"])


def test_a_run_of_another_version_is_refused(tmp_path, catalog):
    out = tmp_path / "run"
    duel(*PLAIN[:2], games=10, out=out, catalog=catalog)
    plan = json.loads((out / "plan.json").read_text())
    changed_plan(out / "plan.json", versions=plan["versions"] | {"engine": "0" * 16})
    assert_refuses("was played with other versions; play it again", read_watched, out, catalog)


def test_a_fixed_lead_is_watched_but_has_no_swap(tmp_path, catalog):
    out = tmp_path / "run"
    decks = (DECKLISTS / "tiga-dyna.txt", DECKLISTS / "arc-blazar.txt")
    duel(*decks, games=100, first="a", out=out, catalog=catalog)
    assert read_watched(out, catalog).games == 100
    assert_refuses("one side always leads", swap_cards, out, ["BP01-001=BP01-003"], catalog=catalog)


class Weighed(WorthResult):
    """Copies of known worth, of no deck that was played."""

    deck = SimpleNamespace(name="Mine")
    basis = "so many pairs"

    def named(self, number: str) -> str:
        """Its number."""
        return number


def weighed(*worths: float, error: float = 0.01) -> Weighed:
    """Copies that were seen to be worth so much, each with the same standard error."""
    question = SimpleNamespace(key="deck", words="in the deck")
    result = object.__new__(Weighed)
    estimates = [
        [
            Estimate(w, w - z * error, w + z * error, 1000, level, Method.NORMAL)
            for z, level in ((1.96, 0.95), (3, 0.99))
        ]
        for w in worths
    ]
    copies = [
        CopyWorth(SimpleNamespace(card=at, number=1), f"card {at}", question, *each)
        for at, each in enumerate(estimates)
    ]
    result.__dict__["worths"] = {"deck": copies}
    return result


def test_a_copy_is_named_only_if_it_is_surely_worth_more_or_less():
    """Most and least of equal copies were told with one and the same worth, -0.4 and -0.4."""
    (none,) = weighed(0.001, -0.001, 0.0).sentences()
    assert "is distinguishable" in none
    (more,) = weighed(0.2, 0.01, -0.01).sentences()
    assert "the 1st copy of card 0 is worth most (+20.0 ± 2.0 points)" in more
    both = weighed(0.05, 0.052, -0.05, -0.051)
    (named,) = both.sentences()
    assert "the 1st copy of card 1 is worth most" in named
    assert "the 1st copy of card 3 is worth least (-" in named
    pick = both.shown(both.worths["deck"][1])
    assert gained(pick) in named
    assert pick.method is Method.PICKED
    assert both.shown(both.worths["deck"][0]) == both.worths["deck"][0].together
