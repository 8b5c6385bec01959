"""Cards and winning: the same games, counts that add up, intervals, and a card replaced."""

from __future__ import annotations

import json
import math
import shutil
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from tests.helpers import DECKLISTS, PLAIN
from tests.simulate.sealing import changed_plan
from ucgsim.errors import UcgsimError
from ucgsim.report.sheet import gained
from ucgsim.simulate.impact import (
    ASIDE,
    STATES,
    WITH_LOST,
    WITH_WON,
    WITHOUT_LOST,
    WITHOUT_WON,
    count_cards,
    play_part,
    watch,
)
from ucgsim.simulate.loops.impact import ROUNDS, Fate
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.table import make_plan
from ucgsim.stats.rates import Estimate, Method
from ucgsim.studies.cards.impact import associate, cards_impact, play_both, read_subject
from ucgsim.studies.cards.swap import parse_swap, swap_cards, swapped
from ucgsim.studies.cards.worth import CopyWorth, WorthResult
from ucgsim.studies.duel.question import duel


@pytest.fixture(scope="module")
def subject(kept, catalog):
    plan, table = make_plan(kept.plan.decks, kept.plan.games, Terms.of_plan(kept.plan, catalog))
    return watch(plan, table)


@pytest.fixture(scope="module")
def impact(kept, catalog):
    return cards_impact(kept.folder.path, catalog=catalog)


def bits(values):
    return [int(value).bit_count() for value in values]


def test_the_games_are_those_of_the_run(subject, kept):
    rows = play_part(subject, 0, 400)
    games = kept.games().collect()
    assert np.array_equal(rows["winner"], games["winner"].to_physical().to_numpy())
    assert np.array_equal(rows["turns"], games["rounds"].to_numpy())


def test_fates_follow_each_other(subject):
    fates = play_part(subject, 0, 400)["fate"]
    for fate in range(Fate.OPENING, Fate.OPENING + ROUNDS):
        assert not (fates[:, :, fate] & ~fates[:, :, fate + 1]).any()
    assert max(bits(fates[:, 0, Fate.OPENING])) <= 6
    assert min(bits(fates[:, 0, Fate.OPENING])) >= 2
    assert (fates[:, :, Fate.USED] != 0).any()


def test_level_ups_and_scenes_agree_with_the_run(subject, kept):
    rows, games = play_part(subject, 0, 400), kept.games().collect()
    for side, name in enumerate("ab"):
        leveled = np.array(bits(rows["fate"][:, side, Fate.LEVELED]))
        assert np.array_equal(leveled > 0, games[f"level_ups_{name}"].to_numpy() > 0)
        assert np.all(leveled <= games[f"level_ups_{name}"].to_numpy())


def test_every_game_is_counted_once_for_every_card(subject):
    (part,) = count_cards(subject)
    for table in part.tables:
        assert (table.sum(axis=2) == 400).all()
        assert table[:, Fate.OPENING, ASIDE].sum() == 0


def counted(**games):
    """Games by their states, such as ``with_won=3``."""
    table = np.zeros(STATES, np.int64)
    states = {"with_won": WITH_WON, "with_lost": WITH_LOST, "without_won": WITHOUT_WON, "without_lost": WITHOUT_LOST}
    for name, count in games.items():
        table[states[name]] += count
    return table


def test_rates_with_and_without():
    result = associate("X", Fate.SET, counted(with_won=120, with_lost=20, without_won=20, without_lost=240))
    assert (result.games_with, result.games_without) == (140, 260)
    assert result.with_it.rate == pytest.approx(120 / 140)
    assert result.without_it.rate == pytest.approx(20 / 260)
    assert result.difference.rate == pytest.approx(120 / 140 - 20 / 260)
    assert result.p_value < 1e-6


def test_rare_cards_have_no_difference():
    result = associate("X", Fate.SET, counted(with_won=10, without_lost=500, without_won=500))
    assert math.isnan(result.difference.rate)
    assert result.games_with == 10


def test_the_interval_of_the_difference_covers_what_it_says():
    # The truth is 10 points.
    rng = np.random.default_rng(5)
    covered = 0
    for _ in range(400):
        card = rng.random(1000) < 0.4
        states = np.where(card, WITH_LOST, WITHOUT_LOST) + (rng.random(1000) < 0.45 + 0.1 * card)
        table = np.bincount(states, minlength=STATES)
        covered += not associate("X", Fate.SET, table).difference.excludes(0.1)
    assert 0.92 <= covered / 400 <= 0.98


