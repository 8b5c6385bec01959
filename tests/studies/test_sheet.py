"""Tables and charts described once: for a terminal, a notebook, as records, as SVG of a page and as figures."""

from __future__ import annotations

import math
import re
import shlex
import xml.etree.ElementTree as ET
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest

from ucgsim.report.charts import WIDTH, Chart, ChartShape, Point, Series, ValueAxis, drawn, svg
from ucgsim.report.figures import draw
from ucgsim.report.page import HOTTEST, Tile
from ucgsim.report.sheet import SEPARATOR, Command, Parts, foot, label, number, plain, rate, sheet
from ucgsim.report.table import Column, Table, estimated
from ucgsim.report.terminal import fitted, letters, plain_lines
from ucgsim.safe_text import command_line
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.rates import Estimate, wilson
from ucgsim.studies.rates import conditional, met, score, share

if TYPE_CHECKING:
    from collections.abc import Iterator


TABLE = sheet("Wins", ["deck", "games", "won"], [[label("A [b]"), number(1200), rate(wilson(1, 2))]], "first\nsecond")


def test_a_terminal_shows_caption_names_rows_and_note():
    assert list(TABLE.lines()) == [
        "Wins",
        "  deck   games        won",
        "  A [b]  1,200  50 % ± 41",
        "first",
        "second",
    ]


def test_a_notebook_shows_the_same_cells_and_obeys_none_of_them():
    table = sheet("", ["<b>"], [[label("a & b")]])
    expected = "<table><thead><tr><th>&lt;b&gt;</th></tr></thead><tbody><tr><td>a &amp; b</td></tr></tbody></table>"
    assert table.html() == expected


def test_a_table_without_a_caption_begins_with_the_names_of_its_columns():
    assert list(sheet("", ["a", "b"], [[label("x"), number(1)]]).lines()) == ["  a  b", "  x  1"]


def test_in_short_a_table_has_fewer_letters_where_they_say_as_much():
    cells = [label("A"), replace(number(0.5, "50.0 % (40.0 to 60.0)"), short="50")]
    assert [cell.text for cell in sheet("", ["deck", "won"], [cells]).shortened().rows[0]] == ["A", "50"]


def test_wide_letters_take_two_columns():
    first, second = sheet("", ["怪獣", "1"], [[label("abcdef"), number(22)]]).lines()
    assert first == "  怪獣     1"
    assert second == "  abcdef  22"


def test_no_column_is_cut_off_or_wrapped():
    (line,) = sheet("", ["a" * 300, "b" * 300], []).lines()
    assert line == f"  {'a' * 300}  {'b' * 300}"


def test_the_first_rows_of_a_table_are_a_table():
    assert TABLE.first(0).rows == ()
    assert TABLE.first(5) == TABLE


def test_a_table_without_a_column_has_all_others():
    less = TABLE.without("games")
    assert less.columns == ("deck", "won")
    assert [[cell.text for cell in row] for row in less.rows] == [["A [b]", "50.0 % (9.5 to 90.5)"]]


class Row(NamedTuple):
    name: str
    games: int
    won: Estimate


MADE_ROWS = [Row("tiga", 200, wilson(120, 200)), Row("belial", 100, wilson(40, 100))]
DESCRIBED: tuple[Column[Row], ...] = (
    Column("deck", lambda row: row.name, "", "who plays", str, names_row=True),
    Column("games", lambda row: row.games, "games", "games played", int),
    Column("won", lambda row: row.won, "wins", "share of games won", show=lambda row: rate(row.won, "much")),
    Column("secret", lambda _: True, kind=bool),
)


def test_one_description_makes_sheet_records_and_json():
    table = Table(DESCRIBED, MADE_ROWS, "Wins", "a note")
    shown = table.sheet()
    assert shown.columns == ("", "games", "wins")
    assert [[cell.text for cell in row] for row in shown.rows] == [["tiga", "200", "much"], ["belial", "100", "much"]]
    assert (shown.caption, shown.note) == ("Wins", "a note")
    assert table.records()[0] == {"deck": "tiga", "games": 200, **plain(MADE_ROWS[0].won)}
    assert list(table.records()[0]) == list(table.meanings())
    assert table.meanings()["deck"].names_row
    assert table.to_json()[1] == {"deck": "belial", "games": 100, "won": plain(MADE_ROWS[1].won), "secret": True}


