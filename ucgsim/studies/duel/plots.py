"""The plots of a duel: every rate with its interval, every axis with its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ucgsim.report.numbers import amount, interval
from ucgsim.report.style import (
    COLOURS,
    MARKERS,
    NEUTRAL,
    WIDTH,
    as_percent,
    legend,
    new_figure,
    whole_numbers,
)
from ucgsim.simulate.columns import SIDES, STATES
from ucgsim.stats.rates import wilson
from ucgsim.studies.duel.words import basis, names

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from ucgsim.simulate.plan import Plan
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.duel.findings import Finding, Findings

FEWEST_GAMES = 20
"""Fewer games than this make no point of a plot; the tables have them."""
STANDING_ROUNDS = 5
"""Rounds after which standings are drawn."""
FRAME_WIDTH, PLACE_WIDTH = 1.2, 0.36
"""Of a chart of standings, in inches: around it, and each of them."""
DODGE = 0.12
"""How far apart the two sides stand at one place."""
LINES = {"double": "-", "triple": "--", "quad": ":"}


def _error_bars(
    axes: Axes, x: Sequence[float], estimates: Sequence[Estimate], *, label: str, color: str, marker: str
) -> None:
    rates = np.array([estimate.rate for estimate in estimates])
    below = rates - [estimate.low for estimate in estimates]
    above = np.array([estimate.high for estimate in estimates]) - rates
    axes.errorbar(x, rates, yerr=[below, above], label=label, color=color, marker=marker, capsize=3)


def _band(
    axes: Axes, x: Sequence[float], estimates: Sequence[Estimate], *, label: str, color: str, line: str = "-"
) -> None:
    axes.step(x, [e.rate for e in estimates], where="post", label=label, color=color, linestyle=line)
    low, high = ([getattr(estimate, end) for estimate in estimates] for end in ("low", "high"))
    axes.fill_between(x, low, high, step="post", color=color, alpha=0.2, linewidth=0)


def win_rate_by_lead(plan: Plan, findings: Findings) -> Figure:
    """Win rate of both sides, in all games and by who led the first turn."""
    name = names(plan)
    groups = [("all games", findings.win_rate)]
    groups += [
        (f"{lead.upper()} leads first", findings.by_first_lead[lead])
        for lead in SIDES
        if findings.games_with_lead(lead)
    ]
    with new_figure("Win rate by who leads the first turn", f"{findings.games:,} games", basis(plan, findings)) as (
        figure,
        axes,
    ):
        for shift, side in zip((-DODGE, DODGE), SIDES, strict=True):
            x = np.arange(len(groups)) + shift
            rates = [rates[side] for _, rates in groups]
            label = f"{side.upper()}: {name[side]}"
            _points(axes, x.tolist(), rates, label=label, side=side)
        axes.axhline(0.5, color=NEUTRAL, linestyle=":", linewidth=1.2)
        axes.set_xticks(range(len(groups)), [label for label, _ in groups])
        axes.set_xlim(-0.5, len(groups) - 0.5)
        axes.set_ylabel("games won")
        as_percent(axes)
        legend(axes, columns=1)
    return figure


def _points(axes: Axes, x: list[float], rates: Sequence[Estimate], *, label: str, side: str) -> None:
    _error_bars(axes, x, rates, label=label, color=COLOURS[side], marker=MARKERS[side])
    axes.lines[-3].set_linestyle("none")


def rounds_of_the_end(plan: Plan, findings: Findings) -> Figure:
    """In which Round games end, by who won."""
    name = names(plan)
    ended = findings.counts.rounds.sum(axis=2)
    rounds = range(1, findings.last_round + 1)
    with new_figure("Round in which games end", f"{findings.games:,} games", basis(plan, findings)) as (figure, axes):
        bottom = np.zeros(len(rounds))
        for i, side in enumerate(SIDES):
            height = ended[1 : findings.last_round + 1, i] / findings.games
            axes.bar(rounds, height, bottom=bottom, color=COLOURS[side], label=f"won by {name[side]}", width=0.8)
            bottom = bottom + height
        totals = [findings.ended_in(number) for number in rounds]
        ends = [[t.rate - t.low for t in totals], [t.high - t.rate for t in totals]]
        axes.errorbar(list(rounds), bottom, yerr=ends, fmt="none", color=NEUTRAL, capsize=2)
        axes.set_xlabel("Round")
        axes.set_ylabel("share of games")
        as_percent(axes, full=False)
        whole_numbers(axes)
        legend(axes, columns=1)
    return figure


def survival(plan: Plan, findings: Findings) -> Figure:
    """Share of games still going after each Round, with its 95 % band."""
    curve = findings.survival
    with new_figure("Games still going", f"{findings.games:,} games", basis(plan, findings)) as (figure, axes):
        x = [0.0, *curve.times]
        rates = [1.0, *(estimate.rate for estimate in curve.surviving)]
        axes.step(x, rates, where="post", color=COLOURS["a"], label="share of games")
        low = [1.0, *(estimate.low for estimate in curve.surviving)]
        high = [1.0, *(estimate.high for estimate in curve.surviving)]
        axes.fill_between(x, low, high, step="post", color=COLOURS["a"], alpha=0.25, label="95 % interval")
        axes.axhline(0.5, color=NEUTRAL, linestyle=":", linewidth=1.2, label="half")
        axes.set_xlabel("Rounds played")
        axes.set_ylabel("share of games still going")
        as_percent(axes)
        whole_numbers(axes)
        legend(axes, columns=3)
    return figure


def chance_by_standing(plan: Plan, findings: Findings) -> Figure | None:
    """Chance of a to win by battles won and who leads next, Round by Round; None where too few games were played."""
    rates = {each: findings.by_standing(*each) for each in findings.standings if each[0] <= STANDING_ROUNDS}
    shown_rates = {each: finding for each, finding in rates.items() if _is_shown(finding)}
    if not shown_rates:
        return None
    name = names(plan)
    places = {place: k for k, place in enumerate(dict.fromkeys((number, *won[:2]) for number, won in shown_rates))}
    title = f"Chance of {name['a']} to win, given the battles won and the Lead"
    sample = _sample(findings, shown_rates.values())
    width = max(WIDTH, FRAME_WIDTH + PLACE_WIDTH * len(places))
    with new_figure(title, sample, basis(plan, findings), width=width) as (figure, axes):
        for lead, (side, shift) in enumerate(zip(SIDES, (-DODGE, DODGE), strict=True)):
            mine = {each: finding for each, finding in shown_rates.items() if each[1].lead == lead}
            if mine:
                x = [places[number, *won[:2]] + shift for number, won in mine]
                estimates = [finding.estimate for finding in mine.values()]
                _points(axes, x, estimates, label=f"{name[side]} leads the next Round", side=side)
        _standing_axes(axes, list(places))
    return figure


def _standing_axes(axes: Axes, places: list[tuple[int, ...]]) -> None:
    """The battles won below each place, a line between Rounds and the name of each above its first place."""
    axes.axhline(0.5, color=NEUTRAL, linestyle=":", linewidth=1.2)
    axes.set_xticks(range(len(places)), [f"{a}-{b}" for _, a, b in places])
    for k, (number, *_) in enumerate(places):
        if k == 0 or places[k - 1][0] != number:
            axes.axvline(k - 0.5, color=NEUTRAL, linewidth=0.8)
            axes.text(k - 0.4, 1.03, f"Round {number}", fontsize=9, va="bottom")
    axes.set_xlim(-0.5, len(places) - 0.5)
    axes.set_xlabel("battles won and lost after the Round, in games that go on")
    axes.set_ylabel("games won")
    as_percent(axes)
    legend(axes)


def swings(plan: Plan, findings: Findings) -> Figure | None:
    """How much each Round moves the chance to win, and how much of the result is settled; None of too few games."""
    rounds = findings.rounds_that_turn
    if not rounds:
        return None
    with new_figure("How much each Round swings it", f"{findings.games:,} games", basis(plan, findings)) as (
        figure,
        axes,
    ):
        moved = [findings.swing(number).estimate for number in rounds]
        settled = [findings.settled(number) for number in rounds]
        for side, label, rates in (("a", "moves the chance to win by", moved), ("b", "settled after it", settled)):
            _error_bars(axes, rounds, rates, label=label, color=COLOURS[side], marker=MARKERS[side])
        axes.set_xlabel("Round")
        axes.set_ylabel("chance moved; share settled")
        as_percent(axes)
        whole_numbers(axes)
        legend(axes)
    return figure


def _is_shown(finding: Finding) -> bool:
    return finding.games >= FEWEST_GAMES


def _are_shown(*result: Iterable[Finding]) -> bool:
    """Whether a chart of these has a point at all."""
    return any(_is_shown(finding) for each in result for finding in each)


def _sample(findings: Findings, *shown_findings: Iterable[Finding]) -> str:
    """On how many games points rest that look at some of the games only."""
    games = [finding.games for each in shown_findings for finding in each if _is_shown(finding)]
    some = f"; a point rests on {min(games):,} to {max(games):,} of them" if games else ""
    return f"{findings.games:,} games{some}"


def comebacks(plan: Plan, findings: Findings) -> Figure | None:
    """How often each side wins although behind after a Round; None where too few games were played."""
    rounds = range(1, findings.last_round)
    rates = {side: [findings.standing(side, number, -1) for number in rounds] for side in SIDES}
    if not _are_shown(*rates.values()):
        return None
    title = "Comebacks: won although behind after the Round"
    with new_figure(title, _sample(findings, *rates.values()), basis(plan, findings)) as (figure, axes):
        for shift, (side, name) in zip((-DODGE, DODGE), names(plan).items(), strict=True):
            _by_round(axes, list(zip(rounds, rates[side], strict=True)), name, side, shift)
        axes.set_xlabel("Round")
        axes.set_ylabel("games won after all")
        as_percent(axes)
        whole_numbers(axes)
        legend(axes)
    return figure


def _by_round(axes: Axes, shown_findings: list[tuple[int, Finding]], label: str, side: str, shift: float) -> None:
    """One side's rates by Round, where enough games stand behind them."""
    seen = [(number + shift, finding.estimate) for number, finding in shown_findings if _is_shown(finding)]
    if seen:
        x, estimates = zip(*seen, strict=True)
        _error_bars(axes, x, estimates, label=label, color=COLOURS[side], marker=MARKERS[side])


