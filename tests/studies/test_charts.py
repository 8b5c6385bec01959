"""Charts described once: their scale, their text for those who can't see them, as SVG of a page and as a figure."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from ucgsim.report.charts import WIDTH, Chart, ChartShape, Point, Series, ValueAxis, drawn, svg
from ucgsim.report.figures import draw
from ucgsim.report.page import HOTTEST, Tile

POINTS = tuple(Point(place, 0.1 * place, 0.1 * place - 0.05, 0.1 * place + 0.05) for place in (1, 2, 4))
SERIES = (Series("Mine <b>", "a", POINTS), Series("Yours", "b", POINTS))
NAMES = ("none", "one", "two", "A heading", "four")


def chart(shape: ChartShape, **changes: object) -> Chart:
    made = Chart("x", "What is seen & why", "How to read it.", shape, SERIES, ValueAxis("games won"), axis="Round")
    return replace(made, places=NAMES if shape is ChartShape.ROWS else (), **changes)


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
