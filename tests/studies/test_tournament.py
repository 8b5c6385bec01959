"""The field as a game and a tournament over it: known equilibria and chances, what intervals cover, what is refused."""

from __future__ import annotations

import html
import json
import math
import re
import runpy
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.helpers import PLAIN, as_typed, assert_refuses
from ucgsim.cards.versions import DEFAULT_RULES
from ucgsim.decks.deck import Deck
from ucgsim.errors import UcgsimError
from ucgsim.report.sheet import PICKED, interval, near, rate
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.rates import Method
from ucgsim.stats.swiss import Setup, play
from ucgsim.studies.duel.question import duel
from ucgsim.studies.matrix.findings import best_checked
from ucgsim.studies.matrix.played import FieldShape
from ucgsim.studies.tournament.findings import CUTS, KINDS, TITLES, PlayerTally, count, from_field
from ucgsim.studies.tournament.games import MetaGames, read_played
from ucgsim.studies.tournament.meta import FEWEST_TIMES, meta
from ucgsim.studies.tournament.question import tournament

from .outline import outline

TIMES = 50
"""Resamples, of which a user has FEWEST_TIMES at least."""


@pytest.fixture(scope="module", autouse=True)
def few_resamples():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ucgsim.studies.tournament.meta.FEWEST_TIMES", TIMES)
        yield


def cell(won, games=1000):
    """Games of which ``won`` were won."""
    return Outcomes.of((games - won, 0, won))


@pytest.fixture(scope="module")
def circle():
    """Rock, paper, scissors: each beats the next with 70 %."""
    cells = {(0, 1): cell(300), (0, 2): cell(700), (1, 2): cell(300)}
    return MetaGames(("rock", "paper", "scissors"), cells, "3,000 games", "greedy v1")


CLOSE = {(0, 1): 510, (0, 2): 515, (1, 2): 505}
"""Of a thousand games, where any may be the best."""


@pytest.fixture(scope="module")
def solved(circle):
    return meta(circle, seed=3, times=TIMES)


def test_three_decks_in_a_circle_are_played_alike(solved):
    assert solved.equilibrium.shares == pytest.approx((1 / 3,) * 3, abs=1e-6)
    assert solved.equilibrium.unique
    assert all(share.low < 1 / 3 < share.high for share in solved.shares)
    assert solved.support == (TIMES,) * 3


def test_an_equal_field_of_a_circle_can_hardly_be_exploited(solved):
    assert solved.exploitability.rate == pytest.approx(0, abs=1e-9)
    assert solved.exploitability.low == 0
    assert solved.exploitability.high < 0.05
    assert solved.answer().startswith("Not decided yet what to bring: ")
    assert 0 == solved.gain_on_proposed.low < solved.gain_on_proposed.high < 0.05


def test_a_gain_is_the_same_interval_less_one_half(circle):
    """One number, one interval: in the sentence, in the table of decks and as the gain."""
    result = meta(replace(circle, cells={key: cell(each) for key, each in CLOSE.items()}), times=TIMES)
    assert result.against.of_best.method is Method.PICKED
    best = result.against_field[result.across.best]
    assert near(best) in result.answer()
    assert interval(best) in result.summary()
    assert result.exploitability.rate == pytest.approx(best.rate - 0.5, abs=0.001)


def test_every_percentage_has_its_interval(solved):
    answer, table = solved.summary().split("\n\n")[:2]
    assert answer.count(" % ±") + answer.count(" % (") == answer.count(" %") == 1
    for line in table.splitlines()[1:]:
        # The share of the field is given, not estimated; what resamples show is counted and no estimate.
        assert line.count(" % (") == line.count(" %") - 1 == 2


def test_what_is_by_construction_is_called_so(circle):
    result = meta(circle, field=(1.0, 0.0, 0.0), times=TIMES)
    assert "50 % (by construction)" in result.summary()
    assert "(50.0 to 50.0)" not in result.summary()
    strong = meta(MetaGames(("best", "worst"), {(0, 1): cell(900)}, "", "greedy v1"), field=(1.0, 0.0), times=TIMES)
    assert "bring best; nothing that was played beats it." in strong.answer()


