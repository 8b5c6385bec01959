"""The part of a page that shows one matchup: what decides it first, the rest folded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.charts.draw import draw
from ucgsim.report.files import write_plot, write_table
from ucgsim.report.numbers import HAPPENED, interval
from ucgsim.report.page import Section
from ucgsim.report.sheet import Sheet, number, rate, sheet
from ucgsim.simulate.columns import SIDES, STATES
from ucgsim.stats.deciding.checked import Verdict
from ucgsim.studies.cards.page import NOT_COUNTED, count_cards, left_out
from ucgsim.studies.check import verdict_words
from ucgsim.studies.duel.plots import duel_charts
from ucgsim.studies.duel.replays import replay_sheet
from ucgsim.studies.duel.tables import (
    check_sheet,
    comebacks,
    endings,
    means,
    redraws,
    rounds,
    scene_wins,
    scenes,
    standings,
    swings,
    win_rates,
)
from ucgsim.studies.duel.words import basis, decides_words, names, remarks, who_wins
from ucgsim.studies.leading import leading_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ucgsim.report.charts.chart import Chart
    from ucgsim.simulate.plan import Plan
    from ucgsim.studies.cards.page import Counted
    from ucgsim.studies.duel.findings import Findings
    from ucgsim.studies.duel.result import DuelResult
    from ucgsim.studies.kit.page import Beside

TITLES = {
    "end": "When games end, and why",
    "course": "Battles and the Lead",
    "characters": "Characters, Round by Round",
    "scenes": "Scenes",
    "hands": "Hands and redraws",
    "rates": "Win rates in numbers",
}
NO_REPLAYS = (
    "No game is told here: cards, effects, policies or the game itself have changed since this was played, "
    "so these very games can't be played again."
)


def takeaways(result: DuelResult) -> tuple[str, ...]:
    """What to take away from a duel: who wins, what decides it, and whether another play agrees."""
    plan, findings = result.plan, result.findings
    said = [f"{who_wins(plan, findings)}."]
    said += [" ".join(why)] if (why := list(_why(result))) else []
    if result.check is not None:
        verdict = verdict_words(result.check.rate(findings), result.check.findings.games)
        said.append(f"Under {result.check.plan.labels[0]} on both sides, this {verdict}.")
    return tuple(said)


def _why(result: DuelResult) -> Iterator[str]:
    """What decides it: the Lead and the Round."""
    if text := leading_words(result.leading):
        yield text
    if text := decides_words(result.findings):
        yield text


def matchup_section(
    result: DuelResult, beside: Beside, *, folded: bool, cards: bool = True, games: bool = True, plots: bool = False
) -> Section:
    """Write tables and replays of a duel beside its page and return its section.

    ``cards`` counts them against winning and ``games`` tells some, both of which takes playing again; ``plots`` draws
    all charts as files, which takes longest.
    """
    plan, findings = result.plan, result.findings
    charts = duel_charts(plan, findings, result.leading)
    assert result.folder is not None, "a report is made of a run that was kept"
    turned = result.check is not None and result.check.rate(findings).verdict is Verdict.TURNS
    counted = count_cards(result.folder.path, beside.catalog, turned=turned) if cards else None
    charts["why"] += [] if counted is None else counted.charts()
    if plots:
        _write_plots(beside, charts, basis(plan, findings))
    write_table(beside.folder, f"{beside.prefix}rates", result.to_polars())
    write_table(beside.folder, f"{beside.prefix}means", result.means_table())
    name = names(plan)
    head = (result.answer(), *remarks(plan, findings), *_why(result)) if folded else ()
    uncounted = () if counted is not None else (NOT_COUNTED if cards else left_out(result.folder.path),)
    # On a page of its own, who leads is the picture at the top.
    shown = charts["why"] if folded else charts["why"][1:]
    return Section(
        anchor=f"{beside.prefix}matchup",
        title=f"{name['a']} against {name['b']}: {interval(findings.win_rate['a'])}" if folded else "What decides it",
        text=(*head, *uncounted),
        charts=tuple(shown),
        parts=(*_parts(result, charts, counted, beside), *(_games(result, beside) if games else ())),
        folded=folded,
    )


def _write_plots(beside: Beside, charts: Mapping[str, Sequence[Chart]], foot: str) -> None:
    for chart in (each for group in charts.values() for each in group):
        write_plot(beside.folder, beside.prefix + chart.name, draw(chart, foot))


def _parts(
    result: DuelResult, charts: Mapping[str, Sequence[Chart]], counted: Counted | None, beside: Beside
) -> Iterator[Section]:
    """What stands behind the answer, folded, the likeliest questions first."""
    prefix = beside.prefix
    if counted is not None:
        yield counted.section(beside.folder, prefix)
    for name, sheets in _sheets(result).items():
        if sheets or charts.get(name):
            text, shown = _resting_on(result) if name == "rates" else (), tuple(charts.get(name, ()))
            yield Section(f"{prefix}{name}", TITLES[name], text, charts=shown, sheets=sheets, folded=True)


def _games(result: DuelResult, beside: Beside) -> Iterator[Section]:
    """Games worth reading, told beside the page."""
    assert result.folder is not None, "a report is made of a run that was kept"
    replays = replay_sheet(result.folder, result.plan, beside.catalog, beside.folder, beside.prefix)
    text, sheets = ((NO_REPLAYS,), ()) if replays is None else ((), (replays,))
    yield Section(f"{beside.prefix}games", "Games to read", text, sheets=sheets, folded=True)


def _resting_on(result: DuelResult) -> tuple[str, ...]:
    return (f"All from {basis(result.plan, result.findings)}.",)


def _sheets(result: DuelResult) -> dict[str, tuple[Sheet, ...]]:
    """The tables of a duel by what they are about."""
    plan, findings = result.plan, result.findings
    checked = () if result.check is None else (check_sheet(plan, findings, result.check),)
    return {
        "end": (rounds(findings), endings(plan, findings)),
        "course": (swings(findings), standings(plan, findings), comebacks(plan, findings)),
        "characters": tuple(_progress(plan, findings, side) for side in SIDES),
        "scenes": (*scenes(plan, findings), scene_wins(plan, findings)) if scenes(plan, findings) else (),
        "hands": (redraws(plan, findings), means(plan, findings)),
        "rates": (win_rates(plan, findings, result.leading), *checked),
    }


def _progress(plan: Plan, findings: Findings, side: str) -> Sheet:
    """What a side had reached by each Round."""
    states = [state for state in STATES[1:] if findings.state_by(side, state, findings.last_round).rate > 0]
    rows = []
    for turn in range(1, findings.last_round + 1):
        by = [findings.state_by(side, state, turn) for state in states]
        behind = findings.standing(side, turn, -1)
        cells = [rate(estimate) for estimate in by]
        rows.append([number(turn), *cells, rate(behind.estimate), number(behind.games)])
    columns = ["Round", *(state.upper() for state in states), f"wins although behind {HAPPENED}", "of games"]
    note = f"States: share of games in which the side has had its first by then. {HAPPENED} See the comebacks."
    return sheet(f"{names(plan)[side]}, Round by Round", columns, rows, note)
