"""The result of a duel: what it says, and that its numbers are those of the games."""

from __future__ import annotations

import itertools
import json
import re

import polars as pl
import pytest

import ucgsim
from tests.default_play import BY
from tests.helpers import PLAIN, assert_refuses
from ucgsim.cards.card import card_label
from ucgsim.cards.versions import DEFAULT_RULES
from ucgsim.decks.deck import Deck
from ucgsim.simulate import table
from ucgsim.stats.rates import wilson
from ucgsim.studies.decks import distinct_names
from ucgsim.studies.duel.answer import decides_words
from ucgsim.studies.duel.findings import FEWEST_SWUNG
from ucgsim.studies.duel.plots import duel_charts, spread
from ucgsim.studies.duel.question import duel, read_duel


def test_json_has_no_value_that_json_does_not_know(played):
    answer = played.to_json()
    ends = {"rate", "low", "high", "rate_games", "low_games", "high_games"}
    assert set(answer["win_rate"]["a"]) == ends | {"n", "confidence", "method", "simply"}
    assert json.loads(json.dumps(answer, allow_nan=False)) == answer


def test_simpler_play_is_next_to_the_answer_and_in_the_foot(played):
    """Farther away than another good player, the same from either side."""
    rates = played.to_json()["win_rate"]
    a, b = (rates[side]["simply"] for side in "ab")
    assert a["low"] < rates["a"]["low"] < rates["a"]["high"] < a["high"]
    assert (b["low"], b["high"]) == pytest.approx((1 - a["high"], 1 - a["low"]))
    assert f"played simply: {100 * a['low']:.0f} to {100 * a['high']:.0f} %" in played.summary()


def test_rates_are_those_of_the_rows(kept):
    games = kept.games().collect()
    findings = kept.findings
    won = games["winner"] == "a"
    assert findings.win_rate["a"].rate == pytest.approx(won.mean())
    redrew = games.filter(pl.col("redrawn_b"))
    finding = findings.after_redraw("b", redrawn=True)
    assert finding.games == redrew.height
    assert finding.estimate.rate == pytest.approx((redrew["winner"] == "b").mean())
    early = games["scenes_a"].list.first().fill_null(99) <= 4
    assert findings.scene_by("a", 4).rate == pytest.approx(early.mean())
    late = games.filter(pl.col("rounds") >= 5)
    reached = findings.scene_by_reached("a", 5)
    assert (reached.games, 0 < late.height < games.height) == (late.height, True)
    assert reached.rate == pytest.approx((late["scenes_a"].list.first().fill_null(99) <= 5).mean())
    assert findings.mean("drawn", "a").rate == pytest.approx(games["drawn_a"].mean())
    could = games["scene_chances_a"].list.first().fill_null(99) <= 4
    assert findings.scene_chance_by("a", 4).rate == pytest.approx(could.mean())
    held = games["scene_ready_a"].list.first().fill_null(99) <= 4
    assert findings.scene_ready_by("a", 4).rate == pytest.approx(held.mean())
    chances = games.filter(pl.col("scene_chances_a").list.contains(3))
    taken = findings.scene_taken("a", 3)
    assert taken.games == chances.height
    assert taken.estimate.rate == pytest.approx(chances["scenes_a"].list.contains(3).mean())
    assert findings.ended_in(4).rate == pytest.approx((games["rounds"] == 4).mean())
    assert findings.survival.median.rate == games["rounds"].quantile(0.5, "lower")


def ahead_after(games: pl.DataFrame, turn: int) -> pl.Series:
    """Battles that a is ahead after a Round, null where the game was over."""
    stretch = pl.col("battles").str.split("/").list.get(turn - 1, null_on_oob=True)
    ahead = stretch.str.count_matches("A").cast(pl.Int64) - stretch.str.count_matches("B").cast(pl.Int64)
    return games.select(pl.when(pl.col("rounds") > turn).then(ahead)).to_series()


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_rates_by_standing_are_those_of_the_rows(kept, turn):
    games = kept.games().collect()
    ahead, findings = ahead_after(games, turn), kept.findings
    for side, sign in (("a", 1), ("b", -1)):
        for place in (-1, 0, 1):
            met = games.filter((sign * ahead).sign() == place)
            result = findings.standing(side, turn, place)
            assert result.games == met.height
            assert result.estimate.rate == pytest.approx((met["winner"] == side).mean())
    for margin in {standing[0] - standing[1] for number, standing in findings.standings if number == turn}:
        met = games.filter(ahead == margin)
        seen = [each for number, each in findings.standings if number == turn and each[0] - each[1] == margin]
        rates = [findings.by_standing(turn, standing) for standing in seen]
        won = sum(finding.games * finding.estimate.rate for finding in rates)
        assert sum(finding.games for finding in rates) == met.height
        assert won == pytest.approx((met["winner"] == "a").sum())