def test_an_estimate_that_is_missing_is_null_throughout_and_a_cell_may_be_made_of_a_value():
    missing = Row("empty", 0, wilson(0, 1))._replace(won=None)
    columns = (
        Column("games", lambda row: row.games, "games", "games played", int, display=lambda games: label(f"n {games}")),
        estimated("won", lambda row: row.won, None, "share of games won", "hands"),
    )
    table = Table(columns, [missing, MADE_ROWS[0]])
    assert [row[0].text for row in table.sheet().rows] == ["n 0", "n 200"]
    assert (
        set(table.records()[0])
        == set(table.meanings())
        == {"games", *(f"won_{part}" for part in plain(MADE_ROWS[0].won))}
    )
    assert table.to_json()[0]["won"] == dict.fromkeys(plain(MADE_ROWS[0].won))
    assert table.to_json()[1]["won"] == plain(MADE_ROWS[0].won)
    assert "hands" in table.meanings()["won_n"].meaning


WIN = rate(wilson(40, 100))
NAMES = ("Tiga 3 · Zeperion Beam (BP01-007)", "Ultraman Tiga, Ultraman Dyna & Ultraman Gaia: The Battle (SD01-014)")


def card_table(columns: int, least: tuple[str, ...] = ()):
    heads = ["card", *(f"wins in column number {place}" for place in range(columns))]
    return sheet("Cards", heads, [[label(name), *[WIN] * columns] for name in NAMES], least=least)


def _fitted(columns: int, least: tuple[str, ...] = ()) -> Iterator[str]:
    """The whole intervals where there is no room for all of them."""
    made = card_table(columns, least)
    return fitted(made.columns, [[cell.text for cell in row] for row in made.rows], 80, spare=least)


def test_numbers_are_short_unless_all_is_asked_for():
    assert "40 % (31 to 50)" in "".join(card_table(1).lines(200))
    assert "40.0 % (30.9 to 49.8)" in "".join(card_table(1).lines(200, full=True))


def test_a_foot_is_broken_between_its_items():
    long = foot(*(f"item number {place}" for place in range(20)))
    lines = list(long.lines(80))
    assert max(map(len, lines)) <= 80
    assert SEPARATOR.join(lines) == str(long)


@pytest.mark.parametrize("columns", [1, 2, 3, 4, 8])
@pytest.mark.parametrize("width", [60, 80, 120, 200])
@pytest.mark.parametrize("full", [False, True])
def test_no_line_is_longer_than_the_terminal_is_wide(columns, width, full):
    lines = list(card_table(columns).lines(width, full=full))
    assert max(map(letters, lines)) <= width
    assert "In a wider terminal" not in "".join(lines) or not full


def test_all_that_is_in_the_table_is_shown_in_full():
    text = " ".join(" ".join(card_table(8).lines(80, full=True)).split())
    assert text.count("40.0 %") == 16
    assert text.count("(30.9 to 49.8)") == 16


def test_what_has_room_is_as_it_is_without_a_terminal():
    assert list(card_table(1).lines(200)) == list(card_table(1).lines())


def test_an_interval_goes_under_its_rate_before_a_column_is_left_out():
    text = "\n".join(_fitted(3))
    assert "In a wider terminal" not in text
    assert "40.0 %" in text
    assert "40.0 % (30.9 to 49.8)" not in text


def test_columns_that_can_be_spared_go_before_an_interval_does():
    text = "\n".join(_fitted(3, least=("wins in column number 0", "wins in column number 1")))
    assert "40.0 % (30.9 to 49.8)" in text
    assert "In a wider terminal, or with --full: wins in column number 0" in text


def test_a_matrix_of_many_columns_goes_on_below_in_full():
    wide = sheet("", ["deck", *map(str, range(60))], [[label("A"), *map(number, range(60))]])
    lines = list(wide.lines(80, full=True))
    assert max(map(len, lines)) <= 80
    assert "59" in lines[-1]