def scenes(plan: Plan, findings: Findings) -> Figure | None:
    """Share of games in which each side has set a scene by a Round, and has held one; None without scenes."""
    if not findings.rounds_with_scenes():
        return None
    rounds = list(range(findings.last_round + 1))
    with new_figure("First scene held and set by the Round", f"{findings.games:,} games", basis(plan, findings)) as (
        figure,
        axes,
    ):
        for side, name in names(plan).items():
            for by, text, line in ((findings.scene_by, "set one", "-"), (findings.scene_ready_by, "held one", ":")):
                estimates = [by(side, number) for number in rounds]
                if estimates[-1].rate > 0:
                    _band(axes, rounds, estimates, label=f"{name}: {text}", color=COLOURS[side], line=line)
        _by_round_axes(axes, columns=1)
    return figure


def states(plan: Plan, findings: Findings) -> Figure | None:
    """Share of games in which each side has had a DOUBLE, TRIPLE or QUAD by a Round; None where nobody ever has."""
    rounds = list(range(findings.last_round + 1))
    if not any(findings.state_by(side, state, rounds[-1]).rate for side in SIDES for state in STATES[1:]):
        return None
    with new_figure(
        "First DOUBLE, TRIPLE and QUAD by the Round", f"{findings.games:,} games", basis(plan, findings)
    ) as (figure, axes):
        for side in SIDES:
            for state in STATES[1:]:
                estimates = [findings.state_by(side, state, number) for number in rounds]
                if estimates[-1].rate > 0:
                    label = f"{state.upper()}, {side.upper()}"
                    _band(axes, rounds, estimates, label=label, color=COLOURS[side], line=LINES[state])
        _by_round_axes(axes)
    return figure