def test_too_few_resamples_are_refused(circle):
    assert FEWEST_TIMES == 200
    assert_refuses(f"{TIMES - 1} resamples; intervals need {TIMES} or more", meta, circle, times=TIMES - 1)


def test_what_beats_a_lopsided_field(circle):
    result = meta(circle, field=(1.0, 0.0, 0.0), times=TIMES)
    assert result.across.best == 1
    assert result.best_again == (0, TIMES, 0)
    assert result.exploitability.low < 0.2 < result.exploitability.high
    assert result.against_field[0].rate == pytest.approx(0.5)


def test_a_dominant_deck_is_all_of_the_field():
    cells = {(0, 1): cell(600), (0, 2): cell(600), (1, 2): cell(500)}
    result = meta(MetaGames(("best", "b", "c"), cells, "", "greedy v1"), times=TIMES)
    assert result.equilibrium.shares == pytest.approx((1, 0, 0), abs=1e-6)
    assert result.support == (TIMES, 0, 0)
    assert result.answer().startswith("Against equal shares of these decks bring best: it wins ")
    assert "no deck beats this field: best nearly all (by these games). On it a deck gains 0.0" in result.summary()
    assert "100.0 to 100.0" not in result.summary()


def test_a_share_lies_in_its_interval_where_the_equilibrium_jumps():
    cells = {(0, 1): cell(505), (0, 2): cell(600), (1, 2): cell(600)}
    result = meta(MetaGames(("a", "b", "c"), cells, "", "greedy v1"), times=TIMES)
    assert result.answer().startswith("Not decided yet what to bring: a wins ")
    assert "b may do as well." in result.answer()
    assert "no deck beats this field: a 100.0 % (0.0 to 100.0)." in result.summary()
    assert 0 <= result.gain_on_proposed.low < result.gain_on_proposed.high < 0.05
    assert all(share.low <= share.rate <= share.high for share in result.shares)
    assert 0 < result.support[1] < TIMES
    assert f"in it, of {TIMES}" in result.summary()
    assert "These are no chances" in result.summary()