def table_with(impact, gain: int):
    """Counts in which nothing goes with winning, but for the first card in the opening hand."""
    table = np.zeros_like(impact.table)
    for state in (WITH_LOST, WITH_WON, WITHOUT_LOST, WITHOUT_WON):
        table[..., state] = 500
    table[0, Fate.OPENING, WITH_WON] += gain
    table[0, Fate.OPENING, WITH_LOST] -= gain
    return table


@pytest.mark.parametrize(("gain", "certain"), [(50, False), (120, True)])
def test_certain_holds_for_all_cards_together(impact, gain, certain):
    result = replace(impact, table=table_with(impact, gain))
    assert result.associations[0].p_value < 0.05
    assert result.certain == ({(result.deck.counts[0][0], Fate.OPENING)} if certain else frozenset())
    assert replace(result, turned=True).certain == frozenset()


def test_the_picked_cards_have_intervals_for_all_of_them(impact):
    table = table_with(impact, 0)
    for card, gain in enumerate((140, 135, -140, -135)):
        table[card, Fate.OPENING, WITH_WON] += gain
        table[card, Fate.OPENING, WITH_LOST] -= gain
    impact = replace(impact, table=table)
    cards = len(impact.opening)
    assert {each.difference.confidence for each in impact.opening} == {1 - 0.05 / cards}
    plain = {each.card: each.difference for each in impact.associations if each.fate is Fate.OPENING}
    assert all(each.difference.width > plain[each.card].width for each in impact.opening)
    assert impact.answer().startswith("Opening hands with ")
    assert impact.answer().endswith("that need not be what the cards do.")
    best, worst = impact.extremes
    assert impact.sure
    for each in impact.sure:
        assert (
            f"{impact.named(each.card)} win {'more' if each.difference.rate > 0 else 'less'} often" in impact.answer()
        )
    for each in (best, worst):
        assert each.difference.low <= each.difference.rate <= each.difference.high
    assert best.difference.rate < plain[best.card].rate
    assert worst.difference.rate > plain[worst.card].rate
    marked = [cell for row in impact.sheet().rows for cell in row if "^" in cell.text]
    assert len(marked) == sum(each.difference.method is Method.PICKED for each in impact.sure)
    (first,) = (each for each in impact.associations if (each.card, each.fate) == (best.card, Fate.OPENING))
    assert impact.shown(first) == best.difference
    assert [each["card"] for each in impact.to_json()["named"]] == [best.card, worst.card]


def test_no_card_is_named_where_none_surely_goes_with_winning(impact):
    """The most extreme of many that do nothing was named all the same."""
    nothing = replace(impact, table=table_with(impact, 0))
    assert nothing.sure == ()
    assert "No card of" in nothing.answer()
    assert "is distinguishable" in nothing.answer()
    assert "^" not in nothing.answer()
    assert [each["sure"] for each in nothing.to_json()["named"]] == [False, False]
    one = replace(impact, table=table_with(impact, 150))
    assert [each.card for each in one.sure] == [one.deck.counts[0][0]]
    assert "less often" not in one.answer()


def test_answer_summary_json_and_tables(impact):
    assert "association" in impact.summary()
    assert "400 games of Tiga and Dyna against" in impact.summary()
    answer = json.loads(json.dumps(impact.to_json(), allow_nan=False))
    assert len(answer["cards"]) == len(impact.deck.counts) * len(Fate)
    assert impact.to_polars().height == len(answer["cards"])
    assert impact.to_pandas().reset_index().shape == impact.to_polars().shape
    assert "<table" in impact._repr_html_()
    assert impact.answer() in repr(impact)


def test_plot_names_cards(impact):
    labels = [label.get_text() for label in impact.figure().axes[0].get_yticklabels()]
    assert "Tiga 1 (BP01-001)" in labels


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
    with pytest.raises(UcgsimError, match=message):
        swap_cards(kept.folder.path, [swap], catalog=catalog)


def test_a_swap_replaces_every_copy(kept, catalog):
    deck = swapped(kept.plan.decks[0], *parse_swap(" BP01-001 = BP01-003 "), catalog)
    assert dict(deck.counts)["BP01-003"] == dict(kept.plan.decks[0].counts)["BP01-001"]
    assert deck.size == 50