def test_prose_is_broken_where_it_is_set_in_and_names_stay_whole():
    name = "a" * 100
    lines = list(plain_lines(f"first\n  {'word ' * 30}{name}", 80))
    assert lines[0] == "first"
    assert all(line.startswith("  ") for line in lines[1:])
    assert lines[-1].strip() == name
    assert list(plain_lines("word " * 30, None)) == ["word " * 30]


@pytest.mark.parametrize("odd", ["it's mine", 'a "b" c', "a\nb", "plain"])
def test_a_command_is_broken_where_a_shell_goes_on(odd):
    words = ["ucgsim", "duel", odd, *("decklists/tiga-dyna.txt" for _ in range(6))]
    command = Command(command_line(words))
    lines = list(command.lines(60))
    assert max(map(len, lines)) <= 60
    whole = "\n".join(lines).removeprefix("Again:").replace("\\\n", "")
    assert len(shlex.split(whole)) == len(words)
    assert list(command.lines()) == [f"Again: {command_line(words)}"]


def test_the_answer_stands_alone_until_all_is_asked_for():
    last = [Command("ucgsim duel")]
    parts = Parts(["answer"], [card_table(1)], foot=foot("2,000 games", "", "seed 1"), last=last)
    short = list(parts.lines())
    assert short == ["answer", "", "Again: ucgsim duel", "", "2,000 games · seed 1 · --full shows more"]
    assert "Cards" in list(parts.lines(full=True))
    assert "--full" not in parts.text()
    assert parts.text().splitlines() == list(parts.lines(full=True))


POINTS = tuple(Point(place, 0.1 * place, 0.1 * place - 0.05, 0.1 * place + 0.05) for place in (1, 2, 4))
SERIES = (Series("Mine <b>", "a", POINTS), Series("Yours", "b", POINTS))
PLACES = ("none", "one", "two", "A heading", "four")


def chart(shape: ChartShape, **changes: object) -> Chart:
    made = Chart("x", "What is seen & why", "How to read it.", shape, SERIES, ValueAxis("games won"), axis="Round")
    return replace(made, places=PLACES if shape is ChartShape.ROWS else (), **changes)


def marks(text: str, kind: str) -> list[str]:
    return re.findall(f'<path class="{kind}" d="([^"]*)"', text)


@pytest.mark.parametrize("shape", list(ChartShape))
def test_every_shape_is_drawn_for_a_page_and_as_a_figure(shape):
    text = svg(chart(shape))
    tree = ET.fromstring(text)
    assert tree.get("role") == "img"
    assert tree.get("aria-label").startswith("What is seen & why. Mine <b>: ")
    assert tree.get("viewBox").split()[2] == str(WIDTH)
    xs = [float(x) for x in re.findall(r"M(-?[\d.]+) ", text)]
    assert 0 <= min(xs) <= max(xs) <= WIDTH
    figure = draw(chart(shape), "400 games, seed 7")
    figure.draw_without_rendering()
    assert figure.get_suptitle().startswith("What is seen")
    assert "games won, %" in {figure.axes[0].get_xlabel(), figure.axes[0].get_ylabel()}


def test_points_of_two_sides_do_not_cover_one_another():
    for shape in (ChartShape.ROWS, ChartShape.LINES):
        text = svg(chart(shape))
        mine, yours = (re.findall(r"M([-\d.]+ [-\d.]+)h0", "".join(marks(text, f"dots {side}"))) for side in "ab")
        assert len(mine) == len(yours) == 3
        assert not {*mine} & {*yours}


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0.61, 0.65, [0.61, 0.62, 0.63, 0.64, 0.65]),
        (0.0, 1.0, [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]),
        (-0.011, 0.034, [-0.02, -0.01, 0.0, 0.01, 0.02, 0.03, 0.04]),
        (0.5, 0.5, None),
    ],
)
def test_an_axis_uses_its_space(low, high, ticks):
    made = chart(ChartShape.ROWS, series=(Series("one", "a", (Point(1, low, low, high),)),))
    assert made.ticks[0] <= low <= high <= made.ticks[-1]
    assert len(made.ticks) >= 2
    if ticks is not None:
        assert made.ticks == pytest.approx(ticks)