def _by_round_axes(axes: Axes, *, columns: int = 2) -> None:
    axes.set_xlabel("Round")
    axes.set_ylabel("share of games")
    as_percent(axes)
    whole_numbers(axes)
    legend(axes, columns=columns)


def redraws(plan: Plan, findings: Findings) -> Figure:
    """Win rate of each side after a redraw and with its first hand."""
    name = names(plan)
    rates = {side: [findings.after_redraw(side, redrawn=redrawn) for redrawn in (True, False)] for side in SIDES}
    title = "Win rate after a redraw and with the first hand"
    with new_figure(title, _sample(findings, *rates.values()), basis(plan, findings)) as (figure, axes):
        for shift, side in zip((-DODGE, DODGE), SIDES, strict=True):
            seen = [(x + shift, finding.estimate) for x, finding in enumerate(rates[side]) if finding.games]
            x, estimates = zip(*seen, strict=True)
            label = f"{name[side]} (redraws {interval(findings.redraw_rate[side])})"
            _points(axes, list(x), list(estimates), label=label, side=side)
        axes.set_xticks(range(2), ["after a redraw", "with the first hand"])
        axes.set_xlim(-0.5, 1.5)
        axes.set_ylabel("games won")
        as_percent(axes)
        legend(axes, columns=1)
    return figure


