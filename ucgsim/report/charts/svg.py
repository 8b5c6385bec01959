"""A chart as SVG text for a page: a few marks, letters of at least eleven pixels on any screen, colours of the page."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from markupsafe import Markup

from ucgsim.report.charts.chart import Shape

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ucgsim.report.charts.chart import Chart, Point, Series

WIDTH = 320
"""Of every chart, in units that are pixels on the narrowest screen; letters are twelve of them high."""
LEFT, RIGHT = 42, 8
HEIGHT = 150
"""Of the part of a chart over whole numbers in which values stand."""
ROW, LINE = 13, 15
"""Of a series in a row, and of a line of letters."""
LONGEST = 44
"""Letters of a row's name that find room."""
MOST_DOTS = 40
"""Points of a line that are drawn one by one."""
BAND = 0.72
"""Share of a place that its marks take."""


def svg(chart: Chart) -> Markup:
    """The chart as SVG text."""
    height, body = _rows(chart) if chart.shape is Shape.ROWS else _columns(chart)
    label = escape(chart.alternative(), quote=True)
    return Markup(
        f'<svg class="chart" role="img" viewBox="0 0 {WIDTH} {_n(height)}" aria-label="{label}">{"".join(body)}</svg>'
    )


@dataclass(frozen=True, slots=True)
class _Axis:
    """Where values lie between two ends in pixels."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """The place of a value; what lies outside is drawn at the edge."""
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def _n(value: float) -> str:
    """A number in few letters."""
    return f"{value:.1f}".removesuffix(".0")


def _text(x: float, y: float, text: str, kind: str = "") -> str:
    name = f' class="{kind}"' if kind else ""
    return f'<text x="{_n(x)}" y="{_n(y)}"{name}>{escape(text, quote=False)}</text>'


def _path(data: Sequence[str], kind: str) -> str:
    return f'<path class="{kind}" d="{"".join(data)}"/>' if data else ""


def _tick(chart: Chart, value: float) -> str:
    """A value of the scale; its unit stands in the name of the axis."""
    return f"{chart.scale.factor * value + 0.0:g}"


def _rows(chart: Chart) -> tuple[float, list[str]]:
    """Values in named rows: the name above, the marks below it, each series on a line of its own."""
    axis = _Axis(chart.ticks[0], chart.ticks[-1], 12, WIDTH - 14)
    marks: dict[int, dict[int, float]] = {}
    names, y = [], 2.0
    for place, name in enumerate(chart.places):
        here = [k for k, series in enumerate(chart.series) if any(p.place == place for p in series.points)]
        y += LINE
        names.append(_text(0, y, textwrap.shorten(name, LONGEST, placeholder=" ..."), "" if here else "head"))
        for k in here:
            y += ROW
            marks.setdefault(k, {})[place] = y - 4
        y += 4 if here else 0
    body = [*_vertical_grid(chart, axis, y), *names]
    for k, series in enumerate(chart.series):
        at = [(axis.at(p.value), marks[k][p.place], p) for p in series.points]
        ends = [f"M{_n(axis.at(p.low))} {_n(y)}H{_n(axis.at(p.high))}" for _, y, p in at if p.has_interval]
        body += [_path(ends, f"ends {series.look}"), _path([f"M{_n(x)} {_n(y)}h0" for x, y, _ in at], _dots(series))]
    return y + 34, body


def _dots(series: Series) -> str:
    return f"dots {series.look}"


def _vertical_grid(chart: Chart, axis: _Axis, bottom: float) -> Iterator[str]:
    yield _path([f"M{_n(axis.at(tick))} 4V{_n(bottom)}" for tick in chart.ticks], "grid")
    yield _path([f"M{_n(axis.at(line))} 4V{_n(bottom)}" for line in chart.scale.lines], "line")
    for tick in chart.ticks:
        yield _text(axis.at(tick), bottom + 14, _tick(chart, tick), "mid")
    yield _text(WIDTH / 2, bottom + 29, chart.scale.heading, "mid")


def _columns(chart: Chart) -> tuple[float, list[str]]:
    """Values over whole numbers."""
    numbers, top = chart.numbers, 20
    values = _Axis(chart.ticks[0], chart.ticks[-1], top + HEIGHT, top)
    half = 0.0 if chart.shape is Shape.STEPS else 0.5
    # Steps hold until the next number.
    last = numbers[-1] + (1 if chart.shape is Shape.STEPS else half)
    along = _Axis(numbers[0] - half, last, LEFT, WIDTH - RIGHT)
    body = [*_grid(chart, values, along), *_DRAW[chart.shape](chart, values, along)]
    return top + HEIGHT + 36, body


def _grid(chart: Chart, values: _Axis, along: _Axis) -> Iterator[str]:
    """The scale to the left with its name above, the numbers below."""
    yield _path([f"M{LEFT} {_n(values.at(tick))}H{WIDTH - RIGHT}" for tick in chart.ticks], "grid")
    yield _path([f"M{LEFT} {_n(values.at(line))}H{WIDTH - RIGHT}" for line in chart.scale.lines], "line")
    yield _text(0, 11, chart.scale.heading)
    for tick in chart.ticks:
        yield _text(LEFT - 6, values.at(tick) + 4, _tick(chart, tick), "end")
    for number in chart.marked:
        yield _text(along.at(number), values.start + 15, f"{number:,}", "mid")
    yield _text((LEFT + WIDTH - RIGHT) / 2, values.start + 31, chart.axis, "mid")


def _width(along: _Axis) -> float:
    """Pixels of one place."""
    return along.at(along.low + 1) - along.at(along.low)


def _beside(chart: Chart, along: _Axis) -> Iterator[tuple[Series, float, float]]:
    """Each series, how far from the middle of a place it stands, and how wide it is there."""
    width = BAND * _width(along) / len(chart.series)
    for k, series in enumerate(chart.series):
        yield series, (k - (len(chart.series) - 1) / 2) * width, width


def _ends(points: Sequence[Point], values: _Axis, along: _Axis, shift: float) -> list[str]:
    return [
        f"M{_n(along.at(p.place) + shift)} {_n(values.at(p.low))}V{_n(values.at(p.high))}"
        for p in points
        if p.has_interval
    ]


def _bars(chart: Chart, values: _Axis, along: _Axis) -> Iterator[str]:
    base = values.at(0.0)
    for series, shift, width in _beside(chart, along):
        bars = [
            f"M{_n(along.at(p.place) + shift - width / 2)} {_n(base)}V{_n(values.at(p.value))}h{_n(width)}V{_n(base)}z"
            for p in series.points
            if p.value
        ]
        yield _path(bars, f"bar {series.look}")
        yield _path(_ends(series.points, values, along, shift), "ends n")


def _stacked(chart: Chart, values: _Axis, along: _Axis) -> Iterator[str]:
    """One series upon the other; an interval is that of the whole bar."""
    height = dict.fromkeys(chart.numbers, 0.0)
    width = BAND * _width(along)
    for series in chart.series:
        bars = []
        for p in series.points:
            start, height[p.place] = height[p.place], height[p.place] + p.value
            if p.value:
                x, foot, head = along.at(p.place) - width / 2, values.at(start), values.at(height[p.place])
                bars.append(f"M{_n(x)} {_n(foot)}V{_n(head)}h{_n(width)}V{_n(foot)}z")
        yield _path(bars, f"bar {series.look}")
        yield _path(_ends(series.points, values, along, 0.0), "ends n")


def _lines(chart: Chart, values: _Axis, along: _Axis) -> Iterator[str]:
    """Points with their intervals, joined; the series stand beside each other."""
    for series, shift, _ in _beside(chart, along):
        at = [f"{_n(along.at(p.place) + shift / 2)} {_n(values.at(p.value))}" for p in series.points]
        yield _path([f"M{'L'.join(at)}"] if at else [], f"join {series.look}")
        yield _path(_ends(series.points, values, along, shift / 2), f"ends {series.look}")
        if len(at) <= MOST_DOTS:
            yield _path([f"M{each}h0" for each in at], _dots(series))


def _steps(chart: Chart, values: _Axis, along: _Axis) -> Iterator[str]:
    """Curves that hold from one number to the next, with a band of their intervals."""
    for series in chart.series:
        points = series.points
        xs = [along.at(p.place) for p in points] + [along.at(points[-1].place + 1)]
        if all(p.has_interval for p in points):
            there = [f"V{_n(values.at(p.high))}H{_n(x)}" for p, x in zip(points, xs[1:], strict=True)]
            back = [f"V{_n(values.at(p.low))}H{_n(x)}" for p, x in zip(points[::-1], xs[-2::-1], strict=True)]
            yield _path([f"M{_n(xs[0])} {_n(values.at(points[0].low))}", *there, *back, "z"], f"band {series.look}")
        way = [f"V{_n(values.at(p.value))}H{_n(x)}" for p, x in zip(points, xs[1:], strict=True)]
        yield _path([f"M{_n(xs[0])} {_n(values.at(points[0].value))}", *way], f"join {series.look}")


_DRAW = {Shape.BARS: _bars, Shape.STACKED: _stacked, Shape.LINES: _lines, Shape.STEPS: _steps}
