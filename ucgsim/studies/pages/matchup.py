"""The part of a page that shows one matchup."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.files import write_plot, write_table
from ucgsim.report.numbers import amount, interval
from ucgsim.report.page import Section, picture
from ucgsim.report.sheet import Sheet, number, rate, sheet, words
from ucgsim.simulate.columns import SIDES, STATES
from ucgsim.stats.checked import Verdict
from ucgsim.studies.cards.page import NOT_COUNTED, card_section, left_out
from ucgsim.studies.check import play_words, verdict_words
from ucgsim.studies.duel.plots import duel_plots
from ucgsim.studies.duel.replays import replay_sheet
from ucgsim.studies.duel.words import TALLY_WORDS, basis, names, pairing_words, remarks

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.report.sheet import Cell
    from ucgsim.simulate.plan import Plan
    from ucgsim.studies.duel.check import DuelCheck
    from ucgsim.studies.duel.findings import Finding, Findings
    from ucgsim.studies.duel.study import DuelResult

CAPTIONS = {
    "lead": "Win rate in all games and by who leads the first turn, with 95 % intervals.",
    "rounds": "Share of games that end in each Round, by winner, with 95 % intervals of the whole bar.",
    "survival": "Share of games that last longer than so many Rounds; the band is the 95 % interval of each Round.",
    "margin": "How often the first deck wins games that go on after a Round, by battles ahead then.",
    "comebacks": "How often a side still wins a game in which it was behind after that Round.",
    "scenes": "Share of games in which a side has set its first scene by that Round, against those in which it has "
    "held one whose Round had come: what lies between is waiting for the lead.",
    "states": "Share of games in which a side has had its first DOUBLE, TRIPLE or QUAD by that Round.",
    "redraws": "Win rate after a redraw and with the first hand. Who redraws had the worse hand to begin with.",
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
    counted = card_section(run, catalog, folder, prefix) if cards else None
    if counted is None:
        text += (NOT_COUNTED if cards else left_out(run),)
    return Section(
        anchor=f"{prefix}matchup",
        title=f"{name['a']} against {name['b']}" + (f": {interval(findings.win_rate['a'])}" if folded else ""),
        text=text,
        pictures=tuple(pictures),
        sheets=(
            *(_check(result, result.check) if result.check else ()),
            _lead(plan, findings),
            _endings(plan, findings),
            *_conditions(plan, findings),
            _rounds(findings),
            *_scenes(plan, findings),
            *(_progress(plan, findings, side) for side in SIDES),
            *((replays,) if replays else ()),
        ),
        parts=(counted,) if counted else (),
        folded=folded,
    )


def _rate(finding: Finding) -> Cell:
    return rate(finding.estimate, interval(finding.estimate))


def _check(result: DuelResult, check: DuelCheck) -> tuple[Sheet, ...]:
    """What was found under either play, and what follows."""
    found, name = check.rate(result.findings), names(result.plan)
    kind = "turns" if found.verdict is Verdict.TURNS else ""
    rows = [
        [words(play_words(plan.labels)), number(findings.games), rate(estimate, interval(estimate), kind)]
        for plan, findings, estimate in (
            (result.plan, result.findings, found.fast),
            (check.plan, check.findings, found.strong),
        )
    ]
    together = f" Intervals of {check.together} matchups hold together." if check.together > 1 else ""
    note = f"The first {verdict_words(found, check.findings.games, check.plan.unit)}.{together}"
    return (sheet("Checked under another policy", ["play", "games", f"won by {name['a']}"], rows, note),)


def _lead(plan: Plan, findings: Findings) -> Sheet:
    name = names(plan)
    rows = [[words("all games"), number(findings.games)]]
    rows[0] += [rate(findings.win_rate[side], interval(findings.win_rate[side])) for side in SIDES]
    for lead in SIDES:
        rates = findings.by_first_lead[lead]
        row = [words(f"{name[lead]} leads first"), number(findings.games_with_lead(lead))]
        rows.append(row + [rate(rates[side], interval(rates[side])) for side in SIDES])
    note = " ".join(pairing_words(plan, findings))
    return sheet("Win rate by who leads the first turn", ["", "games", name["a"], name["b"]], rows, note)


def _endings(plan: Plan, findings: Findings) -> Sheet:
    name = names(plan)
    rows = [
        [words(reason), number(games), *(_rate(findings.lost_by[side][reason]) for side in SIDES)]
        for reason, games in findings.ended_by.items()
        if games
    ]
    columns = ["reason", "games", *(f"lost by {name[side]}, of all games" for side in SIDES)]
    return sheet("How games were lost", columns, rows)


def _conditions(plan: Plan, findings: Findings) -> tuple[Sheet, Sheet]:
    """Win rates under a condition, and what a side does in a mean game."""
    name = names(plan)
    rows, means = [], []
    for side in SIDES:
        found = [
            findings.after_redraw(side, redrawn=True),
            findings.after_redraw(side, redrawn=False),
            findings.scene_wins(side, scene=True),
            findings.scene_wins(side, scene=False),
            findings.comeback(side),
        ]
        rows += [[words(name[side]), words(f.condition), number(f.games), _rate(f)] for f in found if f.games]
        redraw = findings.redraw_rate[side]
        found_means = (findings.mean(tally, side) for tally in TALLY_WORDS)
        values = (rate(mean, amount(mean)) for mean in found_means)
        means.append([words(name[side]), rate(redraw, interval(redraw)), *values])
    columns = ["deck", "redraws", *TALLY_WORDS.values()]
    note = f"Means over {findings.games:,} games, 95 % interval. Cards drawn do not count the starting hand."
    return (
        sheet("Win rate under a condition", ["deck", "games in which", "games", "win rate"], rows),
        sheet("A game in numbers", columns, means, note),
    )


def _rounds(findings: Findings) -> Sheet:
    """When games end."""
    rows = []
    for turn in range(1, findings.last_round + 1):
        longer = findings.survival.surviving[turn - 1]
        games, ended = findings.round_distribution.get(turn, 0), findings.ended_in(turn)
        rates = (rate(estimate, interval(estimate)) for estimate in (ended, longer))
        rows.append([number(turn), number(games), *rates])
    return sheet("Round of the end", ["Round", "games", "games that end in it", "games that last longer"], rows)


def _scenes(plan: Plan, findings: Findings) -> tuple[Sheet, ...]:
    """When scenes came down, against when they could have."""
    rounds = findings.rounds_with_scenes()
    return tuple(_scenes_of(name, side, findings, rounds) for side, name in names(plan).items() if rounds)


def _scenes_of(name: str, side: str, findings: Findings, rounds: list[int]) -> Sheet:
    rows = []
    for turn in rounds:
        taken = findings.scene_taken(side, turn)
        by = (each(side, turn) for each in (findings.scene_ready_by, findings.scene_chance_by, findings.scene_by))
        rows.append([number(turn), *(rate(found, interval(found)) for found in by), _rate(taken), number(taken.games)])
    columns = ["Round", "has held one", "has led with one", "has set one", "sets one if it can", "of games"]
    note = (
        "By that Round: has held a scene whose Round had come (CR 6.3), has led while holding it and so could have set "
        "it (CR 5.4), has set one. Last: how often it set one in that very Round when it could."
    )
    return sheet(f"{name}: scenes", columns, rows, note)


def _progress(plan: Plan, findings: Findings, side: str) -> Sheet:
    """What a side had reached by each Round."""
    states = [state for state in STATES[1:] if findings.state_by(side, state, findings.last_round).rate > 0]
    rows = []
    for turn in range(1, findings.last_round + 1):
        by = [findings.state_by(side, state, turn) for state in states]
        behind = findings.standing(side, turn, -1)
        cells = [rate(estimate, interval(estimate)) for estimate in by]
        rows.append([number(turn), *cells, _rate(behind), number(behind.games)])
    columns = ["Round", *(state.upper() for state in states), "wins although behind", "of games"]
    note = "States: share of games in which the side has had its first by then."
    return sheet(f"{names(plan)[side]}, Round by Round", columns, rows, note)