def test_a_share_has_no_axis_beyond_all_and_nothing():
    scale = ValueAxis("share", bounds=(0.0, 1.0))
    made = chart(
        ChartShape.LINES, scale=scale, series=(Series("one", "a", (Point(1, 0.99, 0.9, 1.0), Point(2, 0.01, 0.0))),)
    )
    assert (made.ticks[0], made.ticks[-1]) == pytest.approx((0.0, 1.0))


def test_what_stands_on_a_bar_is_stacked_and_has_the_interval_of_the_whole():
    made = chart(ChartShape.STACKED)
    assert made.totals() == pytest.approx({1: 0.2, 2: 0.4, 4: 0.8})
    assert made.ticks[-1] >= 0.8


def test_a_chart_without_points_is_left_out_and_many_numbers_find_room():
    empty = chart(ChartShape.LINES, series=(Series("none", "a", ()),))
    assert drawn([None, empty, chart(ChartShape.BARS)]) == [chart(ChartShape.BARS)]
    many = chart(ChartShape.LINES, series=(Series("llr", "n", tuple(Point(n, 0.5) for n in range(500, 100_001, 500))),))
    assert len(many.marked) <= 12
    assert "h0" not in "".join(marks(svg(many), "dots n"))
    assert "500 50.0 %, Round 100000" in many.alternative()
    assert math.isnan(many.series[0].points[0].low)


def test_a_tile_is_hotter_the_further_it_is_from_even():
    assert [Tile("", rate).heat for rate in (0.5, 0.65, 0.8, 1.0, 0.0)] == [
        "0.00",
        f"{HOTTEST / 2:.2f}",
        *[f"{HOTTEST:.2f}"] * 3,
    ]
    assert (Tile("", 0.4).side, Tile("", 0.6).side) == ("bad", "good")


def test_games_of_one_kind_are_wilson():
    assert conditional(np.array([[5, 30, 70], [0, 0, 0]])) == wilson(70, 100)


def test_nothing_that_meets_the_condition():
    estimate = conditional(np.array([[9, 0, 0], [9, 0, 0]]))
    assert math.isnan(estimate.rate)
    assert (estimate.low, estimate.high) == (0, 1)


def test_games_that_meet_a_condition():
    assert met(np.array([[1, 2, 3], [4, 5, 6]])) == 2 + 3 + 5 + 6


@pytest.mark.parametrize(("table", "rate"), [([[1, 8, 0], [2, 5, 0]], 0.0), ([[1, 0, 8], [2, 0, 5]], 1.0)])
def test_all_or_none_is_what_as_many_games_tell(table, rate):
    estimate = conditional(np.array(table))
    assert (estimate.rate, estimate.n) == (rate, 13)
    assert estimate.width == pytest.approx(wilson(13 * rate, 13).width)


def by_hand(table: np.ndarray) -> tuple[float, float]:
    """Game by game: Wilson at the games divided by the variance within the halves over that of a proportion."""
    games = [(half, k > 0, k == 2) for half in range(2) for k in range(3) for _ in range(table[half, k])]
    half, is_met, won = (np.array(column) for column in zip(*games, strict=True))
    rate = won.sum() / is_met.sum()
    strays = won - rate * is_met
    within = sum(((strays[half == h] - strays[half == h].mean()) ** 2).sum() for h in range(2))
    size = is_met.sum() / (within / (is_met.sum() * rate * (1 - rate)) * (len(games) - 1) / (len(games) - 2))
    result = wilson(rate * size, size)
    return result.low, result.high


@pytest.mark.parametrize("table", [[[3, 40, 60], [13, 70, 20]], [[50, 30, 20], [0, 45, 55]]])
def test_halves_by_hand(table):
    estimate = conditional(np.array(table))
    assert (estimate.low, estimate.high) == pytest.approx(by_hand(np.array(table)), rel=1e-9)


def test_a_share_is_of_all_games():
    games, halves = np.array([30, 10]), np.array([100, 100])
    assert share(games, halves) == conditional(np.array([[0, 70, 30], [0, 90, 10]]))
    assert share(games, halves).n == 200


def test_score_counts_games_without_a_winner_as_half():
    points = np.array([[1, 2, 3], [4, 5, 6]])
    assert score(points) == Outcomes.of(points).score
    assert score(points).rate == pytest.approx((1 + 3 + 2.5 + 6) / 21)
