"""A chart described once: what is drawn at which place, against which scale; a page and a file draw it.

A page draws it as small SVG text of its own (``svg.py``), a file or a notebook with matplotlib (``draw.py``).
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ucgsim.stats.rates import Estimate

MOST_SAID = 40
"""Values that a text alternative says one by one; of more it says the ends."""
MOST_NUMBERS = 12
"""Numbers that find room below a chart."""
STEPS = (1.0, 2.0, 5.0, 10.0)
"""What ticks may be apart, times a power of ten."""


class Shape(Enum):
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
class Scale:
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
    shape: Shape
    series: tuple[Series, ...]
    scale: Scale
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
        if self.shape is Shape.STACKED:
            values += self.totals().values()
        if self.shape in {Shape.BARS, Shape.STACKED}:
            values.append(0.0)
        values += self.scale.shows
        values += self.scale.lines
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


def _ticks(low: float, high: float, scale: Scale) -> list[float]:
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