def test_both_sides_are_counted_in_one_go(kept, impact, catalog):
    done: list[int] = []
    run = kept.folder.path
    a, b = play_both(read_subject(run, catalog), run, catalog, advance=done.append)
    assert sum(done) == 400
    assert np.array_equal(a.table, impact.table)
    assert np.array_equal(b.table, cards_impact(run, side="b", catalog=catalog).table)
    assert (a.deck, b.deck) == kept.plan.decks


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
    with pytest.raises(UcgsimError, match="is no folder"):
        cards_impact(tmp_path / "absent", catalog=catalog)
    with pytest.raises(UcgsimError, match="holds no run"):
        cards_impact(tmp_path, catalog=catalog)
    (tmp_path / "matches.json").touch()
    with pytest.raises(UcgsimError, match="holds matches, of which only the counts are saved"):
        cards_impact(tmp_path, catalog=catalog)


def test_a_matrix_is_counted_over_all_opponents_of_a_deck(field, catalog):
    name = field.names[1].upper()
    done: list[int] = []
    both = cards_impact(field.folder, deck=name, catalog=catalog, advance=done.append)
    first = cards_impact(field.duels[0, 1].folder.path, side="b", catalog=catalog)
    second = cards_impact(field.duels[1, 2].folder.path, side="a", catalog=catalog)
    assert np.array_equal(both.table, first.table + second.table)
    assert sum(done) == both.watched.games == first.watched.games + second.watched.games
    assert f"of {field.names[1]} against {field.names[0]} and {field.names[2]}" in both.summary()
    assert both.command.endswith(f"--deck '{field.names[1]}'")
    assert both.to_json()["games"] == both.watched.games


def test_a_swap_in_a_matrix_meets_every_opponent(field, catalog):
    out = next(number for number, _ in field.decks[1].counts)
    (result,) = swap_cards(field.folder, [f"{out}=BP01-001"], deck=field.names[1], play_blank=["all"], catalog=catalog)
    assert [deck.name for deck in result.study.opponents] == [field.names[0], field.names[2]]
    before = [field.duels[0, 1].findings.win_rate["b"].rate, field.duels[1, 2].findings.win_rate["a"].rate]
    assert [matchup.y.score.rate for matchup in result.matchups] == pytest.approx(before)


def test_a_field_that_is_not_weighed_is_told(field, catalog, tmp_path):
    counted = cards_impact(field.folder, deck=field.names[0], catalog=catalog)
    assert "count alike" not in counted.summary()
    folder = tmp_path / "weighed"
    shutil.copytree(field.folder, folder)
    (folder / "field.csv").write_text(f"{field.names[1]},1\n")
    weighed = replace(counted, watched=replace(counted.watched, run=folder))
    assert "Note: all opponents count alike here, whatever their shares in field.csv" in weighed.summary()


def test_decks_that_a_matrix_does_not_have(field, kept, catalog):
    with pytest.raises(UcgsimError, match=f"say whose cards with --deck and one of {field.names[0]}"):
        cards_impact(field.folder, catalog=catalog)
    with pytest.raises(UcgsimError, match="no deck 'Nobody' was played; there are Plain"):
        cards_impact(field.folder, deck="Nobody", catalog=catalog)
    with pytest.raises(UcgsimError, match="name the one or the other"):
        cards_impact(kept.folder.path, side="b", deck="Tiga and Dyna", catalog=catalog)


def test_a_deck_of_a_duel_may_be_named(kept, catalog):
    named = cards_impact(kept.folder.path, deck=kept.plan.decks[1].name, catalog=catalog)
    assert np.array_equal(named.table, cards_impact(kept.folder.path, side="b", catalog=catalog).table)
    assert named.command.endswith("--side b")


def test_a_run_of_another_version_is_refused(tmp_path, catalog):
    out = tmp_path / "run"
    duel(*PLAIN[:2], games=10, out=out, catalog=catalog)
    plan = json.loads((out / "plan.json").read_text())
    changed_plan(out / "plan.json", versions=plan["versions"] | {"engine": "0" * 16})
    with pytest.raises(UcgsimError, match="was played with other versions; play it again"):
        cards_impact(out, catalog=catalog)


def test_a_fixed_lead_has_impact_but_no_swap(tmp_path, catalog):
    out = tmp_path / "run"
    decks = (DECKLISTS / "tiga-dyna.txt", DECKLISTS / "arc-blazar.txt")
    duel(*decks, games=100, first="a", out=out, catalog=catalog)
    assert "100 games of Tiga" in cards_impact(out, catalog=catalog).summary()
    with pytest.raises(UcgsimError, match="one side always leads"):
        swap_cards(out, ["BP01-001=BP01-003"], catalog=catalog)


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
