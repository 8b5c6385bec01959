"""The part of a page that shows one matchup."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.files import write_plot, write_table
from ucgsim.report.numbers import HAPPENED, interval
from ucgsim.report.page import Section, picture
from ucgsim.report.sheet import Sheet, number, rate, sheet
from ucgsim.simulate.columns import SIDES, STATES
from ucgsim.stats.deciding.checked import Verdict
from ucgsim.studies.cards.page import NOT_COUNTED, card_section, left_out
from ucgsim.studies.duel.plots import duel_plots
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
from ucgsim.studies.duel.words import basis, names, remarks

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.simulate.plan import Plan
    from ucgsim.studies.duel.findings import Findings
    from ucgsim.studies.duel.result import DuelResult

CAPTIONS = {
    "lead": "Win rate in all games and by who leads the first turn, with 95 % intervals.",
    "rounds": "Share of games that end in each Round, by winner, with 95 % intervals of the whole bar.",
    "survival": "Share of games that last longer than so many Rounds; the band is the 95 % interval of each Round.",
    "standings": "How often the first deck wins games that go on after a Round, by battles won and lost then and by "
    "who leads the next. Whoever leads has mostly won the newest battle: this is not what leading is worth.",
    "swings": "By how much a Round moves the chance to win on average, up or down, and how much of the uncertainty "
    "about the winner is gone after it, with 95 % intervals.",
    "comebacks": "How often a side still wins a game in which it was behind after that Round; no advice, for who is "
    "behind has had the worse cards or luck.",
    "scenes": "Share of games in which a side has set its first scene by that Round, against those in which it has "
    "held one whose Round had come: what lies between is waiting for the lead.",
    "states": "Share of games in which a side has had its first DOUBLE, TRIPLE or QUAD by that Round.",
    "redraws": "Win rate after a redraw and with the first hand. No advice: who redraws had the worse hand to begin "
    "with; what a redraw is worth, ucgsim redraw says.",
    "level-ups": "Level-ups in a game, with 95 % intervals.",
    "lead-changes": "How often the Lead Player changes in a game, with 95 % intervals.",
    "hands": "Cards left in hand when the game ends, with 95 % intervals.",
}
NO_REPLAYS = (
    "No game is told here: cards, effects, policies or the game itself have changed since this was played, "
    "so these very games can't be played again."
)


def matchup_section(
    result: DuelResult, folder: Path, prefix: str, catalog: Catalog, *, folded: bool, cards: bool = True
) -> Section:
    """Write plots, tables and replays of a duel below ``folder`` and return its section; ``prefix`` names them.

    ``cards`` counts them against winning, which takes playing some of the games again.
    """
    plan, findings = result.plan, result.findings
    pictures = [
        picture(prefix + name, write_plot(folder, prefix + name, figure), CAPTIONS[name])
        for name, figure in duel_plots(plan, findings).items()
    ]
    write_table(folder, f"{prefix}rates", result.to_polars())
    write_table(folder, f"{prefix}means", result.means_table())
    name = names(plan)
    notes = tuple(remarks(plan, findings))
    text = (result.answer(), *notes) if folded else (f"All from {basis(plan, findings)}.",)
    assert result.folder is not None, "a report is made of a run that was kept"
    replays = replay_sheet(result.folder, plan, catalog, folder, prefix)
    if replays is None:
        text += (NO_REPLAYS,)
    run = result.folder.path
    turned = result.check is not None and result.check.rate(findings).verdict is Verdict.TURNS
    counted = card_section(run, catalog, folder, prefix, turned=turned) if cards else None
    if counted is None:
        text += (NOT_COUNTED if cards else left_out(run),)
    return Section(
        anchor=f"{prefix}matchup",
        title=f"{name['a']} against {name['b']}" + (f": {interval(findings.win_rate['a'])}" if folded else ""),
        text=text,
        pictures=tuple(pictures),
        sheets=(
            *((check_sheet(plan, findings, result.check),) if result.check else ()),
            win_rates(plan, findings, result.leading),
            endings(plan, findings),
            redraws(plan, findings),
            swings(findings),
            standings(plan, findings),
            comebacks(plan, findings),
            scene_wins(plan, findings),
            means(plan, findings),
            rounds(findings),
            *scenes(plan, findings),
            *(_progress(plan, findings, side) for side in SIDES),
            *((replays,) if replays else ()),
        ),
        parts=(counted,) if counted else (),
        folded=folded,
    )


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
