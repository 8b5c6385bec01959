"""The charts of a duel: what is seen as title, every rate with its interval, every axis with its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ucgsim.report.charts import Chart, Point, Scale, Series, Shape, drawn, points_of
from ucgsim.simulate.columns import SIDES, STATES
from ucgsim.stats.rates import wilson
from ucgsim.studies.duel.answer import basis, names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from ucgsim.simulate.plan import Plan
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.duel.findings import Finding, Findings
    from ucgsim.studies.leading import Leading

FEWEST_GAMES = 20
"""Fewer games than this make no point of a chart; the tables have them."""
STANDING_ROUNDS = 4
"""Rounds after which standings are drawn."""
WON = Scale("games won", lines=(0.5,), bounds=(0.0, 1.0))
SHARE = Scale("share of games", bounds=(0.0, 1.0))
WHOLE = Scale("share of games", shows=(0.0, 1.0), bounds=(0.0, 1.0))
NO_ADVICE = "No advice:"
SPREADS = {
    "level_ups": ("level-ups", "Level-ups in a game", "level-ups"),
    "hand_left": ("hands", "Cards left in hand at the end", "cards in hand"),
}
"""Columns of a game that are drawn by how often a side had how many: name of the chart, its title, its axis."""


def win_rate_by_lead(
    plan: Plan, findings: Findings, leading: Leading | None = None, whole: Estimate | None = None
) -> Chart:
    """Win rate of the first side, in all games and by who led the first turn; the other side's mirrors it.

    ``whole``: that of all games as it is shown elsewhere, where that is not the one of these games alone.
    """
    name = names(plan)
    rows = [("all games", whole or findings.win_rate["a"])]
    rows += [
        (f"{name[lead]} leads first", findings.by_first_lead[lead]["a"])
        for lead in SIDES
        if findings.games_with_lead(lead)
    ]
    return Chart(
        "lead",
        _lead_title(findings, leading),
        f"How often {name['a']} wins, with 95 % intervals; {name['b']} wins the rest.",
        Shape.ROWS,
        (Series(f"{name['a']} wins", "a", points_of(enumerate(rate for _, rate in rows))),),
        WON,
        places=tuple(row for row, _ in rows),
        sample=f"{findings.games:,} games",
    )


def _lead_title(findings: Findings, leading: Leading | None) -> str:
    """What leading does, as surely as pairs of games say it, or else those led by either side."""
    low, high = (0.0, 0.0) if leading is None else (leading.effect.low, leading.effect.high)
    if leading is None and all(findings.games_with_lead(lead) for lead in SIDES):
        first, second = (findings.by_first_lead[lead]["a"] for lead in SIDES)
        low, high = first.low - second.high, first.high - second.low
    if low > 0:
        return "Who leads the first turn wins more often for it"
    return "Who leads the first turn wins less often for it" if high < 0 else "Win rate by who leads the first turn"


def rounds_of_the_end(plan: Plan, findings: Findings) -> Chart:
    """In which Round games end, by who won."""
    name = names(plan)
    ended = findings.counts.rounds.sum(axis=2)
    rounds = range(1, findings.last_round + 1)
    shares = {side: ended[1 : findings.last_round + 1, i] / findings.games for i, side in enumerate(SIDES)}
    first = tuple(Point(number, float(share)) for number, share in zip(rounds, shares["a"], strict=True))
    second = tuple(_on_top(findings, number, float(share)) for number, share in zip(rounds, shares["b"], strict=True))
    return Chart(
        "rounds",
        f"Half of all games are over by the end of Round {findings.survival.median.rate:.0f}",
        "Share of games that end in each Round, by winner, with 95 % intervals of the whole bar.",
        Shape.STACKED,
        (Series(f"won by {name['a']}", "a", first), Series(f"won by {name['b']}", "b", second)),
        SHARE,
        axis="Round",
        sample=f"{findings.games:,} games",
    )


def _on_top(findings: Findings, number: int, share: float) -> Point:
    """The upper part of a bar, with the interval of the whole of it."""
    whole = findings.ended_in(number)
    return Point(number, share, whole.low, whole.high)


def chance_by_standing(plan: Plan, findings: Findings) -> Chart | None:
    """Chance of a to win by battles won and who leads next, Round by Round; None where too few games were played."""
    name = names(plan)
    seen = {each: findings.by_standing(*each) for each in findings.standings if each[0] <= STANDING_ROUNDS}
    seen = {each: finding for each, finding in seen.items() if _is_shown(finding)}
    if not seen:
        return None
    rows = list(dict.fromkeys((number, *won[:2]) for number, won in seen))
    places: list[str] = []
    at = {}
    for number, a, b in rows:
        if f"After Round {number}" not in places:
            places.append(f"After Round {number}")
        at[number, a, b] = len(places)
        places.append(f"{a} to {b} battles")
    series = [
        Series(
            f"{name[side]} leads the next Round",
            side,
            points_of((at[number, *won[:2]], f.estimate) for (number, won), f in seen.items() if won.lead == lead),
        )
        for lead, side in enumerate(SIDES)
    ]
    return Chart(
        "standings",
        f"How often {name['a']} wins from a standing of battles and Lead",
        f"Battles of {name['a']} first. Whoever leads has mostly won the newest battle: this is not what leading is "
        "worth.",
        Shape.ROWS,
        tuple(each for each in series if each.points),
        Scale("games won", lines=(0.5,), shows=(0.0, 1.0), bounds=(0.0, 1.0)),
        places=tuple(places),
        sample=_sample(findings, seen.values()),
    )


def swings(findings: Findings) -> Chart | None:
    """How much of who wins is settled in each Round; None of too few games."""
    most = findings.decides_most
    if most is None:
        return None
    rounds = findings.rounds_that_turn
    return Chart(
        "swings",
        f"Round {most[0]} decides most",
        "Which share of the uncertainty about the winner goes in a Round, of all games, with 95 % intervals; that of "
        "the most allows for the choice.",
        Shape.BARS,
        (Series("settled in it", "n", points_of((number, findings.settled_in_shown(number)) for number in rounds)),),
        Scale("of who wins"),
        axis="Round",
        sample=f"{findings.games:,} games",
    )


def _is_shown(finding: Finding) -> bool:
    return finding.games >= FEWEST_GAMES


def _sample(findings: Findings, *shown_findings: Iterable[Finding]) -> str:
    """On how many games points rest that look at some of the games only."""
    games = [finding.games for each in shown_findings for finding in each if _is_shown(finding)]
    some = f"; a point rests on {min(games):,} to {max(games):,} of them" if games else ""
    return f"{findings.games:,} games{some}"


def comebacks(plan: Plan, findings: Findings) -> Chart | None:
    """How often each side wins although behind after a Round; None where too few games were played."""
    rounds = range(1, findings.last_round)
    rates = {side: [findings.standing(side, number, -1) for number in rounds] for side in SIDES}
    shown = {
        side: [(number, f.estimate) for number, f in zip(rounds, rates[side], strict=True) if _is_shown(f)]
        for side in SIDES
    }
    if not any(shown.values()):
        return None
    return Chart(
        "comebacks",
        "How often a side still wins that was behind after a Round",
        f"{NO_ADVICE} who is behind has had the worse cards or luck. 95 % intervals.",
        Shape.LINES,
        tuple(Series(name, side, points_of(shown[side])) for side, name in names(plan).items() if shown[side]),
        Scale("games won after all", shows=(0.0,), bounds=(0.0, 1.0)),
        axis="Round",
        sample=_sample(findings, *rates.values()),
    )


def scenes(plan: Plan, findings: Findings, side: str) -> Chart | None:
    """Share of games in which a side has set a scene by a Round, and has held one; None without scenes."""
    rounds = range(findings.last_round + 1)
    if not findings.rounds_with_scenes() or findings.scene_ready_by(side, rounds[-1]).rate == 0:
        return None
    kinds = ((findings.scene_ready_by, "has held one", "n"), (findings.scene_by, "has set one", side))
    return Chart(
        f"scenes-{side}",
        f"Scenes of {names(plan)[side]}: held, and set, by the Round",
        "Held: one whose Round had come. What lies between the curves is waiting for the Lead, or for a better time.",
        Shape.STEPS,
        tuple(Series(label, look, points_of((n, by(side, n)) for n in rounds)) for by, label, look in kinds),
        WHOLE,
        axis="Round",
        sample=f"{findings.games:,} games",
    )


def states(plan: Plan, findings: Findings, state: str) -> Chart | None:
    """Share of games in which each side has had a character in a state by a Round; None where nobody ever has."""
    rounds = range(findings.last_round + 1)
    sides = [side for side in SIDES if findings.state_by(side, state, rounds[-1]).rate > 0]
    if not sides:
        return None
    return Chart(
        f"states-{state}",
        f"First {state.upper()} by the Round",
        f"Share of games in which a side has had its first {state.upper()} by then; the band is the 95 % interval.",
        Shape.STEPS,
        tuple(
            Series(names(plan)[side], side, points_of((n, findings.state_by(side, state, n)) for n in rounds))
            for side in sides
        ),
        WHOLE,
        axis="Round",
        sample=f"{findings.games:,} games",
    )


def redraws(plan: Plan, findings: Findings) -> Chart:
    """Win rate of each side after a redraw and with its first hand."""
    name = names(plan)
    rates = {side: [findings.after_redraw(side, redrawn=redrawn) for redrawn in (True, False)] for side in SIDES}
    series = (
        Series(name[side], side, points_of((k, f.estimate) for k, f in enumerate(rates[side]) if f.games))
        for side in SIDES
    )
    return Chart(
        "redraws",
        "Win rate after a redraw and with the first hand",
        f"{NO_ADVICE} who redraws had the worse hand to begin with; what a redraw is worth, ucgsim redraw says.",
        Shape.ROWS,
        tuple(series),
        WON,
        places=("after a redraw", "with the first hand"),
        sample=_sample(findings, *rates.values()),
    )


def spread(plan: Plan, findings: Findings, column: str) -> Chart:
    """How often each side had how many of something in a game, with 95 % intervals."""
    name, title, axis = SPREADS[column]
    shares = (
        Series(each, side, _histogram(getattr(findings.counts, column)[i].sum(axis=0)))
        for i, (side, each) in enumerate(names(plan).items())
    )
    caption = f"{title}, with 95 % intervals."
    return Chart(name, title, caption, Shape.BARS, tuple(shares), SHARE, axis=axis, sample=f"{findings.games:,} games")


def lead_changes(findings: Findings) -> Chart:
    """How often the Lead Player changed in a game, with 95 % intervals."""
    return Chart(
        "lead-changes",
        "Changes of the Lead Player in a game",
        "How often the Lead Player changes in a game, with 95 % intervals.",
        Shape.BARS,
        (Series("share of games", "n", _histogram(findings.counts.lead_changes)),),
        SHARE,
        axis="changes of the Lead Player",
        sample=f"{findings.games:,} games",
    )


def _histogram(counts: NDArray[np.int64]) -> tuple[Point, ...]:
    """Shares of a histogram with their intervals."""
    games, last = int(counts.sum()), int(np.flatnonzero(counts).max())
    return points_of((number, wilson(int(counts[number]), games)) for number in range(last + 1))


def duel_overview(plan: Plan, findings: Findings, leading: Leading | None = None) -> Figure:
    """The one plot that answers a duel: win rate by who leads the first turn."""
    from ucgsim.report.figures import draw  # noqa: PLC0415 - loads matplotlib

    return draw(win_rate_by_lead(plan, findings, leading), basis(plan, findings))


def duel_charts(plan: Plan, findings: Findings, leading: Leading | None = None) -> dict[str, list[Chart]]:
    """Every chart of a duel by what it is about, in the order in which a reader asks."""
    level_ups, left = (spread(plan, findings, column) for column in SPREADS)
    return {
        "why": drawn([win_rate_by_lead(plan, findings, leading), swings(findings)]),
        "end": drawn([rounds_of_the_end(plan, findings)]),
        "course": drawn([comebacks(plan, findings), lead_changes(findings), chance_by_standing(plan, findings)]),
        "characters": drawn([*(states(plan, findings, state) for state in STATES[1:]), level_ups]),
        "scenes": drawn([scenes(plan, findings, side) for side in SIDES]),
        "hands": drawn([redraws(plan, findings), left]),
    }