def test_what_a_round_settles_grows_to_all(played):
    rounds = played.findings.rounds_that_turn
    assert all(played.findings.swing(number).games >= FEWEST_SWUNG for number in rounds)
    settled = [played.findings.settled(number).rate for number in rounds]
    assert settled[-1] > 0.95
    assert all(later > earlier - 0.01 for earlier, later in itertools.pairwise(settled))
    most, estimate = played.findings.decides_most
    inside = {number: played.findings.settled_in(number) for number in played.findings.rounds_to_compare}
    assert inside[most].rate == max(each.rate for each in inside.values())
    assert estimate.rate <= inside[most].rate + 1e-12
    reached = {number: played.findings.swing(number).games for number in rounds}
    assert [*inside] == [number for number in rounds if reached[number] >= 200]
    words = decides_words(played.findings)
    assert words.startswith(f"Round {most} decides most: {100 * estimate.rate:.1f} % (")
    data = played.to_json()["decided"]
    assert data["decides_most"]["round"] == most
    assert data["rounds"][str(most)]["settled_in"]["rate"] == estimate.rate
    moved = data["rounds"]["1"]["swing"]
    assert moved["games"] == 2000
    assert 0 <= moved["low"] < moved["rate"] < moved["high"] < 0.5


def test_a_page_and_a_terminal_say_where_a_game_is_decided(played):
    text = played.summary()
    assert "Where a game is decided: " in text
    assert "What each Round decides" in text
    assert "who has won battles and leads has had the better cards or luck" in text


def test_comebacks_are_those_of_the_rows(kept):
    games = kept.games().collect()
    rounds = [ahead_after(games, turn) for turn in range(1, int(games["rounds"].max()))]
    for side, sign in (("a", 1), ("b", -1)):
        behind = pl.DataFrame([(sign * ahead < 0).fill_null(False).alias(str(k)) for k, ahead in enumerate(rounds)])
        met = games.filter(behind.select(pl.any_horizontal(pl.all())).to_series())
        result = kept.findings.comeback(side)
        assert (result.games, result.estimate.rate) == (met.height, pytest.approx((met["winner"] == side).mean()))


@pytest.mark.parametrize("state", ["double", "triple"])
def test_states_are_those_of_the_rows(kept, state):
    games = kept.games().collect()
    for side in "ab":
        had = games[f"{state}_{side}"].fill_null(99) <= 3
        assert kept.findings.state_by(side, state, 3).rate == pytest.approx(had.mean())
        late = games.filter(pl.col("rounds") >= 5)
        reached = kept.findings.state_by_reached(side, state, 5)
        assert reached.games == late.height
        assert reached.rate == pytest.approx((late[f"{state}_{side}"].fill_null(99) <= 5).mean())
        assert kept.to_json()["states"][side][f"{state}_of_reached"]["5"] == reached.to_json()


def test_every_mean_has_an_interval_games_and_policies(kept):
    table = kept.means_table()
    assert {"mean", "low", "high", "games", "method", "policy_a", "policy_b"} <= set(table.columns)
    assert table.height == 10
    assert table.filter((pl.col("low") < pl.col("mean")) & (pl.col("mean") < pl.col("high"))).height == 10
    changes = table.filter(topic="lead_changes")["mean"].to_list()
    assert changes == [pytest.approx(kept.games().collect()["lead_changes"].mean())] * 2


def test_shares_of_how_games_ended_make_a_whole(kept):
    result = [finding for side in "ab" for finding in kept.findings.lost_by[side].values()]
    assert sum(finding.estimate.rate for finding in result) == pytest.approx(1)
    assert sum(finding.games for finding in result) == kept.findings.games
    assert sum(kept.findings.ended_by.values()) == kept.findings.games


