"""The tables of one question under several policies, each described once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.numbers import PICKED
from ucgsim.report.sheet import label, number, rate, sheet
from ucgsim.stats.rates import DEFAULT_CONFIDENCE
from ucgsim.studies.policies.words import correlation, shown_cell

if TYPE_CHECKING:
    from ucgsim.report.sheet import Cell, Sheet
    from ucgsim.studies.kit.question import Play
    from ucgsim.studies.policies.findings import Plays


def rankings(plays: Plays, what: str) -> Sheet:
    """What is ranked, by its place under each play; in the order of the last one."""
    places = [{thing: at for at, thing in enumerate(play.order, start=1)} for play in plays.plays]
    rows = []
    for thing in plays.plays[-1].order:
        cells = [label(plays.plays[-1].things[thing])]
        for play, place in zip(plays.plays, places, strict=True):
            cells += [number(place[thing]), _standing(plays, play, thing)]
        rows.append(cells)
    columns = [what, *(head for play in plays.plays for head in ("rank", play.label))]
    picked = any(play.best for play in plays.plays)
    note = f"{PICKED} what does best is partly the luckiest: estimate and interval allow for the choice." * picked
    return sheet("Ranks under each play (95 % interval)", columns, rows, note)


def _standing(plays: Plays, play: Play, thing: int) -> Cell:
    """What is ranked under a play; of the first one what the answer says."""
    if play.best is not None and thing == play.order[0]:
        return rate(play.best, f"{shown_cell(plays, play.best)}{PICKED}")
    return rate(play.standings[thing], shown_cell(plays, play.standings[thing]))


def agreements(plays: Plays) -> Sheet:
    """Every two plays: how far ranks agree, and how many cells are on different sides."""
    rows = []
    for a, b in plays.couples:
        cells = [label(f"{plays.plays[a].label} / {plays.plays[b].label}")]
        if result := plays.agreements.get((a, b)):
            cells += [number(each.rate, correlation(each)) for each in (result.kendall, result.spearman)]
            cells += [number(result.same), number(result.opposite)]
        cells += [number(plays.changed(a, b, sure=sure)) for sure in (False, True)]
        rows.append(cells)
    ranked = ["Kendall's tau", "Spearman's rho", "same order", "opposite order"] if plays.agreements else []
    note = (
        "Orders count pairs that are surely so; the intervals allow every order that is open. All that is said of "
        "order holds at once with 95 %, and so does all that is said of sides (Bonferroni over all plays)."
    )
    return sheet("How far the plays agree", ["plays", *ranked, "other side", "surely"], rows, note)


def changes(plays: Plays) -> Sheet:
    """Cells that are not on the same side under all plays."""
    rows = [
        [
            *_names(plays, each.cell),
            *(rate(every, shown_cell(plays, every)) for every in each.rates),
            label("surely" if each.sure else "not surely"),
        ]
        for each in plays.changes
    ]
    columns = ["", "against", *(play.label for play in plays.plays), "changes sides"]
    together = len(plays.plays) * len(plays.rates)
    return sheet(f"What changes sides with the play (95 % for all {together} intervals together)", columns, rows)


def cells(plays: Plays) -> Sheet:
    """Every cell under each play."""
    rows = []
    for at in range(len(plays.rates)):
        own = (play.cell(at, DEFAULT_CONFIDENCE) for play in plays.plays)
        rows.append([*_names(plays, at), *(rate(each, shown_cell(plays, each)) for each in own)])
    columns = ["", "against", *(f"{play.label} ({play.each:,} games)" for play in plays.plays)]
    return sheet("Under each play (95 % interval)", columns, rows)


def _names(plays: Plays, cell: int) -> list[Cell]:
    return [label(name) for name in plays.plays[0].cells[cell]]