def spread(plan: Plan, findings: Findings, column: str, title: str, label: str) -> Figure:
    """How often each side had how many of something in a game, with 95 % intervals."""
    with new_figure(title, f"{findings.games:,} games", basis(plan, findings)) as (figure, axes):
        for i, (shift, (side, name)) in enumerate(zip((-0.2, 0.2), names(plan).items(), strict=True)):
            counts = getattr(findings.counts, column)[i].sum(axis=0)
            text = f"{name} (mean {amount(findings.mean(column, side))})"
            _bars(axes, counts, findings.games, shift=shift, label=text, color=COLOURS[side])
        _spread_axes(axes, label)
    return figure


def lead_changes(plan: Plan, findings: Findings) -> Figure:
    """How often the Lead Player changed in a game, with 95 % intervals."""
    with new_figure("Changes of the Lead Player in a game", f"{findings.games:,} games", basis(plan, findings)) as (
        figure,
        axes,
    ):
        text = f"mean {amount(findings.mean('lead_changes', 'a'))}"
        _bars(axes, findings.counts.lead_changes, findings.games, label=text, color=COLOURS["a"], width=0.8)
        _spread_axes(axes, "changes of the Lead Player")
    return figure


def _bars(
    axes: Axes,
    counts: NDArray[np.int64],
    games: int,
    *,
    label: str,
    color: str,
    shift: float = 0.0,
    width: float = 0.4,
) -> None:
    """Shares of a histogram of so many games, with their intervals."""
    last = int(np.flatnonzero(counts).max())
    shares = counts[: last + 1] / counts.sum()
    intervals = [wilson(share * games, games) for share in shares]
    ends = [[e.rate - e.low for e in intervals], [e.high - e.rate for e in intervals]]
    x = np.arange(last + 1) + shift
    axes.bar(x, shares, width=width, color=color, label=label, yerr=np.maximum(ends, 0), ecolor=NEUTRAL, capsize=2)


def _spread_axes(axes: Axes, label: str) -> None:
    axes.set_xlabel(label)
    axes.set_ylabel("share of games")
    as_percent(axes, full=False)
    whole_numbers(axes)
    legend(axes, columns=1)


def duel_overview(plan: Plan, findings: Findings) -> Figure:
    """The one plot that answers a duel: win rate by who leads the first turn."""
    return win_rate_by_lead(plan, findings)


def duel_plots(plan: Plan, findings: Findings) -> dict[str, Figure]:
    """Every plot of a duel by name, in the order in which a reader asks."""
    made = {
        "lead": win_rate_by_lead(plan, findings),
        "rounds": rounds_of_the_end(plan, findings),
        "survival": survival(plan, findings),
        "standings": chance_by_standing(plan, findings),
        "swings": swings(plan, findings),
        "comebacks": comebacks(plan, findings),
        "lead-changes": lead_changes(plan, findings),
        "scenes": scenes(plan, findings),
        "states": states(plan, findings),
        "redraws": redraws(plan, findings),
        "level-ups": spread(plan, findings, "level_ups", "Level-ups in a game", "level-ups"),
        "hands": spread(plan, findings, "hand_left", "Cards left in hand at the end", "cards in hand"),
    }
    return {name: figure for name, figure in made.items() if figure is not None}