def test_a_kept_duel_is_read_back(kept):
    again = read_duel(kept.folder)
    assert again.counts.same_as(kept.counts)
    assert again.games_per_second is None
    assert kept.games_per_second > 0


def test_summary_leads_with_the_answer(played):
    first = played.summary().splitlines()[0]
    assert re.fullmatch(
        r"Plain Dyna and Gaia beats Plain Kaiju: it wins about 68 % \(\d\d to \d\d\) of its games.", first
    )
    foot = str(played.parts().foot)
    for part in ("2,000 games", "planner", f"rules {DEFAULT_RULES}", "seed 7", "95 %"):
        assert part in foot
    assert BY in played.summary()
    assert f"Again: {played.plan.command}" in played.summary()


def test_summary_names_cards_played_as_blank(kept, played, catalog):
    number = next(number for number, _ in kept.plan.decks[0].counts if catalog[number].has_text)
    blank = duel(*kept.plan.decks, games=2, play_blank=[number], catalog=catalog)
    assert f"Played as if blank, although they have a text: {card_label(catalog[number])}." in blank.summary()
    assert blank.to_json()["decks"]["a"]["blank"] == [number]
    assert blank.plan.command.endswith(f" --play-blank {number}")
    assert "Played as if blank" not in played.summary()


def test_plot_names_axes_and_sample(played):
    axes = played.figure().axes[0]
    assert axes.get_xlabel() == "games won, %"
    assert axes.figure.get_suptitle().endswith("n = 2,000 games")
    foot = " ".join(axes.figure.get_supxlabel().split())
    assert f"{BY} on both sides, rules {DEFAULT_RULES}, official redraw, seed 7" in foot


def test_bars_of_a_spread_are_shares_with_the_intervals_of_the_games(kept):
    chart = spread(kept, "hand_left")
    games = kept.games().collect()
    assert len(chart.series) == 2
    for side, series in zip("ab", chart.series, strict=True):
        for point in series.points:
            share = (games[f"hand_left_{side}"] == point.place).mean()
            expected = wilson(share * 400, 400)
            assert (point.value, point.low, point.high) == pytest.approx((share, expected.low, expected.high))


def test_what_became_of_the_games_is_told_with_its_elo(played):
    outcomes = played.to_json()["outcomes"]
    assert sum(outcomes[name] for name in ("lost", "undecided", "won")) == 2000
    assert f"{outcomes['won']:,} won, {outcomes['lost']:,} lost" in played.summary()
    assert f"Elo {outcomes['elo']['rate']:+.1f} ({outcomes['elo']['low']:+.1f} to" in played.summary()


def test_every_game_counts_as_one(played):
    """An interval over games of their own is Wilson's, less what the throw decides."""
    rate = played.findings.win_rate["a"]
    assert rate.n == 2000
    assert rate.width == pytest.approx(wilson(rate.rate * 2000, 2000).width, rel=0.01)


def test_a_fixed_lead_counts_games(catalog):
    result = duel(*PLAIN[:2], games=301, first="a", catalog=catalog)
    answer = result.to_json()
    assert answer["games"] == 301
    assert answer["by_first_lead"]["b"]["a"]["rate"] is None
    assert result.findings.win_rate["a"].n == 301
    assert "A always leads first" in str(result.parts().foot)


def test_mirror_says_so(catalog):
    result = duel(PLAIN[0], PLAIN[0], games=200, catalog=catalog)
    assert "so the truth is 50 %" in result.summary()
    assert "(A)" in result.answer()


def test_decks_may_be_counts_or_decks(catalog, played):
    deck = played.plan.decks[0]
    result = duel(dict(deck.counts), Deck("mine", deck.counts), games=2, catalog=catalog)
    assert [each.name for each in result.plan.decks] == ["deck", "mine"]


def test_an_illegal_deck_is_refused(catalog):
    assert_refuses("has 4 cards; a deck has exactly 50", duel, {"BP01-012": 4}, PLAIN[0], catalog=catalog)


def test_different_lists_of_one_name_are_told_apart():
    x, y, z = Deck("same", (("BP01-012", 4),)), Deck("same", (("BP01-012", 3),)), Deck("other", ())
    names = [deck.name for deck in distinct_names([x, y, x, z])]
    assert names == [f"same {x.fingerprint[:4]}", f"same {y.fingerprint[:4]}", f"same {x.fingerprint[:4]}", "other"]


