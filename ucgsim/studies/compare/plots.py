"""A comparison as charts: the difference against every opponent, and the way to the stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.charts.chart import Chart, Point, Scale, Series, Shape, points_of
from ucgsim.simulate.same_chance.compare import BUILDS
from ucgsim.studies.check import play_words
from ucgsim.studies.compare.words import ALL, basis, half_width, llr, moved_remark

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ucgsim.studies.compare.findings import Comparison


def differences(result: Comparison) -> Figure:
    """The difference against every opponent, and against all, as a figure."""
    from ucgsim.report.charts.draw import draw  # noqa: PLC0415 - loads matplotlib

    return draw(differences_chart(result), foot(result))


def foot(result: Comparison) -> str:
    """What stands at the foot of a plot: what it rests on, and what its rows do not allow for."""
    return basis(result) + (f"; {moved_remark(result)}" if result.rows_as_if_fixed else "")


def differences_chart(result: Comparison) -> Chart:
    """Second build minus first in percentage points, with 95 % intervals; the first row is all opponents."""
    a, b = result.study.names
    rows = [(opponent.name, each) for opponent, each in zip(result.study.opponents, result.differences, strict=True)]
    rows = [(ALL, result.difference), *rows] if len(rows) > 1 else rows
    caption = f"Games that {b} wins more than {a} on the same chance: right of the line {b} is better"
    fixed = f" {moved_remark(result)[:1].upper()}{moved_remark(result)[1:]}." if result.rows_as_if_fixed else ""
    return Chart(
        "differences",
        f"Where {b} does better than {a}, and where worse",
        f"{caption} {play_words(result.study.labels)}. 95 % intervals.{fixed}",
        Shape.ROWS,
        (Series(f"{b} less {a}", "a", points_of((place, each) for place, (_, each) in enumerate(rows))),),
        Scale("more games won", "points", lines=(0.0,)),
        places=tuple(name for name, _ in rows),
        sample=sample(result),
    )


def way_chart(result: Comparison) -> Chart:
    """What the looks saw: the log-likelihood ratio with its bounds, or half the interval with the width asked for."""
    state, precision = result.state, result.study.stop.precision
    seen = llr if state is not None else half_width
    points = tuple(Point(look.each, seen(look)) for look in result.looks)
    if state is not None:
        title = "How the evidence grew until the test stopped"
        caption = (
            f"Log-likelihood ratio of H1 against H0: H1 is accepted at {state.upper:+.2f}, H0 at {state.lower:+.2f}; "
            "the test stops at the first look beyond a bound, or once it shows that the difference lies between both."
        )
        scale = Scale("log-likelihood ratio", "", 1.0, (state.lower, state.upper))
    else:
        title = "How the interval narrowed until it was narrow enough"
        caption = "Half the 95 % interval at each look; the comparison stops at the first one at or below the line."
        scale = Scale("half the interval", "points", 1.0, () if precision is None else (precision,), (0.0,))
    look = (Series(f"{len(points):,} looks", "n", points),)
    return Chart("way", title, caption, Shape.LINES, look, scale, axis="games of each build", sample=sample(result))


def sample(result: Comparison) -> str:
    """How many games a comparison rests on."""
    return f"{result.games // BUILDS:,} games of each build"
