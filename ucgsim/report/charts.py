"""Charts, described once: what is drawn at which place against which scale, and the SVG of it for a page.

A page draws it as small SVG text of its own (``svg.py``), a file or a notebook with matplotlib (``draw.py``).
"""

from __future__ import annotations

import itertools
import math
import textwrap
from dataclasses import dataclass
from enum import Enum, auto
from html import escape
from typing import TYPE_CHECKING, ClassVar

from markupsafe import Markup

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ucgsim.stats.rates import Estimate


MOST_SAID = 40
"""Values that a text alternative says one by one; of more it says the ends."""
MOST_NUMBERS = 12
"""Numbers that find room below a chart."""
EVEN = 0.5
STEPS = (1.0, 2.0, 5.0, 10.0)
"""What ticks may be apart, times a power of ten."""


class ChartShape(Enum):
    """How values stand: in named rows, or over whole numbers as bars, as joined points or as steps."""

    ROWS = auto()
    BARS = auto()
    STACKED = auto()
    LINES = auto()
    STEPS = auto()


@dataclass(frozen=True, slots=True)
class Point:
    """A value at a place with the ends of its interval, NaN where it has none."""

    place: int
    value: float
    low: float = math.nan
    high: float = math.nan

    @property
    def has_interval(self) -> bool:
        """Whether the value comes with an interval."""
        return not (math.isnan(self.low) or math.isnan(self.high))


@dataclass(frozen=True, slots=True)
class Series:
    """Points of one kind: what they are called, and whose they are (a, b, or n for nobody's)."""

    label: str
    look: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class ValueAxis:
    """The axis of the values: its name, its unit, what it has to show, and the values that are drawn as lines.

    Values are times ``factor`` of the unit: shares are shown in per cent.
    """

    name: str
    unit: str = "%"
    factor: float = 100.0
    lines: tuple[float, ...] = ()
    shows: tuple[float, ...] = ()
    bounds: tuple[float, float] = (-math.inf, math.inf)

    @property
    def heading(self) -> str:
        """The name of the axis with its unit."""
        return f"{self.name}, {self.unit}" if self.unit else self.name

    def written(self, value: float, *, sign: bool = False) -> str:
        """A value as people read it."""
        text = f"{self.factor * value:{'+' if sign else ''}.1f}"
        return f"{text} {self.unit}".strip()


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: its name among the files, what is seen in it as its title, how to read it, and what is drawn.

    ``places`` names the rows of a chart of rows, one without a point is a heading; else places are whole numbers and
    ``axis`` is what they count. ``sample`` says how many games a point rests on.
    """

    name: str
    title: str
    caption: str
    shape: ChartShape
    series: tuple[Series, ...]
    scale: ValueAxis
    axis: str = ""
    places: tuple[str, ...] = ()
    sample: str = ""
    is_wide: ClassVar[bool] = False
    """Whether it takes the whole width of a page, as a `Grid` may."""

    @property
    def points(self) -> Iterator[Point]:
        """All points."""
        return (point for series in self.series for point in series.points)

    @property
    def numbers(self) -> range:
        """The whole numbers over which values stand."""
        places = [point.place for point in self.points]
        return range(min(places), max(places) + 1)

    @property
    def marked(self) -> list[int]:
        """Those of the whole numbers that are written below the chart."""
        numbers = self.numbers
        step = next(s for s in _whole_steps() if len(numbers) <= MOST_NUMBERS * s)
        return [number for number in range(0, numbers[-1] + 1, step) if number >= numbers[0]]

    def totals(self) -> dict[int, float]:
        """What the bars of each place come to, one upon the other."""
        totals: dict[int, float] = {}
        for point in self.points:
            totals[point.place] = totals.get(point.place, 0.0) + point.value
        return totals

    @property
    def ticks(self) -> list[float]:
        """Values at which the scale is marked, from its lower end to its upper."""
        return _ticks(*self._ends, self.scale)

    @property
    def _ends(self) -> tuple[float, float]:
        values = [v for p in self.points for v in (p.value, p.low, p.high) if math.isfinite(v)]
        if self.shape is ChartShape.STACKED:
            values += self.totals().values()
        if self.shape in {ChartShape.BARS, ChartShape.STACKED}:
            values.append(0.0)
        values += self.scale.shows
        values += self.scale.lines
        if self.shape is ChartShape.ROWS and self.scale.lines == (EVEN,):
            # A win rate lies as far to the left or right as it is from even.
            reach = max(max(values) - EVEN, EVEN - min(values))
            return EVEN - reach, EVEN + reach
        return min(values), max(values)

    def alternative(self) -> str:
        """What the chart shows, for readers who can't see it."""
        return f"{self.title}. {'; '.join(map(self._said, self.series))}"

    def _said(self, series: Series) -> str:
        points = series.points
        shown = points if len(points) <= MOST_SAID else (points[0], points[-1])
        said = ", ".join(f"{self._place(point.place)} {self.scale.written(point.value)}" for point in shown)
        return f"{series.label}: {said}"

    def _place(self, place: int) -> str:
        return self.places[place] if self.places else f"{self.axis} {place}"


def _whole_steps() -> Iterator[int]:
    """What whole numbers may be apart: 1, 2, 5, 10, 20 and so on."""
    return (each * 10**power for power in itertools.count() for each in (1, 2, 5))