def test_builds_of_one_name_are_called_as_their_files_are(tmp_path):
    lists = [Deck("same", (("BP01-012", count),), source=tmp_path / f"my-{count}.txt") for count in (1, 2)]
    copy = Deck("same", (("BP01-012", 3),))
    assert [deck.name for deck in distinct_names(lists)] == ["my-1", "my-2"]
    assert [deck.name for deck in distinct_names([*lists, copy])] == ["my-1", "my-2", f"same {copy.fingerprint[:4]}"]
    again = Deck("same", lists[0].counts, source=tmp_path / "rival.txt")
    assert [deck.name for deck in distinct_names([*lists, again])] == ["my-1", "my-2", "my-1"]
    taken = Deck("my-1", (("BP01-014", 3),))
    assert [deck.name for deck in distinct_names([*lists, taken])] == [
        f"same {lists[0].fingerprint[:4]}",
        "my-2",
        "my-1",
    ]
    elsewhere = Deck("same", (("BP01-012", 4),), source=tmp_path / "other" / "my-1.txt")
    assert [deck.name for deck in distinct_names([lists[0], elsewhere])] == [
        f"same {deck.fingerprint[:4]}" for deck in (lists[0], elsewhere)
    ]


def test_what_no_game_shows_is_null_in_tables_and_empty_in_notebooks(catalog):
    """In eight games nobody redraws, or everybody: a rate of no games stood as NaN in frames and files."""
    assert json.dumps(duel(*PLAIN[:2], games=2, catalog=catalog).to_json(), allow_nan=False)
    few = duel(*PLAIN[:2], games=8, seed=7, catalog=catalog)
    table = few.to_polars()
    assert table["rate"].null_count() == sum(each["games"] == 0 for each in few.rows()) > 0
    assert not table["rate"].is_nan().any()
    assert "NaN" not in few.records_html()


def test_a_chart_without_a_point_is_left_out(played, catalog):
    few = duel(*PLAIN[:2], games=8, seed=7, catalog=catalog)
    shown = {
        which: {chart.name for charts in duel_charts(result).values() for chart in charts}
        for which, result in (("many", played), ("few", few))
    }
    assert shown["many"] - shown["few"] == {"chance", "standings", "swings", "comebacks"}


def test_rates_of_what_happened_in_a_game_are_marked_as_no_advice(kept):
    """Who redraws had the worse hand: redrawing is worth what `redraw` says, not what these games show."""
    text, data = kept.summary(), kept.to_json()
    assert "wins after a redraw ~" in text
    assert "wins although behind ~" in text
    lines = [line for line in text.splitlines() if line.startswith("~ No advice: ")]
    assert len(lines) == 3
    assert any("ucgsim redraw " in line and " --against " in line for line in lines)
    for side in "ab":
        assert data["redraw"][side]["won_after_redraw"]["no_advice"].startswith("who redraws had the worse hand")
        assert "no_advice" in data["comebacks"][side]
        assert "no_advice" not in data["win_rate"][side]


@pytest.mark.parametrize("question", ["duel", "matrix"])
def test_what_was_played_in_parts_of_another_size_goes_on(question, tmp_path, monkeypatch):
    def played(games, **where):
        decks = PLAIN[:2] if question == "duel" else (PLAIN[:2],)
        return getattr(ucgsim, question)(*decks, games=games, check="greedy", check_games=10, **where)

    monkeypatch.setattr(table, "PLANNED_SHARD", 40)
    played(60, out=tmp_path / "run")
    monkeypatch.setattr(table, "PLANNED_SHARD", 8_000)
    monkeypatch.setattr(table, "SHARD", 30_000)
    before = {place: place.read_bytes() for place in tmp_path.rglob("part-00000*")}
    assert len(before) == 2
    grown, fresh = played(100, out=tmp_path / "run"), played(100)
    assert all(place.read_bytes() == data for place, data in before.items())
    assert len([*tmp_path.rglob("part-*")]) == 4
    assert grown.to_json() | {"games_per_second": 0} == fresh.to_json() | {"games_per_second": 0}