def two_plays(first: int, second: int) -> MetaGames:
    """Two decks, 1,000 games under greedy and 400 under planner: of a thousand the first wins so many."""
    strong = MetaGames(("a", "b"), {(0, 1): cell(2 * second // 5, 400)}, "400 games", "planner v3")
    return MetaGames(("a", "b"), {(0, 1): cell(first)}, "1,000 games", "greedy v1", second=strong)


def test_a_check_that_turns_the_best_deck_of_a_field_answers():
    """In one folder matrix said that b is best, and meta to bring a, surely."""
    result = meta(two_plays(600, 350), times=TIMES)
    assert result.answer().startswith("Against equal shares of these decks bring b: it wins 57 % ± 2")
    assert "contradicted by stronger play" in str(result.foot())
    assert "the first play (greedy v1, 1,000 games a matchup) has it at 55.0 %" in result.summary()
    data = result.to_json()
    assert (data["policy"], data["games"]) == ("planner v3", 400)
    assert (data["check"]["verdict"], data["check"]["used"]) == ("turns", True)
    assert data["check"]["first"]["best"]["deck"] == "a"
    assert "planner v3" in result.summary()


@pytest.mark.parametrize(("second", "words"), [(650, "confirmed by stronger play"), (510, "not decided yet")])
def test_a_check_that_turns_nothing_is_named_beside_it(second, words):
    result = meta(two_plays(600, second), times=TIMES)
    assert words in str(result.foot())
    assert "The check (planner v3, 400 games a matchup) alone has a at " in result.summary()
    data = result.to_json()
    assert (data["policy"], data["games"], data["check"]["policy"]) == ("greedy v1", 1000, "planner v3")
    assert not data["check"]["used"]


def test_a_check_is_asked_about_the_field_that_is_given():
    """It turns nothing in a field that is all one deck, against which that deck is even."""
    result = meta(two_plays(600, 350), field=(0.0, 1.0), times=TIMES)
    assert result.check.verdict is best_checked(*result.check.fields)
    assert meta(replace(two_plays(600, 350), second=None), times=TIMES).to_json()["check"] is None


def test_the_same_seed_gives_the_same_intervals(circle):
    first, again, other = (meta(circle, seed=seed, times=TIMES).shares for seed in (3, 3, 4))
    assert first == again != other


@pytest.mark.slow(seconds=6)
@pytest.mark.parametrize("scores", [((0.5, 0.6, 0.42), (0.4, 0.5, 0.6), (0.58, 0.4, 0.5)), ((0.5,) * 3,) * 3])
def test_what_a_deck_gains_on_the_proposed_field_is_covered(scores):
    """14 matrices of 150 pairs: the true gain on the equilibrium that each proposes.

    Of 14 intervals of 95 % fewer than 12 cover in 3 of 100 trials; the seed is fixed.
    """
    rng, truth, covered = np.random.default_rng(8), np.array(scores) - 0.5, 0
    for number in range(14):
        cells = {key: cell(int(rng.binomial(150, scores[key[0]][key[1]])), 150) for key in ((0, 1), (0, 2), (1, 2))}
        result = meta(MetaGames(("a", "b", "c"), cells, "", "greedy v1"), times=100, seed=number)
        gain = max(float((truth @ np.array(result.equilibrium.shares)).max()), 0.0)
        covered += result.gain_on_proposed.low - 1e-9 <= gain <= result.gain_on_proposed.high + 1e-9
    assert covered >= 12


def test_data_name_the_rules(field):
    answer = meta(field, times=TIMES).to_json()
    assert (answer["rules"], answer["redraw_procedure"]) == (DEFAULT_RULES, "official")


def test_a_played_matrix(field):
    from_result, from_folder, from_file = (
        meta(source, times=TIMES) for source in (field, field.path, field.path / FieldShape.MATRIX)
    )
    assert from_result.shares == from_folder.shares == from_file.shares
    assert from_result.names == field.names
    assert "1,000 games a matchup" in from_result.summary()
    assert from_result.against_field[0].rate == pytest.approx(field.across.rates[0].rate)


def test_a_duel_is_a_field_of_two(kept):
    result = meta(kept.folder.path, times=TIMES)
    assert len(result.names) == 2
    assert sum(result.equilibrium.shares) == pytest.approx(1)


def test_json_tables_and_notebook(solved):
    answer = json.loads(json.dumps(solved.to_json(), allow_nan=False))
    assert answer["games"] == 3000
    assert answer["confidence"] == 0.95
    assert answer["exploitability"]["n"] == 2000
    for row in answer["decks"]:
        for name in ("equilibrium", "against_field"):
            beside = {"rate_games", "low_games", "high_games"} if name == "against_field" else set()
            assert set(row[name]) == {"rate", "low", "high", "n", "confidence", "method"} | beside
        for name in ("in_equilibria", "best_answer"):
            assert row[name]["of"] == TIMES
    assert [row["deck"] for row in answer["decks"]] == ["rock", "paper", "scissors"]


def test_the_legend_of_the_plot_hides_no_interval(circle):
    cells = {(0, 1): cell(501), (0, 2): cell(500), (1, 2): cell(502)}
    figure = meta(MetaGames(("a", "b", "c"), cells, "1", "greedy v1"), times=TIMES).figure()
    figure.draw_without_rendering()
    (legend,) = figure.legends
    assert not legend.get_window_extent().overlaps(figure.axes[0].get_window_extent())


def test_weights_from_a_file(circle, tmp_path):
    file = tmp_path / "field.csv"
    file.write_text("deck,weight\nrock,60\nscissors, 40\n")
    result = meta(circle, field=file, times=TIMES)
    assert result.field == pytest.approx((0.6, 0, 0.4))
    assert as_typed("--field", file.name) in result.command


def test_refusals(circle, catalog, tmp_path):
    assert_refuses("is no folder", read_played, tmp_path / "absent")
    assert_refuses("holds no run", read_played, tmp_path)
    assert_refuses("2 shares", meta, circle, field=(0.5, 0.5))
    duel(*PLAIN[:2], games=10, first="a", out=tmp_path / "led", catalog=catalog)
    assert_refuses("one side always leads", read_played, tmp_path / "led")


def played(*won, games=1000):
    names = ("one", "two", "three")[: 3 if len(won) == 3 else 2]
    places = [(0, 1), (0, 2), (1, 2)][: len(won)]
    cells = {place: cell(each, games) for place, each in zip(places, won, strict=True)}
    return MetaGames(names, cells, f"{len(won) * games:,} games", "greedy v1")


@pytest.fixture(scope="module")
def equal():
    return tournament(played(500, 500, 500), players=16, rounds=4, cut=4, times=1000)


def test_equal_decks_win_as_often_as_one_player_among_equals(equal):
    for deck in range(3):
        assert equal.titles[deck].low < 1 / 16 < equal.titles[deck].high
        assert equal.cuts[deck].low < 1 / 4 < equal.cuts[deck].high
        assert equal.wins[deck].low < 2 < equal.wins[deck].high
    assert equal.records.sum(axis=1) == pytest.approx([1, 1, 1])
    assert equal.rematches == 0


def test_equal_decks_are_not_told_apart(equal):
    assert len(equal.rivals) == 2
    assert equal.answer().startswith("Not decided yet what to bring: ")
    assert "greedy v1" in equal.summary()
    assert equal.best.low < 1 / 16 < equal.best.high


def test_a_deck_that_always_wins_is_what_to_bring():
    result = tournament(played(1000), players=8, rounds=3, cut=2, times=500, field=(0.0, 1.0))
    assert result.names[result.order[0]] == "one"
    assert result.titles[0].rate == result.cuts[0].rate == 1
    assert result.records[0].tolist() == [0, 0, 0, 1]
    assert result.rivals == ()
    assert result.answer().startswith("Bring one: it makes the cut 100.0 % (99.7 to 100.0)")


def test_what_all_bring_is_beaten_by_what_beats_it():
    """Rock, paper, scissors: in a field of scissors rock is best, and paper once all bring rock."""
    circle = played(200, 800, 200)
    result = tournament(circle, players=16, rounds=4, cut=4, times=500, field=(0.0, 0.0, 1.0))
    assert result.names[result.order[0]] == "one"
    assert result.names[result.best_after[0]] == "two"


def test_few_games_leave_wider_intervals_than_the_luck_of_tournaments():
    many, few = (
        tournament(played(games // 2, games=games), players=8, rounds=3, cut=2, times=4000).cuts[0].width
        for games in (100_000, 40)
    )
    assert few > 2 * many


def test_intervals_cover_the_truth_over_matrices_and_luck():
    """The chance to win one match, on matrices drawn from 60 games: what those leave open is most of the interval."""
    generator, hits, repeats = np.random.default_rng(5), 0, 60
    for number in range(repeats):
        seen = int(generator.binomial(60, 0.5))
        result = tournament(played(seen, games=60), players=2, rounds=1, cut=1, times=400, seed=number, field=(0, 1))
        hits += result.titles[0].low <= 0.5 <= result.titles[0].high
    # 95 % but for chance: fewer than 51 of 60 come about once in 2,000 times.
    assert hits >= 51


SHARES = np.array([0.1, 0.4, 0.3, 0.2])


def uneven() -> np.ndarray:
    """Four decks, the first one ahead, but not against the third."""
    ahead = np.array([0.08, 0.02, 0.0, -0.1])
    matrix = 0.5 + np.subtract.outer(ahead, ahead)
    matrix[0, 2], matrix[2, 0] = 0.4, 0.6
    return matrix


def test_every_player_is_counted_and_tells_what_one_player_more_would():
    """Against tournaments in which the first player alone brings the deck, and is counted."""
    shape, times, generator = Setup(16, 4, 4), 6_000, np.random.default_rng(8)
    tally = count(shape, uneven()[None], SHARES, [0], times=times, seed=3).tally
    decks = generator.choice(4, (times, 16), p=SHARES)
    decks[:, 0] = 0
    outcomes = play(shape, decks, np.broadcast_to(uneven(), (times, 4, 4)), generator)
    alone = (outcomes.champion == 0).mean(), outcomes.made_cut[:, 0].mean(), outcomes.wins[:, 0].mean() / 4
    for kind, mean in zip(KINDS, alone, strict=True):
        (estimate, *_) = tally.chances(kind)
        assert estimate.n > 1.5 * times
        assert abs(estimate.rate - mean) < 3 * math.sqrt(mean * (1 - mean) / times) + estimate.width / 2


def test_luck_that_players_of_one_tournament_share_is_counted_once():
    """All players bring one deck: one of them wins, whatever the luck, and nothing is open."""
    tally = count(Setup(8, 3, 2), np.full((1, 2, 2), 0.5), np.array([1.0, 0.0]), [0, 1], times=400, seed=1).tally
    first, second = tally.chances(TITLES)
    assert first.rate == pytest.approx(1 / 8)
    assert first.width < 0.002
    assert second.n == 400
    assert second.width > 0.05
    assert not second.excludes(1 / 8)


def test_a_deck_that_hardly_anybody_brings_is_given_to_one_player():
    assert from_field(np.array([0.01, 0.5, 0.49]), [0, 1, 2], 16) == [1, 2]
    assert from_field(np.array([0.25] * 4), [0, 1, 2, 3], 2) == [0, 1, 2, 3]
    assert from_field(np.array([0.0, 1.0]), [0], 16) == []


def test_decks_are_told_apart_on_the_luck_that_they_share():
    """The best had twice the chance and was distinguished in 2 of 60 runs: intervals of both overlapped."""
    result = tournament(played(600, 600, 500), players=16, rounds=4, cut=4, times=300)
    assert result.rivals == ()
    assert result.ahead_of(1).low > 0
    assert result.answer().startswith("Bring ")
    assert result.to_json()["ahead_by"]["two"]["low"] == result.ahead_of(1).low


def test_chances_leads_and_the_best_are_covered():
    """On matrices of 200 games, four decks 5 points apart: truths of a long run on the true matrix."""
    draws = runpy.run_path(str(Path(__file__).parents[2] / "scripts" / "coverage_of_games.py"))
    setting = draws["SETTINGS"][1]._replace(times=100)
    held, leads, best = np.zeros((3, 4)), 0, 0
    for number in range(60):
        shown, (lead, apart), (first, won) = draws["of_tournament"](setting, number)
        held += [[not estimate.excludes(truth) for estimate, truth in shown[kind]] for kind in KINDS]
        leads, best = leads + (not lead.excludes(apart)), best + (not first.excludes(won))
    assert held.sum() / 60 / 12 > 0.91
    assert held.min() >= 51
    assert min(leads, best) >= 51


def test_a_check_that_turns_the_best_deck_answers():
    strong = replace(played(400, games=400 * 2), policy="planner v3", basis="800 games")
    game = replace(played(600), second=replace(strong, cells={(0, 1): cell(280, 800)}))
    result = tournament(game, players=8, rounds=3, cut=2, times=200)
    assert result.names[result.order[0]] == "two"
    assert "contradicted by stronger play" in str(result.foot())
    assert "The check (planner v3, 800 games a matchup)" in result.summary()
    assert result.to_json()["check"]["used"]
    stands = tournament(replace(game, second=strong), players=8, rounds=3, cut=2, times=200)
    assert "not decided yet" in str(stands.foot())
    assert stands.to_json()["policy"] == "greedy v1"


def test_matches_of_three_help_the_better_deck():
    one, three = (
        tournament(played(600), players=2, rounds=1, cut=1, times=1000, match=match, field=(0, 1)).titles[0].rate
        for match in ("bo1", "bo3")
    )
    assert one == pytest.approx(0.6, abs=0.05)
    assert three == pytest.approx(0.648, abs=0.05)
    assert three > one


def lists():
    """Three decks; the first two have more copies of a number than one deck may."""
    return tuple(
        Deck(name, tuple(counts.items()))
        for name, counts in (
            ("one", {"BP01-001": 4, "BP01-002": 46}),
            ("two", {"BP01-001": 1, "BP01-003": 49}),
            ("three", {"BP01-004": 50}),
        )
    )


def test_pairs_of_decks_go_together_by_the_copies_over_both():
    game = replace(played(600, 700, 500), decks=lists())
    result = tournament(game, players=8, rounds=3, cut=2, times=200, match="two-deck-bo3")
    assert set(result.names) == {"one / three", "three / one", "two / three", "three / two"}
    assert sum(result.field) == pytest.approx(1)
    assert " / " in result.answer()
    assert "Pairs: 4 may be brought" in result.summary()
    one = tournament(game, players=8, rounds=3, cut=2, times=200, match="two-deck-bo3", bring=("three / one",))
    assert [one.names[deck] for deck in one.only] == ["three / one"]


@pytest.mark.parametrize(
    ("decks", "what"),
    [((), "pairs of decks are made of a matrix of decks"), (lists()[:2], "no two of these decks may be brought")],
)
def test_pairs_that_can_not_be_are_refused(decks, what):
    with pytest.raises(UcgsimError, match=what):
        tournament(replace(played(600), decks=decks), players=8, rounds=3, cut=2, times=200, match="two-deck-bo3")


def test_only_what_could_be_brought_is_looked_at():
    result = tournament(played(500, 500, 500), players=8, rounds=3, cut=2, times=200, bring=("two",))
    assert result.order == (1,)
    assert math.isnan(result.titles[0].rate)
    assert "two" in result.command
    assert len(result.rows()) == 1


def test_a_deck_that_nobody_brought_has_no_chance():
    (chance,) = PlayerTally.empty(np.zeros((4, 1)), np.ones(1), 2).chances(CUTS)
    assert math.isnan(chance.rate)
    assert chance.n == 0


def test_the_table_marks_both_that_are_picked_with_the_intervals_of_the_answer(equal):
    rows = {row[0].text: row for row in equal.as_table().sheet().rows}
    best_after, chance_after = equal.best_after
    for deck, place, chance in ((equal.order[0], 2, equal.best), (best_after, -1, chance_after)):
        assert rows[equal.names[deck]][place].text == rate(chance).text + PICKED


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"players": 1}, "1 players; it must be 2 or more"),
        ({"players": 513}, "513 players; it must be 512 or fewer"),
        ({"players": 8, "rounds": 3, "cut": 9}, "a cut of 9 among 8 players"),
        ({"players": 4, "rounds": 4, "cut": 2}, "4 rounds of 4 players need rematches"),
        ({"times": 99}, "99 tournaments; it must be 100 to 1,000,000"),
        ({"bring": ("four",)}, "four: was not played; there are one, two, three"),
        ({"field": (0.5, 0.5)}, "a field of 2 shares; 3 were expected"),
        ({"field": (1.0, -1.0, 0.5)}, "none below 0"),
        ({"match": "two-deck-bo3"}, "pairs of decks are made of a matrix of decks; name its folder"),
    ],
)
def test_what_can_not_be_played(options, why):
    with pytest.raises(UcgsimError, match=why):
        tournament(played(500, 500, 500), **options)


def many_equal_decks(games):
    """Eight decks that share no card; every game a throw of a coin."""
    generator, names = np.random.default_rng(8), [f"deck {place}" for place in range(8)]
    cells = {
        (row, column): cell(int(generator.binomial(games, 0.5)), games)
        for row in range(8)
        for column in range(row + 1, 8)
    }
    decks = tuple(Deck(name, ((f"BP01-{place:03}", 50),)) for place, name in enumerate(names, start=1))
    return MetaGames(tuple(names), cells, "games", "greedy v1", decks=decks)


def test_pairs_that_are_picked_from_many_equals_are_told_to_be_equals():
    """By the games that chose them they win far more: a quarter of a point would be a pick that is told by itself."""
    game = many_equal_decks(40)
    result = tournament(game, players=8, rounds=3, cut=2, times=100, match="two-deck-bo3")
    assert len(result.only) == 10
    assert len(result.names) == 56
    apart = result.met.mean()
    every = tournament(game, players=8, rounds=3, cut=2, times=100, match="two-deck-bo3", bring=result.names)
    naive = np.sort(every.met.mean(axis=(0, 2)))[-10:].mean()
    assert naive > 0.52
    assert abs(apart - 0.5) < (naive - 0.5) / 2
    assert "one half of the games" in result.summary()
    assert "one half of the games" not in every.summary()
    assert "--bring" not in result.command


def test_pairs_can_not_be_picked_from_a_game_or_two():
    with pytest.raises(UcgsimError, match="one half chooses pairs and the other judges them"):
        tournament(many_equal_decks(3), players=8, rounds=3, cut=2, times=100, match="two-deck-bo3")


def test_what_is_feared_is_brought_by_many_and_wins_and_knows_that_it_was_picked():
    field = (0.2, 0.3, 0.5)
    result = tournament(played(500, 400, 600), players=8, rounds=3, cut=2, times=200, field=field, bring=("one",))
    assert [result.names[each.deck] for each in result.rivals_of(0)] == ["three", "two"]
    fear = result.fear(0)
    assert fear.won.rate == pytest.approx(0.4, abs=0.01)
    assert fear.won == result.won(0, 2)
    close = tournament(played(450, 470, 600), players=8, rounds=3, cut=2, times=200, field=(0.2, 0.4, 0.4))
    assert close.fear(0).won.high > close.won(0, close.fear(0).deck).high
    plain, other = result.rivals_of(0)
    assert plain.cost == pytest.approx(0.5 * 0.1)
    assert other.cost == pytest.approx(0.0)


def test_the_picture_shows_of_the_best_what_is_said_of_it(equal):
    wins, cut = equal.chart().series
    assert (wins.points[0].value, wins.points[0].high) == (equal.best.rate, equal.best.high)
    assert cut.points[0].value == equal.cuts[equal.order[0]].rate


def test_choosing_the_lead_is_told_by_deck():
    leads = MetaGames(("one", "two"), {(0, 1): Outcomes.of([[100, 0, 300], [250, 0, 150]])}, "800 games", "greedy v1")
    result = tournament(leads, players=4, rounds=2, cut=2, times=100, field=(0.0, 1.0), match="bo3", bring=("one",))
    (choice,) = result.choices_of(0)
    assert (choice.mine.rate, choice.theirs.rate) == pytest.approx((0.75, 0.375))


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tournament") / "new"
    game = replace(played(600, 700, 500), decks=lists())
    result = tournament(game, players=8, rounds=3, cut=2, times=200, match="two-deck-bo3", out=folder)
    return result, folder


def test_the_page_answers_in_three_sentences_one_picture_and_how_to_make_it_again(printed):
    result, folder = printed
    text = html.unescape((folder / "index.html").read_text(encoding="utf-8"))
    outline(text)
    top = text[text.index("<body>") : text.index("</header>")]
    assert "What should I bring to a tournament of 8 players?" in top
    assert top[: top.index('<p class="basis">')].count("<p>") == 1
    assert top.count("<figure") == 1
    said = re.sub("</?b>", "", top)
    for part in ("greedy", " tournaments", near(result.cuts[result.order[0]]), result.answer()):
        assert part in said
    for part in ("What to fear with", "Records after 3 rounds", "the loser of each game the next one", result.command):
        assert part in text


def test_beside_the_page_lie_its_picture_its_table_and_its_values(printed):
    _, folder = printed
    assert (folder / "plots" / "chances.png").is_file()
    assert (folder / "tables" / "decks.csv").is_file()
    assert json.loads((folder / "summary.json").read_text(encoding="utf-8"))["feared"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("matrix.json", "of something else that was played"),
        ("index.html", "holds index.html, but no page of this kind"),
        ("thesis.txt", "holds thesis.txt, but no page of this kind"),
    ],
)
def test_no_page_is_written_over_what_was_kept_or_put_there(name, message, tmp_path):
    (tmp_path / name).write_text("{}", encoding="utf-8")
    with pytest.raises(UcgsimError, match=message):
        tournament(played(500), players=4, rounds=2, cut=2, times=100, out=tmp_path)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [(name, "{}")]


def test_a_page_is_written_anew_in_its_place(printed):
    _, folder = printed
    result = tournament(played(500), players=4, rounds=2, cut=2, times=100, out=folder)
    page = html.unescape((folder / "index.html").read_text(encoding="utf-8"))
    assert result.answer() in re.sub("</?b>", "", page)