def _ticks(low: float, high: float, scale: ValueAxis) -> list[float]:
    """Round numbers from at or below ``low`` to at or above ``high``, four to eight of them."""
    low, high = scale.factor * low, scale.factor * high
    size = max(high - low, 1e-6) / 5
    power = 10.0 ** math.floor(math.log10(size))
    step = next(power * each for each in STEPS if power * each >= size)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    ends = [scale.factor * each for each in scale.bounds]
    values = (step * each for each in range(first, max(last, first + 1) + 1))
    return [value / scale.factor for value in values if ends[0] - step < value < ends[1] + step]


def points_of(estimates: Iterable[tuple[int, Estimate]]) -> tuple[Point, ...]:
    """Estimates at their places; what was never seen has no point."""
    return tuple(Point(place, e.rate, e.low, e.high) for place, e in estimates if math.isfinite(e.rate))


def drawn(charts: Sequence[Chart | None]) -> list[Chart]:
    """Those that have something to draw."""
    return [chart for chart in charts if chart is not None and any(True for _ in chart.points)]


# A chart as SVG text for a page: a few marks, letters of at least eleven pixels on any screen, colours of the page.


WIDTH = 320
"""Of every chart, in units that are pixels on the narrowest screen; letters are twelve of them high."""
LEFT, RIGHT = 42, 8
HEIGHT = 150
"""Of the part of a chart over whole numbers in which values stand."""
ROW, LINE = 13, 15
"""Of a series in a row, and of a line of letters."""
LONGEST = 44
"""Letters of a heading among rows that find room."""
GUTTER, IN_GUTTER = 112, 17
"""Where names of rows stand, and how many letters of a line find room there."""
MOST_DOTS = 40
"""Points of a line that are drawn one by one."""
BAND = 0.72
"""Share of a place that its marks take."""


def svg(chart: Chart) -> Markup:
    """The chart as SVG text."""
    height, body = _rows(chart) if chart.shape is ChartShape.ROWS else _columns(chart)
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
    """A value of the scale; its unit is in the name of the axis."""
    return f"{chart.scale.factor * value + 0.0:g}"


def _rows(chart: Chart) -> tuple[float, list[str]]:
    """Values in named rows: the name above, the marks below it, each series on a line of its own."""
    axis = _Axis(chart.ticks[0], chart.ticks[-1], GUTTER + 12, WIDTH - 14)
    marks: dict[int, dict[int, float]] = {}
    names, y = [], 4.0
    for place, name in enumerate(chart.places):
        here = [k for k, series in enumerate(chart.series) if any(p.place == place for p in series.points)]
        lines = textwrap.wrap(name, IN_GUTTER if here else LONGEST, max_lines=3, placeholder=" ...")
        tall = max(LINE * len(lines), ROW * len(here)) + 4
        kind = "" if here else "head"
        middle = y + tall / 2
        names += [_text(0, middle + 4 + LINE * (k - (len(lines) - 1) / 2), line, kind) for k, line in enumerate(lines)]
        for below, k in enumerate(here):
            marks.setdefault(k, {})[place] = middle + ROW * (below - (len(here) - 1) / 2)
        y += tall
    body = [*_vertical_grid(chart, axis, y), *names]
    for k, series in enumerate(chart.series):
        at = [(axis.at(p.value), marks[k][p.place], p) for p in series.points]
        ends = [f"M{_n(axis.at(p.low))} {_n(y)}H{_n(axis.at(p.high))}" for _, y, p in at if p.has_interval]
        body += [_path(ends, f"ends {series.look}"), _path([f"M{_n(x)} {_n(y)}h0" for x, y, _ in at], _dots(series))]
        body += [_hit(chart, series, point, x, y) for x, y, point in at]
    return y + 34, body


def _hit(chart: Chart, series: Series, point: Point, x: float, y: float) -> str:
    """What is said of a point that is pointed at: whose it is, the number and its interval."""
    ends = ""
    if point.has_interval:
        ends = f" ({chart.scale.written(point.low)} to {chart.scale.written(point.high)})"
    where = chart.places[point.place] if chart.places else f"{chart.axis} {point.place}"
    text = f"{where}, {series.label}: {chart.scale.written(point.value)}{ends}"
    return f'<circle class="hit" cx="{_n(x)}" cy="{_n(y)}" r="8"><title>{escape(text, quote=False)}</title></circle>'


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
    half = 0.0 if chart.shape is ChartShape.STEPS else 0.5
    # Steps hold until the next number.
    last = numbers[-1] + (1 if chart.shape is ChartShape.STEPS else half)
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
        for p in series.points:
            yield _hit(chart, series, p, along.at(p.place) + shift, values.at(p.value))


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
    """Points with their intervals, joined; the series stand next to each other."""
    for series, shift, _ in _beside(chart, along):
        at = [f"{_n(along.at(p.place) + shift / 2)} {_n(values.at(p.value))}" for p in series.points]
        yield _path([f"M{'L'.join(at)}"] if at else [], f"join {series.look}")
        yield _path(_ends(series.points, values, along, shift / 2), f"ends {series.look}")
        if len(at) <= MOST_DOTS:
            yield _path([f"M{each}h0" for each in at], _dots(series))
            for p in series.points:
                yield _hit(chart, series, p, along.at(p.place) + shift / 2, values.at(p.value))


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


_DRAW = {ChartShape.BARS: _bars, ChartShape.STACKED: _stacked, ChartShape.LINES: _lines, ChartShape.STEPS: _steps}
