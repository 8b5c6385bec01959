"""The charts of a duel: what is seen as title, every rate with its interval, every axis with its name."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.report.charts import Chart, ChartShape, Point, Series, ValueAxis, drawn, points_of
from ucgsim.simulate.columns import SIDES, STATES
from ucgsim.stats.rates import wilson
from ucgsim.studies.duel.findings import NO_ADVICE
from ucgsim.studies.duel.tables import names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from numpy.typing import NDArray

    from ucgsim.studies.duel.findings import Finding, Findings
    from ucgsim.studies.duel.tables import Duel

FEWEST_GAMES = 20
"""Fewer games than this make no point of a chart; the tables have them."""
STANDING_ROUNDS = 4
"""Rounds after which standings are drawn."""
WON = ValueAxis("games won", lines=(0.5,), bounds=(0.0, 1.0))
SHARE = ValueAxis("share of games", bounds=(0.0, 1.0))
WHOLE = ValueAxis("share of games", shows=(0.0, 1.0), bounds=(0.0, 1.0))
SPREADS = {
    "level_ups": ("level-ups", "Level-ups in a game", "level-ups"),
    "hand_left": ("hands", "Cards left in hand at the end", "cards in hand"),
}
"""Columns of a game that are drawn by how often a side had how many: name of the chart, its title, its axis."""


def win_rate_by_lead(duel: Duel) -> Chart:
    """Win rate of the first side, in all games and by who led the first turn; the other side's mirrors it."""
    name, findings = names(duel.plan), duel.findings
    leads = [lead for lead in SIDES if findings.games_with_lead(lead)]
    rows = {"all games": duel.won("a").estimate}
    rows |= {f"{name[lead]} leads first": duel.won("a", lead).estimate for lead in leads}
    caption = f"How often {name['a']} wins, with 95 % intervals; {name['b']} wins the rest."
    series = (Series(f"{name['a']} wins", "a", points_of(enumerate(rows.values()))),)
    shown = _sample(findings)
    return Chart("lead", _lead_title(duel), caption, ChartShape.ROWS, series, WON, places=tuple(rows), sample=shown)


def _lead_title(duel: Duel) -> str:
    """What leading does, as surely as pairs of games say it, or else those led by either side."""
    findings, leading = duel.findings, duel.leading
    low, high = (0.0, 0.0) if leading is None else (leading.effect.low, leading.effect.high)
    if leading is None and all(map(findings.games_with_lead, SIDES)):
        first, second = (findings.won("a", lead).estimate for lead in SIDES)
        low, high = first.low - second.high, first.high - second.low
    if low > 0:
        return "Who leads the first turn wins more often for it"
    return "Who leads the first turn wins less often for it" if high < 0 else "Win rate by who leads the first turn"


def rounds_of_the_end(findings: Findings, who: Mapping[str, str]) -> Chart:
    """In which Round games end, by who won; ``who`` names both sides."""
    rounds = range(1, findings.last_round + 1)
    shares = findings.counts.rounds.sum(axis=2) / findings.games
    ends = {number: findings.ended_in(number).estimate for number in rounds}
    # The upper part of a bar has the interval of the whole of it.
    points = {
        "a": tuple(Point(number, float(shares[number, 0])) for number in rounds),
        "b": tuple(Point(number, float(shares[number, 1]), end.low, end.high) for number, end in ends.items()),
    }
    title = f"Half of all games are over by the end of Round {findings.survival.median.rate:.0f}"
    caption = "Share of games that end in each Round, by winner, with 95 % intervals of the whole bar."
    series = (Series(f"won by {name}", side, points[side]) for side, name in who.items())
    return _by_round(findings, "rounds", title, caption, ChartShape.STACKED, series)


def rounds_of_all(findings: Findings) -> Chart:
    """In which Round games of several matchups end."""
    rounds = range(1, findings.last_round + 1)
    title = f"Half of all games are over by the end of Round {findings.survival.median.rate:.0f}"
    caption = "Share of games that end in each Round, all matchups together, with 95 % intervals."
    series = (_series("games", "n", rounds, findings.ended_in),)
    return _by_round(findings, "rounds", title, caption, ChartShape.BARS, series)


def _by_round(  # noqa: PLR0917 - what a chart is made of, in the order of its own
    findings: Findings,
    name: str,
    title: str,
    caption: str,
    shape: ChartShape,
    series: Iterable[Series],
    scale: ValueAxis = SHARE,
    axis: str = "Round",
    shown: Iterable[Finding] = (),
) -> Chart:
    """A chart over Rounds, or over another ``axis`` of whole numbers, of those series that have a point."""
    drawn_ones = tuple(each for each in series if each.points)
    return Chart(name, title, caption, shape, drawn_ones, scale, axis, sample=_sample(findings, shown))


