"""The page of a duel, and of one matchup of several: who wins, what decides it, and behind a click all else."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ucgsim.report.figures import draw
from ucgsim.report.page import Big, Page, Section, write_plot, write_table
from ucgsim.report.sheet import HAPPENED, Sheet, number, rate, sheet
from ucgsim.simulate.columns import SIDES, STATES
from ucgsim.stats.agreement import Verdict
from ucgsim.studies.cards.page import NOT_COUNTED, Counted, count_cards, left_out
from ucgsim.studies.duel import answer
from ucgsim.studies.duel.plots import duel_charts, win_rate_by_lead
from ucgsim.studies.duel.replays import replay_sheet
from ucgsim.studies.kit.page import Beside, Making, families, finish, method
from ucgsim.studies.leading import leading_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.report.charts import Chart
    from ucgsim.simulate.plan import Plan
    from ucgsim.studies.duel.findings import Findings
    from ucgsim.studies.duel.result import DuelResult


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


def _why(result: DuelResult) -> Iterator[str]:
    """What decides it: the Lead and the Round."""
    if text := leading_words(result.leading):
        yield text
    if text := answer.decides_words(result.findings):
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
        _write_plots(beside, charts, answer.basis(plan, findings))
    write_table(beside.folder, f"{beside.prefix}rates", result.to_polars())
    write_table(beside.folder, f"{beside.prefix}means", result.means_table())
    name = answer.names(plan)
    head = (result.answer(), *answer.remarks(plan, findings), *_why(result)) if folded else ()
    uncounted = () if counted is not None else (NOT_COUNTED if cards else left_out(result.folder.path),)
    # On a page of its own, who leads is the picture at the top.
    shown = charts["why"] if folded else charts["why"][1:]
    return Section(
        anchor=f"{beside.prefix}matchup",
        title=f"{name['a']} against {name['b']}: {answer.shown_words(plan, findings, result.check)}"
        if folded
        else "What decides it",
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
    return (f"All from {answer.basis(result.plan, result.findings)}.",)


def _sheets(result: DuelResult) -> dict[str, tuple[Sheet, ...]]:
    """The tables of a duel by what they are about."""
    plan, findings = result.plan, result.findings
    checked = () if result.check is None else (answer.check_sheet(plan, findings, result.check),)
    return {
        "end": (answer.rounds(findings), answer.endings(plan, findings)),
        "course": (answer.swings(findings), answer.standings(plan, findings), answer.comebacks(plan, findings)),
        "characters": tuple(_progress(plan, findings, side) for side in SIDES),
        "scenes": (*answer.scenes(plan, findings), answer.scene_wins(plan, findings))
        if answer.scenes(plan, findings)
        else (),
        "hands": (answer.redraws(plan, findings), answer.means(plan, findings)),
        "rates": (answer.win_rates(plan, findings, result.leading), *checked),
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
    return sheet(f"{answer.names(plan)[side]}, Round by Round", columns, rows, note)


# The page of one duel: who wins, what decides it, and behind a click all else.


def write_duel(result: DuelResult, path: Path, catalog: Catalog, *, cards: bool, whole: bool = True) -> None:
    """Write the page of a duel with all that lies beside it.

    ``cards`` counts them against winning; a ``whole`` one tells games and has plots as files, which take longest.
    """
    section = matchup_section(
        result, Beside(path, "", catalog), folded=False, cards=cards, games=cards or whole, plots=whole
    )
    plan, findings = result.plan, result.findings
    check = "" if result.check is None else answer.basis(result.check.plan, result.check.findings)
    assert result.folder is not None, "a report is made of a run that was kept"
    also = () if whole else (f"This draws the charts as files: ucgsim report {result.folder.path}",)
    end = method(
        plan,
        plan.decks,
        result.command,
        catalog,
        games=findings.games,
        starred=families(section),
        check=check,
        also=(*answer.method_words(plan, findings, result.check).splitlines()[1:], *also),
    )
    a, b = answer.names(plan).values()
    won = answer.shown_rate(plan, findings, result.check)
    page = Page(
        f"{a} or {b}: who wins, and why?",
        (result.answer(),),
        str(result.parts().foot),
        win_rate_by_lead(plan, findings, result.leading, won),
        Big.share(won, f"of its games {a} wins"),
        tuple(answer.remarks(plan, findings)),
        # What stands behind the answer is a part of the page, not of what decides it.
        (replace(section, parts=()), *section.parts, end),
    )
    finish(path, page, result.to_json())


def write_stored(result: DuelResult, making: Making) -> None:
    """Write the page of a duel that is stored."""
    write_duel(result, making.place, making.catalog, cards=making.cards)
    making.advance(1)
