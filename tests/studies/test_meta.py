"""The field as a game: known equilibria, intervals, the given field, what may be read."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import ucgsim
from tests.helpers import PLAIN, as_typed
from ucgsim.cards.versions import DEFAULT_RULES
from ucgsim.errors import UcgsimError
from ucgsim.report.sheet import interval, near
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.rates import Method
from ucgsim.studies.duel.question import duel
from ucgsim.studies.matrix.findings import best_checked
from ucgsim.studies.matrix.played import FieldShape
from ucgsim.studies.tournament.games import MetaGames, read_played
from ucgsim.studies.tournament.meta import FEWEST_TIMES, meta

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
    with pytest.raises(UcgsimError, match=f"{TIMES - 1} resamples; intervals need {TIMES} or more"):
        meta(circle, times=TIMES - 1)


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


def checked(first: int, second: int) -> MetaGames:
    """Two decks, 1,000 games under greedy and 400 under planner: of a thousand the first wins so many."""
    strong = MetaGames(("a", "b"), {(0, 1): cell(2 * second // 5, 400)}, "400 games", "planner v3")
    return MetaGames(("a", "b"), {(0, 1): cell(first)}, "1,000 games", "greedy v1", second=strong)


def test_a_check_that_turns_the_best_deck_answers():
    """In one folder matrix said that b is best, and meta to bring a, surely."""
    result = meta(checked(600, 350), times=TIMES)
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
    result = meta(checked(600, second), times=TIMES)
    assert words in str(result.foot())
    assert "The check (planner v3, 400 games a matchup) alone has a at " in result.summary()
    data = result.to_json()
    assert (data["policy"], data["games"], data["check"]["policy"]) == ("greedy v1", 1000, "planner v3")
    assert not data["check"]["used"]


def test_a_check_is_asked_about_the_field_that_is_given():
    """It turns nothing in a field that is all one deck, against which that deck is even."""
    result = meta(checked(600, 350), field=(0.0, 1.0), times=TIMES)
    assert result.check.verdict is best_checked(*result.check.fields)
    assert meta(replace(checked(600, 350), second=None), times=TIMES).to_json()["check"] is None


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
    assert solved.to_pandas().reset_index().shape == solved.to_polars().shape
    assert solved.to_polars().height == 3
    assert "<table" in solved._repr_html_()
    assert solved.answer() in repr(solved)


def test_plot_names_every_deck(solved):
    axes = solved.figure().axes[0]
    assert {label.get_text() for label in axes.get_yticklabels()} == {"rock", "paper", "scissors"}
    assert "3,000 games" in axes.figure.get_suptitle()


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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rock,50%\npaper,0.4\n", r"line 2: percentages and plain numbers in one file"),
        ("lizard,0.5\n", r"line 1: no deck 'lizard' was played; there are rock, paper, scissors"),
        ("rock,0.5\nrock,0.5\n", r"line 2: 'rock' has a weight already"),
        ("rock,half\n", r"line 1: 'half' is no weight"),
        ("rock,-1\npaper,2\n", r"line 1: '-1' is no weight"),
        ("rock\n", r"line 1: has 1 columns"),
        ("deck,weight\n", r"no deck that is played has a weight above 0"),
    ],
)
def test_weights_that_are_none(text, message, circle, tmp_path):
    file = tmp_path / "field.csv"
    file.write_text(text)
    with pytest.raises(UcgsimError, match=message):
        meta(circle, field=file)


def test_refusals(circle, catalog, tmp_path):
    with pytest.raises(UcgsimError, match="is no folder"):
        read_played(tmp_path / "absent")
    with pytest.raises(UcgsimError, match="holds no run"):
        read_played(tmp_path)
    with pytest.raises(UcgsimError, match="2 shares"):
        meta(circle, field=(0.5, 0.5))
    duel(*PLAIN[:2], games=10, first="a", out=tmp_path / "led", catalog=catalog)
    with pytest.raises(UcgsimError, match="one side always leads"):
        read_played(tmp_path / "led")


def test_library_has_the_name():
    assert ucgsim.meta is meta