def _series(name: str, look: str, rounds: Iterable[int], finding: Callable[[int], Finding]) -> Series:
    """A rate, Round by Round."""
    return Series(name, look, points_of((number, finding(number).estimate) for number in rounds))


def _sample(findings: Findings, shown: Iterable[Finding] = ()) -> str:
    """On how many games points rest; some that are ``shown`` look at some of the games only."""
    games = [finding.games for finding in shown if _is_shown(finding)]
    some = f"; a point rests on {min(games):,} to {max(games):,} of them" if games else ""
    return f"{findings.games:,} games{some}"


def _is_shown(finding: Finding) -> bool:
    return finding.games >= FEWEST_GAMES


def chance_by_round(findings: Findings, who: Mapping[str, str]) -> Chart:
    """Chance of a to win after each Round, ahead, level or behind in battles; without a point of too few games."""
    at = {place: partial(findings.standing, "a", place=place) for place in (1, 0, -1)}
    rounds = {place: [n for n in range(1, findings.last_round) if _is_shown(seen(n))] for place, seen in at.items()}
    names_of = {1: ("ahead in battles", "a"), 0: ("level", "n"), -1: ("behind", "b")}
    title = f"How often {who['a']} still wins after each Round"
    caption = f"Of games that go on, with 95 % intervals. No advice: {NO_ADVICE['behind']}."
    series = [_series(*names_of[place], rounds[place], at[place]) for place in at]
    shown = [at[place](n) for place in at for n in rounds[place]]
    scale = ValueAxis("games won", lines=(0.5,), shows=(0.0, 1.0), bounds=(0.0, 1.0))
    return _by_round(findings, "chance", title, caption, ChartShape.LINES, series, scale, shown=shown)


def chance_by_standing(findings: Findings, who: Mapping[str, str]) -> Chart:
    """Chance of a to win by battles won and who leads next, Round by Round; without a point of too few games."""
    seen = {each: findings.by_standing(*each) for each in findings.standings if each[0] <= STANDING_ROUNDS}
    seen = {each: finding for each, finding in seen.items() if _is_shown(finding)}
    places: list[str] = []
    at = {}
    for number, a, b in dict.fromkeys((number, *won[:2]) for number, won in seen):
        if f"After Round {number}" not in places:
            places.append(f"After Round {number}")
        at[number, a, b] = len(places)
        places.append(f"{a} to {b} battles")
    series = [
        Series(
            f"{who[side]} leads the next Round",
            side,
            points_of((at[number, *won[:2]], f.estimate) for (number, won), f in seen.items() if won.lead == lead),
        )
        for lead, side in enumerate(SIDES)
    ]
    return Chart(
        "standings",
        f"How often {who['a']} wins from a standing of battles and Lead",
        f"Battles of {who['a']} first. The player who leads has mostly won the newest battle: this is not what "
        "leading is worth.",
        ChartShape.ROWS,
        tuple(each for each in series if each.points),
        ValueAxis("games won", lines=(0.5,), shows=(0.0, 1.0), bounds=(0.0, 1.0)),
        places=tuple(places),
        sample=_sample(findings, seen.values()),
    )


def swings(duel: Duel) -> Chart | None:
    """How much of who wins is settled in each Round; None of too few games."""
    findings, most = duel.findings, duel.findings.decides_most
    if most is None:
        return None
    caption = (
        "Which share of the uncertainty about the winner goes in a Round, of all games, with 95 % intervals; that of "
        "the most allows for the choice."
    )
    series = [_series("settled in it", "n", findings.rounds_that_turn, findings.settled_in_shown)]
    title = f"Round {most[0]} decides most"
    return _by_round(findings, "swings", title, caption, ChartShape.BARS, series, ValueAxis("of who wins"))


def comebacks(duel: Duel) -> Chart:
    """How often each side wins although behind after a Round; without a point of too few games."""
    findings, rounds = duel.findings, range(1, duel.findings.last_round)
    behind = {side: {number: findings.standing(side, number, -1) for number in rounds} for side in SIDES}
    all_of_them = [finding for each in behind.values() for finding in each.values()]
    series = (
        _series(name, side, (n for n, each in behind[side].items() if _is_shown(each)), behind[side].__getitem__)
        for side, name in names(duel.plan).items()
    )
    title = "How often a side still wins that was behind after a Round"
    caption = f"No advice: {NO_ADVICE['behind']}. 95 % intervals."
    scale = ValueAxis("games won after all", shows=(0.0,), bounds=(0.0, 1.0))
    return _by_round(findings, "comebacks", title, caption, ChartShape.LINES, series, scale, shown=all_of_them)


def scenes(duel: Duel, side: str) -> Chart | None:
    """Share of games in which a side has set a scene by a Round, and has held one; None without scenes."""
    findings, rounds = duel.findings, range(duel.findings.last_round + 1)
    if not findings.holds_scenes(side):
        return None
    kinds = ((findings.scene_ready_by, "has held one", "n"), (findings.scene_by, "has set one", side))
    series = (_series(label, look, rounds, partial(by, side)) for by, label, look in kinds)
    title = f"Scenes of {names(duel.plan)[side]}: held, and set, by the Round"
    caption = (
        "Held: one whose Round had come. What lies between the curves is waiting for the Lead, or for a better time."
    )
    return _by_round(findings, f"scenes-{side}", title, caption, ChartShape.STEPS, series, WHOLE)


def states(duel: Duel, state: str) -> Chart:
    """Share of games in which each side has had a character in a state by a Round; without a side that never has."""
    findings, rounds = duel.findings, range(duel.findings.last_round + 1)
    series = (
        _series(name, side, rounds, partial(findings.state_by, side, state))
        for side, name in names(duel.plan).items()
        if findings.state_by(side, state, rounds[-1]).rate > 0
    )
    title, what = f"First {state.upper()} by the Round", f"its first {state.upper()} by then"
    caption = f"Share of games in which a side has had {what}; the band is the 95 % interval."
    return _by_round(findings, f"states-{state}", title, caption, ChartShape.STEPS, series, WHOLE)


def redraws(findings: Findings, who: Mapping[str, str]) -> Chart:
    """Win rate of each side after a redraw and with its first hand."""
    after = {side: [findings.after_redraw(side, redrawn=each) for each in (True, False)] for side in SIDES}
    places = {side: [(place, each.estimate) for place, each in enumerate(after[side]) if each.games] for side in SIDES}
    return Chart(
        "redraws",
        "Win rate after a redraw and with the first hand",
        f"No advice: {NO_ADVICE['redraw']}; what a redraw is worth, ucgsim redraw says.",
        ChartShape.ROWS,
        tuple(Series(name, side, points_of(places[side])) for side, name in who.items()),
        WON,
        places=("after a redraw", "with the first hand"),
        sample=_sample(findings, (each for both in after.values() for each in both)),
    )


def spread(duel: Duel, column: str) -> Chart:
    """How often each side had how many of something in a game, with 95 % intervals."""
    name, title, axis = SPREADS[column]
    counts = getattr(duel.findings.counts, column).sum(axis=1)
    shares = (Series(each, side, _histogram(counts[i])) for i, (side, each) in enumerate(names(duel.plan).items()))
    return _by_round(duel.findings, name, title, f"{title}, with 95 % intervals.", ChartShape.BARS, shares, axis=axis)


def lead_changes(findings: Findings) -> Chart:
    """How often the Lead Player changed in a game, with 95 % intervals."""
    title, axis = "Changes of the Lead Player in a game", "changes of the Lead Player"
    caption = "How often the Lead Player changes in a game, with 95 % intervals."
    shares = [Series("share of games", "n", _histogram(findings.counts.lead_changes))]
    return _by_round(findings, "lead-changes", title, caption, ChartShape.BARS, shares, axis=axis)


def _histogram(counts: NDArray[np.int64]) -> tuple[Point, ...]:
    """Shares of a histogram with their intervals."""
    games, last = int(counts.sum()), int(np.flatnonzero(counts).max())
    return points_of((number, wilson(int(counts[number]), games)) for number in range(last + 1))


def duel_charts(duel: Duel) -> dict[str, list[Chart]]:
    """Every chart of a duel by what it is about, in the order in which a reader asks."""
    level_ups, left = (spread(duel, column) for column in SPREADS)
    findings, who = duel.findings, names(duel.plan)
    why = [win_rate_by_lead(duel), rounds_of_the_end(findings, who), chance_by_round(findings, who), swings(duel)]
    return {
        "why": drawn([*why, redraws(findings, who), *(scenes(duel, side) for side in SIDES)]),
        "course": drawn([comebacks(duel), lead_changes(findings), chance_by_standing(findings, who)]),
        "characters": drawn([*(states(duel, state) for state in STATES[1:]), level_ups]),
        "hands": drawn([left]),
    }
